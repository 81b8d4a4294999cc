"""Every command over the paper's example: what it prints, and with which exit code it ends."""

from xml.etree import ElementTree

import pytest
import sqlglot

import dpsql

COMMANDS = (
    *(
        "check",
        "measure",
        "risks",
        "anonymize",
        "choose",
        "verify",
        "lattice",
        "frontier",
        "least-k",
    ),
    *("sql", "demo"),
)


def arguments_of(command, example, run):
    if command == "verify":
        assert run("anonymize", example, "--quiet").exit_code == 0
    levels = ("--levels", "zip=2") if command == "sql" else ()
    return (command,) if command == "demo" else (command, example, *levels)


def test_check_counts_and_says_whether_delta_can_be_reached(example, run):
    ended = run("check", example, "--json")
    assert ended.exit_code == 0
    assert ended.found == {
        "schema": "dpsql/1",
        "status": "checked",
        "public_rows": 9,
        "private_rows": 5,
        "public_columns": ["name", "zip", "age", "nationality"],
        "distinct_tuples": 9,
        "heights": {"zip": 3, "age": 2, "nationality": 3},
        "nodes": 48,
        "feasible": True,
        "models": [
            {"name": "delta min", "asked": "1/2", "holds": None, "broken_classes": None},
            {"name": "delta max", "asked": "2/3", "holds": None, "broken_classes": None},
        ],
        "telling_columns": [],
        "identifying_columns": [],
    }


@pytest.mark.parametrize(
    ("words", "others", "cause"),
    [
        ("max: 2/3", "max: 1/2", "is more than δmax 50 %; write delta max 5/9 or more"),
        ("min: 1/2", "min: 4/7", "is less than δmin 4/7 (≈ 57.1 %); write delta min 5/9 or less"),
        ("delta:", "constraints: {k_anonymity: 6}\ndelta:", "k_anonymity 6 is violated"),
        ("delta: {min: 1/2, max: 2/3}", "constraints: {weak_k_anonymity: 10}", "weak_k_anonymity"),
    ],
)
def test_check_fails_where_total_suppression_breaks_the_job(
    example, run, edit, words, others, cause
):
    edit(example, words, others)
    ended = run("check", example, "--json", "--junit", example.parent / "check.xml")
    assert (ended.exit_code, ended.found["feasible"]) == (4, False)
    suite = ElementTree.parse(example.parent / "check.xml").getroot()
    assert (suite.attrib["failures"], suite.attrib["errors"]) == ("1", "0")
    printed = run("check", example)
    told = " ".join(printed.stdout.split())
    assert printed.exit_code == 4
    assert cause in told and "no generalization can satisfy" in told
    assert run("anonymize", example, "--quiet").exit_code == 4


def test_check_in_python_returns_what_it_found_where_nothing_holds(example, edit):
    edit(example, "max: 2/3", "max: 1/2")
    found = dpsql.check(example)
    assert found.feasible is False
    assert [one.asked for one in found.models if one.holds is False] == ["1/2"]


def test_measure_takes_levels(example, run):
    ended = run("measure", example, "--levels", "zip=2,age=2,nationality=2", "--json")
    assert ended.exit_code == 0
    found = ended.found
    assert found["status"] == "measured"
    assert found["levels"] == {"zip": 2, "age": 2, "nationality": 2}
    assert found["presence"] == {"min": "1/2", "max": "2/3"}
    assert found["satisfied"] is True
    assert found["metrics"]["loss"] == 28 / 45
    assert (found["metrics"]["discernibility"], found["metrics"]["class_size"]) == (13, 2.5)
    assert found["metrics"]["precision"] == 2 / 9
    assert found["metrics"]["entropy"] == pytest.approx(25.119415, abs=1e-6)


def test_measure_of_the_raw_table_does_not_satisfy_the_job(example, run):
    ended = run("measure", example, "--json")
    assert ended.exit_code == 4
    assert ended.found["satisfied"] is False
    assert ended.found["levels"] == {"zip": 0, "age": 0, "nationality": 0}


def test_measure_of_a_job_without_models_satisfies_nothing_and_breaks_nothing(example, run, edit):
    edit(example, "delta: {min: 1/2, max: 2/3}", "")
    ended = run("measure", example, "--json")
    assert (ended.exit_code, ended.found["satisfied"]) == (0, None)
    assert ended.found["delta"] is None


@pytest.mark.parametrize(
    "levels", ["zip", "zip=", "=1", "zip=x", "zip=-1", "zip=4", "town=1", "zip=1;age=1"]
)
def test_levels_that_the_job_has_not_are_refused(example, run, levels):
    ended = run("measure", example, "--levels", levels)
    assert ended.exit_code == 2
    assert "levels" in ended.complaint


@pytest.mark.parametrize("command", ["measure", "sql"])
@pytest.mark.parametrize("levels", ["zip=1,zip=2", "zip=1,age=1,zip=1"])
def test_a_level_that_stands_twice_is_refused(example, run, command, levels):
    ended = run(command, example, "--levels", levels)
    assert ended.exit_code == 2
    assert ended.complaint == "dpsql: --levels: 'zip' stands twice; keep one"


PINNED = {
    "schema": str,
    "status": str,
    "delta": dict,
    "public_rows": int,
    "private_rows": int,
    "levels": dict,
    "presence": dict,
    "metrics": dict,
    "seconds": dict,
    "peak_memory_bytes": int,
}


def test_json_of_anonymize_has_the_pinned_fields(example, run):
    ended = run("anonymize", example, "--json")
    assert ended.exit_code == 0
    assert ended.stderr == ""
    found = ended.found
    for name, type_ in PINNED.items():
        assert isinstance(found[name], type_), name
    assert (found["schema"], found["status"], found["algorithm"]) == (
        "dpsql/1",
        "released",
        "spalm",
    )
    assert found["delta"] == {"min": "1/2", "max": "2/3"}
    assert found["levels"] == {"zip": 2, "age": 2, "nationality": 2}
    assert found["presence"] == {"min": "1/2", "max": "2/3"}
    assert found["metrics"].keys() >= {
        "loss",
        "discernibility",
        "precision",
        "class_size",
        "entropy",
    }
    assert found["search"].keys() >= {"nodes", "checked", "optimal"}
    assert found["search"]["nodes"] == 48
    assert found["search"]["optimal"] is True
    assert found["release"].keys() >= {"path", "rows", "sha256"}
    assert found["release"]["path"] == "release.csv"
    assert found["release"]["rows"] == 5
    assert found["seconds"].keys() >= {"load", "search", "release", "verify", "total"}
    assert found["peak_memory_bytes"] > 0


def test_json_of_measure_has_the_pinned_fields(example, run):
    found = run("measure", example, "--json").found
    for name, type_ in PINNED.items():
        assert isinstance(found[name], type_), name
    assert found["seconds"].keys() >= {"load", "total"}
    assert "release" not in found


@pytest.mark.parametrize(
    ("algorithm", "commands"),
    [("pooled", ["lattice"]), ("{mpalm: {cuts: hierarchy}}", ["lattice", "measure"])],
)
def test_levels_of_a_job_that_releases_none_are_called_so(example, run, edit, algorithm, commands):
    told = "algorithm does not release levels"
    for command in ("lattice", "measure"):
        assert told not in run(command, example).stdout
    edit(example, "delta: {min: 1/2, max: 2/3}", f"delta: {{max: 2/3}}\nalgorithm: {algorithm}")
    for command in commands:
        assert told in " ".join(run(command, example).stdout.split())
        assert run(command, example, "--json").found["releases_levels"] is False


def test_lattice_lists_minimal_nodes_by_level_vector(example, run, edit):
    edit(example, "delta: {min: 1/2, max: 2/3}", "constraints: {k_anonymity: 2}")
    ended = run("lattice", example, "--json")
    assert ended.exit_code == 0
    vectors = [tuple(node["levels"].values()) for node in ended.found["minimal_nodes"]]
    assert vectors == sorted(vectors)
    assert (2, 1, 2) in vectors
    assert all(
        node["metrics"].keys() >= {"loss", "precision"} for node in ended.found["minimal_nodes"]
    )


@pytest.mark.parametrize("command", ["lattice", "frontier"])
def test_the_limits_that_a_search_keeps_within_are_stated(example, run, edit, command):
    assert "limits" not in run(command, example, "--json").found
    edit(example, "zip: zip.csv", "zip: {hierarchy: zip.csv, least_level: 1}")
    edit(example, "age: age.csv", "age: {hierarchy: age.csv, most_level: 1}")
    assert run(command, example, "--json").found["limits"] == {"zip": [1, 3], "age": [0, 1]}
    told = run(command, example).stdout
    assert "zip from level 1 to 3 only: the job limits it." in told
    assert "age from level 0 to 1 only: the job limits it." in told
    assert "nationality from level" not in told


def test_lattice_without_a_node_that_holds_ends_with_4(example, run, edit):
    edit(example, "max: 2/3", "max: 1/2")
    ended = run("lattice", example, "--json")
    assert (ended.exit_code, ended.found["minimal_nodes"]) == (4, [])


def test_json_of_frontier_is_pinned(example, run, edit):
    edit(example, "min: 1/2, max: 2/3", "min: 1/3, max: 5/9")
    edit(example, "metric: loss", "metric: entropy\nconstraints: {k_map: 2}")
    ended = run("frontier", example, "--json")
    assert ended.exit_code == 0
    found = ended.found
    assert found.pop("seconds").keys() == {"load", "search", "total"}
    assert found.pop("peak_memory_bytes") > 0
    assert 3 <= found["search"].pop("checked") <= 48
    assert found.pop("becomes")["age"] == ["18", "≤40", "*"]
    assert found == {
        "schema": "dpsql/1",
        "metric": "loss",
        "delta": {"min": "1/3"},
        "constraints": {"k_map": 2},
        "public_rows": 9,
        "private_rows": 5,
        "points": [
            {"delta_max": "5/9", "loss": 1.0, "levels": {"zip": 3, "age": 2, "nationality": 3}},
            {"delta_max": "2/3", "loss": 22 / 45, "levels": {"zip": 1, "age": 2, "nationality": 1}},
        ],
        "search": {"nodes": 48, "optimal": True},
    }


def test_frontier_needs_no_model_and_prints_fractions_and_decimals(example, run, edit):
    edit(example, "delta: {min: 1/2, max: 2/3}", "")
    ended = run("frontier", example)
    assert ended.exit_code == 0
    rows = [line.split() for line in ended.stdout.splitlines()]
    assert ["≈", "66.67", "%", "2/3", "0.488889", "1", "2", "1"] in rows
    assert ["3", "points,", "proven;"] in [row[:3] for row in rows]


def test_frontier_keeps_its_numbers_whole_on_a_narrow_terminal(example, run, edit, monkeypatch):
    monkeypatch.setenv("COLUMNS", "40")
    edit(example, "min: 1/2, max: 2/3", "min: 0")
    told = run("frontier", example).stdout.replace("\u00a0", " ")
    assert "δmax         ≈ 55.56 %  ≈ 66.67 %  100 %\nexactly      5/9        2/3" in told


def test_frontier_without_a_node_that_holds_ends_with_4(example, run, edit):
    edit(example, "min: 1/2, max: 2/3", "min: 2/3")
    ended = run("frontier", example, "--json")
    assert (ended.exit_code, ended.found["points"]) == (4, [])
    assert "No node" in run("frontier", example).stdout


def test_json_of_risks_is_pinned(example, run, tmp_path):
    at = ("--levels", "zip=2,age=2,nationality=2")
    ended = run(
        "risks", example, *at, "--threshold", "1/4", "--junit", tmp_path / "x.xml", "--json"
    )
    assert ended.exit_code == 4
    found = ended.found
    assert found.pop("seconds")["total"] > 0
    assert found.pop("peak_memory_bytes") > 0
    assert found == {
        "schema": "dpsql/1",
        "public_rows": 9,
        "private_rows": 5,
        "public_columns": ["name", "zip", "age", "nationality"],
        "levels": {"zip": 2, "age": 2, "nationality": 2},
        "threshold": {"risk": "1/4", "least_people": 4},
        "prosecutor": {"max": "1/2", "mean": "2/5"},
        "journalist": {"max": "1/3", "mean": "7/30"},
        "marketer": "7/30",
        "above_threshold": 2,
        "unique_in_population": 0,
        "k_map": 3,
        "presence": {"min": "1/2", "max": "2/3"},
        "satisfied": False,
        "models": [{"name": "risk", "asked": "1/4", "holds": False, "broken_classes": 1}],
        "telling_columns": [],
    }
    (case,) = ElementTree.parse(tmp_path / "x.xml").findall(".//testcase[@name='risk 1/4']")
    assert case.find("failure") is not None
    ended = run("risks", example, *at, "--threshold", "1/3", "--json")
    assert (ended.exit_code, ended.found["above_threshold"]) == (0, 0)
    ended = run("risks", example, *at, "--json")
    assert (ended.exit_code, ended.found["above_threshold"], ended.found["satisfied"]) == (
        0,
        None,
        None,
    )


@pytest.mark.parametrize("algorithm", ["spalm", "{pooled: {path: root, least: 4}}", "mpalm"])
def test_risks_of_a_release_are_those_of_the_file(example, run, edit, algorithm):
    edit(example, "delta: {min: 1/2, max: 2/3}", f"delta: {{max: 2/3}}\nalgorithm: {algorithm}")
    assert run("anonymize", example, "--quiet").exit_code == 0
    file = example.parent / "release.csv"
    found = run("risks", example, "--release", file, "--threshold", "1/4", "--json")
    assert found.exit_code == 4
    assert "levels" not in found.found
    assert found.found["release"]["rows"] == 5
    verified = run("verify", example, "--json").found
    assert found.found["presence"] == verified["presence"]
    assert found.found["release"]["sha256"] == verified["release"]["sha256"]
    told = run("risks", example, "--release", file, "--levels", "zip=1")
    assert (told.exit_code, "states its own" in told.complaint) == (2, True)
    if algorithm == "spalm":
        (example.parent / "release.csv.manifest.json").unlink()
        by_cells = run("risks", example, "--release", file, "--threshold", "1/4", "--json").found
        assert {**by_cells, "seconds": 0, "peak_memory_bytes": 0} == {
            **found.found,
            "seconds": 0,
            "peak_memory_bytes": 0,
        }


def test_a_preset_of_risks_is_told_as_people(example, run):
    told = " ".join(run("risks", example, "--threshold", "ema-health-canada").stdout.split())
    assert "5 of 5 rows of T are above the threshold 1/11: it asks for at least 11 people" in told


def test_json_of_least_k_is_pinned(example, run, edit):
    edit(example, "min: 1/2, max: 2/3", "max: 1")
    ended = run("least-k", example, "--json")
    assert ended.exit_code == 0
    found = ended.found
    assert [(one["k"], one["actual_k"]) for one in found["trials"]] == [(2, 2), (3, 5)]
    assert found["trials"][0] == {
        "k": 2,
        "actual_k": 2,
        "satisfied": True,
        "metrics": found["trials"][0]["metrics"],
        "levels": found["trials"][0]["levels"],
        "presence": {"min": "0", "max": "1"},
    }
    assert found["trials"][1]["levels"] == {"zip": 3, "age": 1, "nationality": 3}
    assert (found["least_k"], found["larger_k_that_fail"]) == (2, [])
    assert found["delta"] == {"min": "0", "max": "1"}
    assert list(found["seconds"]) == ["load", "search", "total"]


def test_least_k_ends_with_4_where_no_k_satisfies_delta(example, run):
    """Section 5.1 of the paper: whoever is over 40 is in T, and its optima say so."""
    ended = run("least-k", example, "--json")
    assert (ended.exit_code, ended.found["least_k"]) == (4, None)
    assert "No k satisfies delta" in run("least-k", example).stdout


@pytest.mark.parametrize(
    ("words", "exit_code", "message"),
    [
        ("", 2, "delta: is missing"),
        ("constraints: {k_map: 2}\ndelta: {max: 1}", 2, "constraints: least-k tries"),
        ("algorithm: mpalm\ndelta: {max: 1}", 2, "algorithm: mpalm cuts"),
        ("delta: {max: 1/2}", 4, "|T|/|P| = 5/9"),
    ],
)
def test_least_k_refuses_jobs_that_ask_something_else(
    example, run, edit, words, exit_code, message
):
    edit(example, "delta: {min: 1/2, max: 2/3}", words)
    ended = run("least-k", example)
    assert ended.exit_code == exit_code
    assert message in ended.complaint


def test_least_k_names_the_larger_ones_that_fail(run, tmp_path):
    """Where the oracle's example has k = 3 undo k = 2 (tests/oracle/vectors/test_least_k.py)."""
    private = ["a,x", "b,x", "b,y", "c,x", "c,y", "d,x"]
    public = [*private, "a,y", "b,x", "b,x"]
    for name, rows in (("p.csv", public), ("t.csv", private)):
        (tmp_path / name).write_text("\n".join(["letter,end", *rows, ""]))
    (tmp_path / "job.yaml").write_text(
        "public: p.csv\nprivate: t.csv\ndelta: {max: 3/4}\nquasi_identifiers:\n"
        "  letter: {tree: {A: [a, b], B: [c, d]}}\n  end: {tree: {'*': [x, y]}}\n"
    )
    found = run("least-k", tmp_path / "job.yaml", "--json").found
    assert (found["least_k"], found["larger_k_that_fail"]) == (2, [[3, 3]])
    told = " ".join(run("least-k", tmp_path / "job.yaml").stdout.split())
    assert "The least k that satisfies delta is 2; " in told
    assert "Larger k that fail: 3." in told


def test_help_of_least_k_says_what_it_tries(start):
    words = " ".join(start("least-k", "--help").stdout.split())
    assert "Tries every k from 2 to |T|" in words


def test_help_of_frontier_says_what_it_ignores(start):
    words = " ".join(start("frontier", "--help").stdout.split())
    assert "ignores its δmax" in words


def test_verify_confirms_a_release(example, run):
    assert run("anonymize", example, "--quiet").exit_code == 0
    ended = run("verify", example, "--json")
    assert ended.exit_code == 0
    assert ended.found["status"] == "verified"
    assert ended.found["presence"] == {"min": "1/2", "max": "2/3"}
    named = run("verify", example, example.parent / "release.csv", "--json")
    assert (named.exit_code, named.found["release"]["rows"]) == (0, 5)


@pytest.mark.parametrize("dialect", ["duckdb", "spark", "postgres"])
def test_sql_is_a_script_that_the_dialect_parses(example, run, dialect):
    ended = run("sql", example, "--dialect", dialect)
    assert ended.exit_code == 0
    statements = [one for one in sqlglot.parse(ended.stdout, read=dialect) if one]
    found = run("sql", example, "--dialect", dialect, "--json").found
    assert len(statements) == len(found["statements"]) > 5
    head, *commented = ended.stdout.split("\n\n-- ")
    assert len(commented) == len({one["step"] for one in found["statements"]})
    assert all(line.startswith("-- ") for line in head.splitlines())
    assert "in the place of public_table (P)" in head
    assert "UNSUPPORTED" not in ended.stdout.upper()


@pytest.mark.parametrize(
    ("more", "told"), [([], True), (["--quiet"], False), (["--levels", "zip=0"], False)]
)
@pytest.mark.parametrize("command", ["sql", "dbt"])
def test_a_script_of_raw_values_is_told_to_be_one(run, example, tmp_path, command, more, told):
    where = [tmp_path / "project"] if command == "dbt" else []
    ended = run(command, example, *where, *more)
    assert ended.exit_code == 0
    assert ("raw values are checked; --levels or --manifest" in ended.stderr) is told


def test_sql_reads_no_table(example, run):
    for name in ("public.csv", "private.csv"):
        (example.parent / name).unlink()
    ended = run("sql", example, "--json", "--levels", "zip=2")
    assert ended.exit_code == 0
    assert ended.found["dialect"] == "duckdb"
    assert {*ended.found["statements"][0]} == {"step", "sql"}
    assert "release" in [one["step"] for one in ended.found["statements"]]


OTHER = ["--dialect", "bigquery"]


@pytest.mark.parametrize("engine", ["duckdb", "postgres", "spark"])
def test_a_script_is_in_the_dialect_of_the_engine(example, run, tmp_path, engine):
    """As the dbt project is, unless the command line names another."""
    with example.open("a") as job:
        job.write(f"\nengine: {engine}\n")
    written = run("sql", example, "--levels", "zip=2")
    assert written.stdout.startswith(f"-- dpsql: delta-presence of a job in {engine}, to be run")
    assert run("sql", example, "--levels", "zip=2", "--json").found["dialect"] == engine
    other = run("sql", example, "--levels", "zip=2", "--dialect", "trino")
    assert "of a job in trino, to be run" in other.stdout
    projects = {}
    for name, more in (("own", []), ("named", ["--dialect", engine]), ("other", OTHER)):
        folder = tmp_path / name
        assert run("dbt", example, folder, "--levels", "zip=2", *more).exit_code == 0
        files = [one for one in folder.rglob("*") if one.is_file()]
        projects[name] = {str(one.relative_to(folder)): one.read_text() for one in files}
    assert projects["own"] == projects["named"] != projects["other"]


def test_sql_of_an_unknown_dialect_is_refused(example, run):
    ended = run("sql", example, "--dialect", "klingon")
    assert ended.exit_code == 2
    assert "klingon" in ended.complaint


def test_demo_tells_the_example_and_leaves_nothing(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ended = run("demo")
    assert ended.exit_code == 0
    assert "5-anonym" in ended.stdout
    assert "Europe" in ended.stdout
    assert list(tmp_path.iterdir()) == []


def test_demo_keeps_a_job_that_runs(run, tmp_path):
    kept = tmp_path / "kept"
    assert run("demo", "--into", kept, "--quiet").exit_code == 0
    assert {"job.yaml", "public.csv", "private.csv", "release.csv"} <= {
        path.name for path in kept.iterdir()
    }
    assert run("verify", kept / "job.yaml", "--quiet").exit_code == 0
    refused = run("demo", "--into", kept)
    assert refused.exit_code == 2
    assert "not an empty folder" in refused.complaint


@pytest.mark.parametrize("command", COMMANDS)
def test_json_is_one_object_on_stdout_and_stderr_is_silent_F11(example, run, command):
    arguments = arguments_of(command, example, run)
    ended = run(*arguments, "--json")
    assert ended.exit_code in (0, 4)
    assert ended.found["schema"] == "dpsql/1"
    assert ended.stderr == ""


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "sql"])
def test_quiet_prints_nothing_but_why_it_failed_F11(example, run, command):
    arguments = arguments_of(command, example, run)
    ended = run(*arguments, "--quiet")
    assert ended.stdout == ""
    assert len(ended.stderr.splitlines()) == (ended.exit_code != 0)


@pytest.mark.parametrize("command", COMMANDS)
def test_without_json_something_is_told_on_stdout(example, run, command):
    ended = run(*arguments_of(command, example, run))
    assert len(ended.stdout) > 40
    assert ended.stderr == ""


def test_html_is_one_page_without_remote_parts(example, run, tmp_path):
    page = tmp_path / "page.html"
    assert run("anonymize", example, "--report", page, "--quiet").exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert "<html" in text
    assert "src=" not in text
    assert "<link" not in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nonsense",), "nonsense"),
        (("measure",), "JOB"),
        (("measure", "job.yaml", "--nonsense"), "--nonsense"),
        (("anonymize", "job.yaml", "--max-nodes", "many"), "--max-nodes"),
    ],
)
def test_usage_errors_are_one_line_and_exit_code_2(start, arguments, message):
    ended = start(*arguments)
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert message in ended.complaint
    as_json = start(*arguments, "--json")
    assert (as_json.exit_code, as_json.found["status"]) == (2, "error")
    assert as_json.complaint == f"dpsql: {as_json.found['error']['message']}"


@pytest.mark.parametrize("arguments", [("--help",), ("anonymize", "--help")])
def test_help_ends_with_0(start, arguments):
    ended = start(*arguments)
    assert ended.exit_code == 0
    assert "Usage" in ended.stdout
    assert ended.stderr == ""


def test_the_version_is_that_of_the_package(start):
    ended = start("--version")
    assert (ended.exit_code, ended.stdout, ended.stderr) == (0, f"dpsql {dpsql.__version__}\n", "")


def test_the_demo_names_a_folder_that_cannot_be_made(run, tmp_path):
    (tmp_path / "file").touch()
    ended = run("demo", "--into", tmp_path / "file" / "below")
    assert ended.exit_code == 2
    assert "cannot be made" in ended.complaint


def test_a_release_without_rows_is_a_warning(example, start, edit):
    private = example.parent / "private.csv"
    private.write_text(private.read_text(encoding="utf-8").splitlines()[0] + "\n")
    edit(example, "min: 1/2", "min: 0")
    ended = start("anonymize", example, "--json")
    assert (ended.exit_code, ended.found["status"], ended.found["release"]["rows"]) == (
        0,
        "released",
        0,
    )
    assert "T has no rows: nobody is protected" in ended.complaint
    quiet = start("anonymize", example, "--overwrite", "--quiet")
    # Warnings are neither progress nor tables.
    assert (quiet.exit_code, quiet.stdout) == (0, "")
    assert "T has no rows: nobody is protected" in quiet.complaint


def test_an_empty_private_table_that_cannot_be_released_is_one_error(example, start):
    private = example.parent / "private.csv"
    private.write_text(private.read_text(encoding="utf-8").splitlines()[0] + "\n")
    ended = start("anonymize", example)
    assert ended.exit_code == 4
    assert "no generalization can satisfy delta: |T|/|P| = 0" in ended.complaint


def test_the_command_as_a_user_starts_it(example, start):
    ended = start("anonymize", example, "--json")
    assert ended.exit_code == 0
    assert ended.stderr == ""
    assert ended.found["status"] == "released"
    again = start("anonymize", example, "--json")
    assert again.exit_code == 2
    assert again.found["error"]["code"] == "TargetError"
    assert "release.csv exists" in again.complaint


@pytest.mark.parametrize("command", sorted({*COMMANDS} - {"sql"}))
def test_whatever_runs_statements_can_dump_them_and_keep_a_cause(run, command):
    assert {"--dump-sql", "--debug"} <= {*run(command, "--help").stdout.split()}

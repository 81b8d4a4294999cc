"""What stops a command: one line on stderr, an exit code per cause, nothing published."""

import json
import os
from hashlib import sha256
from pathlib import Path

import pytest


def files(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def lose_the_job(folder, edit):
    (folder / "job.yaml").unlink()


def break_the_yaml(folder, edit):
    edit(folder / "job.yaml", "metric: loss", "metric: [loss")


def name_no_metric(folder, edit):
    edit(folder / "job.yaml", "metric: loss", "metric: beauty")


def misspell_a_key(folder, edit):
    edit(folder / "job.yaml", "metric: loss", "metrics: loss")


def lose_the_population(folder, edit):
    (folder / "public.csv").unlink()


def lose_a_hierarchy(folder, edit):
    (folder / "zip.csv").unlink()


def lose_a_column(folder, edit):
    edit(folder / "public.csv", "name,zip", "name,postcode")


def lose_a_leaf(folder, edit):
    edit(folder / "zip.csv", "47906;4790*;47*;4*\n", "")


def give_a_label_two_parents(folder, edit):
    edit(folder / "zip.csv", "47906;4790*;47*", "47906;4790*;48*")


def add_a_stranger(folder, edit):
    edit(folder / "private.csv", "47903,59,Canada", "47903,59,Canada\n47903,59,Canada")


def break_a_line(folder, edit):
    edit(folder / "public.csv", "Bob,47903,59,Canada", "Bob,47903,59")


def ask_for_too_much(folder, edit):
    edit(folder / "job.yaml", "max: 2/3", "max: 1/2")


def ask_for_ten_equal_rows(folder, edit):
    edit(
        folder / "job.yaml",
        "delta: {min: 1/2, max: 2/3}",
        "constraints: {k_anonymity: 10}",
    )


FAULTS = [
    (lose_the_job, 2, "ConfigError"),
    (break_the_yaml, 2, "ConfigError"),
    (name_no_metric, 2, "ConfigError"),
    (misspell_a_key, 2, "ConfigError"),
    (lose_the_population, 2, "ConfigError"),
    (lose_a_hierarchy, 2, "ConfigError"),
    (lose_a_column, 3, "SchemaError"),
    (lose_a_leaf, 3, "HierarchyError"),
    (give_a_label_two_parents, 3, "HierarchyError"),
    (add_a_stranger, 3, "SubsetError"),
    (break_a_line, 3, "ParseError"),
    (ask_for_too_much, 4, "NoSafeRelease"),
    (ask_for_ten_equal_rows, 4, "NoSafeRelease"),
]


@pytest.mark.parametrize(
    ("fault", "exit_code", "code"), FAULTS, ids=lambda v: getattr(v, "__name__", v)
)
def test_every_fault_has_its_exit_code_and_one_line(example, run, edit, fault, exit_code, code):
    fault(example.parent, edit)
    before = files(example.parent)
    ended = run("anonymize", example, "--json")
    assert ended.exit_code == exit_code
    found = ended.found
    assert found["schema"] == "dpsql/1"
    assert found["status"] == ("unsatisfiable" if exit_code == 4 else "error")
    assert found["error"]["code"] in (code, "InvalidJob" if code == "ConfigError" else code)
    assert ended.complaint == f"dpsql: {found['error']['message']}"
    assert files(example.parent) == before
    quiet = run("anonymize", example, "--quiet")
    assert (quiet.exit_code, quiet.stdout) == (exit_code, "")
    assert quiet.stderr == ended.stderr


@pytest.mark.parametrize("fault", [break_the_yaml, name_no_metric, misspell_a_key])
def test_a_fault_of_the_job_file_names_its_line(example, run, edit, fault):
    fault(example.parent, edit)
    assert "job.yaml:" in run("check", example).complaint


def test_a_job_that_cannot_be_satisfied_says_so_in_json(example, run, edit):
    edit(example, "max: 2/3", "max: 1/2")
    found = run("anonymize", example, "--json").found
    assert found["status"] == "unsatisfiable"
    assert found["delta"] == {"min": "1/2", "max": "1/2"}
    assert (found["public_rows"], found["private_rows"]) == (9, 5)
    assert found["search"] == {"nodes": 48, "checked": 1, "optimal": True}


def test_no_error_quotes_a_value_of_the_private_table_F02(example, run, edit):
    edit(example.parent / "private.csv", "47633,63,Peru", "47633,63,Atlantis")
    for command in ("check", "measure", "anonymize", "lattice", "frontier", "least-k"):
        ended = run(command, example)
        assert ended.exit_code == 3
        assert "Atlantis" not in ended.stdout + ended.stderr


def test_values_of_p_are_quoted_only_on_request(example, run, edit):
    lose_a_leaf(example.parent, edit)
    assert "47906" not in run("check", example).complaint
    assert "47906" in run("check", example, "--show-public").complaint


def test_a_lattice_that_is_too_large_is_refused(example, run):
    ended = run("anonymize", example, "--max-nodes", "47", "--json")
    assert (ended.exit_code, ended.found["error"]["code"]) == (5, "ResourceError")
    assert "48 nodes" in ended.complaint
    assert "algorithm: {mpalm: {cuts: hierarchy}}" in ended.complaint
    assert run("lattice", example, "--max-nodes", "48", "--quiet").exit_code == 0


@pytest.mark.parametrize("command", ["measure", "risks"])
def test_a_command_that_searches_nothing_has_no_limit_of_nodes(example, start, command):
    ended = start(command, example, "--max-nodes", "47")
    assert ended.exit_code == 2
    assert "No such option: --max-nodes" in ended.complaint


def test_an_option_for_a_public_page_is_told_that_the_page_is_one(example, start):
    ended = start("report", example, "--public", "-o", "page.html")
    told = "without --internal and --sign-off the page is public: write dpsql report JOB"
    assert told in ended.complaint


def test_an_existing_release_is_refused_and_replaced_on_request_D09(example, run):
    target = example.parent / "release.csv"
    target.write_text("what was there", encoding="utf-8")
    refused = run("anonymize", example, "--json")
    assert (refused.exit_code, refused.found["error"]["code"]) == (2, "TargetError")
    assert target.read_text(encoding="utf-8") == "what was there"
    replaced = run("anonymize", example, "--overwrite", "--json")
    assert replaced.exit_code == 0
    assert target.read_text(encoding="utf-8").startswith("zip,age,nationality\n")
    assert run("verify", example, "--quiet").exit_code == 0


@pytest.mark.parametrize("name", ["public.csv", "private.csv", "zip.csv"])
def test_an_input_is_never_the_target_D09(example, run, edit, name):
    edit(example, "release: release.csv", f"release: {name}")
    before = files(example.parent)
    ended = run("anonymize", example, "--overwrite", "--json")
    assert (ended.exit_code, ended.found["error"]["code"]) == (2, "TargetError")
    assert files(example.parent) == before


@pytest.mark.parametrize(
    "name", ["release.json", "release", "nowhere/release.csv", "folder.csv", "link.csv"]
)
def test_targets_that_are_no_plain_new_file_are_refused_D09(example, run, edit, name):
    (example.parent / "folder.csv").mkdir()
    (example.parent / "link.csv").symlink_to("dangling.csv")
    edit(example, "release: release.csv", f"release: {name}")
    ended = run("anonymize", example, "--overwrite", "--json")
    assert (ended.exit_code, ended.found["error"]["code"]) == (2, "TargetError")
    assert not (example.parent / "dangling.csv").exists()


def test_a_job_without_release_or_models_is_refused(example, run, edit):
    edit(example, "release: release.csv", "")
    assert "release: is missing" in run("anonymize", example).complaint
    edit(example, "delta: {min: 1/2, max: 2/3}", "")
    assert "states nothing to satisfy" in run("anonymize", example).complaint


@pytest.fixture
def released(example, run):
    assert run("anonymize", example, "--quiet").exit_code == 0
    return example


def manifest_of(released):
    return released.parent / "release.csv.manifest.json"


def claim(released, edit_claims):
    path = manifest_of(released)
    claims = json.loads(path.read_text(encoding="utf-8"))
    edit_claims(claims)
    path.write_text(json.dumps(claims, indent=2) + "\n", encoding="utf-8")


def verify(run, released):
    ended = run("verify", released, "--json")
    assert ended.found["status"] == "error"
    assert ended.complaint
    return ended.exit_code, ended.found["error"]["code"]


def test_a_changed_byte_is_found(released, run):
    path = released.parent / "release.csv"
    content = bytearray(path.read_bytes())
    content[-2] ^= 1
    path.write_bytes(content)
    assert verify(run, released) == (7, "IntegrityError")


def rewrite(released, change):
    """Change the release and let the manifest name its new bytes."""
    path = released.parent / "release.csv"
    path.write_text(change(path.read_text(encoding="utf-8")), encoding="utf-8")
    digest = sha256(path.read_bytes()).hexdigest()
    claim(released, lambda claims: claims["release"].update(sha256=digest))


AMERICA = "47*,*,America\n"
EUROPE = "48*,*,Europe\n"


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda text: text.replace(AMERICA, "", 1), id="a row is missing"),
        pytest.param(lambda text: text + AMERICA, id="a row is added"),
        pytest.param(lambda text: text.replace(AMERICA, EUROPE, 1), id="a row is another"),
        pytest.param(lambda text: text.replace("47*", "47906", 1), id="a value is raw"),
        pytest.param(lambda text: text.replace("America", "Atlantis", 1), id="a label is new"),
        pytest.param(lambda text: text.replace("zip,age", "age,zip", 1), id="columns change"),
        pytest.param(lambda text: text.replace("*,America", ",America", 1), id="a value is NULL"),
        pytest.param(lambda text: text.replace(AMERICA, "", 1) + AMERICA, id="a row is moved"),
        pytest.param(lambda text: text.replace("\n", "\r\n"), id="other line ends"),
        pytest.param(lambda text: text.replace(AMERICA, AMERICA + "\n", 1), id="a blank line"),
        pytest.param(lambda text: text[:-1], id="the last line does not end"),
    ],
)
def test_a_release_that_is_not_t_at_its_levels_is_found(released, run, change):
    rewrite(released, change)
    assert verify(run, released) == (7, "IntegrityError")


def test_line_ends_of_two_kinds_are_found(released, run):
    """The reader of tables refuses them before the verifier counts anything."""
    rewrite(released, lambda text: text.replace("a\n", "a\r\n", 1))
    exit_code, _ = verify(run, released)
    assert exit_code in (3, 7)


@pytest.mark.parametrize(
    "edit_claims",
    [
        pytest.param(lambda claims: claims["release"].update(rows=6), id="more rows"),
        pytest.param(lambda claims: claims["release"].update(rows="5"), id="rows as text"),
        pytest.param(lambda claims: claims["release"].update(sha256="0" * 64), id="other bytes"),
        pytest.param(lambda claims: claims["release"].pop("rows"), id="no rows"),
        pytest.param(lambda claims: claims.update(release=[]), id="no release"),
        pytest.param(lambda claims: claims.update(public_rows=10), id="another population"),
        pytest.param(lambda claims: claims["presence"].update(min="5/9"), id="higher minimum"),
        pytest.param(lambda claims: claims["presence"].update(max="5/9"), id="lower maximum"),
        pytest.param(lambda claims: claims["levels"].update(zip=1), id="lower level"),
        pytest.param(lambda claims: claims["levels"].update(zip=3), id="higher level"),
        pytest.param(lambda claims: claims["levels"].update(zip=4), id="level above the root"),
        pytest.param(lambda claims: claims["levels"].update(zip=-1), id="negative level"),
        pytest.param(lambda claims: claims["levels"].pop("zip"), id="missing level"),
        pytest.param(lambda claims: claims["levels"].update(zip="2"), id="level as text"),
        pytest.param(lambda claims: claims["levels"].update(zip=None), id="level as null"),
        pytest.param(lambda claims: claims["levels"].update(zip=2.5), id="level between two"),
        pytest.param(lambda claims: claims.update(levels=None), id="no levels"),
        pytest.param(lambda claims: claims.update(levels=["zip"]), id="levels as a list"),
        pytest.param(lambda claims: claims.pop("csv_formulas"), id="no word on formulas"),
        pytest.param(lambda claims: claims.update(schema="dpsql-manifest/0"), id="other schema"),
    ],
)
def test_a_claim_that_is_not_true_is_found(released, run, edit_claims):
    claim(released, edit_claims)
    assert verify(run, released) == (7, "IntegrityError")


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b"\xff"])
def test_a_manifest_that_is_none_is_found(released, run, content):
    manifest_of(released).write_bytes(content)
    assert verify(run, released) == (7, "IntegrityError")
    manifest_of(released).unlink()
    assert verify(run, released) == (7, "IntegrityError")


def test_a_release_that_no_longer_keeps_to_the_job_is_found(released, run, edit):
    edit(released, "max: 2/3", "max: 0.6")
    assert verify(run, released) == (4, "NotSatisfied")


def test_a_release_over_another_population_is_found(released, run, edit):
    edit(released.parent / "public.csv", "Alice,47906,35,USA\n", "")
    exit_code, _ = verify(run, released)
    assert exit_code in (4, 7)


def test_a_release_that_is_not_there_is_a_usage_error(example, run):
    ended = run("verify", example)
    assert ended.exit_code == 2
    assert "release.csv: no such release; dpsql anonymize makes it" in ended.complaint


def test_a_release_that_may_not_be_read_is_named(released, run, monkeypatch):
    plain_open = Path.open

    def refuse(path, *arguments, **options):
        if path.name == "release.csv":
            raise PermissionError(13, "Permission denied")
        return plain_open(path, *arguments, **options)

    monkeypatch.setattr(Path, "open", refuse)
    ended = run("verify", released)
    assert ended.exit_code == 7
    assert "release.csv: it cannot be read (Permission denied)" in ended.complaint


def test_a_folder_that_is_missing_is_named(example, run, edit):
    edit(example, "release: release.csv", "release: some/where/release.csv")
    folder = example.parent / "some" / "where"
    assert f"the folder {folder} does not exist" in run("anonymize", example).complaint


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (
            "  age: age.csv",
            "  aeg: age.csv",
            "job.yaml:6: the public table has no column 'aeg'; did you mean 'age'?",
        ),
        (
            "  age: age.csv",
            "  AGE: age.csv",
            "job.yaml:6: the public table has no column 'AGE'; did you mean 'age'?",
        ),
        (
            "  age: age.csv",
            "  income: age.csv",
            "no column 'income'; there are 'name', 'zip', 'age', 'nationality'",
        ),
        (
            "private: private.csv",
            "private: {table: private.csv, key: id}",
            "job.yaml:3: the public table has no column 'id'; there are 'name', ",
        ),
        (
            "private: private.csv",
            "private: {table: private.csv, key: nme}",
            "job.yaml:3: the public table has no column 'nme'; did you mean 'name'?",
        ),
        (
            "private: private.csv",
            "private: {table: private.csv, key: name}",
            "job.yaml:3: the private table has no column 'name'; P has it: rename the column of T"
            " with the same values to 'name', or drop key, and T is found by its",
        ),
        (
            "private: private.csv",
            "private: {table: private.csv, key: number}",
            "; a key is a column of both tables, by one name: name it in the job, or drop key, and",
        ),
        ("metric: loss", "keep: [lab]", "job.yaml:12: the private table has no column 'lab'"),
    ],
)
def test_a_name_that_is_mistyped_is_found_in_the_job_file(example, run, edit, old, new, complaint):
    edit(example, old, new)
    ended = run("check", example)
    assert ended.exit_code == 3
    assert complaint in ended.complaint


@pytest.mark.parametrize("command", ["check", "anonymize"])
def test_an_order_lists_leaves_of_its_hierarchy(example, run, edit, command):
    edit(example, "  zip: zip.csv", '  zip:\n    hierarchy: zip.csv\n    order: ["47906", "4790*"]')
    ended = run(command, example)
    assert ended.exit_code == 2
    assert ended.complaint == (
        "dpsql: job.yaml:7: order of zip: '4790*' has no place in the hierarchy; list leaves of it"
    )
    edit(example, "4790*", "47903")
    assert run(command, example, "--quiet").exit_code == 0


def test_names_of_t_are_not_listed(example, run, edit):
    """Without a header, the first row of T passes for its names."""
    edit(example.parent / "private.csv", "zip,age,nationality\n", "")
    ended = run("check", example)
    assert ended.exit_code == 3
    assert ended.complaint.endswith(
        "the private table has no column 'zip'; T needs all quasi-identifiers, or a key that P has,"
        " too: private: {table: …, key: …}"
    )


@pytest.mark.parametrize(
    ("table", "title", "commas"),
    [("public", "the public table", 3), ("private", "the private table", 2)],
)
def test_another_delimiter_of_a_table_is_asked_for(example, run, edit, table, title, commas):
    """Its signs are counted; its first line, which may be a row of T, is not shown."""
    source = f'{table}: {{path: {table}.csv, delimiter: "|"}}'
    edit(example, f"{table}: {table}.csv", source)
    ended = run("check", example)
    assert ended.exit_code == 3
    assert ended.complaint.endswith(
        f"{title} has no column 'zip'; its first line is read by '|' and has ',' {commas} times:"
        ' is delimiter: "," meant?'
    )


def test_a_stray_quote_in_a_name_is_told(example, run, edit):
    edit(example.parent / "public.csv", "zip,", 'z"ip,')
    ended = run("check", example)
    assert ended.complaint.endswith(
        "public table has no column 'zip'; line 1 has it with a stray \" in its name: drop the \""
    )


def test_cells_that_a_spreadsheet_would_run_are_refused_or_quoted(example, run, edit):
    for name in ("public.csv", "private.csv"):
        edit(example.parent / name, "Peru", "=1+1")
    edit(example, "Peru", '"=1+1"')
    edit(example, "{min: 1/2, max: 2/3}", "{max: 1}\nconstraints: {k_anonymity: 1}")
    refused = run("anonymize", example, "--json")
    assert (refused.exit_code, refused.found["error"]["code"]) == (3, "InputError")
    assert "1 cell of column 'nationality'" in refused.complaint
    assert not (example.parent / "release.csv").exists()
    assert run("anonymize", example, "--csv-formulas", "quote", "--quiet").exit_code == 0
    assert "'=1+1" in (example.parent / "release.csv").read_text(encoding="utf-8")
    assert run("verify", example, "--quiet").exit_code == 0
    assert run("anonymize", example, "--csv-formulas", "run").exit_code == 2


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_is_not_writable_is_refused_D09(example, run):
    example.parent.chmod(0o500)
    try:
        ended = run("anonymize", example, "--json")
    finally:
        example.parent.chmod(0o700)
    assert (ended.exit_code, ended.found["error"]["code"]) == (2, "TargetError")


def test_hostile_names_are_escaped_before_a_terminal_sees_them_D07(example, run, edit):
    edit(example, "  zip: zip.csv", '  "z\\e[31m\\u202e\\r": zip.csv')
    ended = run("check", example)
    assert ended.exit_code == 3
    assert not set("\x1b\u202e\r") & set(ended.stdout + ended.stderr)


def test_a_cause_is_kept_on_request_and_printed_nowhere_else_F03(example, run, edit, tmp_path):
    break_a_line(example.parent, edit)
    edit(example.parent / "public.csv", "Bob,47903,59", "Bob,47903,CANARY777")
    kept = tmp_path / "debug"
    ended = run("check", example, "--debug", kept, "--json", "--quiet")
    assert (ended.exit_code, ended.found["error"]["code"]) == (3, "ParseError")
    (file,) = kept.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    assert "CANARY777" in file.read_text(encoding="utf-8")
    assert str(file) in ended.stderr
    assert "CANARY777" not in ended.stdout + ended.stderr


def test_the_cause_of_a_bug_is_kept_on_request(example, run, monkeypatch, tmp_path):
    def fail(*_, **__):
        raise ZeroDivisionError("CANARY777")

    monkeypatch.setattr("dpsql.use_cases.check.check", fail)
    ended = run("check", example, "--debug", tmp_path / "debug")
    assert ended.exit_code == 1
    assert "CANARY777" not in ended.stderr
    (file,) = (tmp_path / "debug").iterdir()
    assert "ZeroDivisionError: CANARY777" in file.read_text(encoding="utf-8")


def test_a_folder_for_causes_that_cannot_be_made_is_a_usage_error(example, run):
    ended = run("check", example, "--debug", example)
    assert (ended.exit_code, "--debug: " in ended.complaint) == (2, True)


@pytest.mark.parametrize(
    "words",
    [
        ("measure", "JOB", "--report", "n" * 300 + ".html"),
        ("demo", "--into", "n" * 300),
        ("check", "n" * 300),
        ("check", "JOB", "--dump-sql", "n" * 300),
        ("check", "JOB", "--debug", "n" * 300),
        ("verify", "JOB", "n" * 300),
    ],
    ids=lambda words: words[0] + words[-2][:6],
)
def test_a_name_that_no_file_can_have_is_a_usage_error_D09(example, run, words):
    ended = run(*(example if word == "JOB" else word for word in words))
    assert (ended.exit_code, len(ended.stderr.splitlines())) == (2, 1)

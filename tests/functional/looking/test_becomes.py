"""What a level means: labels of one value of P, in the JSON and in tables; columns of one label."""

from collections import Counter
from fractions import Fraction

import pytest

import dpsql
from dpsql.report.sentences import as_percent
from tests.conftest import PEOPLE, write_paper_job

PEOPLE_OF_P = "born,zip,income\n" + "".join(
    f"19{20 + i}-05-{1 + i % 28:02},{'4790' if i % 3 else '9'}{i % 2},{i}\n" for i in range(60)
)
JOB = """\
public: p.csv
private: t.csv
public_columns: [born, zip]
quasi_identifiers:
  born: {dates: [year, decade]}
  zip: {prefix: [3]}
delta: {max: 1/5}
release: r.csv
"""


@pytest.fixture
def job(tmp_path):
    """Sixty people of P; the six of T have a zip each that is rare in P, and one that is not."""
    (tmp_path / "p.csv").write_text(PEOPLE_OF_P)
    lines = PEOPLE_OF_P.splitlines()
    (tmp_path / "t.csv").write_text("\n".join([lines[0], *lines[1::11]]) + "\n")
    path = tmp_path / "job.yaml"
    path.write_text(JOB)
    return path


def find_most_frequent(column):
    """The value of P that most people have; of equally frequent ones the first."""
    counts = Counter(line.split(",")[column] for line in PEOPLE_OF_P.splitlines()[1:])
    return min(counts, key=lambda value: (-counts[value], value))


def test_every_table_of_levels_has_the_same_examples(job, run):
    zip_code, born = find_most_frequent(1), find_most_frequent(0)
    expected = {
        "born": [born, born[:4], f"{born[:3]}0s", "*"],
        "zip": [zip_code, f"{zip_code[:3]}*", "*"],
    }
    commands = [
        ("anonymize", job),
        ("measure", job, "--levels", "born=1"),
        ("choose", job),
        ("explain", job),
        ("lattice", job),
        ("frontier", job),
        ("frontier", job, "--algorithm", "spalm", "--algorithm", "pooled"),
    ]
    for command in commands:
        assert run(*command, "--json").found["becomes"] == expected, command


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ("from: 1935-06, to: 1965", "1936-05-17"),
        ("to: 1921", "1920-05-01"),
        ("from: 1950", "1950-05-03"),
        ("from: 1990", "1920-05-01"),
    ],
)
def test_an_example_is_between_the_tails_if_there_is_one(job, run, limits, expected):
    """In a tail the labels of all levels are one, so that it would show what no level means."""
    job.write_text(job.read_text().replace("decade]", f"decade], {limits}"))
    assert run("lattice", job, "--json").found["becomes"]["born"][0] == expected


def test_a_table_says_what_levels_mean_within_80_columns(job, run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    told = run("measure", job, "--levels", "born=2,zip=1").stdout
    assert "1920-05-01 → 1920s" in told and "47900 → 479*" in told
    told = run("measure", job, "--levels", "born=2").stdout
    assert "47900 (raw)" in told
    told = run("lattice", job).stdout
    assert "born: 1920-05-01 → 1920 → 1920s → *" in told
    assert all(len(line.rstrip()) <= 80 for line in told.splitlines())


def test_a_long_label_is_shortened_on_the_terminal_alone(tmp_path, run):
    long = "a label of more letters than a table has place for"
    (tmp_path / "p.csv").write_text("job,x\n" + f"{long},1\n" * 9)
    (tmp_path / "t.csv").write_text(f"job,x\n{long},1\n")
    path = tmp_path / "job.yaml"
    path.write_text(
        "public: p.csv\nprivate: t.csv\nquasi_identifiers: {job: {prefix: [40]}}\ndelta: {max: 1}\n"
    )
    assert f"{long[:18]}… → {long[:18]}…" in run("measure", path, "--levels", "job=1").stdout
    found = run("measure", path, "--json").found
    assert found["becomes"] == {"job": [long, f"{long[:40]}*", "*"]}


def test_midnight_is_not_shown_beside_a_date(tmp_path, run):
    """A table of a spreadsheet has days as times; the JSON has what the table has."""
    days = [f"2021-0{1 + number % 3}-15 00:00:00" for number in range(9)]
    (tmp_path / "p.csv").write_text("day\n" + "\n".join(days) + "\n")
    (tmp_path / "t.csv").write_text(f"day\n{days[0]}\n")
    path = tmp_path / "job.yaml"
    path.write_text(
        "public: p.csv\nprivate: t.csv\nquasi_identifiers: {day: {dates: [month, year]}}\n"
        "delta: {max: 1}\n"
    )
    assert "2021-01-15 → 2021-01" in run("measure", path, "--levels", "day=1").stdout
    assert "2021-01-15 00:00:00 (raw)" in run("measure", path, "--levels", "day=0").stdout
    assert "day: 2021-01-15 → 2021-01 → 2021 → *" in run("lattice", path).stdout
    assert run("measure", path, "--json").found["becomes"]["day"][0] == "2021-01-15 00:00:00"
    path.write_text(path.read_text().replace("month, year", "day, month"))
    shown = run("measure", path, "--levels", "day=1").stdout
    assert "2021-01-15 00:00:00 → 2021-01-15" in shown


def test_null_is_an_example_only_where_nothing_else_is(duckdb_bench):
    duckdb_bench.write("p.csv", [(None, None)] * 5 + [("a", None)], ("x", "y"))
    duckdb_bench.write("t.csv", [("a", None)], ("x", "y"))
    columns = {"x": {"prefix": [1], "nulls": "own_leaf"}, "y": {"prefix": [1], "nulls": "own_leaf"}}
    found = duckdb_bench.measure(duckdb_bench.job(columns))
    assert found.becomes == {"x": ("a", "a*", "*"), "y": (None, None, "*")}


@pytest.mark.parametrize("others", [2, 60])
def test_an_example_changes_where_a_level_changes_any_value(bench, others):
    """The most frequent values stand as they are on level 1; the rarest of P do not."""
    usual = [f"v{number}" for number in range(others)]
    tree = {"F or unknown": ["F", "NA"], **{value: [value] for value in usual}}
    rows = [(value,) for value in ["F", "NA", "NA", None, None, *usual, *usual, *usual]]
    bench.write("p.csv", rows, ("x",))
    bench.write("t.csv", rows[:1], ("x",))
    found = bench.measure(bench.job({"x": {"tree": tree, "nulls": "own_leaf"}}))
    assert found.becomes == {"x": ("F", "F or unknown", "*")}


def test_a_value_that_stands_as_it_is_remains_an_example_if_others_are_missing(duckdb_bench):
    duckdb_bench.write("p.csv", [("M",), ("NA",), ("NA",)], ("x",))
    duckdb_bench.write("t.csv", [("M",)], ("x",))
    found = duckdb_bench.measure(duckdb_bench.job({"x": {"tree": {"M": ["M"], "none": ["NA"]}}}))
    assert found.becomes == {"x": ("M", "M", "*")}


def test_every_engine_has_the_same_examples(bench, paper_job):
    found = bench.measure(paper_job(delta={"max": 1}))
    assert found.becomes == {
        "zip": ("47630", "4763*", "47*", "4*"),
        "age": ("18", "≤40", "*"),
        "nationality": ("Brazil", "S. America", "America", "*"),
    }


@pytest.mark.parametrize("algorithm", ["spalm", "pooled"])
def test_wholly_suppressed_columns_are_warned_of(duckdb_bench, run, algorithm, tmp_path):
    job = write_paper_job(duckdb_bench, delta={"max": "3/5"}, algorithm=algorithm, release="r.csv")
    found = dpsql.anonymize(job, report="internal")
    last = {name for name, level in found.levels.items() if level == found.heights[name]}
    assert {*found.wholly_suppressed} >= last
    page = tmp_path / "page.html"
    found.to_html(page, internal=True)
    warned = "Wholly suppressed," in page.read_text()
    assert warned == bool(found.wholly_suppressed)
    found.to_html(page)
    assert "Wholly suppressed" not in page.read_text()
    assert len(PEOPLE) == found.public_rows


@pytest.mark.parametrize("delta", ["5/9", "3/5", "2/3", "3/4"])
@pytest.mark.parametrize(
    "algorithm",
    ["spalm", {"pooled": {"path": "root", "least": 7}}, {"mpalm": {"cuts": "hierarchy"}}],
)
def test_wholly_suppressed_are_columns_with_the_last_label_in_each_row(
    duckdb_bench, algorithm, delta
):
    """Also if that is no matter of the last level, by what the file has."""
    job = write_paper_job(duckdb_bench, delta={"max": delta}, algorithm=algorithm)
    found = dpsql.anonymize(job)
    names, rows = list(job.quasi_identifiers), duckdb_bench.read_release()
    roots = {"zip": "4*", "age": "*", "nationality": "*"}
    assert found.wholly_suppressed == tuple(
        name for j, name in enumerate(names) if {row[j] for row in rows} == {roots[name]}
    )


def test_a_label_of_all_leaves_below_the_last_level_is_one_for_everybody(duckdb_bench):
    duckdb_bench.write("p.csv", [(x, y) for x in "ab" for y in "cdef"], ("x", "y"))
    duckdb_bench.write("t.csv", [("a", "c"), ("b", "d")], ("x", "y"))
    (duckdb_bench.folder / "x.csv").write_text("a,any,any\nb,any,any\n")
    columns = {"x": "x.csv", "y": {"tree": {"*": {"1": ["c", "d"], "2": ["e", "f"]}}}}
    job = duckdb_bench.job(columns, delta={"max": "1/2"})
    found = dpsql.anonymize(job, {"x": 1, "y": 1})
    assert (found.levels["x"], found.heights["x"]) == (1, 2)
    assert found.wholly_suppressed == ("x",)


def test_the_warning_names_the_columns_and_the_mends(job, run):
    strict = job.with_name("strict.yaml")
    strict.write_text(JOB.replace("1/5", "11/100"))
    told = " ".join(run("anonymize", strict).stdout.split())
    found = run("anonymize", strict, "--overwrite", "--json").found
    assert found["levels"]["born"] == 3
    assert "Wholly suppressed, one label for everybody: born" in told
    assert "most_level" in told and "algorithm: pooled or {mpalm: {cuts: hierarchy}}" in told
    outcome = dpsql.anonymize(strict, overwrite=True)
    cell = outcome._repr_html_()
    assert "Wholly suppressed, one label for everybody: born" in cell
    assert "algorithm: pooled or {mpalm: {cuts: hierarchy}}" in cell
    # Who chose the levels knows what they are.
    assert "Wholly" not in run("measure", strict, "--levels", "born=3,zip=2").stdout


def test_of_statistics_only_what_they_list_is_shown(tmp_path, run):
    """T has a zip that the statistics do not have, more often than all others."""
    (tmp_path / "zips.csv").write_text("zip,people\n47901,400\n47902,600\n")
    (tmp_path / "ages.csv").write_text("age,people\n30,500\n40,500\n")
    (tmp_path / "t.csv").write_text("zip,age\n47888,40\n47888,40\n47901,40\n")
    path = tmp_path / "job.yaml"
    path.write_text(
        "population:\n  size: 1000\n  tables:\n"
        "    - {path: zips.csv, columns: [zip], count: people}\n"
        "    - {path: ages.csv, columns: [age], count: people}\n"
        "private: t.csv\nquasi_identifiers: {zip: {prefix: [3]}, age: {widths: [10]}}\n"
        "delta: {max: 1/5}\nconfidence: 0.95\nrelease: r.csv\n"
    )
    expected = {"zip": ["47901", "479*", "*"], "age": ["30", "[30, 40)", "*"]}
    assert run("measure", path, "--levels", "zip=1", "--json").found["becomes"] == expected
    assert run("lattice", path, "--json").found["becomes"] == expected
    chosen = run("choose", path, "--json").found
    assert chosen["becomes"]["zip"] == ["47902", "479*", "*"]


def test_categories_get_groups_and_numbers_tails(duckdb_bench, run, tmp_path):
    """18 people, each with a town and an age of their own; two in T."""
    people = [(f"t{i}", 20 + i, ("true", "false")[i % 2]) for i in range(18)]
    duckdb_bench.write("p.csv", people, ("town", "age", "flag"))
    duckdb_bench.write("t.csv", people[:2], ("town", "age", "flag"))
    path = tmp_path / "job.yaml"
    path.write_text(
        "public: p.csv\nprivate: t.csv\nrelease: r.csv\ndelta: {max: 1/9}\nquasi_identifiers:\n"
        f"  town: {{tree: {{'*': [{', '.join(row[0] for row in people)}]}}}}\n"
        "  age: {widths: [5]}\n  flag: {tree: {'*': [true, false]}}\n"
    )
    told = " ".join(run("anonymize", path).stdout.split())
    assert "tails of age (dpsql explain tries some), groups of values in the tree of town" in told
    assert (
        "town, age. The job holds only with these suppressed, whatever the other columns have"
        in told
    )
    assert "a greater weight" not in told and "fewer other columns" not in told
    said = run("explain", path)
    assert "town is wholly suppressed, and its hierarchy has nothing between" in said.stdout
    assert run("explain", path, "--json").found["to_group"] == ["town"]


def test_the_warning_names_weights_only_where_they_may_help(duckdb_bench, run, tmp_path):
    """Each of two columns could be raw, but not both: one is suppressed for the other."""
    people = [(a, b) for a in "xy" for b in "xy" for _ in range(10)]
    duckdb_bench.write("p.csv", people, ("one", "other"))
    duckdb_bench.write("t.csv", [("x", "x")] * 4 + [("y", "y")] * 4, ("one", "other"))
    path = tmp_path / "job.yaml"
    words = (
        "public: p.csv\nprivate: t.csv\nrelease: r.csv\ndelta: {max: 3/10}\nquasi_identifiers:\n"
        "  one: {tree: {'*': [x, y]}}\n  other: {tree: {'*': [x, y]}}\n"
    )
    path.write_text(words)
    said = " ".join(run("anonymize", path).stdout.split())
    weight = "it: most_level or a greater weight (other columns may then lose more)"
    assert f"{weight}, fewer other columns, algorithm: pooled or" in said
    assert "whatever" not in said
    path.write_text(words.replace("]}}", "]}, weight: 2}", 1))
    said = " ".join(run("anonymize", path, "--overwrite").stdout.split())
    # Cuts know weights, too.
    assert "algorithm: pooled or {mpalm: {cuts: hierarchy}}." in said


def test_no_weight_is_offered_to_columns_that_the_limits_of_others_suppress(duckdb_bench):
    """They are those that all minimal nodes within the limits suppress."""
    people = [(x, y, z) for x in "abcd" for y in "abcd" for z in "abcd"]
    duckdb_bench.write("p.csv", people, ("x", "y", "z"))
    duckdb_bench.write("t.csv", people[::5], ("x", "y", "z"))
    tree = {"tree": {"*": {"1": ["a", "b"], "2": ["c", "d"]}}}
    seen = set()
    for most in ({"x": 0}, {"y": 1, "z": 0}):
        columns = {
            name: tree | ({"most_level": most[name]} if name in most else {}) for name in "xyz"
        }
        job = duckdb_bench.job(columns, delta={"max": "1/4"})
        found = dpsql.anonymize(job, overwrite=True)
        nodes = dpsql.lattice(job).to_dict()["minimal_nodes"]
        levels = [one["levels"] for one in nodes]
        expected = {
            name
            for name, height in found.heights.items()
            if name not in found.mends.needed and all(one[name] == height for one in levels)
        }
        assert {*found.mends.beyond_limits} == expected
        assert {*found.mends.capped} == {*most}
        told = found.tell_suppressed()
        assert ("Within the job's limits of the other columns" in told) == bool(expected)
        seen.add(bool(expected))
    assert seen == {True, False}


def test_the_warning_names_limits_where_no_weight_helps(duckdb_bench, run, tmp_path):
    """Each of two columns could be raw, but not both: the other is kept raw by the job."""
    people = [(a, b) for a in "xy" for b in "xy" for _ in range(10)]
    duckdb_bench.write("p.csv", people, ("one", "other"))
    duckdb_bench.write("t.csv", [("x", "x")] * 4 + [("y", "y")] * 4, ("one", "other"))
    path, page = tmp_path / "job.yaml", tmp_path / "page.html"
    words = (
        "public: p.csv\nprivate: t.csv\nrelease: r.csv\ndelta: {max: 3/10}\nquasi_identifiers:\n"
        "  one: {tree: {'*': [x, y]}, weight: 1000}\n"
        "  other: {tree: {'*': [x, y]}, most_level: 0}\n"
    )
    path.write_text(words)
    shown = run("anonymize", path, "--report", page, "--internal").stdout
    said = (
        "Within the job's limits of the other columns, neither most_level nor weight keeps any of"
        " it."
    )
    mends = f"{said} What may keep some of it: a greater most_level of other, fewer other columns,"
    assert mends in " ".join(shown.split())
    assert said.replace("'", "&#39;") in page.read_text()
    path.write_text(words.replace("weight: 1000", "most_level: 0"))
    assert run("anonymize", path, "--overwrite").exit_code == 4


def test_explain_says_which_tails_do_not_suffice(duckdb_bench, run, tmp_path):
    """The middle of the ages is in T more often than allowed; no tails mend that."""
    people = [(age,) for age in range(20, 80) for _ in range(10)]
    duckdb_bench.write("p.csv", people, ("age",))
    duckdb_bench.write("t.csv", [(age,) for age in range(45, 55) for _ in range(9)], ("age",))
    path = tmp_path / "job.yaml"
    path.write_text(
        "public: p.csv\nprivate: t.csv\nrelease: r.csv\ndelta: {max: 1/5}\n"
        "quasi_identifiers: {age: {widths: [5, 10]}}\n"
    )
    assert run("explain", path, "--json").found["without_tails"] == ["age"]
    told = run("explain", path).stdout
    assert "None of the tails that were tried lets age be one level finer" in told


def level_of(name, value):
    """The level of a released value of the job above."""
    if name == "zip":
        return 2 if value == "*" else 1 if value.endswith("*") else 0
    return 3 if value == "*" else 2 if value.endswith("s") else 1 if len(value) == 4 else 0


@pytest.mark.parametrize("algorithm", ["pooled", "{pooled: {path: root}}"])
def test_people_who_climb_are_told_the_levels_that_rows_of_the_release_have(job, run, algorithm):
    job.write_text(JOB.replace("1/5", "1/4") + f"algorithm: {algorithm}\n")
    page = job.parent / "r.html"
    told = " ".join(run("anonymize", job, "--report", page).stdout.split())
    html = " ".join(page.read_text().split())
    header, *rows = [line.split(",") for line in (job.parent / "r.csv").read_text().splitlines()]
    becomes = run("anonymize", job, "--overwrite", "--json").found["becomes"]
    for place, name in enumerate(header):
        levels = Counter(level_of(name, row[place]) for row in rows)
        usual = min(levels, key=lambda level: (-levels[level], level))
        least, last = min(levels), max(levels)
        span = str(last) if least == last else f"{least} to {last}"
        height = {"born": 3, "zip": 2}[name]
        share = " ".join(as_percent(Fraction(levels[usual], len(rows))).split())
        mostly = "" if least == last else f", mostly {usual} ({share})"
        assert f"{name} {span}{mostly} {height} " in told
        assert f"{span} of {height}{mostly}" in html
        label = becomes[name][usual]
        assert f"→ {label}" in told
        assert f'<bdi class="whole">{label}</bdi></td>' in html
    assert "level (share of T)" in told


def test_what_the_job_itself_suppresses_needs_no_mend(example, edit, run):
    edit(example, "zip: zip.csv", "zip: {hierarchy: zip.csv, least_level: 3}")
    page = example.parent / "page.html"
    told = run("anonymize", example, "--report", page, "--internal").stdout
    assert "zip               3" in told
    for text, end in ((told, "presence"), (page.read_text(), "</p>")):
        assert "zip" not in text.partition("Wholly suppressed")[2].partition(end)[0]


@pytest.mark.parametrize(
    ("delta", "mends"),
    [
        (
            "5/9",
            "No cut satisfies the job, so that no weight keeps any of them. What may keep some of"
            " them: a wider delta or weaker constraints.",
        ),
        (
            "2/3",
            "What may keep some of it: a greater weight (other columns may then lose more), fewer"
            " other columns, algorithm: pooled.",
        ),
    ],
)
def test_of_cuts_only_what_can_help_is_told(duckdb_bench, delta, mends, tmp_path):
    job = write_paper_job(
        duckdb_bench, delta={"max": delta}, algorithm={"mpalm": {"cuts": "hierarchy"}}
    )
    found = dpsql.anonymize(job, report="internal")
    assert found.tell_suppressed().endswith(mends)
    found.to_html(tmp_path / "page.html", internal=True)
    assert mends in (tmp_path / "page.html").read_text()


def test_a_blank_is_no_example_while_there_is_another(job, run):
    """Most people of P have a blank for a zip."""
    of_p = PEOPLE_OF_P.splitlines()
    blank = [
        line if i % 4 == 0 else ',"",'.join(line.split(",")[::2]) for i, line in enumerate(of_p)
    ]
    (job.parent / "p.csv").write_text("\n".join(blank) + "\n")
    (job.parent / "t.csv").write_text("\n".join(blank[:1] + blank[4::12]) + "\n")
    ended = run("lattice", job, "--json")
    assert ended.found["becomes"]["zip"] == ["47901", "479*", "*"]

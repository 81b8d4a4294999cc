"""``dpsql init``: what it writes for two tables runs as it is."""

import datetime
import shlex
from fractions import Fraction
from pathlib import Path

import duckdb
import pyarrow
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import csv, parquet

import dpsql
from dpsql.first_job.job_text import write_job
from dpsql.first_job.profile import profile
from dpsql.first_job.proposals import choose_widths
from dpsql.job_files.read import parse_job

PEOPLE = 240
COLUMNS = {
    "id": [f"p{i:04}" for i in range(PEOPLE)],
    "age": [18 + i % 73 for i in range(PEOPLE)],
    "born": [datetime.date(1940 + i % 60, 1 + i % 12, 1 + i % 28) for i in range(PEOPLE)],
    "income": [None if i % 50 == 0 else 1000.5 + 37 * i for i in range(PEOPLE)],
    "zip": [f"{10000 + 137 * (i % 90)}" for i in range(PEOPLE)],
    "town": [("Bonn", "Kiel: north", "No", "it's {{x}}", "# é")[i % 5] for i in range(PEOPLE)],
    "married": [i % 2 == 0 for i in range(PEOPLE)],
    "country": ["DE"] * PEOPLE,
    "name": [f"name {i}" for i in range(PEOPLE)],
    "street": [f"street {i % 80}" for i in range(PEOPLE)],
}


@pytest.fixture
def tables(tmp_path, monkeypatch):
    """P with all columns, T of every eighth person with a column more."""
    monkeypatch.chdir(tmp_path)
    table = pyarrow.table(COLUMNS)
    parquet.write_table(table, "p.parquet")
    members = table.take(list(range(3, PEOPLE, 8)))
    secret = pyarrow.array([f"secret {i}" for i in range(len(members))])
    parquet.write_table(members.append_column("lab", secret), "t.parquet")
    return tmp_path


def test_the_job_runs_as_it_is(tables, run):
    assert run("init", "p.parquet", "t.parquet").exit_code == 0
    checked = run("check", "job.yaml", "--json")
    assert (checked.exit_code, checked.found["feasible"]) == (0, True)
    released = run("anonymize", "job.yaml", "--json")
    assert (released.exit_code, released.found["status"]) == (0, "released")
    assert (tables / "t-released.parquet").is_file()


def test_the_algorithms_that_are_proposed_keep_more(tables, run):
    run("init", "p.parquet", "t.parquet")
    text = (tables / "job.yaml").read_text()
    active, *others = [line for line in text.splitlines() if line.startswith(("algo", "# algo"))]
    losses = []
    for number, line in enumerate([active, *others]):
        chosen = text.replace(active, "").replace(line, line.removeprefix("# "))
        chosen = chosen if number else text
        job = tables / f"{number}.yaml"
        job.write_text(chosen.replace("t-released", f"released-{number}"))
        # What is found in seconds shows it; the proof for pooled takes half a minute.
        ended = run("anonymize", job, "--json", "--time-limit", "5" if "pooled" in line else "60")
        losses.append(ended.found["metrics"]["loss"])
    assert len(losses) == 3
    assert max(losses[1:]) < losses[0]


def test_what_is_proposed(tables, run):
    assert run("init", "p.parquet", "t.parquet", "--quiet").stdout == ""
    job = dpsql.read_job("job.yaml")
    assert job.private.key == "id"
    words = {name: one.model_dump(exclude_none=True) for name, one in job.quasi_identifiers.items()}
    assert [(name, *one) for name, one in words.items()] == [
        ("born", "dates"),
        ("income", "widths", "nulls"),
        ("zip", "prefix"),
        ("street", "prefix"),
        ("age", "widths"),
        ("town", "tree"),
        ("married", "tree"),
    ]
    assert [str(width) for width in job.quasi_identifiers["age"].widths] == ["5", "10", "20", "40"]
    assert set(words["town"]["tree"]["*"]) == set(COLUMNS["town"])
    text = (tables / "job.yaml").read_text()
    for left_out in ("#   id:", "#   name:", "#   country:", "# keep: [lab]"):
        assert left_out in text


def test_what_the_public_has_is_listed_to_be_shortened(tables, run):
    """What only the keeper has is struck out, and may be kept."""
    run("init", "p.parquet", "t.parquet")
    assert dpsql.read_job("job.yaml").public_columns == tuple(COLUMNS)
    text = (tables / "job.yaml").read_text()
    kept = text.replace("# keep: [lab]", "keep: [lab, name]")
    (tables / "job.yaml").write_text(kept)
    ended = run("check", "job.yaml")
    assert (ended.exit_code, "the public has column 'name', too" in ended.stderr) == (2, True)
    (tables / "job.yaml").write_text(kept.replace("country, name, street]", "country, street]"))
    assert run("anonymize", "job.yaml").exit_code == 0


def test_no_value_of_t_is_written(tables, run):
    run("init", "p.parquet", "t.parquet")
    assert "secret" not in (tables / "job.yaml").read_text()


def test_without_a_key_t_is_matched_on_its_columns(tables, run):
    for name in ("p", "t"):
        table = parquet.read_table(f"{name}.parquet").drop_columns(["id", "name"])
        csv.write_csv(table.drop_columns(["income"]), f"{name}.csv")
    assert run("init", "p.csv", "t.csv", "-o", "jobs.yaml").exit_code == 0
    assert dpsql.read_job("jobs.yaml").private.key is None
    assert run("anonymize", "jobs.yaml", "--quiet").exit_code == 0


def test_a_job_elsewhere_finds_the_tables(tables, run):
    (tables / "jobs").mkdir()
    assert run("init", "p.parquet", "t.parquet", "--out", "jobs/first.yaml").exit_code == 0
    assert run("check", "jobs/first.yaml").exit_code == 0


def test_an_existing_job_is_not_replaced(tables, run):
    run("init", "p.parquet", "t.parquet")
    ended = run("init", "p.parquet", "t.parquet")
    assert (ended.exit_code, "it exists" in ended.complaint) == (2, True)


def test_tables_that_are_not_there_or_empty(tables, run):
    assert run("init", "q.parquet", "t.parquet").exit_code == 2
    with duckdb.connect() as connection:
        connection.sql("SELECT 1 AS a WHERE false").write_parquet("empty.parquet")
    ended = run("init", "empty.parquet", "t.parquet")
    assert (ended.exit_code, "no rows" in ended.complaint) == (3, True)


def test_tables_in_the_wrong_order(tables, run):
    ended = run("init", "t.parquet", "p.parquet")
    assert (ended.exit_code, "name P first" in ended.complaint) == (3, True)


def test_what_it_says_can_be_typed(tables, run):
    for name in ("first job.yaml", "-x.yaml", f"{'a long name ' * 12}.yaml"):
        ended = run("init", "p.parquet", "t.parquet", "-o", f"./{name}")
        check = next(line for line in ended.stdout.splitlines() if " dpsql check " in line)
        assert run(*shlex.split(check)[1:3]).exit_code == 0
        assert "é" in Path(name).read_text(encoding="utf-8")


def test_tables_that_share_nothing(tables, run):
    with duckdb.connect() as connection:
        connection.sql("SELECT 1 AS a").write_parquet("other.parquet")
    ended = run("init", "p.parquet", "other.parquet")
    assert (ended.exit_code, "share no column" in ended.complaint) == (3, True)


CENSUS = [(zip_, sex, 3 + i) for i, zip_ in enumerate("abcdefgh") for sex in "fm"]


def write_rows(name, header, rows):
    lines = [",".join(map(str, row)) for row in [header, *rows]]
    Path(name).write_text("".join(f"{line}\n" for line in lines))


def test_a_table_of_counts_is_recognized(tables, run):
    write_rows("census.csv", ("zip", "sex", "people"), CENSUS)
    write_rows(
        "cases.csv", ("zip", "sex", "n_cases", "lab"), [(*row[:2], 1, "x") for row in CENSUS]
    )
    write_rows("t.csv", ("zip", "sex", "lab"), [(*CENSUS[0][:2], "x")] * 3)
    assert run("init", "census.csv", "cases.csv", "-o", "counts.yaml").exit_code == 0
    job = dpsql.read_job("counts.yaml")
    assert (job.public.count, job.private.count) == ("people", "n_cases")
    assert list(job.quasi_identifiers) == ["zip", "sex"]
    assert (job.public_columns, job.release.count) == (("zip", "sex"), "n_cases")
    assert "16 of 104 people are in T" in Path("counts.yaml").read_text()
    assert "keep:" not in Path("counts.yaml").read_text()
    assert run("anonymize", "counts.yaml", "--quiet").exit_code == 0
    assert run("init", "census.csv", "t.csv", "-o", "rows.yaml").exit_code == 0
    job = dpsql.read_job("rows.yaml")
    assert (job.public.count, job.private.count) == ("people", None)
    assert run("check", "rows.yaml", "--json").found["public_rows"] == 104


@pytest.mark.parametrize(
    ("header", "change"),
    [
        (("zip", "sex", "age"), lambda rows: rows),
        (("zip", "sex", "people"), lambda rows: [*rows, rows[0]]),
        (("zip", "sex", "people"), lambda rows: [(*rows[0][:2], 1.5), *rows[1:]]),
        (("zip", "sex", "people"), lambda rows: [(*rows[0][:2], ""), *rows[1:]]),
        (("zip", "id", "n"), lambda rows: [(row[0], i, row[2]) for i, row in enumerate(rows)]),
    ],
)
def test_a_table_of_people_is_not_taken_for_counts(tables, run, header, change):
    rows = change(CENSUS)
    write_rows("p.csv", header, rows)
    write_rows("t.csv", header, rows[:2])
    assert run("init", "p.csv", "t.csv").exit_code == 0
    job = dpsql.read_job("job.yaml")
    assert (job.public.count, job.private.count) == (None, None)


TEXTS = st.text(st.sampled_from("a-:#'\"{}[]*&!%@`,? 01~|>é\u2028\n\x85\u202e"), max_size=5)


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=2, max_size=6, unique=True), st.data())
@settings(max_examples=25, deadline=None)
def test_hostile_names_and_values_are_read_back(tmp_path_factory, values, data):
    names = data.draw(st.lists(TEXTS.filter(bool), min_size=2, max_size=2, unique=True))
    folder = tmp_path_factory.mktemp("init")
    table = pyarrow.table(list(map(list, zip(*values, strict=True))), names=names)
    for name in ("p", "t"):
        parquet.write_table(table, folder / f"{name}.parquet")
    found = profile("p.parquet", "t.parquet", folder)
    job = parse_job(write_job(found, "./p.parquet", "./t.parquet", "r.csv").encode(), "j", folder)
    distinct = {name: len({row[i] for row in values}) for i, name in enumerate(names)}
    assert set(job.quasi_identifiers) == {name for name in names if distinct[name] > 1}
    assert dpsql.check(job).public_rows == len(values)


def test_a_value_with_line_breaks_stays_in_its_remark(tmp_path):
    """A column of one value is left out, as a remark; its value is no line of the job."""
    value = "a\nzip: {hierarchy: /elsewhere} #"
    table = pyarrow.table({"all": [value] * 40, "town\nzip: x": [f"{i % 7}" for i in range(40)]})
    for name in ("p", "t"):
        parquet.write_table(table, tmp_path / f"{name}.parquet")
    text = write_job(profile("p.parquet", "t.parquet", tmp_path), "p.parquet", "t.parquet", "r.csv")
    assert list(parse_job(text.encode(), "j", tmp_path).quasi_identifiers) == ["town\nzip: x"]
    assert not any(line.lstrip().startswith("zip") for line in text.splitlines())
    assert str(value.encode("unicode_escape"), "ascii") in text


@pytest.mark.parametrize(
    ("members", "bound"),
    [(1, "1/100"), (12, "1/10"), (60, "1/2"), (78, "7/10"), (120, "4/5"), (228, "99/100")],
)
def test_the_first_job_never_lets_anybody_be_certain(tables, run, members, bound):
    """Also where T is a large part of P: δmax lies between its share and 1."""
    parquet.write_table(parquet.read_table("p.parquet").take(list(range(members))), "t.parquet")
    assert run("init", "p.parquet", "t.parquet").exit_code == 0
    assert dpsql.read_job("job.yaml").delta.max == Fraction(bound)
    assert run("check", "job.yaml", "--json").found["feasible"]


def test_a_column_of_few_numbers_gets_intervals_that_join_some(tables, run):
    answers = pyarrow.table(
        {"answer": [1 + i % 5 for i in range(60)], "year": [0.5 + i % 7 * 3 for i in range(60)]}
    )
    for name in ("p", "t"):
        parquet.write_table(answers, f"{name}.parquet")
    assert run("init", "p.parquet", "t.parquet").exit_code == 0
    words = dpsql.read_job("job.yaml").quasi_identifiers
    assert {name: [*map(str, one.widths)] for name, one in words.items()} == {
        "year": ["5", "10"],
        "answer": ["2"],
    }


def test_a_few_postcodes_are_no_numbers(tables, run):
    codes = pyarrow.table({"zip": [f"{10100 + 100 * (i % 9)}" for i in range(60)]})
    for name in ("p", "t"):
        parquet.write_table(codes, f"{name}.parquet")
    assert run("init", "p.parquet", "t.parquet").exit_code == 0
    assert dpsql.read_job("job.yaml").quasi_identifiers["zip"].prefix == (4, 3, 2, 1)


@given(st.floats(-1e15, 1e15), st.floats(0, 1e15), st.integers(1, 10**9))
def test_widths_are_widths_of_a_job(least, span, distinct):
    widths = choose_widths(least, least + span, distinct)
    quasi_identifier = {"age": {"widths": widths}}
    job = dpsql.Job(public="p.csv", private="t.csv", quasi_identifiers=quasi_identifier)
    assert len(job.quasi_identifiers["age"].widths) == len(widths)


@pytest.fixture
def marked(tables):
    """P with a column that marks T, and nothing else of T."""
    table = parquet.read_table(tables / "p.parquet")
    marks = pyarrow.array([i % 8 == 3 for i in range(PEOPLE)])
    parquet.write_table(table.append_column("in_trial", marks), tables / "marked.parquet")
    return tables


@pytest.mark.parametrize("where", ["in_trial", "in_trial AND age > 20", "married = true"])
def test_rows_of_p_may_be_marked(marked, run, where):
    assert run("init", "marked.parquet", "--where", where).exit_code == 0
    text = (marked / "job.yaml").read_text()
    job = dpsql.read_job(marked / "job.yaml")
    assert job.private.where == where
    read = {"in_trial", "age", "married"} & set(where.replace("=", " ").split())
    assert not read & set(job.quasi_identifiers)
    assert not read & set(job.public_columns or ())
    checked = run("check", "job.yaml", "--json")
    assert (checked.exit_code, checked.found["feasible"]) == (0, True)
    assert f"{checked.found['private_rows']:,} of {PEOPLE:,} people are in T" in text
    assert run("anonymize", "job.yaml").exit_code == 0


@pytest.mark.parametrize(
    ("words", "code", "complaint"),
    [
        ([], 2, "name the table of T, or --where"),
        (["t.parquet", "--where", "in_trial"], 2, "name the table of T, or --where"),
        (["--where", "in_trail"], 3, "no column 'in_trail'"),
        (["--where", "age > 'old'"], 2, "private.where"),
    ],
)
def test_what_marks_nobody_is_refused(marked, run, words, code, complaint):
    ended = run("init", "marked.parquet", *words)
    assert (ended.exit_code, complaint in ended.complaint) == (code, True)
    assert not (marked / "job.yaml").exists()


def test_a_first_job_from_python(marked):
    path = dpsql.init("marked.parquet", where="in_trial", out="python.yaml")
    assert dpsql.check(path).feasible is True
    with pytest.raises(dpsql.TargetError, match="it exists"):
        dpsql.init("p.parquet", "t.parquet", path)

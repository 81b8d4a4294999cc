"""``dpsql init``: what it writes for two tables runs as it is."""

import datetime
import re
import shlex
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import duckdb
import pyarrow
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import csv, parquet

import dpsql
from dpsql.first_job.draft import draft
from dpsql.first_job.tables import Asked
from dpsql.first_job.written.job_text import choose_bound, write_job
from dpsql.first_job.written.places import Places
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


def test_a_t_without_rows_is_told_in_the_job_and_at_once(tables, run):
    parquet.write_table(parquet.read_table("t.parquet").slice(0, 0), "t.parquet")
    ended = run("init", "p.parquet", "t.parquet")
    assert (ended.exit_code, "T has no rows: nobody is protected" in ended.complaint) == (0, True)
    told = " ".join(ended.stdout.split())
    assert told.endswith(
        "First name another table for T and run init again: this job protects nobody."
    )
    assert "dpsql anonymize" not in told
    text = (tables / "job.yaml").read_text()
    assert "\n#  T has no rows: nobody is protected; is it the right table?\n" in text
    assert "# nobody is in T, so that any max holds: choose it when T has rows\n" in text


def test_demographics_with_many_decimals_are_warned_of(tables, run):
    """An age that is days by 365.25, but no measurement, whatever its decimals."""
    for name in ("p", "t"):
        table = parquet.read_table(f"{name}.parquet")
        ages = pyarrow.array([20 + i / 7 for i in range(len(table))])
        table = table.set_column(1, "age", ages).append_column("ldl", ages)
        parquet.write_table(table, f"{name}.parquet")
    told = run("init", "p.parquet", "t.parquet").stderr
    assert "age: left out, as some of its numbers have more than 12 decimals" in told
    assert "ldl" not in told
    for statement in re.findall(r"COPY .*;", told):
        duckdb.sql(statement)
    again = run("init", "p-rounded.parquet", "t.parquet", "--out", "again.yaml")
    assert "decimals" not in again.complaint
    ages = Path("again.yaml").read_text()
    assert re.search(r"\n  age: \{widths: .*# \d+ values from 20 to", ages), ages


def test_names_that_t_spells_otherwise_are_warned_of(tables, run):
    table = parquet.read_table("t.parquet")
    names = {"age": "Age", "town": "TOWN"}
    parquet.write_table(
        table.rename_columns([names.get(one, one) for one in table.column_names]), "t.parquet"
    )
    ended = run("init", "p.parquet", "t.parquet")
    told = "T spells age Age (1 other name differs so, too); give them one name in both tables"
    assert f"{told} (until then they are left out)" in ended.complaint


def test_an_underscore_makes_no_other_name(tables, run):
    """But another column of P keeps its name, and is not the same as one of T."""
    public = parquet.read_table("p.parquet")
    names = {"age": "AgeInYears"}
    public = public.rename_columns([names.get(one, one) for one in public.column_names])
    parquet.write_table(public.append_column("to_wn", public["town"]), "p.parquet")
    private = parquet.read_table("t.parquet")
    names = {"age": "age_in_years"}
    private = private.rename_columns([names.get(one, one) for one in private.column_names])
    parquet.write_table(private, "t.parquet")
    told = run("init", "p.parquet", "t.parquet").complaint
    assert "T spells AgeInYears age_in_years; give them one name in both tables" in told
    assert "to_wn" not in told


def test_a_bound_has_some_room_and_not_much():
    """It is twice the share, or half way to certainty, and a percent more T moves it by two."""
    found = [Fraction(choose_bound(Fraction(n, 1000))) for n in range(1, 981)]
    assert found == sorted(found) and found[-1] < 1
    for number, bound in enumerate(found, 1):
        share = Fraction(number, 1000)
        room = min(2 * share, (1 + share) / 2)
        assert room <= bound < room + Fraction(1, 100)


def test_where_people_are_rare_they_climb(tables, run):
    """With few columns; each algorithm that is written as a comment runs, too."""
    for name in ("p", "t"):
        table = parquet.read_table(f"{name}.parquet").select(["id", "age", "zip", "town"])
        parquet.write_table(table, f"{name}.parquet")
    run("init", "p.parquet", "t.parquet")
    text = (tables / "job.yaml").read_text()
    active, *others = [line for line in text.splitlines() if line.startswith(("algo", "# algo"))]
    assert active.startswith("algorithm: pooled")
    assert "# Why: 240 of 240 people of P share these values with fewer than 19 others." in text
    assert (
        "# Which keeps more of T: dpsql compare JOB --algorithm pooled --algorithm cuts\n" in text
    )
    losses = []
    for number, line in enumerate([active, *others]):
        job = tables / f"{number}.yaml"
        chosen = text.replace(line, "").replace(active, line.removeprefix("# ")) if number else text
        job.write_text(chosen.replace("t-released", f"released-{number}"))
        losses.append(run("anonymize", job, "--json").found["metrics"]["loss"])
    assert len(losses) == 3
    assert max(losses[0], losses[2]) < losses[1]


def test_where_nobody_is_rare_they_climb_all_the_same(tables, run):
    """People of rare classes need not exist at raw values: any class may break a bound."""
    common = pyarrow.table({"sex": ["f", "m"] * 60, "age": [20 + 10 * (i % 3) for i in range(120)]})
    parquet.write_table(common, "p.parquet")
    parquet.write_table(common.slice(0, 12), "t.parquet")
    assert run("init", "p.parquet", "t.parquet", "-o", "common.yaml").exit_code == 0
    text = (tables / "common.yaml").read_text()
    assert "\nalgorithm: pooled" in text
    assert "# nobody is rare (each has 19 others beside): spalm may keep as much." in text
    assert "# Which keeps more of T: dpsql compare JOB" in text


def test_where_pooled_would_be_long_cuts_are_chosen(tables, run, monkeypatch):
    monkeypatch.setattr("dpsql.first_job.algorithms._MOST_WORK", 3_000_000)
    run("init", "p.parquet", "t.parquet")
    text = (tables / "job.yaml").read_text()
    assert "\nalgorithm: {mpalm: {cuts: hierarchy}}" in text
    assert "it would try 720 starts on 240 combinations" in text
    assert run("anonymize", "job.yaml").exit_code == 0


def test_numbers_with_a_decimal_comma_are_named(tmp_path, monkeypatch, run):
    monkeypatch.chdir(tmp_path)
    rows = [f"{i};{20 + i % 50};{50 + i % 40},{i % 10}" for i in range(200)]
    (tmp_path / "p.csv").write_text("\n".join(["id;age;weight", *rows]))
    (tmp_path / "t.csv").write_text("\n".join(["id;age;weight", *rows[::7]]))
    assert run("init", "p.csv", "t.csv").exit_code == 0
    assert "weight: 40 values, numbers with a decimal comma" in Path("job.yaml").read_text()


@pytest.mark.parametrize(
    ("income", "value"),
    [
        ("i % 900 || '.250,5'", "REPLACE(REPLACE(\"income\", '.', ''), ',', '.')"),
        ("i || ',250'", None),
    ],
    ids=["decimal comma", "thousands"],
)
def test_more_numbers_than_can_be_listed_are_told_their_cast(
    tmp_path, monkeypatch, run, income, value
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("dpsql.first_job.rules.formed.MOST_READ", 100)
    duckdb.sql(
        f"COPY (SELECT CAST(20 + i % 50 AS INTEGER) AS age, {income} AS income, CAST(DATE"
        " '1950-01-01' + CAST(i * 9 AS INTEGER) AS DATE) AS d, strftime(d, '%d.%m.%Y') AS born"
        " FROM range(10, 900) AS r(i)) TO 'p.parquet'"
    )
    duckdb.sql("COPY (FROM 'p.parquet' WHERE age % 7 = 0) TO 't.parquet'")
    left_out = run("init", "p.parquet", "t.parquet", "--json").found["left_out"]
    value = value or "REPLACE(\"income\", ',', '')"
    assert f"as CAST({value} AS DECIMAL(18, 2)), a view has numbers" in left_out["income"]
    assert left_out["born"].endswith("dates DD.MM.YYYY; write all as 2024-05-31 to use it")
    # The cast is one that reads all of them.
    (lost,) = duckdb.sql(
        f"SELECT count(*) - count(TRY_CAST({value} AS DECIMAL(18, 2))) FROM 'p.parquet'"
    ).fetchall()
    assert lost == (0,)


def test_the_mend_of_numbers_names_the_widths_that_their_labels_have(tmp_path, monkeypatch, run):
    monkeypatch.chdir(tmp_path)
    rows = [f"{20 + i % 50};{18 + i % 40}.{100 + i},5" for i in range(400)]
    (tmp_path / "p.csv").write_text("\n".join(["age;income", *rows]))
    (tmp_path / "t.csv").write_text("\n".join(["age;income", *rows[::7]]))
    assert run("init", "p.csv", "t.csv").exit_code == 0
    told = "written as 1234.5, they could have {widths: [5000, 10000, 20000]}"
    assert told in Path("job.yaml").read_text()
    assert '"18.100,5";"[15000, 20000)"' in Path("job-income.csv").read_text()


def test_dates_of_one_year_and_a_few_others_get_its_months(tmp_path, monkeypatch, run):
    """The few have a label of their own and do not make the others coarse."""
    monkeypatch.chdir(tmp_path)
    days = [datetime.date(2017, 1, 1) + datetime.timedelta(i % 365) for i in range(992)]
    days += [datetime.date(2018, 1, 1 + i) for i in range(4)]
    days += [datetime.date(2009, 1, 1 + i) for i in range(4)]
    table = pyarrow.table({"id": list(range(1000)), "visit": days})
    parquet.write_table(table, "p.parquet")
    parquet.write_table(table.take(list(range(0, 1000, 9))), "t.parquet")
    assert run("init", "p.parquet", "t.parquet").exit_code == 0
    # Each tail has ten people or a few more: four of the other year, and some of 2017.
    line = "  visit: {dates: [month, quarter], from: 2017-01-03, to: 2017-12-28}"
    assert line in Path("job.yaml").read_text()
    assert run("anonymize", "job.yaml").exit_code == 0


def test_what_is_proposed(tables, run):
    assert run("init", "p.parquet", "t.parquet", "--quiet").stdout == ""
    job = dpsql.read_job("job.yaml")
    assert job.private.key == "id"
    words = {name: one.model_dump(exclude_none=True) for name, one in job.quasi_identifiers.items()}
    assert [(name, *one) for name, one in words.items()] == [
        ("age", "widths"),
        ("born", "dates"),
        ("zip", "prefix"),
        ("town", "tree"),
        ("married", "tree"),
    ]
    assert [str(width) for width in job.quasi_identifiers["age"].widths] == ["5", "10", "20", "40"]
    assert set(words["town"]["tree"]["*"]) == set(COLUMNS["town"])
    text = (tables / "job.yaml").read_text()
    for left_out in (
        "#   id: 240 values; it is the key",
        "#   name: 240 values; it names a person",
        "#   country: 1 value; it has one value and tells nobody apart",
        "#   street: 80 values; it locates a household",
        ", nulls: own_leaf}  # 235 values; few people know such an amount of others; if they do,",
        "# keep: [lab]",
    ):
        assert left_out in text


def test_what_the_page_to_sign_says_of_a_release_is_hinted_at(tables, run):
    run("init", "p.parquet", "t.parquet", "--quiet")
    text = (tables / "job.yaml").read_text(encoding="utf-8")
    hint = "# What the page to sign says of the release (dpsql report JOB --sign-off):\n# about: "
    assert text.count(hint) == 1
    (tables / "job.yaml").write_text(text.replace("\n# about: ", "\nabout: "), encoding="utf-8")
    about = dpsql.read_job("job.yaml").about
    stated = [about.title, about.purpose, about.responsible, about.reason_for_delta]
    assert stated == ["…"] * 4


def test_an_amount_is_used_where_few_other_columns_are(tables, run):
    """With a remark; beside two that others know it is left out."""
    for names in (["id", "age", "income", "married"], ["id", "age", "income"]):
        for name in ("p", "t"):
            table = parquet.read_table(f"{name}.parquet").select(names)
            parquet.write_table(table, f"{name}.parquet")
        found = run("init", "p.parquet", "t.parquet", "--json", "--overwrite").found
        assert found["quasi_identifiers"] == [
            one for one in names[1:] if "married" not in names or one != "income"
        ]
    remark = "; few people know such an amount of others; if nobody does, leave it out\n"
    assert remark in (tables / "job.yaml").read_text()


def test_what_numbers_the_rows_of_a_person_describes_nobody(tmp_path, monkeypatch, run):
    """A year of a panel is left out; that of admissions, of which people have several, is not."""
    monkeypatch.chdir(tmp_path)
    for year, is_left_out in (("1980 + i % 5", True), ("1980 + i * i % 3", False)):
        duckdb.sql(
            f"COPY (SELECT i // 5 AS nr, 20 + i // 5 % 60 AS age, i // 5 % 3 AS health, {year} AS"
            " admission_year FROM range(600) t(i)) TO 'p.parquet'"
        )
        duckdb.sql("COPY (FROM 'p.parquet' WHERE nr % 9 = 0) TO 't.parquet'")
        found = run("init", "p.parquet", "t.parquet", "--json", "--overwrite").found
        assert ("admission_year" in found["quasi_identifiers"]) != is_left_out
        said = found["left_out"].get("admission_year", "")
        assert ("numbers the rows" in said) == is_left_out


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
    assert (ended.exit_code, "it exists; pass --overwrite" in ended.complaint) == (2, True)
    assert ended.complaint.endswith("P and T were not looked at yet")


def test_an_existing_job_is_replaced_where_that_is_asked_for(tables, run):
    job = tables / "job.yaml"
    job.write_text("public: of an older draft\n")
    assert run("init", "p.parquet", "t.parquet", "--overwrite").exit_code == 0
    assert run("check", job).exit_code == 0


@pytest.mark.parametrize("name", ["t.parquet", "notes.txt", "link.yaml"])
def test_what_is_no_job_is_not_replaced(tables, run, name):
    (tables / "notes.txt").write_text("mine")
    (tables / "link.yaml").symlink_to("notes.txt")
    before = (tables / name).read_bytes()
    ended = run("init", "p.parquet", "t.parquet", "-o", name, "--overwrite")
    assert (ended.exit_code, "it exists and is no job file" in ended.complaint) == (2, True)
    assert (tables / name).read_bytes() == before


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


@pytest.mark.parametrize("width", [40, 50, 79])
def test_its_lines_fit_the_terminal_and_commands_are_whole(tables, run, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    lines = run("init", "p.parquet", "t.parquet").stdout.splitlines()
    assert max(map(len, lines)) <= width
    for command in ("check", "risks", "anonymize"):
        assert any(line.startswith(f"  dpsql {command} job.yaml") for line in lines)
    assert "".join(lines).count("least") == 1
    compared = "  dpsql compare job.yaml --algorithm pooled --algorithm cuts"
    assert (compared in lines) == (width >= len(compared))


def test_tables_that_share_nothing(tables, run):
    with duckdb.connect() as connection:
        connection.sql("SELECT 1 AS a FROM range(3)").write_parquet("other.parquet")
    ended = run("init", "p.parquet", "other.parquet")
    assert (ended.exit_code, "share no column" in ended.complaint) == (3, True)
    ended = run("init", "other.parquet", "--where", "a = 1")
    parquet.write_table(pyarrow.table({"ID": ["p1"], "Age": [20]}), "cased.parquet")
    told = ". T spells age Age (1 other name differs so, too); give them one name in both tables"
    assert told.replace("age Age", "id ID") in run("init", "p.parquet", "cased.parquet").complaint
    told = "no column of P could be a quasi-identifier; it needs more than one value"
    assert (ended.exit_code, told in ended.complaint) == (3, True)


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
    assert list(job.quasi_identifiers) == ["sex", "zip"]
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


def draft_text(folder):
    """The job for the tables of a folder."""
    found = draft(Asked("p.parquet", "t.parquet", folder=folder))
    return write_job(found, Places({"path": "./p.parquet"}, {"path": "./t.parquet"}, "r.csv"))


TEXTS = st.text(st.sampled_from("a-:#'\"{}[]*&!%@`,? 01~|>é\u2028\n\x85\u202e"), max_size=5)
#: A column of numbers such as 0,1 is left out: its decimal commas are to be written as points.
VALUES = TEXTS.filter(lambda text: not re.search(r"\d,\d", text))


@given(st.lists(st.tuples(VALUES, VALUES), min_size=2, max_size=6, unique=True), st.data())
@settings(max_examples=25, deadline=None)
def test_hostile_names_and_values_are_read_back(tmp_path_factory, values, data):
    names = data.draw(st.lists(TEXTS.filter(bool), min_size=2, max_size=2, unique=True))
    folder = tmp_path_factory.mktemp("init")
    table = pyarrow.table(list(map(list, zip(*values, strict=True))), names=names)
    for name in ("p", "t"):
        parquet.write_table(table, folder / f"{name}.parquet")
    job = parse_job(draft_text(folder).encode(), "j", folder)
    distinct = {name: len({row[i] for row in values}) for i, name in enumerate(names)}
    assert set(job.quasi_identifiers) == {name for name in names if distinct[name] > 1}
    assert dpsql.check(job).public_rows == len(values)


def test_a_value_with_line_breaks_stays_in_its_remark(tmp_path):
    """A column beyond the eighth is left out, as a remark; its value is no line of the job."""
    value = "a\nzip: {hierarchy: /elsewhere} #"
    towns = {f"t\nz: {n}": [f"{'abcdefgh'[n]}{i % (9 + n)}" for i in range(40)] for n in range(8)}
    table = pyarrow.table({"all": [value, "b"] * 20} | towns)
    for name in ("p", "t"):
        parquet.write_table(table, tmp_path / f"{name}.parquet")
    text = draft_text(tmp_path)
    assert set(parse_job(text.encode(), "j", tmp_path).quasi_identifiers) == set(towns)
    assert not any(line.lstrip().startswith("zip") for line in text.splitlines())
    assert str(value.encode("unicode_escape"), "ascii") in text


@pytest.mark.parametrize(
    ("members", "bound"),
    [(1, "1/100"), (12, "1/10"), (60, "1/2"), (78, "13/20"), (120, "3/4"), (228, "49/50")],
)
def test_the_first_job_never_lets_anybody_be_certain(tables, run, members, bound):
    """Also where T is a large part of P: δmax lies between its share and 1."""
    parquet.write_table(parquet.read_table("p.parquet").take(list(range(members))), "t.parquet")
    assert run("init", "p.parquet", "t.parquet").exit_code == 0
    assert dpsql.read_job("job.yaml").delta.max == Fraction(bound)
    assert run("check", "job.yaml", "--json").found["feasible"]


def test_a_column_of_few_numbers_gets_intervals_that_join_some(tables, run):
    answers = pyarrow.table(
        {"answer": [1 + i % 5 for i in range(60)], "level": [0.5 + i % 7 * 3 for i in range(60)]}
    )
    for name in ("p", "t"):
        parquet.write_table(answers, f"{name}.parquet")
    assert run("init", "p.parquet", "t.parquet").exit_code == 0
    words = dpsql.read_job("job.yaml").quasi_identifiers
    assert {name: [*map(str, one.widths)] for name, one in words.items()} == {
        "level": ["5", "10"],
        "answer": ["2"],
    }


def test_numbers_that_are_no_amounts_get_no_intervals(tables, run):
    """Two values, but of floats, which have no list, and numbers of providers."""
    people = {
        "insured": [(Decimal("0.0"), Decimal("1.0"), None)[i % 3] for i in range(240)],
        "covered": [(0.0, 1.0, None)[i % 3 and i % 2] for i in range(240)],
        "provnum": [1000 + 7 * (i % 24) for i in range(240)],
        "wardno": [100 + i % 80 for i in range(240)],
    }
    table = pyarrow.table(people)
    parquet.write_table(table, "p.parquet")
    parquet.write_table(table.take(list(range(0, 240, 7))), "t.parquet")
    ended = run("init", "p.parquet", "t.parquet", "--json")
    assert ended.found["left_out"] == {"wardno": "it is an identifier"}
    found = dpsql.read_job("job.yaml").quasi_identifiers
    assert (found["insured"].tree, found["insured"].nulls) == ({"*": ["0.0", "1.0"]}, "own_leaf")
    assert len(found["provnum"].tree["*"]) == 24
    assert found["covered"].widths
    assert (
        "as integers (CAST AS BIGINT in P and T, Int64 of pandas), they could have a list"
        in Path("job.yaml").read_text()
    )
    assert run("check", "job.yaml", "--quiet").exit_code == 0


def test_a_number_that_nobody_has_twice_is_proposed_as_the_person(tables, run):
    people = {
        "seqno": list(range(5, 245)),
        "stage": [i % 4 for i in range(240)],
        "ill": [i % 9 == 0 for i in range(240)],
    }
    parquet.write_table(pyarrow.table(people), "p.parquet")
    assert run("init", "p.parquet", "--where", "ill").exit_code == 0
    text = (tables / "job.yaml").read_text()
    assert (
        "\n# person: seqno  # each row of P has its own. If it names people, remove the # " in text
    )
    (tables / "job.yaml").write_text(text.replace("# person: ", "person: "))
    assert run("check", "job.yaml", "--quiet").exit_code == 0
    duckdb.from_arrow(pyarrow.table(people)).write_csv("p.csv")
    # The answer stays; without the job that has it, a CSV is asked about, too.
    run("init", "p.csv", "--where", "ill", "--overwrite")
    assert "\nperson: seqno  # as you said" in (tables / "job.yaml").read_text()
    (tables / "job.yaml").unlink()
    run("init", "p.csv", "--where", "ill")
    assert "\n# person: seqno  # each row of P has" in (tables / "job.yaml").read_text()


def test_a_job_is_written_into_a_folder_that_is_there(tables, run):
    ended = run("init", "p.parquet", "t.parquet", "-o", "no/x.yaml")
    assert ended.exit_code == 2
    assert ended.complaint == "dpsql: no/x.yaml: the folder no does not exist; create it"


def test_a_few_postcodes_are_no_numbers(tables, run):
    codes = pyarrow.table({"zip": [f"{10100 + 100 * (i % 9)}" for i in range(60)]})
    for name in ("p", "t"):
        parquet.write_table(codes, f"{name}.parquet")
    assert run("init", "p.parquet", "t.parquet").exit_code == 0
    assert dpsql.read_job("job.yaml").quasi_identifiers["zip"].prefix == (2,)


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
    assert all(f"#   {name}: " in text for name in read)
    checked = run("check", "job.yaml", "--json")
    assert (checked.exit_code, checked.found["feasible"]) == (0, True)
    assert f"{checked.found['private_rows']:,} of {PEOPLE:,} people are in T" in text
    assert run("anonymize", "job.yaml").exit_code == 0


@pytest.mark.parametrize(
    ("words", "code", "complaint"),
    [
        ([], 2, "name the table of T, or --where"),
        (["t.parquet", "--where", "in_trial"], 2, "with a column of P that marks it, not both"),
        (["--where", "in_trail"], 3, "no column 'in_trail'"),
        (["--where", "age > 'old'"], 2, "--where"),
        (["--where", "town == Bonn"], 3, "no column 'Bonn'; quote a text: 'Bonn'"),
        (["--where", "town IN ('Kiel', \"it's\")"], 3, "quote a text: 'it''s'"),
        (["--where", "Bonn = town"], 3, "no column 'Bonn'; quote a text: 'Bonn'"),
        (["--where", "here == there"], 3, "no column 'here'; there are"),
        (["--where", "age (years) > 5"], 2, 'stands in double quotes: "sex (m/f)"'),
    ],
)
def test_what_marks_nobody_is_refused(marked, run, words, code, complaint):
    ended = run("init", "marked.parquet", *words)
    assert (ended.exit_code, complaint in ended.complaint) == (code, True)
    assert not (marked / "job.yaml").exists()


def test_names_with_signs_are_named_beside_an_unknown_one(marked, run):
    table = parquet.read_table("marked.parquet")
    names = {"town": "Town: of birth", "married": "Married (y/n)", "age": "age_2019"}
    table = table.rename_columns([names.get(name, name) for name in table.column_names])
    parquet.write_table(table, "signs.parquet")
    ended = run("init", "signs.parquet", "--where", "\"Maried (y/n)\" = 'y'")
    assert ended.complaint.endswith("; did you mean 'Married (y/n)'?")
    ended = run("init", "signs.parquet", "--where", "wealthy = 1")
    assert "'age_2019', " in ended.complaint and "'Town: of birth'" in ended.complaint


def test_a_list_without_a_header_is_not_quoted_by_what_marks_t(tmp_path, monkeypatch, run):
    monkeypatch.chdir(tmp_path)
    Path("p.csv").write_text(
        "Smith,male,ill\n" + "Jones,female,well\n" * 9 + "Smith,male,ill\n" * 9
    )
    ended = run("init", "p.csv", "--where", "sick = 1")
    assert ended.exit_code == 3 and "looks like a value" in ended.complaint
    assert "Smith" not in ended.stderr


def test_what_the_predicate_reads_is_left_out_with_the_reason(marked, run):
    found = run("init", "marked.parquet", "--where", "in_trial AND age > 20", "--json").found
    assert found["left_out"]["age"].startswith("private.where reads it, so it tells who is in T")
    text = Path("job.yaml").read_text()
    assert "#   age: 73 values; private.where reads it" in text
    # As the comment says, it can be listed in both places.
    listed = "quasi_identifiers:\n  age: {widths: [10]}\n"
    text = text.replace("public_columns: [", "public_columns: [age, ", 1)
    head, _, tail = text.partition("quasi_identifiers:")
    Path("job.yaml").write_text(head + listed + tail.partition("\n")[2])
    assert run("check", "job.yaml", "--quiet").exit_code == 0


def test_a_first_job_from_python(marked):
    path = dpsql.init("marked.parquet", where="in_trial", out="python.yaml")
    assert dpsql.check(path).feasible is True
    with pytest.raises(dpsql.TargetError, match="it exists"):
        dpsql.init("p.parquet", "t.parquet", path)


def test_names_that_differ_in_case_are_said_to(tables, run):
    table = parquet.read_table("t.parquet")
    names = ["Town" if name == "town" else name for name in table.column_names]
    parquet.write_table(table.rename_columns(names), "t.parquet")
    found = run("init", "p.parquet", "t.parquet", "--json").found
    told = "T spells it Town; give it one name in both tables to use it"
    assert found["left_out"]["town"] == told
    for path, as_coded in (("p.parquet", "\u00e9tat"), ("t.parquet", "e\u0301tat")):
        table = parquet.read_table(path)
        names = [as_coded if name.lower() == "town" else name for name in table.column_names]
        parquet.write_table(table.rename_columns(names), path)
    found = run("init", "p.parquet", "t.parquet", "--json", "--overwrite").found
    assert "with other Unicode characters" in found["left_out"]["\u00e9tat"]
    assert "# keep: [lab]\n" in Path("job.yaml").read_text()

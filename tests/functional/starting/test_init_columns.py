"""``dpsql init`` on columns that tables have: states, days of Excel, flags, times of a survey."""

import re

import duckdb
import pyarrow
import pytest
import yaml
from pyarrow import parquet

import dpsql

PEOPLE = 2000
#: SQL over the number i, an even share u and another v of a person.
COLUMNS = {
    "id": "'P' || (10000 + i)",
    "age": "18 + i * 7 % 70",
    "educ": "6 + i * 5 % 11",
    "exper": "18 + i * 7 % 70 - i * 5 % 11 - 12",
    "state": "['CT', 'MA', 'NJ', 'OH', 'IL', 'IA', 'FL', 'TX', 'AL', 'CA', 'UT', 'PR'][1 + i % 12]",
    "dob": "15000 + i * 37 % 20000",
    "married": "CAST(i * i % 3 = 0 AS DOUBLE)",
    "emp_length": "CAST(i // 11 % 11 AS DOUBLE)",
    "smoker": "if(v < 0.2, 'Y', NULL)",
    # One in ten is in T; of those with the flag, eight in ten.
    "opted": "if(if(u < 0.1, v < 0.8, v < 0.02), 'yes', NULL)",
    "StartDate": "TIMESTAMP '2024-03-01 09:00:00' + to_hours(CAST(i * 24 % 900 AS INT))",
    "EndDate": "TIMESTAMP '2024-03-01 09:20:00' + to_hours(CAST(i * 24 % 900 AS INT))",
    "end": "DATE '2024-01-01' + i % 300",
    "died": "if(i % 5 = 0, 'y', 'n')",
    "dod": "if(i % 5 = 0, DATE '2020-01-01' + i % 300, NULL)",
    "q7": "if(i % 9 < 2, -9 + 8 * (i % 9), 1 + i % 5)",
    "admission_date": "40000 + i * 31 % 3000",
}


@pytest.fixture
def text(tmp_path, monkeypatch, run):
    monkeypatch.chdir(tmp_path)
    columns = ", ".join(f'{value} AS "{name}"' for name, value in COLUMNS.items())
    with duckdb.connect() as connection:
        connection.execute(
            f"CREATE TABLE p AS SELECT u, {columns} FROM (SELECT CAST(range AS INT) AS i,"
            f" hash(range) % 1000 / 1000 AS u, hash(range + 7) % 997 / 997 AS v"
            f" FROM range({PEOPLE}))"
        )
        connection.execute("COPY (SELECT * EXCLUDE u FROM p) TO 'p.parquet'")
        connection.execute("COPY (SELECT * EXCLUDE u FROM p WHERE u < 0.1) TO 't.parquet'")
    ended = run("init", "p.parquet", "t.parquet")
    assert ended.exit_code == 0
    assert run("check", "job.yaml").exit_code == 0
    assert "opted: " in ended.stderr and "who knows them knows much of that" in ended.stderr
    return (tmp_path / "job.yaml").read_text()


def test_columns_as_people_have_them(text):
    job = dpsql.read_job("job.yaml")
    assert [*job.quasi_identifiers] == [
        *("age", "dob", "state", "married", "educ", "emp_length", "end"),
    ]
    assert [*job.quasi_identifiers["state"].tree] == [
        "Northeast",
        "Midwest",
        "South",
        "West",
        "no state",
    ]
    assert "exper: 7" in text and "# it follows from age and educ" not in text
    assert "married: {widths: [1]}  # 2 values from 0 to 1: kept or suppressed" in text
    assert "emp_length: {widths: [2, 4, 8]}" in text
    for name in ("dob", "admission_date"):
        assert f"As CAST('1899-12-30' AS DATE) + CAST(\"{name}\" AS INT), a view has dates" in text
    left_out = text[text.index("# Columns of both") : text.index("delta:")]
    for name in ("StartDate", "EndDate"):
        assert f"#   {name}: {{dates: [day, month, quarter]}}  # " in left_out
    assert left_out.count("it seems to be when rows were collected") == 2
    assert "it is NULL exactly where died says so, which seems to be" in left_out
    assert "q7: {widths: [2], from: 0}  # 7 values; -9 and -1 may stand for missing" in left_out
    assert "smoker: {tree: {'*': [Y]}, nulls: own_leaf}  # 1 value; it has one value, and" in text
    assert "people of P with some of its values are in T: who knows them knows much" in left_out
    told = text[text.index("# Of these, each alone tells much of who is in T") :]
    assert told.splitlines()[2] == "# [opted]"
    assert "opted" in job.public_columns


def test_options_of_a_path_are_the_ones_of_a_job(tmp_path, monkeypatch, run):
    monkeypatch.chdir(tmp_path)
    rows = "SELECT i % 9 AS age, i % 2 AS sex FROM range({}) AS r(i)"
    for name, people in (("p", 90), ("t", 9)):
        duckdb.sql(f"COPY ({rows.format(people)}) TO '{name}.csv' (DELIMITER '|')")
    asked = ["{path: p.csv, delimiter: '|'}", "{path: t.csv, format: csv}"]
    ended = run("init", *asked, "--json")
    assert ended.found["quasi_identifiers"] == ["age", "sex"]
    job = dpsql.read_job("job.yaml")
    assert (job.public.path, job.public.delimiter) == ("./p.csv", "|")
    assert (job.private.source.path, job.private.source.format) == ("./t.csv", "csv")
    assert run("check", "job.yaml").exit_code == 0
    dpsql.init({"path": "p.csv", "delimiter": "|"}, "t.csv", "again.yaml")
    for wrong, told in {
        "{path: p.csv, delimiter: x}": "PUBLIC: delimiter: Input should be",
        "{path: p.csv, delimter: '|'}": "delimter: is not a key of a table; did you mean 'd",
        "{path: p.csv, count: people}": "PUBLIC: leave out count; init finds the column",
        "{path: p.csv": "PUBLIC:1: not YAML",
    }.items():
        ended = run("init", wrong, "t.csv", "--overwrite")
        assert (ended.exit_code, told in ended.complaint) == (2, True)


def test_an_age_beside_a_date_of_birth_is_left_out(tmp_path, monkeypatch, run):
    """One follows from the other, where people of one birth have one age."""
    monkeypatch.chdir(tmp_path)
    births = [f"{1940 + i * 7 % 50}-0{1 + i * 7 % 9}-11" for i in range(600)]
    sexes = ["fm"[i * i % 7 % 2] for i in range(600)]
    for ages, is_out in (
        ([2024 - int(one[:4]) for one in births], True),
        ([20 + i * i % 61 for i in range(600)], False),
    ):
        table = pyarrow.table({"birth_date": births, "age": ages, "sex": sexes, "t": [0, 1] * 300})
        parquet.write_table(table, "p.parquet")
        assert run("init", "p.parquet", "--where", "t", "--overwrite").exit_code == 0
        job = (tmp_path / "job.yaml").read_text()
        assert ("age: 50 values; it follows from birth_date" in job) == is_out
        assert {"birth_date"} <= yaml.safe_load(job)["quasi_identifiers"].keys()
    # By years, who had no birthday yet is a year younger.
    years = [1940 + i * 7 % 50 for i in range(600)]
    ages = [2024 - year - i * i % 3 % 2 for i, year in enumerate(years)]
    table = pyarrow.table({"birth_year": years, "age": ages, "sex": sexes, "t": [0, 1] * 300})
    parquet.write_table(table, "p.parquet")
    assert run("init", "p.parquet", "--where", "t", "--overwrite").exit_code == 0
    assert "values; it follows from birth_year" in (tmp_path / "job.yaml").read_text()


@pytest.mark.parametrize("is_marked", [True, False])
def test_numbers_that_are_too_exact_are_to_be_rounded_where_they_stand(
    tmp_path, monkeypatch, run, is_marked
):
    monkeypatch.chdir(tmp_path)
    rows = "SELECT 20 + i / 7 AS age, i % 3 AS sex, i % 9 = 0 AS opted FROM range(300) AS r(i)"
    duckdb.sql(f"COPY ({rows}) TO 'p.parquet'")
    duckdb.sql("COPY (SELECT age, sex FROM 'p.parquet' WHERE opted) TO 't.parquet'")
    ended = run("init", "p.parquet", *(["--where", "opted"] if is_marked else ["t.parquet"]))
    place = "" if is_marked else " in both tables"
    assert f"an exponent; round it{place} to use it" in ended.stderr
    statements = re.findall(r"COPY .*;", ended.stderr)
    assert len(statements) == (1 if is_marked else 2)
    for statement in statements:
        duckdb.sql(statement)
    asked = ["--where", "opted"] if is_marked else ["t-rounded.parquet"]
    again = run("init", "p-rounded.parquet", *asked, "--overwrite")
    assert "decimals" not in again.stderr
    assert run("check", "job.yaml").exit_code == 0


def test_a_column_of_t_that_tells_a_public_one_is_not_proposed_to_be_kept(tmp_path, run):
    """The height of a mountain names it; a result does not."""
    peaks = {"Cho Oyu": 8188, "Everest": 8849, "Lhotse": 8516, "Manaslu": 8163}
    people = [
        {"id": i, "sex": "mf"[i % 3 % 2], "age": 20 + i % 40, "peak": [*peaks][i % 7 % 4]}
        for i in range(300)
    ]
    members = [
        {"id": one["id"], "meters": peaks[one["peak"]], "result": one["id"] % 11 % 2}
        for one in people[::3]
    ]
    for name, rows in (("p", people), ("t", members)):
        parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / f"{name}.parquet")
    job = tmp_path / "job.yaml"
    told = run("init", tmp_path / "p.parquet", tmp_path / "t.parquet", "--out", job)
    assert told.exit_code == 0, told.stderr
    text = job.read_text()
    assert "# keep: [result]\n" in text
    assert "#  meters: each of its values goes with one of peak, whatever level that has\n" in text

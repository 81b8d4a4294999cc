"""A kept column that rows of T and P show to be one of P, whatever its name and its values."""

import random
from fractions import Fraction
from pathlib import Path

import duckdb
import pytest

from dpsql.engines.base import ColumnType
from dpsql.sql.kept_columns.borne_out import borne_out_rows_query
from dpsql.sql.tables.private_table import PRIVATE, PrivateRows
from dpsql.sql.tables.public_and_private import Tables

#: 1,200 people by town and age; each has a day, a fee, and an answer. Every fifth is in T.
_PEOPLE = """
    SELECT i, h, 'Town ' || (h % 97) AS town, 20 + h // 97 % 50 AS age,
        DATE '2013-01-01' + CAST(h // 4850 % 700 AS INTEGER) AS opened,
        h // 1009 % 900 / 4 AS fee, h // 11 % 2 = 0 AS insured
    FROM (SELECT i, (i + 1) * 48271 * 48271 % 2147483647 AS h FROM range(1200) AS r(i))
"""


@pytest.fixture
def write(tmp_path, monkeypatch):
    """Write P with some columns, and T with others, as CSV or Parquet."""
    monkeypatch.chdir(tmp_path)

    def write(of_p, of_t, suffix="csv"):
        duckdb.sql(f"COPY (SELECT {of_p} FROM ({_PEOPLE})) TO 'p.{suffix}'")
        duckdb.sql(f"COPY (SELECT {of_t} FROM ({_PEOPLE}) WHERE i % 5 = 0) TO 't.{suffix}'")
        return f"p.{suffix}", f"t.{suffix}"

    return write


def check_keeping(run, tables, names):
    """What check says of a first job that keeps these columns; and the job."""
    assert run("init", *tables, "--overwrite").exit_code == 0
    job = Path("job.yaml").read_text()
    Path("job.yaml").write_text(job + f"keep: [{', '.join(names)}]\n")
    return job, run("check", "job.yaml").stderr


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
@pytest.mark.parametrize(
    ("public", "own"),
    [("opened", "case_dt"), ("opened", "'When Opened'"), ("fee", "w7"), ("insured", "q3")],
)
def test_a_copy_is_told_though_neither_its_name_nor_its_values_say_so(
    write, run, public, own, suffix
):
    name = own.strip("'")
    tables = write(
        f"town, age, {public}", f'town, age, {public} AS "{name}", i % 7 AS stage', suffix
    )
    job, told = check_keeping(run, tables, [name, "stage"])
    assert "# keep: [stage]" in job and "RENAME" not in job
    assert f"nearly every row of T equals one of P that has its value in {public}" in job
    assert f"keep: {name} looks like P's public column {public} under another name (of the " in told
    assert "rows of T that equal rows of P by the quasi-identifiers" in told
    assert "stage" not in told.partition("keep:")[2]


@pytest.mark.parametrize("type_", ["TIMESTAMP_NS", "TIMESTAMP_S", "TIMESTAMP", "TIMESTAMPTZ"])
def test_a_day_is_told_where_p_has_it_as_a_time(write, run, type_):
    """pandas writes days so, by nanoseconds."""
    times = f"CAST(CAST(opened AS TIMESTAMP) AS {type_}) AS opened"
    tables = write(f"town, age, {times}", "town, age, opened AS case_dt", "parquet")
    assert "P's public column opened under another" in check_keeping(run, tables, ["case_dt"])[1]


def test_a_name_that_is_written_otherwise_is_never_offered(write, run):
    """Its days are written otherwise, too, so that no value shows it."""
    of_t = "town, age, strftime(opened, '%d.%m.%Y') AS \"open ed\", i % 7 AS stage"
    tables = write('town, age, opened AS "opened", 1 AS one', of_t.replace("Opened-", "open ed"))
    job, told = check_keeping(run, tables, ["open ed", "stage"])
    assert "# keep: [stage]" in job
    assert "open ed may be P's public column opened, written otherwise (both have one name" in told


def test_columns_of_two_values_leave_others_their_turn(write, run):
    """Each answer has the values of twenty of P, and pairs that are compared by rows are few."""
    flags = ", ".join(f"h // {7 + i} % 2 AS f{i}" for i in range(20))
    answers = ", ".join(f"h // {40 + i} % 2 AS a{i}" for i in range(5))
    tables = write(f"town, age, {flags}, fee", f"town, age, {answers}, fee AS w7")
    _, told = check_keeping(run, tables, [*(f"a{i}" for i in range(5)), "w7"])
    assert "keep: w7 looks like P's public column fee under another name" in told
    assert told.count("looks like") == 1


def test_what_has_the_values_of_another_column_is_not_told(write, run):
    """Columns have the same days, fees and answers, but not in the same rows."""
    other = "DATE '2013-01-01' + CAST(h // 13 % 700 AS INTEGER) AS closed"
    of_t = f"town, age, {other}, h // 7 % 900 / 4 AS due, h // 5 % 2 = 0 AS back"
    tables = write("town, age, opened, fee, insured", of_t)
    job, told = check_keeping(run, tables, ["closed", "due", "back"])
    assert (
        "# keep: [due, back]\n#  [due]: half of the rows or more have a value of their own" in job
    )
    assert "#  closed: others may know this day of a person; keep its year alone, or" in job
    assert "looks like" not in told
    assert "keep: closed: others may know this day of a person, and presence does not" in told


def test_what_follows_from_a_quasi_identifier_is_no_other_column(write, run):
    """The decade of a birth stands in nearly all rows of P with this age, as P has many."""
    tables = write("town, age, h % 3 + 2 AS code", "town, age, age // 10 AS decade")
    _, told = check_keeping(run, tables, ["decade"])
    assert "decade follows from P's public column age" in told
    assert "looks like" not in told


def test_counts_are_those_of_a_naive_reading():
    draw = random.Random(5)
    texts = ColumnType("text", "VARCHAR")
    tables = Tables(("a", "b"), PrivateRows(), {"k": PRIVATE}, dict.fromkeys("abk", texts), ("x",))
    query = borne_out_rows_query(tables, "k", "x", texts).sql("duckdb")
    for _ in range(30):
        pick = lambda: draw.choice(["u", "v", "w", None])  # noqa: E731
        public = [(pick(), pick(), pick()) for _ in range(draw.randrange(0, 30))]
        private = [(pick(), pick(), pick()) for _ in range(draw.randrange(0, 9))]
        with duckdb.connect() as connection:
            connection.execute("CREATE TABLE public_table (a TEXT, b TEXT, x TEXT)")
            connection.execute("CREATE TABLE private_table (a TEXT, b TEXT, k TEXT)")
            for name, rows in (("public", public), ("private", private)):
                if rows:
                    connection.executemany(f"INSERT INTO {name}_table VALUES (?, ?, ?)", rows)
            equal, same, by_chance, people = connection.execute(query).fetchone()
        rows = [row for row in private if row[2] is not None]
        beside = [[one for one in public if one[:2] == row[:2]] for row in rows]
        assert equal == sum(map(bool, beside))
        shared = zip(rows, beside, strict=True)
        assert same == sum(any(one[2] == row[2] for one in found) for row, found in shared)
        share = [Fraction(sum(p[2] == row[2] for p in public), len(public) or 1) for row in rows]
        chances = [min(1, len(found) * one) for one, found in zip(share, beside, strict=True)]
        assert Fraction(int(by_chance), int(people) or 1) == sum(chances)

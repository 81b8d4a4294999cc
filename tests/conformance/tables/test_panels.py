"""People with several rows, rounded numbers and limits of T are found alike on every engine."""

from collections import defaultdict

import duckdb
import pytest

from dpsql.domain.sections.engine_options import EngineOptions
from dpsql.first_job.columns import profile_columns
from dpsql.first_job.panels import find_panel
from dpsql.first_job.tables import Asked, open_tables
from dpsql.sql.counting.telling_ranges import find_telling_ranges
from dpsql.sql.tables.differing_rows import SharedColumn, find_rounded
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC, PrivateRows

#: 40 people with two to four rows each; a flag, a day, and a number that a household shares.
ROWS = """
SELECT i % 40 AS who, 2020 + i // 40 AS year, DATE '2020-01-01' + CAST(i % 90 AS INTEGER) AS day,
  {sex} AS sex, (i * 7 % 40) % 2 = 0 AS smoker, i % 11 AS score
FROM range({rows}) AS t(i)
WHERE i < 80 OR i % 3 > 0
"""


def _open(bench, private=None):
    options = EngineOptions.model_validate(bench.engine.choice)
    connection = bench.engine.options.get("connection")
    where = "true" if private is None else None
    asked = Asked("p.parquet", private, where, options, connection, bench.folder)
    return open_tables(asked)


def _write(bench, name, rows):
    with duckdb.connect() as connection:
        connection.execute(f"COPY ({rows}) TO '{bench.folder}/{name}.parquet'")
        return connection.execute(f"FROM '{bench.folder}/{name}.parquet'").fetchall()


@pytest.mark.parametrize(
    ("sex", "is_one"),
    [("if(i % 40 % 2 = 0, 'f', 'm')", True), ("if(i % 3 = 0, 'f', 'm')", False)],
    ids=["one each", "several each"],
)
def test_the_column_that_names_people_is_found_by_their_rows(bench, sex, is_one):
    rows = _write(bench, "p", ROWS.format(sex=sex, rows=160))
    of_each = defaultdict(list)
    for who, *others in rows:
        of_each[who].append(others)
    assert is_one == all(len({sex for _, _, sex, *_ in own}) == 1 for own in of_each.values())
    assert all(len({year for year, *_ in own}) == len(own) for own in of_each.values())
    with _open(bench) as tables:
        columns = profile_columns(tables.engine, PUBLIC, tables.types[PUBLIC])
        possible = [one for one in columns if one.name == "who"]
        panel = find_panel(tables.engine, columns, possible)
    if not is_one:
        assert panel is None
        return
    assert (panel.name, panel.people, panel.rows) == ("who", len(of_each), len(rows))
    assert panel.is_certain and panel.time.name == "year"


@pytest.mark.parametrize(
    ("private", "told"),
    [
        ("CAST(floor(age) AS INTEGER)", "1 in T"),
        ("CAST(round(age / 10) * 10 AS INTEGER)", "10 in T"),
        ("CAST(round(age, 1) AS VARCHAR)", "0.1 in T"),
        ("40 + i % 9", ""),
    ],
)
def test_rounded_numbers_are_found(bench, private, told):
    people = "SELECT i AS id, 20 + i * 37 % 61 + i % 8 / 8 AS age, i FROM range(60) AS t(i)"
    _write(bench, "p", f"SELECT id, age FROM ({people})")
    _write(bench, "t", f"SELECT id, {private} AS age FROM ({people}) WHERE id % 2 = 0")
    with _open(bench, "t.parquet") as tables:
        types = (tables.types[table]["age"] for table in (PUBLIC, PRIVATE))
        shared = [SharedColumn("age", "age", *types)]
        assert find_rounded(tables.engine, "id", shared) == ({"age": told} if told else {})


def test_limits_of_t_are_found(bench):
    """T is those with a small number, or an early day; texts of numbers count as numbers."""
    number = "i * 37 % 60"
    people = f"""
      SELECT i AS id, {number} AS whole, {number} / 4 AS part, CAST({number} AS VARCHAR) AS text,
        DATE '2020-01-01' + CAST({number} AS INTEGER) AS day, i * 11 % 60 AS other
      FROM range(60) AS t(i)
    """
    _write(bench, "p", people)
    _write(bench, "t", f"SELECT * FROM ({people}) WHERE whole < 12")
    with _open(bench, "t.parquet") as tables:
        names = ["whole", "part", "text", "day", "other"]
        given = names, ["text"], tables.types, PrivateRows(), (60, 12)
        found = find_telling_ranges(tables.engine, *given)
    assert [(one.name, one.rows, one.decides) for one in found] == [
        (name, 12, True) for name in names[:-1]
    ]

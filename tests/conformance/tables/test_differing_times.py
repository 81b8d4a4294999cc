"""Rows of T that differ from P's are told apart by their times, alike on every engine."""

import duckdb
import pytest

from dpsql.domain.found.differing_rows import TimesOfRows
from dpsql.domain.sections.engine_options import EngineOptions
from dpsql.first_job.tables import Asked, open_tables
from dpsql.sql.tables.differing_rows import SharedColumn, compare_by_key, list_shared_times
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC

#: 60 people, whose rows are of 2020 to 2022, and have a day in that year.
PUBLIC_ROWS = """
SELECT i AS id, {public} AS {name}, i % 7 AS ward
FROM (SELECT i, 2020 + i % 3 AS year FROM range(60) AS people(i)) AS rows_of_people
"""
#: Half of them; every fourth of these is of a year later, and has another ward then.
PRIVATE_ROWS = """
SELECT i AS id, {private} AS {name}, CASE WHEN i % 8 = 0 THEN i % 7 + 1 ELSE i % 7 END AS ward
FROM (
  SELECT i, CASE WHEN i % 8 = 0 THEN 2021 + i % 3 ELSE 2020 + i % 3 END AS year
  FROM range(0, 60, 2) AS people(i)
) AS rows_of_people
"""
_DAY = "make_date(year, 3, 5)"


@pytest.mark.parametrize(
    ("name", "public", "private", "is_told"),
    [
        ("year", "year", "year", True),
        ("year", "year", "CAST(year AS VARCHAR) || '.0'", True),
        ("year", "CAST(year AS VARCHAR)", "CAST(CAST(year AS DOUBLE) AS VARCHAR)", True),
        ("visit_date", _DAY, f"CAST({_DAY} AS TIMESTAMP) + INTERVAL 9 HOUR", True),
        ("visit_date", _DAY, f"CAST({_DAY} AS VARCHAR)", True),
        # One time that is written in two ways, an hour in texts, and no time.
        ("wave", "'wave ' || year", "'w' || year", False),
        ("visit_date", _DAY, f"CAST({_DAY} AS VARCHAR) || ' 09:00:00'", False),
        ("year", "year", "CASE WHEN i > 0 THEN year END", False),
        ("birth_year", "year", "year", False),
    ],
    ids=["whole", "texts", "both texts", "moments", "days", "words", "hours", "NULL", "of birth"],
)
def test_times_are_compared_where_both_tables_tell_them(bench, name, public, private, is_told):
    for table, rows in (("p", PUBLIC_ROWS), ("t", PRIVATE_ROWS)):
        written = rows.format(name=name, public=public, private=private)
        with duckdb.connect() as connection:
            connection.execute(f"COPY ({written}) TO '{bench.folder}/{table}.parquet'")
    options = EngineOptions.model_validate(bench.engine.choice)
    connection = bench.engine.options.get("connection")
    asked = Asked("p.parquet", "t.parquet", None, options, connection, bench.folder)
    with open_tables(asked) as tables:
        engine = tables.engine
        types = engine.columns(PUBLIC), engine.columns(PRIVATE)
        times = list_shared_times("id", *types)
        ward = SharedColumn("ward", "ward", *(one["ward"] for one in types))
        found = compare_by_key(engine, "id", [ward], times)
        alone = compare_by_key(engine, "id", [], times)
    moved = len(range(0, 60, 8))
    assert (found.rows, found.columns) == (moved, {"ward": moved})
    assert found.times == (TimesOfRows((name,), moved, moved) if is_told else None)
    assert alone.is_told is is_told and alone.rows == 0

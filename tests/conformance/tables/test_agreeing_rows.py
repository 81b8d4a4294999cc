"""That rows of T and of P are the same people's shows alike on every engine."""

import duckdb
import pytest

from dpsql.first_job.columns import profile_columns
from dpsql.first_job.people.agreeing_rows import find_agreeing
from dpsql.first_job.people.times_of_people import PairsOfNames, share_times
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC

#: 200 people, some of whom have another ward in T, who are others there or the same.
PEOPLE = """
SELECT {key} AS id, if(hash(i + {other}) % 2 = 0, 'f', 'm') AS sex,
  CAST(hash(i * 7 + {other}) % 9 AS INTEGER) AS ward
FROM range(0, 200, {step}) AS people(i)
"""
#: 160 people from some year to another, and every fourth of them in T, who may be others.
YEARS = """
SELECT i AS {name}, 2010 + year AS year FROM range(0, 160, {step}) AS people(i), range(9) AS y(year)
WHERE year BETWEEN hash(i + {other}) % 5 AND 4 + hash(i * 3 + {other}) % 5
"""


def _write(bench, public, private):
    with duckdb.connect() as connection:
        for name, rows in (("p", public), ("t", private)):
            connection.execute(f"COPY ({rows}) TO '{bench.folder}/{name}.parquet'")


@pytest.mark.parametrize("other", [0, 5], ids=["the same", "others"])
@pytest.mark.parametrize("key", ["i", "'p' || i"])
def test_rows_of_a_key_agree_more_often_than_by_chance(bench, open_bench, key, other):
    of_t = PEOPLE.format(key=key, other=other, step=2)
    _write(bench, PEOPLE.format(key=key, other=0, step=1), of_t)
    with open_bench() as tables:
        columns = profile_columns(tables.engine, PUBLIC, tables.types[PUBLIC])
        found = find_agreeing(tables.engine, columns[0], columns, 100)
    assert found == ([] if other else ["sex", "ward"])


@pytest.mark.parametrize("other", [0, 5], ids=["the same", "others"])
@pytest.mark.parametrize("is_last", [False, True], ids=["rows", "last rows"])
def test_times_of_people_are_shared(bench, open_bench, is_last, other):
    of_p = YEARS.format(name="id", other=0, step=1)
    if is_last:
        of_p = f"SELECT id, max(year) AS year FROM ({of_p}) AS rows_of_p GROUP BY id"
    _write(bench, of_p, YEARS.format(name="code", other=other, step=4))
    with open_bench() as tables:
        columns = profile_columns(tables.engine, PUBLIC, tables.types[PUBLIC])
        named = PairsOfNames(columns[:1], ["code"], tables.types[PRIVATE])
        assert share_times(tables.engine, named, columns) != bool(other)

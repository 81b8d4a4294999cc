"""The column of T that names people as one of P does is found alike on every engine."""

import duckdb
import pytest

from dpsql.domain.several_rows import Renamed
from dpsql.first_job.columns import profile_columns
from dpsql.first_job.people.renamed_ids import find_renamed
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC

#: 60 people, numbered with gaps or from 1 on, with a sex and a year of birth.
PEOPLE = """
SELECT {number} AS person_id, if(hash(i) % 2 = 0, 'f', 'm') AS sex,
  1940 + CAST(hash(i) % 60 AS INTEGER) AS born
FROM range(60) AS t(i)
"""
#: Two rows of each of the first 30, and some that P lacks.
ROWS = """
SELECT {number} AS pid, if(hash(i + {other}) % 2 = 0, 'f', 'm') AS sex,
  1940 + CAST(hash(i + {other}) % 60 AS INTEGER) AS born, i AS dose
FROM (SELECT unnest(range(30) || range(30) || range(900, 900 + {strange})) AS i)
"""
GAPS, TEXTS, FROM_1 = "100 + 7 * i", "'P' || (100 + 7 * i)", "i + 1"


def _write(bench, name, rows):
    with duckdb.connect() as connection:
        connection.execute(f"COPY ({rows}) TO '{bench.folder}/{name}.parquet'")
        return connection.execute(f"FROM '{bench.folder}/{name}.parquet'").fetchall()


@pytest.mark.parametrize(
    ("number", "other", "strange", "is_found"),
    [
        (GAPS, 0, 2, True),
        (TEXTS, 0, 0, True),
        (GAPS, 0, 9, False),
        (GAPS, 5, 0, False),
        (FROM_1, 0, 0, True),
        (FROM_1, 5, 0, False),
    ],
    ids=["gaps", "texts", "many strange", "other people", "counted", "counted by each"],
)
def test_values_and_what_lasts_decide(bench, open_bench, number, other, strange, is_found):
    people = _write(bench, "p", PEOPLE.format(number=number))
    rows = _write(bench, "t", ROWS.format(number=number, other=other, strange=strange))
    of_public = {key: tuple(rest) for key, *rest in people}
    own = {row[0] for row in rows}
    known = own & of_public.keys()
    alike = [of_public[pid] == (sex, born) for pid, sex, born, _ in rows if pid in of_public]
    assert is_found == (10 * len(known) >= 9 * len(own) and 10 * sum(alike) >= 9 * len(alike))
    with open_bench() as tables:
        columns = profile_columns(tables.engine, PUBLIC, tables.types[PUBLIC])
        found = find_renamed(tables.engine, columns, tables.types[PRIVATE], None)
    expected = Renamed("person_id", "pid", len(rows), len(own), len(known))
    assert found == (expected if is_found else None)

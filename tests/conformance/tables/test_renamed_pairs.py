"""The columns of T that name people together, as two of P do, are found alike on every engine."""

import duckdb
import pytest

from dpsql.domain.renamed_pairs import RenamedColumns
from dpsql.domain.texts_of_pairs import TextOfPair
from dpsql.first_job.columns import profile_columns
from dpsql.first_job.people.renamed_pairs import find_renamed_pair
from dpsql.first_job.people.together.designed_names import find_designed_names
from dpsql.first_job.people.together.texts_of_pairs import find_text_of_pair
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC

#: 90 people in 30 households, numbered with gaps or from 1 on.
PEOPLE = """
SELECT {number} AS household, m AS member, if(hash(i * 10 + m) % 2 = 0, 'f', 'm') AS sex
FROM range(30) AS h(i), range(1, 4) AS t(m)
"""
#: Two rows of each of the first two of each household, and some that P lacks.
ROWS = """
SELECT {number} AS hh, m AS person_no, if(hash(i * 10 + m + {other}) % 2 = 0, 'f', 'm') AS sex
FROM (SELECT unnest(range(30) || range(30) || range(900, 900 + {strange})) AS i),
  range(1, 3) AS t(m)
"""
GAPS, TEXTS, FROM_1 = "100 + 7 * i", "'H' || (100 + 7 * i)", "i + 1"


#: Both as one text, in some rows with another sign.
ROWS_OF_TEXTS = """
SELECT {first} || if(i < {others}, '.', '{sign}') || {second} AS code
FROM range(30) AS h(i), range(1, 3) AS t(m)
"""


def _write(bench, name, rows):
    with duckdb.connect() as connection:
        connection.execute(f"COPY ({rows}) TO '{bench.folder}/{name}.parquet'")


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
    _write(bench, "p", PEOPLE.format(number=number))
    _write(bench, "t", ROWS.format(number=number, other=other, strange=strange))
    with open_bench() as tables:
        columns = profile_columns(tables.engine, PUBLIC, tables.types[PUBLIC])
        pair = ("household", "member")
        found = find_renamed_pair(tables.engine, columns, tables.types[PRIVATE], pair)
    names = {"household": "hh", "member": "person_no"}
    expected = RenamedColumns(names, 120 + 2 * strange, 60 + 2 * strange, 60)
    assert found == (expected if is_found else None)


@pytest.mark.parametrize(
    ("sign", "is_turned", "others", "is_found"),
    [("-", False, 0, True), ("|", True, 0, True), ("_", False, 1, False), ("-", False, 9, False)],
)
def test_two_columns_are_found_as_one_text(bench, open_bench, sign, is_turned, others, is_found):
    """In either order, if all have one sign between."""
    first, second = ("m", GAPS) if is_turned else (GAPS, "m")
    _write(bench, "p", PEOPLE.format(number=GAPS))
    rows = ROWS_OF_TEXTS.format(first=first, second=f"({second})", sign=sign, others=others)
    _write(bench, "t", rows.replace(f"{GAPS} ||", f"({GAPS}) ||"))
    with open_bench() as tables:
        given = [*tables.types[PUBLIC]], tables.types[PRIVATE], ("household", "member")
        found = find_text_of_pair(tables.engine, *given)
    names = ("member", "household") if is_turned else ("household", "member")
    assert found == (TextOfPair("code", names, sign, 60, 60, 60) if is_found else None)


@pytest.mark.parametrize(
    ("rows", "names"),
    [
        # Farms are numbered in each of seven regions: chance would let many share both.
        ("SELECT i % 7 AS region, i // 7 AS farm, 'f' AS sex FROM range(300) AS t(i)", 2),
        ("SELECT i % 7 AS a, i // 7 % 8 AS b, i // 56 AS c FROM range(300) AS t(i)", 3),
        # Of so many values, no two rows would agree anyhow.
        ("SELECT i % 149 AS points, i // 149 AS level, i AS n FROM range(298) AS t(i)", 2),
        ("SELECT i * 7 % 290 AS points, i * 11 % 287 AS level FROM range(300) AS t(i)", 0),
        # One row is there twice; and a year orders rows.
        ("SELECT i % 7 AS region, i % 299 // 7 AS farm FROM range(300) AS t(i)", 0),
        ("SELECT i % 7 AS year, i // 7 AS farm, 'f' AS sex FROM range(300) AS t(i)", 0),
    ],
    ids=["two", "three", "two values", "by chance", "twice", "time"],
)
def test_columns_that_differ_by_design_name_rows(bench, open_bench, rows, names):
    _write(bench, "p", rows)
    _write(bench, "t", "SELECT 1 AS nothing")
    with open_bench() as tables:
        columns = profile_columns(tables.engine, PUBLIC, tables.types[PUBLIC])
        found = find_designed_names(tables.engine, columns)
    assert found == (tuple(one.name for one in columns[:names]) or None)

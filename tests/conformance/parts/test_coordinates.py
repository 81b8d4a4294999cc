"""Coordinates of values are what a range from the least one costs, rounded down, whatever the type.

A file of P per type, whose values are measured by number or date unless the words say otherwise.
"""

from fractions import Fraction

import duckdb
import pytest
from sqlglot import exp

import dpsql
from dpsql.metrics.box_loss import read_number
from dpsql.session.load import load
from dpsql.session.options import Options
from dpsql.session.run import Run
from dpsql.sql.axes import order_name
from dpsql.sql.partition.coordinates import WHOLE
from dpsql.sql.partition.orders import find_order, list_positions

NUMBERS = {"widths": ["10"], "nulls": "own_leaf", "order": "number"}
DATES = {"dates": ["year"], "nulls": "own_leaf"}
TEXTS = {"prefix": [1], "nulls": "own_leaf", "order": "number"}


def find_coordinates(folder, type_, values, words):
    cells = ", ".join("(NULL)" if value is None else f"('{value}')" for value in values)
    path = folder / "p.parquet"
    duckdb.sql(f"SELECT CAST(c AS {type_}) AS c FROM (VALUES {cells}) AS v (c)").write_parquet(
        str(path)
    )
    job = dpsql.Job(
        public="p.parquet",
        private={"where": "c IS NULL"},
        quasi_identifiers={"c": words},
        folder=folder,
    )
    with load(Run.of(job, Options())) as loaded:
        order = find_order(
            job.quasi_identifiers["c"], loaded.hierarchies["c"], loaded.tables.types["c"]
        )
        list_positions(loaded.engine, 0, "c", order)
        query = exp.select("leaf", "coordinate").from_(order_name(0)).order_by("position")
        return loaded.engine.fetch(query)


@pytest.mark.parametrize(
    ("type_", "words", "values"),
    [
        ("INTEGER", NUMBERS, [17, 18, 20, 73, 90, None]),
        ("UTINYINT", NUMBERS, [0, 3, 255]),
        ("BIGINT", TEXTS, [-(2**63), -1, 0, 2**63 - 2, 2**63 - 1, None]),
        ("DECIMAL(4, 2)", NUMBERS, ["-1.25", "0", "0.01", "99.99"]),
        ("DECIMAL(33, 5)", TEXTS, [f"-{10**27}.00001", "0.5", f"{10**27}.99999"]),
        ("VARCHAR", TEXTS, ["7", "07", "-3", "2.5", "999999999999999999.999999999999", None]),
        ("VARCHAR", TEXTS, ["2024-02-29", "2023-05-05", "1999-12-31 23:59:59.999999", None]),
        ("DATE", DATES, ["2024-02-29", "1582-10-15", "9999-12-31", None]),
        ("TIMESTAMP", DATES, ["2024-02-29 12:00:00.000001", "0001-01-01", "9999-12-31", None]),
        ("TIMESTAMPTZ", DATES, ["2024-02-29 12:00:00+02", "1970-01-01 00:00:00+00", "2030-01-01"]),
        ("TIME", TEXTS, ["00:00:00", "08:15:00.5", "23:59:59", None]),
        ("BOOLEAN", TEXTS, ["false", "true", None]),
        ("DOUBLE", NUMBERS, ["-0.5", "0", "0.25", "1.5"]),
        ("INTEGER", NUMBERS, [5, None]),
        ("INTEGER", NUMBERS, [5]),
        ("INTEGER", NUMBERS, [None]),
    ],
)
def test_values_that_are_measured(tmp_path, type_, words, values):
    found = find_coordinates(tmp_path, type_, values, words)
    numbers = [read_number(leaf) for leaf, _ in found if leaf is not None]
    least, width = min(numbers, default=0), max(numbers, default=0) - min(numbers, default=0)
    for leaf, coordinate in found:
        if leaf is None:
            assert coordinate == -WHOLE
        else:
            share = Fraction(read_number(leaf) - least) / width if width else 0
            assert coordinate == share * WHOLE // 1


def test_values_that_are_counted(tmp_path):
    words = {"tree": {"x": ["b", "a", "d"], "y": ["c"]}, "nulls": "own_leaf"}
    found = find_coordinates(tmp_path, "VARCHAR", ["a", "b", "c", "d", None], words)
    assert [coordinate for _, coordinate in found] == [WHOLE * place // 4 for place in range(5)]


def test_many_digits_are_nearly_where_they_should_be(tmp_path):
    values = [-(10**37), 0, 3 * 10**37]
    found = find_coordinates(tmp_path, "DECIMAL(38, 0)", values, TEXTS)
    (_, least), (_, middle), (_, greatest) = found
    assert (least, greatest) == (0, WHOLE)
    assert abs(middle - WHOLE // 4) <= 1


def test_ranges_over_few_values_are_compared_without_rounding():
    assert all(WHOLE % count == 0 for count in range(1, 23))

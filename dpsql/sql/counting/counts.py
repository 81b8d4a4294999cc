"""Sums over the counts of P and T; comparing them with later sums shows whether P or T changed.

For each quasi-identifier: the number of its values, and the rows of P and of T, weighted by the
codes of their values. For the tuples: their number, and the sums of products of their counts. If a
person moves from one value to another, a weighted sum changes.
"""

from sqlglot import exp

from dpsql.engines.base import Engine, Row
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.counting.tuples import TUPLES
from dpsql.sql.templates import column

_COUNTS = ("public_count", "private_count")


def sum_counts(engine: Engine, width: int) -> tuple[Row, ...]:
    """Read the tables of leaves, of `width` quasi-identifiers, and of tuples: a row for each."""
    tables = [(leaves_name(j), ("code_0",)) for j in range(width)] + [(TUPLES, _COUNTS)]
    return tuple(engine.fetch(_sum_query(name, weights))[0] for name, weights in tables)


def _sum_query(table: str, weights: tuple[str, ...]) -> exp.Query:
    products = (
        _wide(count, table) * _wide(weight, table) for count in _COUNTS for weight in weights
    )
    sums = [exp.cast(exp.Sum(this=product), "DECIMAL(38, 0)") for product in products]
    cells = [exp.Count(this=exp.Star()), *sums]
    named = [exp.alias_(cell, f"s{i}", quoted=True) for i, cell in enumerate(cells)]
    return exp.select(*named).from_(exp.to_table(table))


def _wide(name: str, table: str) -> exp.Cast:
    """Cast a column so that the product of two fits into 38 digits."""
    return exp.cast(column(name, table), "DECIMAL(18, 0)")

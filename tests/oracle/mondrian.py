"""Mondrian as published: rows of T, cut at medians, with at least k rows on both sides.

LeFevre, DeWitt & Ramakrishnan, "Mondrian Multidimensional K-Anonymity" (ICDE 2006). Strict cuts
keep equal values together, relaxed ones may divide the rows that hold the median. Dimensions are
tried widest first (the width of a part's range, as the loss counts it) or by a strategy of MPALM;
of dimensions that tie the first is taken. Relaxed cuts need a rule for the rows that hold the
median: they are divided by their other columns, first column first, each in its order. No value but
the median is tried, so that a part may be left that another cut would have divided.
"""

from collections.abc import Callable
from fractions import Fraction

from tests.oracle.orders import ColumnOrder
from tests.oracle.partitions import Orders, Part, Strategy, choose_columns
from tests.oracle.table import Row, Value

Rows = list[Row]

Halve = Callable[[Rows, int, Orders], tuple[Rows, Rows]]
"""Divides rows by one column at its median."""


def find_median(values: list[Value], order: ColumnOrder) -> Value:
    """Return the least value v such that at least half of the values are not above it."""
    return sorted(values, key=order.positions.__getitem__)[(len(values) - 1) // 2]


def halve_strictly(rows: Rows, column: int, orders: Orders) -> tuple[Rows, Rows]:
    """Return the rows up to the median, and those above."""
    positions = orders[column].positions
    median = find_median([row[column] for row in rows], orders[column])
    return (
        [row for row in rows if positions[row[column]] <= positions[median]],
        [row for row in rows if positions[row[column]] > positions[median]],
    )


def halve_relaxedly(rows: Rows, column: int, orders: Orders) -> tuple[Rows, Rows]:
    """Return the lesser half of the rows, rounded down, and the greater half, rounded up."""

    def rank(row: Row) -> tuple[int, list[int]]:
        places = [order.positions[value] for order, value in zip(orders, row, strict=True)]
        return places[column], places

    ranked = sorted(rows, key=rank)
    return ranked[: len(rows) // 2], ranked[len(rows) // 2 :]


def find_mondrian_parts(
    rows: Rows, k: int, orders: Orders, halve: Halve, columns: str = "widest", last: int = -1
) -> list[Rows]:
    """Return the parts that no dimension allows to cut; none where T has fewer than k rows.

    `columns`: "widest", or a column strategy of MPALM over rows of T.
    """
    if len(rows) < k:
        return []
    for column in _choose_dimensions(rows, orders, columns, last):
        halves = halve(rows, column, orders)
        if all(len(half) >= k for half in halves):
            return [
                part
                for half in halves
                for part in find_mondrian_parts(half, k, orders, halve, columns, column)
            ]
    return [rows]


def _choose_dimensions(rows: Rows, orders: Orders, columns: str, last: int) -> list[int]:
    """Return all columns in the order in which they are tried."""
    if columns != "widest":
        return choose_columns(Part(tuple(rows), tuple(rows), last), orders, Strategy(columns))

    def find_width(column: int) -> Fraction:
        values = orders[column].sort(row[column] for row in rows)
        return orders[column].find_width(values[0], values[-1])

    return sorted(range(len(orders)), key=lambda column: -find_width(column))

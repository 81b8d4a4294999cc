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

from tests.oracle.search.partitions import Accepts, Orders, Part, Strategy, choose_columns
from tests.oracle.tables.orders import ColumnOrder
from tests.oracle.tables.table import Row, Value

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


def find_counted_parts(
    part: Part, orders: Orders, columns: str, values: str, accepts: Accepts
) -> list[Part]:
    """Return the parts of P that are left when T is cut: Mondrian under models that look at P.

    A cut lies after a value of T and leaves rows of T on both sides; both are accepted, with their
    rows of P. `values`: "median", the only one that is tried, or a value strategy of MPALM over
    rows of T. Every row of P goes where the cuts send it.
    """
    for column in _choose_dimensions(list(part.private), orders, columns, part.last_column):
        pairs = [
            pair
            for pair in _list_pairs(part, column, orders, values)
            if all(side.private and accepts(side) for side in pair)
        ]
        if pairs:
            sides = min(pairs, key=lambda pair: _rate(pair, column, values))
            return [
                found
                for side in sides
                for found in find_counted_parts(side, orders, columns, values, accepts)
            ]
    return [part]


def _list_pairs(part: Part, column: int, orders: Orders, values: str) -> list[tuple[Part, Part]]:
    """Return the two sides of each cut that is tried, least value first."""
    positions = orders[column].positions
    cells = [row[column] for row in part.private]
    tried = (
        [find_median(cells, orders[column])] if values == "median" else orders[column].sort(cells)
    )

    def select(rows: tuple[Row, ...], value: Value, is_below: bool) -> tuple[Row, ...]:
        return tuple(
            row for row in rows if (positions[row[column]] <= positions[value]) is is_below
        )

    return [
        (
            Part(select(part.public, value, True), select(part.private, value, True), column),
            Part(select(part.public, value, False), select(part.private, value, False), column),
        )
        for value in tried
    ]


def _rate(pair: tuple[Part, Part], column: int, values: str) -> int:
    """Return what the value strategy minimizes; of a median there is one."""
    below, rest = (list(side.private) for side in pair)
    if values == "cardinality":
        return abs(len(below) - len(rest))
    if values == "first":
        return len(below)
    if values == "distinct":
        return abs(len({row[column] for row in below}) - len({row[column] for row in rest}))
    return 0

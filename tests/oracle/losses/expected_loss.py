"""What a part of P is expected to lose, by which cuts of least expected loss are ranked.

Not of the paper: the loss that the part has, divided by the 8th root of the number of pieces that
it may become. That number is 1 + 32 s²/t for t rows of T and slack s, the rows of T by which the
part is inside of δ at the nearer bound. A heuristic: of a formula there is nothing to be proven but
that it is the one meant, down to the rounding of floating-point numbers.
"""

from fractions import Fraction
from math import sqrt

from tests.oracle.tables.orders import ColumnOrder
from tests.oracle.tables.table import Row, Value

WHOLE = 6_983_776_800
"""How wide the widest range of a column is; widths are integers."""


def locate(value: Value, order: ColumnOrder) -> int:
    """Return how much of the width of an order lies below a value; NULL, unless it is like others,
    a whole width below the least number."""
    values = order.values
    if order.is_measured and values[0] is None:
        if value is None:
            return -WHOLE
        values = values[1:]
    return int(order.find_width(values[0], value) * WHOLE // 1)


def measure_range(rows: tuple[Row, ...], column: int, orders: tuple[ColumnOrder, ...]) -> int:
    """Return the width of the smallest range around the rows' values of one column."""
    places = [locate(row[column], orders[column]) for row in rows]
    return min(max(places) - min(places), WHOLE)


def expect_loss(
    people: int, members: int, width: int, delta: tuple[Fraction, Fraction] | None
) -> float:
    """Return the expected loss of a part whose box is as wide as that, all columns together."""
    if members == 0:
        return 0.0
    p, t = float(people), float(members)
    if delta is None:
        return t * width
    lower, upper = delta
    slack = p * float(upper.numerator) / float(upper.denominator) - t
    if lower > 0:
        slack = min(slack, t - p * float(lower.numerator) / float(lower.denominator))
    pieces = 1.0 + 32.0 * slack * slack / t
    return t * width / sqrt(sqrt(sqrt(pieces)))

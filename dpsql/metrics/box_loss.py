"""Loss of boxes: the cost of ranges of values, as shares of the whole range of a column.

Numbers and dates: (high - low) / (max - min) over P. Other values: (values of P from low to high,
less one) / (values of P, less one). A range with NULL and a number has no width; its cost is 1.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from fractions import Fraction


@dataclass(frozen=True)
class ColumnEnds:
    """Where the ranges of one column begin and end.

    `ends`: pairs of a place and a weight. The weight is the number of rows of T whose range ends
    there, minus the number of those whose range begins there. The products of both sum up to the
    width of all ranges. `width`: that of the whole column, 0 for one value. `whole_rows`: rows of T
    whose range costs 1 and is not among the ends.
    """

    ends: tuple[tuple[Fraction, int], ...]
    width: Fraction
    whole_rows: int = 0


def measure_box_loss(column: ColumnEnds, private_rows: int) -> Fraction:
    """Mean cost of the ranges of one column over the rows of T; 0 without rows.

    >>> measure_box_loss(ColumnEnds(((Fraction(2), -3), (Fraction(6), 3)), Fraction(8)), 3)
    Fraction(1, 2)
    """
    total = sum((place * rows for place, rows in column.ends), Fraction(0))
    cost = column.whole_rows + (total / column.width if column.width else Fraction(0))
    return cost / private_rows if private_rows else Fraction(0)


def read_number(text: str) -> Fraction:
    """Return the number that a text states: days for a date or time, 0 and 1 for false and true.

    Raises:
        ValueError: it states none.

    >>> read_number("-2.50"), read_number("2000-01-01") - read_number("1999-12-31")
    (Fraction(-5, 2), Fraction(1, 1))
    >>> read_number("1970-01-01 12:00:00") - read_number("1970-01-01")
    Fraction(1, 2)
    """
    if text in _TRUTH:
        return Fraction(_TRUTH.index(text))
    try:
        return Fraction(text)
    except ValueError:
        pass
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        moment = datetime.combine(date.min, time.fromisoformat(text))
    if moment.tzinfo is not None:
        moment = moment.astimezone(UTC)
    past = moment.replace(tzinfo=None) - datetime.min
    return Fraction(past // _TICK, timedelta(days=1) // _TICK)


_TRUTH = ("false", "true")
_TICK = timedelta(microseconds=1)

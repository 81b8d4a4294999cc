"""The order of a column's values, in which cuts t[C] < v and ranges are stated.

Nergiz, Atzori & Clifton 2007, Algorithm 2, needs one and orders "by value". An order here lists the
distinct values of the column in P, least first; values that only a hierarchy knows have no place.

number      numbers and dates by value, also where they are written as text; false before true
hierarchy   depth first through the ladder, children by first appearance in it
alpha       by the code points of the text
frequency   most frequent in P first
a list      as listed; each value of P but NULL must be there

Ties, which only `number` (7 and 007 as texts) and `frequency` know, are broken by value: numbers
and dates as such, texts by code point. NULL is a value of its own. It stands where a ladder or a
list has it and counts like any other for `frequency`; otherwise, and in ties, it is least.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cached_property

from tests.oracle.tables.table import Ladder, Value, find_height


@dataclass(frozen=True)
class ColumnOrder:
    """The distinct values of a column of P, least first; whether their distance is a number."""

    values: tuple[Value, ...]
    is_measured: bool = False

    @cached_property
    def positions(self) -> dict[Value, int]:
        """Value -> how many values are less."""
        return {value: position for position, value in enumerate(self.values)}

    def sort(self, values: Iterable[Value]) -> list[Value]:
        """Return the distinct ones of these values, least first."""
        return sorted(set(values), key=self.positions.__getitem__)

    def find_width(self, low: Value, high: Value) -> Fraction:
        """Return what the range from low to high loses: 0 for one value, 1 for all of them.

        Numbers and dates: (high - low)/(max - min) over P; others: (values of P in the range - 1)/
        (values of P - 1). NULL has no distance to a number: with it, a range of numbers costs 1,
        as in a hierarchy where only the root is above both.
        """
        if low == high or not self.is_measured:
            steps = self.positions[high] - self.positions[low]
            return Fraction(steps, len(self.values) - 1) if steps else Fraction(0)
        if low is None:
            return Fraction(1)
        numbers = [_as_number(value) for value in self.values if value is not None]
        distance = _as_number(high) - _as_number(low)
        return distance / (max(numbers) - min(numbers)) if distance else Fraction(0)


def order_by_number(values: Iterable[Value]) -> ColumnOrder:
    """Return the order of numbers or dates by value."""
    return ColumnOrder(tuple(sorted(set(values), key=_number_key)), is_measured=True)


def order_by_hierarchy(values: Iterable[Value], ladder: Ladder) -> ColumnOrder:
    """Return the depth-first order of the ladder's leaves.

    The ladder of a rule has to list its leaves in their natural order, so that the order of the
    rows of P plays no part.
    """
    occurring = set(values)
    leaves = _walk(list(ladder), ladder, find_height(ladder))
    if not occurring <= set(leaves):
        raise ValueError("a value of P has no place in the hierarchy")
    return ColumnOrder(tuple(leaf for leaf in leaves if leaf in occurring))


def order_by_alpha(values: Iterable[Value]) -> ColumnOrder:
    """Return the order of the values' texts by code point."""
    return ColumnOrder(
        tuple(sorted(set(values), key=lambda value: (value is not None, _spell(value))))
    )


def order_by_frequency(values: Iterable[Value]) -> ColumnOrder:
    """Return the values by falling number of rows of P that hold them."""
    counts = Counter(values)
    return ColumnOrder(
        tuple(sorted(counts, key=lambda value: (-counts[value], _natural_key(value))))
    )


def order_by_list(values: Iterable[Value], listed: Iterable[Value]) -> ColumnOrder:
    """Return the values as listed; what is listed twice stands where it comes first."""
    occurring, places = set(values), list(dict.fromkeys(listed))
    if not occurring - {None} <= set(places):
        raise ValueError("a value of P is not in the list")
    if None in occurring and None not in places:
        places.insert(0, None)
    return ColumnOrder(tuple(value for value in places if value in occurring))


def order_by_default(values: Iterable[Value], ladder: Ladder) -> ColumnOrder:
    """Return numbers and dates by value, others by hierarchy."""
    given = list(values)
    if all(_is_number_or_date(value) for value in given if value is not None):
        return order_by_number(given)
    return order_by_hierarchy(given, ladder)


def _walk(leaves: list[Value], ladder: Ladder, level: int) -> list[Value]:
    """Return the leaves label by label of this level, each label's leaves walked in turn."""
    under: dict[Value, list[Value]] = {}
    for leaf in leaves:
        under.setdefault(ladder[leaf][level], []).append(leaf)
    if level == 0:
        return list(under)
    return [leaf for below in under.values() for leaf in _walk(below, ladder, level - 1)]


def _is_number_or_date(value: Value) -> bool:
    return isinstance(value, int | float | date) and not isinstance(value, bool)


def _as_number(value: Value) -> Fraction:
    """Return a number as it is, a date as its day."""
    if isinstance(value, bool):
        return Fraction(int(value))
    if isinstance(value, date):
        return Fraction(value.toordinal())
    try:
        return Fraction(str(value))
    except ValueError:
        return Fraction(date.fromisoformat(str(value)).toordinal())


def _spell(value: Value) -> str:
    """Return the text form by which leaves are matched; Python sorts texts by code point."""
    if isinstance(value, bool):
        return str(value).lower()
    return value.isoformat() if isinstance(value, date) else str(value)


def _natural_key(value: Value) -> tuple[bool, Fraction, str]:
    """NULL, then numbers, dates and truth values by value, or texts by code point."""
    if value is None:
        return False, Fraction(0), ""
    return True, Fraction(0) if isinstance(value, str) else _as_number(value), _spell(value)


def _number_key(value: Value) -> tuple[bool, Fraction, str]:
    """NULL, then by number, then texts that write one number by code point."""
    if value is None:
        return False, Fraction(0), ""
    return True, _as_number(value), _spell(value)

"""Whether a column has a value of its own in each row by what it is, or maybe by chance.

A number or a code of people differs by design. A first name or an income may differ in a small
table, and in the next one it does not. Also how far a share of rows is from one by chance.
"""

import re
from math import log

from dpsql.domain.column_words import (
    calls_person,
    find_kind,
    is_identifier,
    may_number,
    names_household,
)
from dpsql.first_job.columns import ColumnProfile

#: Kinds that name one person, or one row, by design.
_NAMING = ("identifier", "contact", "record")
#: Values of so many characters, all of one length, are hardly measured.
_LEAST_LENGTH = 6
#: Pairs of rows that would have one value by chance, if numbers were drawn from their range.
_MANY_PAIRS = 5
#: Points of a scale, by the number at the end of a name, and values that stand for missing ones.
_POINTS, _MISSING = re.compile(r"[A-Za-z_]([0-9]{1,2})$"), 2
#: A share is found by chance once in e to this power of times: hardly ever.
HARDLY = 14


def may_differ_by_chance(one: ColumnProfile) -> bool:
    """Whether a column of P that differs in all rows may do so by chance: by its name and form."""
    kind = find_kind(one.name)
    if kind in _NAMING or is_identifier(one.name) or names_household(one.name):
        return False
    if calls_person(one.name):
        return False
    if kind:
        return True
    if one.type.family == "uuid" or may_number(one.name):
        return False
    is_even = one.shortest == one.longest >= _LEAST_LENGTH
    if one.type.family == "text" and not one.reads_as_number:
        return not (one.codes == one.present or is_even)
    if is_even or one.least is None or one.greatest is None:
        return False
    spread = int(one.greatest - one.least) + 1
    return one.rows * (one.rows - 1) < 2 * _MANY_PAIRS * spread


def has_points(one: ColumnProfile) -> bool:
    """Whether values are the points of a scale, as its name ends: pid7, of a party on 7 points."""
    found = _POINTS.search(one.name)
    return found is not None and one.distinct <= int(found[1]) + _MISSING


def diverge(found: float, expected: float) -> float:
    """Return how far a share is from what is expected; by chance it is once in e to n times that.

    >>> round(diverge(1, 0.5), 3), round(diverge(0.9, 0.5), 3), diverge(0.9, 0)
    (0.693, 0.368, inf)
    """
    shares = ((found, expected), (1 - found, 1 - expected))
    if any(one and not by_chance for one, by_chance in shares):
        return float("inf")
    return sum(one * log(one / by_chance) for one, by_chance in shares if one)

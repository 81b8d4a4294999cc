"""Finds negative codes of missing values, as surveys have them: -9 and -1 beside ages."""

from collections.abc import Mapping
from dataclasses import dataclass

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.plurals import join_names

#: More negative numbers, or lesser ones, are a measurement.
_MOST_CODES, LEAST_CODE = 9, -999


@dataclass(frozen=True)
class MissingCodes:
    """The `codes`, in order; the others of the column are `least` at least, and not negative."""

    codes: tuple[int, ...]
    least: float


def find_missing_codes(rows: Mapping[Leaf, int]) -> MissingCodes | None:
    """Return the codes among the numbers of a column, by text; None if negative ones may count.

    Numbers on both sides of zero alike are a scale, and so are those that go on below zero.

    >>> find_missing_codes({"-9": 2, "-1": 1, "1": 5, "2": 4, "3": 9})
    MissingCodes(codes=(-9, -1), least=1.0)
    >>> find_missing_codes({"-2": 1, "-1": 2, "0": 5, "1": 4, "2": 1})
    >>> find_missing_codes({"-2": 1, "-1": 2, "0": 5, "1": 4, "2": 1, "3": 1})
    """
    numbers = {float(text): n for text, n in rows.items() if text is not None}
    codes = sorted(number for number in numbers if number < 0)
    others = sorted(number for number in numbers if number >= 0)
    if not 0 < len(codes) <= _MOST_CODES or len(others) <= len(codes):
        return None
    if codes[0] < LEAST_CODE or not all(code.is_integer() for code in codes):
        return None
    goes_on = others[0] == 0 and len(codes) > 1 and codes[0] == -len(codes)
    is_many = 2 * sum(numbers[code] for code in codes) > sum(numbers.values())
    if goes_on or is_many or codes[0] == -others[-1]:
        return None
    return MissingCodes(tuple(map(int, codes)), others[0])


def tell_missing_codes(found: MissingCodes | None) -> str:
    """Say which values may stand for missing ones; empty if none may.

    >>> tell_missing_codes(MissingCodes((-9, -8, -1), 1.0))
    '-9, -8 and -1 may stand for missing'
    """
    if found is None:
        return ""
    return f"{join_names([*map(str, found.codes)])} may stand for missing"

"""Reads ranges of dates whose ends P need not have, as other tools write them.

Dates are days in ISO's spelling, 2001-12-31: of four digits for the year, they are sorted as texts.
Brackets tell which ends are within, as in ranges of numbers.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import pairwise

from dpsql.domain.levels.hierarchy import Leaf

_DAY = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_DATE = re.compile(_DAY)
#: A range whose brackets tell whether its ends are within.
DATE_RANGE = re.compile(
    rf"(?P<open>[\[(\]]) ?(?P<low>{_DAY})(?: ?[,;] ?| ?[.][.] ?| - | to )"
    rf"(?P<high>{_DAY}) ?(?P<close>[\])\[])"
)
#: A range whose ends are not plain.
UNPLAIN_RANGE = re.compile(rf"{_DAY}(?: ?[-–—/,;:] ?| ?[.][.] ?| to ){_DAY}")


def find_dates(leaves: Sequence[Leaf]) -> Sequence[Leaf]:
    """Return the values that are not NULL, if they are dates in rising order; else none.

    >>> find_dates([None, "2001-02-28", "2001-03-01"]), find_dates(["2001-02-29"])
    (['2001-02-28', '2001-03-01'], [])
    >>> find_dates(["2001-03-01", "2001-02-28"]), find_dates(["2001-03-01", "2001-03-02 10:00"])
    ([], [])
    """
    values = leaves[1:] if leaves and leaves[0] is None else leaves
    if not are_dates(values):
        return []
    return values if all(low < high for low, high in pairwise(map(_as_text, values))) else []


def are_dates(leaves: Iterable[Leaf]) -> bool:
    """Whether all values are days, in any order; NULL is none."""
    return all(leaf is not None and _is_day(leaf) for leaf in leaves)


def read_date_range(cell: Leaf, dates: Sequence[Leaf]) -> tuple[Leaf, Leaf] | None:
    """Return the first and the last of the sorted dates that are in a range; None if none is.

    >>> days = ["2001-01-05", "2001-12-31", "2002-01-01"]
    >>> read_date_range("[2001-01-01..2001-12-31]", days)
    ('2001-01-05', '2001-12-31')
    >>> read_date_range("[2001-12-31, 2002-01-01[", days)
    ('2001-12-31', '2001-12-31')
    >>> read_date_range("[2001-01-06..2001-02-29]", days)
    """
    found = DATE_RANGE.fullmatch(cell or "")
    if found is None or not (_is_day(found["low"]) and _is_day(found["high"])):
        return None
    first = (bisect_left if found["open"] == "[" else bisect_right)(
        dates, found["low"], key=_as_text
    )
    end = (bisect_right if found["close"] == "]" else bisect_left)(
        dates, found["high"], key=_as_text
    )
    return (dates[first], dates[end - 1]) if first < end else None


def _is_day(text: str) -> bool:
    if not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _as_text(leaf: Leaf) -> str:
    return leaf or ""

"""Reads ranges of numbers whose ends P need not have, as other tools write them.

Brackets tell which ends are within: of whole numbers ``[20..29]``, ``[20, 30[``, ``[20, 30)`` and
``(19, 29]`` are one range. Without brackets it is not plain what 20-30 means.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import pairwise

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.levels.rules import NUMBER_PATTERN

_NUMBER = re.compile(NUMBER_PATTERN)
#: A number in a cell.
SIGNED = r"-?[0-9]{1,18}(?:[.][0-9]{1,12})?"
#: A range whose brackets tell whether its ends are within.
RANGE = re.compile(
    rf"(?P<open>[\[(\]]) ?(?P<low>{SIGNED})(?: ?[,;] ?| ?[.][.] ?| ?- ?| to )"
    rf"(?P<high>{SIGNED}) ?(?P<close>[\])\[])"
)


def find_numbers(leaves: Sequence[Leaf]) -> Sequence[Leaf]:
    """Return the values that are not NULL, if they are numbers in rising order; else none.

    >>> find_numbers([None, "9", "10"]), find_numbers(["10", "9"]), find_numbers(["9", "x"])
    (['9', '10'], [], [])
    """
    values = leaves[1:] if leaves and leaves[0] is None else leaves
    if not are_numbers(values):
        return []
    return values if all(low < high for low, high in pairwise(map(_as_number, values))) else []


def are_numbers(leaves: Iterable[Leaf]) -> bool:
    """Whether all values are numbers, in any order; NULL is none."""
    return all(leaf is not None and _NUMBER.fullmatch(leaf) for leaf in leaves)


def read_number_range(cell: Leaf, numbers: Sequence[Leaf]) -> tuple[Leaf, Leaf] | None:
    """Return the least and the greatest of the sorted numbers that are in a range; None if none is.

    >>> ages = ["18", "22", "30"]
    >>> [read_number_range(cell, ages) for cell in ("[20..30]", "[18, 30[", "(18-22]")]
    [('22', '30'), ('18', '22'), ('22', '22')]
    >>> read_number_range("[23..29]", ages), read_number_range("18-22", ages)
    (None, None)
    """
    found = RANGE.fullmatch(cell or "")
    if found is None:
        return None
    low, high = Decimal(found["low"]), Decimal(found["high"])
    first = (bisect_left if found["open"] == "[" else bisect_right)(numbers, low, key=_as_number)
    end = (bisect_right if found["close"] == "]" else bisect_left)(numbers, high, key=_as_number)
    return (numbers[first], numbers[end - 1]) if first < end else None


def _as_number(leaf: Leaf) -> Decimal:
    return Decimal(leaf or 0)

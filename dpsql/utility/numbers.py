"""Which columns hold numbers or dates, and which ones.

A column of texts holds numbers if all of its values are numbers, unless they are codes: all of five
digits or more, and equally long, as postcodes are; or others than 0 and 1 that stand in a tree, as
those of regions, or 1 and 2 of a sex. Nobody asks for their mean. That of 0 and 1 is a share.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from typing import Literal

import numpy as np

from dpsql.domain.levels.hierarchy import Hierarchy, Leaf
from dpsql.domain.levels.rules import DateHierarchy, WidthHierarchy, reads_number
from dpsql.engines.base import ColumnType
from dpsql.metrics.box_loss import read_number
from dpsql.utility.meanings import Floats

_NUMBERS = ("integer", "decimal", "float")
_SHORTEST_CODE = 5


@dataclass(frozen=True)
class Numbers:
    """The number of each value, None for NULL; days where the values are dates."""

    kind: Literal["number", "date"]
    of_values: tuple[Fraction | None, ...]

    def show(self, number: Fraction) -> float | str:
        """Return a number as the JSON has it: a date as a text, to the day."""
        if self.kind == "number":
            return float(number)
        return (date.min + timedelta(days=round(number))).isoformat()

    def as_floats(self) -> Floats:
        """Return the numbers as doubles, NaN for NULL."""
        return np.array([np.nan if one is None else float(one) for one in self.of_values])


def find_numbers(
    values: Iterable[Leaf], type_: ColumnType, hierarchy: Hierarchy | None = None
) -> Numbers | None:
    """Return the numbers of a column's values; None if some are no numbers, or codes."""
    domain = tuple(values)
    texts = [leaf for leaf in domain if leaf is not None]
    is_date = type_.family in ("date", "timestamp") or isinstance(hierarchy, DateHierarchy)
    if not texts or not (is_date or _are_numbers(texts, type_, hierarchy)):
        return None
    try:
        found = [
            None if leaf is None else read_number(leaf[:10] if is_date else leaf) for leaf in domain
        ]
    except ValueError:
        return None
    return Numbers("date" if is_date else "number", tuple(found))


def _are_numbers(texts: list[str], type_: ColumnType, hierarchy: Hierarchy | None) -> bool:
    if type_.family in _NUMBERS:
        return True
    if type_.family != "text" or not all(map(reads_number, texts)):
        return False
    return isinstance(hierarchy, WidthHierarchy) or not are_codes(texts)


def are_codes(texts: list[str]) -> bool:
    """Whether texts of digits are all equally long, and long.

    >>> are_codes(["47906", "01234"]), are_codes(["1980", "2000"]), are_codes(["47906.5"])
    (True, False, False)
    """
    lengths = {len(text) for text in texts}
    return len(lengths) == 1 and min(lengths) >= _SHORTEST_CODE and all(map(str.isdecimal, texts))

"""Which columns hold numbers or dates, and which ones.

A column holds numbers if all of its values are numbers, unless they are codes (`utility.codes`).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from typing import Literal

import numpy as np

from dpsql.domain.levels.hierarchy import Hierarchy, Leaf
from dpsql.domain.levels.rules import DateHierarchy, reads_number
from dpsql.engines.base import ColumnType
from dpsql.metrics.box_loss import read_number
from dpsql.utility.codes import are_codes
from dpsql.utility.meanings import Floats

_NUMBERS = ("integer", "decimal", "float")


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
    values: Iterable[Leaf],
    type_: ColumnType,
    hierarchy: Hierarchy | None = None,
    *,
    in_tree: bool = False,
) -> Numbers | None:
    """Return the numbers of a column's values; None if some are no numbers, or codes.

    `in_tree`: its hierarchy is a tree of the job.
    """
    domain = tuple(values)
    texts = [leaf for leaf in domain if leaf is not None]
    is_date = type_.family in ("date", "timestamp") or isinstance(hierarchy, DateHierarchy)
    may_be_numbers = type_.family in _NUMBERS or (
        type_.family == "text" and all(map(reads_number, texts))
    )
    if not texts or not (is_date or may_be_numbers):
        return None
    try:
        found = [
            None if leaf is None else read_number(leaf[:10] if is_date else leaf) for leaf in domain
        ]
        if not is_date and _are_codes(texts, type_, hierarchy, in_tree=in_tree):
            return None
    except ValueError:
        return None
    return Numbers("date" if is_date else "number", tuple(found))


def _are_codes(
    texts: list[str], type_: ColumnType, hierarchy: Hierarchy | None, *, in_tree: bool
) -> bool:
    # Of a column of numbers without a hierarchy nobody knows: incomes have five digits, too.
    is_kept_number = hierarchy is None and type_.family in _NUMBERS
    return not is_kept_number and are_codes(texts, hierarchy, in_tree=in_tree)

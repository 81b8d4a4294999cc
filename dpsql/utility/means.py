"""The mean of a column in T, as a reader of a release estimates it, and where it must lie.

A reader knows of each row that its number lies from the least to the greatest one that its label
stands for. So the mean of T lies from the mean of the least to the mean of the greatest, however
values are distributed. NULL has no number: a row whose label also stands for NULL may not count.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.utility.meanings import Meanings
from dpsql.utility.numbers import Numbers


@dataclass(frozen=True)
class Mean:
    """The mean of T, that of the rows spread evenly, and the bounds that a reader is sure of."""

    numbers: Numbers
    own: Fraction
    estimate: Fraction
    least: Fraction
    most: Fraction

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        show = self.numbers.show
        return {
            "kind": self.numbers.kind,
            "before": show(self.own),
            "after": show(self.estimate),
            "least": show(self.least),
            "most": show(self.most),
        }


@dataclass(frozen=True)
class _Label:
    """The rows of a label, and the numbers that it stands for, NULL apart."""

    rows: int
    values: int
    numbers: tuple[Fraction, ...]

    @property
    def may_be_null(self) -> bool:
        return len(self.numbers) < self.values


def find_mean(
    meanings: Meanings, numbers: Numbers, own: Counter[Leaf], released: Counter[Leaf]
) -> Mean | None:
    """Return the means of a column; None if no row of T has a number."""
    rows = [
        (number, own[leaf])
        for leaf, number in zip(meanings.values, numbers.of_values, strict=True)
        if number is not None and own[leaf]
    ]
    if not rows:
        return None
    labels = list(_list_labels(meanings, numbers, released))
    estimated = [
        (
            sum(one.numbers, Fraction(0)) / len(one.numbers),
            Fraction(one.rows * len(one.numbers), one.values),
        )
        for one in labels
    ]
    return Mean(
        numbers,
        _average(rows),
        _average(estimated),
        _find_least([(min(one.numbers), one) for one in labels]),
        -_find_least([(-max(one.numbers), one) for one in labels]),
    )


def _list_labels(meanings: Meanings, numbers: Numbers, released: Counter[Leaf]) -> Iterable[_Label]:
    for label, rows in released.items():
        meant = meanings.by_label[label]
        known = (numbers.of_values[place] for place in meant)
        found = tuple(number for number in known if number is not None)
        if found:
            yield _Label(rows, len(meant), found)


def _average(weighted: Iterable[tuple[Fraction, int | Fraction]]) -> Fraction:
    total, weight = Fraction(0), Fraction(0)
    for number, rows in weighted:
        total += number * rows
        weight += rows
    return total / weight


def _find_least(ends: list[tuple[Fraction, _Label]]) -> Fraction:
    """Return the least mean of rows that are at `ends`, if those that may be NULL may be left out.

    Of those, the ones that lie below the mean of all others make it less, the least first.
    """
    certain = [(end, one.rows) for end, one in ends if not one.may_be_null]
    doubtful = sorted((end, one.rows) for end, one in ends if one.may_be_null)
    if not certain:
        return doubtful[0][0]
    taken = list(certain)
    total = sum((end * rows for end, rows in taken), Fraction(0))
    weight = sum(rows for _, rows in taken)
    for end, rows in doubtful:
        if end * weight >= total:
            break
        total, weight = total + end * rows, weight + rows
    return total / weight

"""What the labels of a released column stand for: the one definition behind every figure here.

Whoever reads a label can only **spread** its rows evenly over the values that it stands for: the
leaves under it; of a rule, those that P has; of a box, the values of P from its low to its high end
in the order of the column. A text that is a label on several released levels stands for all that
any of them has.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain
from math import lcm
from typing import Self

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.levels.hierarchy import Hierarchy, Leaf

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Meanings:
    """The `values` of a column, and by label the places of those that it stands for."""

    values: tuple[Leaf, ...]
    by_label: Mapping[Leaf, Sequence[int]]

    @classmethod
    def of_levels(
        cls,
        hierarchy: Hierarchy,
        levels: Iterable[int],
        values: Iterable[Leaf],
        labels: Iterable[Leaf],
    ) -> Self:
        """Return what `labels`, released on some of the `levels`, stand for."""
        chosen, released = tuple(levels), frozenset(labels)
        domain, found = tuple(values), defaultdict[Leaf, list[int]](list)
        for place, leaf in enumerate(domain):
            for label in {hierarchy.label(leaf, level) for level in chosen} & released:
                found[label].append(place)
        return cls(domain, found)

    @classmethod
    def of_values(cls, values: Iterable[Leaf]) -> Self:
        """Return the meanings of a column that is released as it is."""
        domain = tuple(values)
        return cls(domain, {leaf: (place,) for place, leaf in enumerate(domain)})

    @classmethod
    def of_ranges(cls, values: Sequence[Leaf], ranges: Iterable[tuple[int, int]]) -> Self:
        """Return the meanings of ranges, given by the places of their ends in the order."""
        found = {
            name_range(values[low], values[high], low == high): (low, high) for low, high in ranges
        }
        return cls(
            tuple(values), {label: range(low, high + 1) for label, (low, high) in found.items()}
        )

    @property
    def size(self) -> int:
        """How many values all labels stand for, in all."""
        return sum(map(len, self.by_label.values()))

    @cached_property
    def are_apart(self) -> bool:
        """Whether no value has two labels."""
        return len(set(chain(*self.by_label.values()))) == self.size


def name_range(low: Leaf, high: Leaf, is_one: bool) -> Leaf:
    """Write a range as a release does.

    >>> name_range(None, "5", False), name_range("5", "5", True)
    ('[NULL..5]', '5')
    """
    if is_one:
        return low
    return f"[{'NULL' if low is None else low}..{'NULL' if high is None else high}]"


def spread_exactly(meanings: Meanings, released: Counter[Leaf]) -> tuple[list[int], int]:
    """Spread the rows of labels; return by value how many parts of a row it has, and their number.

    >>> spread_exactly(Meanings(("a", "b"), {"a": [0], "*": [0, 1]}), Counter({"a": 1, "*": 1}))
    ([3, 1], 2)
    """
    unit = lcm(*(len(meanings.by_label[label]) for label in released))
    spread = [0] * len(meanings.values)
    changes = [0] * (len(meanings.values) + 1)
    for label, rows in released.items():
        meant = meanings.by_label[label]
        part = rows * (unit // len(meant))
        if isinstance(meant, range):
            changes[meant.start] += part
            changes[meant.stop] -= part
            continue
        for place in meant:
            spread[place] += part
    return [one + more for one, more in zip(spread, accumulate(changes), strict=False)], unit


def spread_first(table: Floats, meanings: Meanings, labels: Sequence[Leaf]) -> Floats:
    """Spread the rows of a table, one for each of the `labels`, over the values of the column."""
    sizes = np.array([len(meanings.by_label[label]) for label in labels])
    even = table / sizes[:, None]
    places = np.concatenate([np.asarray(meanings.by_label[label]) for label in labels])
    if meanings.are_apart:
        spread = np.zeros((len(meanings.values), table.shape[1]))
        spread[places] = np.repeat(even, sizes, axis=0)
        return spread
    stands_for = np.zeros((len(meanings.values), len(labels)))
    stands_for[places, np.repeat(np.arange(len(labels)), sizes)] = 1
    return np.asarray(stands_for @ even)

"""What the next level of each quasi-identifier does to the classes that are left, in memory.

The statements of `sql.pooling` find the same of any number of people.
"""

from collections.abc import Sequence
from operator import mul

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.lattice import Lattice
from dpsql.domain.pooling import NextLevel
from dpsql.search.class_table import ClassTable, CodesAbove
from dpsql.search.sums import LARGEST_INT64
from dpsql.sql.pooling.labels import Labels

Counts = NDArray[np.int64]


class NextLevels:
    """Measures next levels; `labels` are those of every level by quasi-identifier."""

    def __init__(
        self, lattice: Lattice, codes_above: CodesAbove, labels: Sequence[Sequence[Labels]]
    ) -> None:
        self._lattice = lattice
        self._codes_above = codes_above
        self._labels = labels
        self._more: dict[tuple[int, int], Counts] = {}

    def measure(self, left: ClassTable) -> dict[int, NextLevel]:
        """Return what the next levels do to some classes, by quasi-identifier below its root."""
        return {j: self._measure(left, j) for j in left.codes}

    def _measure(self, left: ClassTable, j: int) -> NextLevel:
        level, people = left.node.levels[j], left.count_people(j)
        whole = int(people.sum())
        if level + 1 == self._lattice.heights[j]:
            alike_above = whole * whole
        else:
            codes = self._codes_above(j, level, level + 1)
            above = np.zeros(int(codes.max()) + 1, dtype=np.int64)
            np.add.at(above, codes, people)
            alike_above = _multiply(above, above, whole)
        leaves = int(self._labels[j][-1].leaves[0])
        more = _multiply(people, self._count_more(j, level), leaves)
        return NextLevel(_multiply(people, people, whole), alike_above, more, leaves)

    def _count_more(self, j: int, level: int) -> Counts:
        """How many leaves more a label stands for on the next level, by its code on this one."""
        if (j, level) not in self._more:
            above = self._labels[j][level + 1].leaves
            if level + 1 < self._lattice.heights[j]:
                above = above[self._codes_above(j, level, level + 1)]
            self._more[j, level] = above - self._labels[j][level].leaves
        return self._more[j, level]


def _multiply(ones: Counts, others: Counts, largest: int) -> int:
    """Sum up products exactly; no factor of the second is larger than `largest`."""
    if int(ones.sum()) * max(largest, 1) >= LARGEST_INT64:
        return sum(map(mul, ones.tolist(), others.tolist()))
    return int(ones @ others)

"""What the next level of each quasi-identifier does to the classes that are left, in memory.

The statements of `sql.pooling` find the same of any number of people.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.levels.lattice import Lattice
from dpsql.domain.pooling import NextLevel
from dpsql.search.class_tables.class_table import ClassTable, CodesAbove
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
        level = left.node.levels[j]
        people: NDArray[Any] = left.count_people(j)
        whole, leaves = int(people.sum()), int(self._labels[j][-1].leaves[0])
        if whole * max(whole, leaves) >= LARGEST_INT64:
            people = people.astype(object)
        alike_above = whole * whole
        if level + 1 < self._lattice.heights[j]:
            codes = self._codes_above(j, level, level + 1)
            above = np.zeros(int(codes.max()) + 1, dtype=people.dtype)
            np.add.at(above, codes, people)
            alike_above = int(above @ above)
        more = int(people @ self._count_more(j, level))
        return NextLevel(int(people @ people), alike_above, more, leaves)

    def _count_more(self, j: int, level: int) -> Counts:
        """How many leaves more a label stands for on the next level, by its code on this one."""
        if (j, level) not in self._more:
            above = self._labels[j][level + 1].leaves
            if level + 1 < self._lattice.heights[j]:
                above = above[self._codes_above(j, level, level + 1)]
            self._more[j, level] = above - self._labels[j][level].leaves
        return self._more[j, level]

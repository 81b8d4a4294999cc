"""How few people may settle together at each start, by the classes of single tuples: witnesses.

A class of the start that violates a model must not settle there. So more people must settle
together than it has, unless a class of another step has the same texts. The class of one tuple of P
is counted at all nodes at once: another tuple is in it at exactly those nodes whose levels are at
least the lowest ones where both have the same labels. So people are counted by these levels, and
summed up over the lattice.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.levels.lattice import Lattice
from dpsql.search.class_tables.class_table import ClassTable, CodesAbove

Counts = NDArray[np.int64]


class Witnesses:
    """The least numbers of people that the witnesses so far leave possible."""

    def __init__(
        self,
        lattice: Lattice,
        raw: ClassTable,
        codes_above: CodesAbove,
        find_violating: Callable[[Counts, Counts], NDArray[np.bool_]],
    ) -> None:
        """Begin without a witness; `find_violating` judges classes by people of P and rows of T."""
        self._lattice = lattice
        self._raw = raw
        self._codes_above = codes_above
        self._find_violating = find_violating
        #: By node: with fewer people that settle together it fails as a start.
        self.least = np.ones(lattice.shape, dtype=np.int64)

    def learn_from(self, table: ClassTable) -> bool:
        """Take a tuple of the largest class that violates a model; whether that was not known."""
        violating = self._find_violating(table.public, table.private)
        largest = int(np.argmax(np.where(violating, table.public, 0)))
        known = self.least[self._lattice.position(table.node)]
        if not violating[largest] or table.public[largest] < known:
            return False
        self._take(self._find_most_frequent(table, largest))
        return True

    def _find_most_frequent(self, table: ClassTable, number: int) -> int:
        """Return the most frequent tuple of a class."""
        raw, levels = self._raw, table.node.levels
        others = {j: self._label(j, levels[j]) != codes[number] for j, codes in table.codes.items()}
        tuples = np.flatnonzero(raw.add_up(others) == 0)
        return int(tuples[np.argmax(raw.public[tuples])])

    def _take(self, witness: int) -> None:
        """Count the class of a tuple at all nodes."""
        raw, lattice = self._raw, self._lattice
        meets, nodes = {}, 1
        for j in reversed(lattice.axes):
            if j in raw.codes:
                meets[j] = self._meet(j, int(raw.codes[j][witness])) * nodes
            nodes *= lattice.heights[j] + 1
        lowest, counts = raw.sum_by(raw.add_up(meets), nodes)
        public, private = (self._sum_up(lowest, each) for each in counts)
        violating = self._find_violating(public, private)
        more = np.where(violating, public + 1, 1).reshape(lattice.shape)
        self.least = np.maximum(self.least, more)

    def _meet(self, j: int, code: int) -> Counts:
        """The lowest level where each value has the label of this one, by code."""
        height = self._lattice.heights[j]
        levels = np.full(self._raw.radices[j], height, dtype=np.int64)
        for level in reversed(range(height)):
            labels = self._label(j, level)
            levels[labels == labels[code]] = level
        return levels

    def _label(self, j: int, level: int) -> Counts:
        """The labels on a level below the root, by the codes of the raw values."""
        return self._codes_above(j, 0, level) if level else np.arange(self._raw.radices[j])

    def _sum_up(self, nodes: Counts, counts: Counts) -> Counts:
        """Sum up counts of some nodes over the nodes below each."""
        sums = np.zeros(self._lattice.size, dtype=np.int64)
        sums[nodes] = counts
        sums = sums.reshape(self._lattice.shape)
        for axis in range(sums.ndim):
            sums = sums.cumsum(axis=axis)
        return sums.ravel()

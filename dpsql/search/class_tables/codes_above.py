"""The codes of labels on coarser levels, fetched from an engine as far as they are needed."""

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.levels.lattice import Lattice
from dpsql.engines.base import Engine
from dpsql.search.class_tables.grouped_codes import Codes
from dpsql.sql.lattice.class_table import fetch_parent_codes


class CodesAbove:
    """By quasi-identifier the codes of coarser labels, fetched from the finest level needed up."""

    def __init__(self, engine: Engine, lattice: Lattice, most: int) -> None:
        """Know no codes yet; at most so many labels are fetched at a time."""
        self._engine = engine
        self._most = most
        self._lattice = lattice
        self._finest: dict[int, int] = {}
        self._codes: dict[int, NDArray[np.int64]] = {}
        self._above: dict[tuple[int, int, int], Codes] = {}
        self._labels: dict[tuple[int, int], int] = {}

    def learn(self, levels: dict[int, int]) -> dict[int, int] | None:
        """Fetch what is not known from these levels up; how many codes each of them has.

        None if the labels are too many: P may have far more of them than T has classes.
        """
        heights = self._lattice.heights
        unknown = {
            j: level for j, level in levels.items() if level < self._finest.get(j, heights[j])
        }
        if unknown:
            found = fetch_parent_codes(self._engine, self._lattice, unknown, self._most)
            if found is None:
                return None
            self._codes |= found
            self._finest |= unknown
        return {j: self._count_labels(j, level) for j, level in levels.items()}

    def _count_labels(self, j: int, level: int) -> int:
        """How many labels a level has, which are as many however they were fetched."""
        if (j, level) not in self._labels:
            self._labels[j, level] = int(self._codes[j][level - self._finest[j]].max()) + 1
        return self._labels[j, level]

    def __call__(self, j: int, below: int, above: int) -> Codes:
        """The codes on the level `above` by those on `below`; none if it is the root."""
        key = (j, below, above)
        if key not in self._above:
            codes, finest = self._codes[j], self._finest[j]
            is_root = above == self._lattice.heights[j]
            found = np.empty(0 if is_root else int(codes[below - finest].max()) + 1, dtype=np.int64)
            if not is_root:
                found[codes[below - finest]] = codes[above - finest]
            self._above[key] = found
        return self._above[key]

"""A lattice whose tuples are all in memory: nodes are counted for any T without an engine."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from sqlglot import exp

from dpsql.domain.batch_size import BatchSize
from dpsql.domain.found.statistics import (
    LevelStatistics,
    NodeStatistics,
    PrivateClasses,
    TableStatistics,
)
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.privacy.model import PrivacyModel, any_violation
from dpsql.search.class_tables.class_table import ClassTable
from dpsql.search.class_tables.classes import Classes
from dpsql.search.class_tables.codes_above import CodesAbove
from dpsql.search.class_tables.vectorized import find_violating
from dpsql.search.sums import LARGEST_INT64
from dpsql.sql.pooling.labels import Labels

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class TuplesInMemory:
    """The tuples of P with their codes, and the labels of every level.

    `leaf_counts`: the leaves of each hierarchy.
    """

    lattice: Lattice
    raw: ClassTable
    codes_above: CodesAbove
    labels: Sequence[Sequence[Labels]]
    leaf_counts: Sequence[int]
    public_rows: int
    weights: tuple[int, ...] = ()

    def number_classes(self, node: Node) -> Counts:
        """Return the class of each tuple at a node, numbered from 0."""
        found = np.zeros(len(self.raw), dtype=np.int64)
        for j in self.raw.codes:
            labels = self._labels_of(j, node.levels[j])
            found = np.unique(found * (int(labels.max()) + 1) + labels, return_inverse=True)[1]
        return found

    def with_private(
        self, private: Counts, models: Sequence[PrivacyModel]
    ) -> tuple["MemoryChecker", TableStatistics]:
        """Return a checker and the statistics of levels, for a T of so many rows of each tuple."""
        raw = self.raw
        table = ClassTable(raw.node, raw.codes, raw.radices, raw.public, private)
        checker = MemoryChecker(
            self.lattice, Classes(self.codes_above, table), tuple(models), self.public_rows
        )
        return checker, self._measure(private)

    def _measure(self, private: Counts) -> TableStatistics:
        levels = []
        for j, height in enumerate(self.lattice.heights):
            of_column = []
            for level in range(height + 1):
                leaves = self.labels[j][level].leaves
                rows = np.zeros(len(leaves), dtype=np.int64)
                np.add.at(rows, self._labels_of(j, level), private)
                lost = sum(int(one) for one in rows * (leaves - 1))
                groups = Counter(rows[rows > 0].tolist())
                told = LevelStatistics(lost, self.leaf_counts[j], tuple(sorted(groups.items())))
                of_column.append(told)
            levels.append(tuple(of_column))
        of_t = int(private.sum())
        return TableStatistics(self.public_rows, of_t, tuple(levels), self.weights)

    def _labels_of(self, j: int, level: int) -> Counts:
        """The code of each tuple's label; 0 at the last level."""
        if level == self.lattice.heights[j]:
            return np.zeros(len(self.raw), dtype=np.int64)
        codes = self.raw.codes[j]
        found: Counts = self.codes_above(j, 0, level)[codes] if level else codes.astype(np.int64)
        return found


@dataclass(frozen=True)
class MemoryChecker:
    """Counts nodes of tuples in memory under models of counts; see `search.checker.NodeChecker`."""

    lattice: Lattice
    classes: Classes
    models: tuple[PrivacyModel, ...]
    public_rows: int

    @property
    def base(self) -> Node:
        """The lowest node that is looked at: nothing is known to fail."""
        return self.lattice.lowest

    @property
    def monotone(self) -> bool:
        """Whether every model allows pruning."""
        return all(model.monotone_under_generalization for model in self.models)

    @property
    def batch_size(self) -> BatchSize:
        """One node at a time: each tells the search where to go."""
        return BatchSize(1, 1)

    def count(self, nodes: Sequence[Node]) -> list[NodeStatistics]:
        """Count all classes of the nodes."""
        return [self._count(self.classes.at(node)) for node in nodes]

    def count_private(self, nodes: Sequence[Node]) -> list[PrivateClasses] | None:
        """Count the classes of T alone: that saves little."""
        return None

    def sample_private(self, node: Node) -> PrivateClasses | None:
        """Count the classes of a sample of T: that saves little."""
        return None

    def refute(self, nodes: Sequence[Node], thoroughly: Sequence[Node]) -> set[Node]:
        """Refute nodes without a full count: none are."""
        return set()

    def count_above(
        self, node: Node, ancestors: Sequence[Node]
    ) -> dict[Node, NodeStatistics | None] | None:
        """Count ancestors of a node."""
        return {one: self._count(self.classes.at(one)) for one in ancestors}

    @cached_property
    def _violation(self) -> exp.Expr:
        return any_violation(self.models, self.public_rows)

    def _count(self, table: ClassTable) -> NodeStatistics:
        counts = {"public_count": table.public, "private_count": table.private}
        violating = int(np.count_nonzero(find_violating(self._violation, counts)))
        fit = int(table.private.sum()) ** 2 < LARGEST_INT64
        return NodeStatistics(violating, table.measure_private(squares_fit=fit))

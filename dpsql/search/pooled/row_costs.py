"""What one row of T costs by its labels, for metrics whose costs are sums over rows and columns.

Costs are those of `SeparableMetric.published_cost`, before rounding. They are arrays of 64 bits if
all rows of T together fit, else of integers of Python.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.found.statistics import PublishedColumn, TableStatistics
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.metrics.metric import SeparableMetric
from dpsql.search.class_tables.class_table import ClassTable, CodesAbove
from dpsql.search.sums import LARGEST_INT64, sum_heights, sum_levels
from dpsql.sql.pooling.labels import Labels


@dataclass(frozen=True)
class RowCosts:
    """What one row of T costs; `labels`: by quasi-identifier and level."""

    metric: SeparableMetric
    table: TableStatistics
    labels: Sequence[Sequence[Labels]]
    codes_above: CodesAbove

    @cached_property
    def of_labels(self) -> list[list[NDArray[Any]]]:
        """The cost in one column, by quasi-identifier, level and the code of the label."""
        found = [
            [self._price_level(j, level) for level in range(len(levels))]
            for j, levels in enumerate(self.labels)
        ]
        largest = sum(max(int(costs.max()) for costs in levels) for levels in found)
        if largest * max(self.table.private_rows, 1) < LARGEST_INT64:
            return [[costs.astype(np.int64) for costs in levels] for levels in found]
        return found

    def _price_level(self, j: int, level: int) -> NDArray[Any]:
        labels, height = self.labels[j][level], len(self.labels[j]) - 1
        leaves = self.table.levels[j][0].leaves
        pairs = zip(labels.leaves.tolist(), labels.rows.tolist(), strict=True)
        published = (
            PublishedColumn(
                under - 1, leaves, level, height, ((rows or 1, 1),), self.table.weigh(j)
            )
            for under, rows in pairs
        )
        costs = [self.metric.published_cost(one, self.table) for one in published]
        return np.array(costs, dtype=object)

    @property
    def at_root(self) -> int:
        """The cost at the root of the lattice."""
        return sum(int(levels[-1][0]) for levels in self.of_labels)

    def of_classes(self, table: ClassTable) -> NDArray[Any]:
        """The cost in each class of a table."""
        costs = [self.of_labels[j][level] for j, level in enumerate(table.node.levels)]
        at_root = sum(int(each[0]) for j, each in enumerate(costs) if j not in table.codes)
        # Where all columns are at their root, nothing else has the type of the costs.
        whole = np.full(len(table), at_root, dtype=self.of_labels[0][0].dtype)
        found: NDArray[Any] = whole + table.add_up({j: costs[j] for j in table.codes})
        return found

    def rise(self, table: ClassTable, node: Node) -> NDArray[Any]:
        """What a row of each class costs more at an ancestor of the table's node."""
        each = np.zeros(len(table), dtype=self.of_labels[0][0].dtype)
        for j, (below, above) in enumerate(zip(table.node.levels, node.levels, strict=True)):
            if below < above:
                each += self._rise_of_label(j, below, above)[table.codes[j]]
        return each

    def _rise_of_label(self, j: int, below: int, above: int) -> NDArray[Any]:
        """What it costs more on a coarser level, by the label on the finer one."""
        key = (j, below, above)
        if key not in self._rises:
            costs, codes = self.of_labels[j], self.codes_above(j, below, above)
            after = costs[above][codes] if len(codes) else costs[above][0]
            self._rises[key] = after - costs[below]
        return self._rises[key]

    @cached_property
    def _rises(self) -> dict[tuple[int, int, int], NDArray[Any]]:
        return {}


def cost_nodes(metric: SeparableMetric, table: TableStatistics, lattice: Lattice) -> NDArray[Any]:
    """What the rows of T cost if all are published at a node, for every node; before rounding."""
    levels = [
        [metric.published_cost(table.publish(j, level), table) for level in range(height + 1)]
        for j, height in enumerate(lattice.heights)
    ]
    return sum_levels(lattice, levels)


def list_by_cost(
    metric: SeparableMetric, table: TableStatistics, lattice: Lattice
) -> Iterator[tuple[int, Node]]:
    """Yield all nodes by cost, sum of levels and levels, with their costs."""
    costs = np.asarray(metric.round(cost_nodes(metric, table, lattice))).ravel()
    order = np.lexsort((np.arange(costs.size), sum_heights(lattice).ravel()))
    for index in sorted(order.tolist(), key=costs.__getitem__):
        yield int(costs[index]), lattice.node_at(index)

"""What rows of T cost at least that cannot settle at a node u, nor at a descendant of it.

Let C be a class of u, and let people start at v ≤ u. Whoever settles at a node w with v ≤ w ≤ u
does so in a class inside C, as labels at w decide those at u. These classes are disjoint, have at
least `least` people, and satisfy the models. So of C's rows of T some **leave** u, which means that
they settle at a node that is not u or below: all of them if C has fewer people than `least` or its
excess is all of them, and its excess (`search.pooled.excess`) otherwise. At the root of the
lattice, the last of a path, nobody has to leave.

A row costs no less on a coarser level. Along ``root`` and a list, the nodes that people come to are
ordered, so whoever leaves u costs at least what the first node of the path costs that is not u or
below: the columns that are raised before it are at their roots, the first that u does not have at
its root is a level above u's, and the others are as at v. Along ``columns`` nothing is known of the
order; groups of columns bound more there (`search.pooled.groups`).

A row of C costs at v, in one column, at most the greatest cost of v's labels under C's label. So a
release from v costs at least

    cost of v as a plain node + Σ over C: rows that leave × (cost after it - cost at v at most),

a sum over the columns, whose terms depend on u, `least` and v's level of the column.
So one class table bounds all starts below its node.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.domain.pooling import PoolingPath
from dpsql.search.class_tables.class_table import ClassTable, CodesAbove
from dpsql.search.pooled.excess import Excess

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Leaving:
    """What rows of T that leave a node cost more than at a start, at the node or below.

    `people`: those of the node's classes with rows of T, ascending. `costs`: what the rows cost
    after leaving if so many of these classes have too few people. `before`: per quasi-identifier
    that is raised, and level of the start, what they cost there at most.
    """

    node: Node
    people: Counts
    costs: NDArray[Any]
    before: Mapping[int, Sequence[NDArray[Any]]]

    def measure(self, levels: Mapping[int, Counts], least: Counts) -> NDArray[Any]:
        """How much more starts cost than plain nodes, by their levels and least numbers."""
        small = np.searchsorted(self.people, least)
        more = self.costs[small]
        for j, of_levels in self.before.items():
            for level, costs in enumerate(of_levels):
                chosen = levels[j] == level
                more[chosen] -= costs[small[chosen]]
        return more


class LeavingRows:
    """Finds what leaves a node along ``root`` or a list, for models and the costs of labels."""

    def __init__(
        self,
        lattice: Lattice,
        path: PoolingPath,
        excess: Excess,
        costs: Sequence[Sequence[NDArray[Any]]],
        codes_above: CodesAbove,
    ) -> None:
        """`costs`: what one row of T costs by its label, by quasi-identifier and level."""
        self._lattice = lattice
        self._path = path
        self._excess = excess
        self._costs = costs
        self._codes_above = codes_above
        self._greatest: dict[tuple[int, int, int], NDArray[Any]] = {}

    def find(self, table: ClassTable) -> Leaving:
        """Find what leaves the node of a class table."""
        # Classes without rows of T cost nothing, wherever their people settle.
        by_size = table.by_size
        table = table.select(by_size[table.private[by_size] > 0])
        excess = self._excess.count(table.public, table.private)
        others = table.private - excess
        node, people = table.node, table.public
        raised = self._find_exit(node)

        def sum_up(of_row: NDArray[Any]) -> NDArray[Any]:
            """Sum up costs of rows if none, one, two … of the classes have too few people."""
            sums = np.concatenate(([excess @ of_row], others * of_row))
            return sums.cumsum()

        costs: NDArray[Any] = np.zeros(len(table), dtype=np.int64)
        for j, level in raised.items():
            costs = costs + self._price(table, j, level)
        before = {
            j: [sum_up(self._price_before(table, j, i)) for i in range(node.levels[j] + 1)]
            for j in raised
        }
        return Leaving(node, people, sum_up(costs), before)

    def _find_exit(self, node: Node) -> dict[int, int]:
        """The levels that are raised to leave a node; none to leave the root."""
        heights = self._lattice.heights
        open_ = [j for j, level in enumerate(node.levels) if level < heights[j]]
        if not open_:
            return {}
        if self._path == "root":
            return {j: height for j, height in enumerate(heights) if height}
        path = [j for j in self._path if isinstance(j, int) and heights[j]]
        first = next(i for i, j in enumerate(path) if j in open_)
        return {j: heights[j] for j in path[:first]} | {path[first]: node.levels[path[first]] + 1}

    def _price(self, table: ClassTable, j: int, level: int) -> NDArray[Any]:
        """What a row of each class costs in one column, on the level of the table or above."""
        costs, at = self._costs[j][level], table.node.levels[j]
        if level == self._lattice.heights[j] or j not in table.codes:
            return np.repeat(costs[:1], len(table))
        codes = self._codes_above(j, at, level) if level > at else np.arange(len(costs))
        return costs[codes[table.codes[j]]]

    def _price_before(self, table: ClassTable, j: int, level: int) -> NDArray[Any]:
        """What a row of each class costs at most in one column, on this level or below."""
        greatest = self._find_greatest(j, level, table.node.levels[j])
        return greatest[table.codes[j]] if j in table.codes else np.repeat(greatest, len(table))

    def _find_greatest(self, j: int, below: int, above: int) -> NDArray[Any]:
        """The greatest cost of the labels on one level under each label on another."""
        key = (j, below, above)
        if key not in self._greatest:
            costs = self._costs[j][below]
            found = costs
            if above == self._lattice.heights[j]:
                found = costs.max(keepdims=True)
            elif below < above:
                codes = self._codes_above(j, below, above)
                found = np.zeros(len(self._costs[j][above]), dtype=costs.dtype)
                np.maximum.at(found, codes, costs)
            self._greatest[key] = found
        return self._greatest[key]

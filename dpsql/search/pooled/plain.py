"""The optimum among plain nodes, on counts in memory: a search of pooled releases begins with it.

From a node that holds as a start, all people settle at once if few enough may settle together: its
release is that of the node, at the same cost. A search that leaves the numbers to itself tries
`greatest violating class + 1` at every start, which is 1 where none violates. So its best release
costs at most as much as the optimum of levels, and so does what it has when it is ended early: this
search is not ended, as it counts few nodes. With stated numbers, people of smaller classes than
each of them climb; then the node is only a good start. That it is tried first changes no result:
ties are decided by the key of a release.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from dpsql.domain.batch_size import BatchSize
from dpsql.domain.found.statistics import NodeStatistics, PrivateClasses
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.search.class_tables.classes import Classes
from dpsql.search.full_domain.spalm import find_optimum
from dpsql.search.pooled.settling import Settling, measure_private


def find_plain_optimum(settling: Settling, classes: Classes) -> Node | None:
    """Return the node of least cost that holds; None if none does."""
    return find_optimum(PlainNodes(settling, classes), settling.metric, settling.table).node


@dataclass(frozen=True)
class PlainNodes:
    """Counts nodes at which all people settle; see `search.checker.NodeChecker`."""

    settling: Settling
    classes: Classes

    @property
    def lattice(self) -> Lattice:
        """All nodes."""
        return self.settling.lattice

    @property
    def base(self) -> Node:
        """The lowest node: nothing is known to fail."""
        return self.lattice.lowest

    @property
    def monotone(self) -> bool:
        """Whether every model allows pruning."""
        return self.settling.is_monotone

    @property
    def batch_size(self) -> BatchSize:
        """One node at a time: each tells the search where to go."""
        return BatchSize(1, 1)

    def count(self, nodes: Sequence[Node]) -> list[NodeStatistics]:
        """Count the classes of the nodes, and judge the sensitive values of those that hold."""
        return [self._count(node) for node in nodes]

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
        return {one: self._count(one) for one in ancestors}

    def _count(self, node: Node) -> NodeStatistics:
        table = self.classes.at(node)
        violating = self.settling.find_greatest_violating(table) > 0
        return NodeStatistics(int(violating), measure_private(table.private))

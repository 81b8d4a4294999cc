"""A checker that asks more of the nodes which the plain check lets pass.

A finer judge may refuse a node and accept a finer one, so that a node which it alone refuses rules
out nothing. But where the plain check fails, it must fail as well: then the plain check prunes. The
search takes nodes by their bounds, so that the first holding node which no other can beat is the
optimum.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from dpsql.domain.batch_size import BatchSize
from dpsql.domain.found.statistics import NodeStatistics, PrivateClasses
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.search.checker import Checker


class RefinedChecker(ABC):
    """Takes what the `plain` checker says of nodes, and judges those that hold further."""

    plain: Checker

    @abstractmethod
    def count_violating(self, node: Node) -> int:
        """Return 0 if a node that passes the plain check holds; else at least 1."""

    @property
    def lattice(self) -> Lattice:
        """All nodes."""
        return self.plain.lattice

    @property
    def base(self) -> Node:
        """The floor of the plain check, below which nothing holds."""
        return self.plain.base

    @property
    def monotone(self) -> bool:
        """Whether a node rules out finer ones if the plain check fails."""
        return self.plain.monotone

    @property
    def batch_size(self) -> BatchSize:
        """How many nodes a statement of this engine counts."""
        return self.plain.batch_size

    def count(self, nodes: Sequence[Node]) -> list[NodeStatistics]:
        """Count the nodes; one that only the finer judge refuses does not rule out finer ones."""
        return [
            self._judge(node, counted)
            for node, counted in zip(nodes, self.plain.count(nodes), strict=True)
        ]

    def count_private(self, nodes: Sequence[Node]) -> list[PrivateClasses] | None:
        """Count the classes of T alone; None if that saves little."""
        return self.plain.count_private(nodes)

    def sample_private(self, node: Node) -> PrivateClasses | None:
        """Count the classes of a sample of T, if that saves counts."""
        return self.plain.sample_private(node)

    def refute(self, nodes: Sequence[Node], thoroughly: Sequence[Node]) -> set[Node]:
        """Return nodes that fail by the plain check, without a full count."""
        return self.plain.refute(nodes, thoroughly)

    def count_above(
        self, node: Node, ancestors: Sequence[Node]
    ) -> dict[Node, NodeStatistics | None] | None:
        """Count ancestors of a node from its classes; None for one that passes the plain check.

        None for all if the classes are too many.
        """
        found = self.plain.count_above(node, ancestors)
        if found is None:
            return None
        return {
            one: None if counts is None or counts.holds else counts for one, counts in found.items()
        }

    def _judge(self, node: Node, counted: NodeStatistics) -> NodeStatistics:
        if not counted.holds:
            return counted
        violating = self.count_violating(node)
        return replace(counted, violating_classes=violating, rules_out_finer=not violating)

"""Judges nodes under a prior: everybody's chance to be in T before the release.

Without a prior the presence of a class is t/n. Under one, people of a class differ: P(i in T | t)
rises with their odds. Merging classes may raise it (a person of odds 100 in a class without T, four
of odds 1 with two in T: 1/2 before, 200/203 after), so a node that fails rules out nothing. But the
mean posterior of a class is t/n still. So where the plain check fails, the posterior fails as well,
at that node and at all finer ones: the plain checker prunes. What it lets pass is decided by the
posterior itself, by bounds where they do and by its exact value elsewhere. The search takes nodes
in the order of their cost, so that the first one which holds is the optimum.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from dpsql.domain.batch_size import BatchSize
from dpsql.domain.lattice import Lattice, Node
from dpsql.domain.statistics import NodeStatistics, PrivateClasses
from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.priors.decision import allows
from dpsql.search.checker import Checker
from dpsql.sql.priors.classes import RatedClass, RatedClasses


@dataclass(frozen=True)
class PriorChecker:
    """Takes what the `plain` checker says of nodes, and judges by the posterior those that hold."""

    plain: Checker
    classes: RatedClasses
    bounds: PresenceBounds

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
        """Count the nodes; one that only the posterior refuses does not rule out finer ones."""
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
        """Count ancestors of a node from its classes; None for one that only the posterior decides.

        None for all if the classes are too many.
        """
        found = self.plain.count_above(node, ancestors)
        if found is None:
            return None
        return {
            one: None if counts is None or counts.holds else counts for one, counts in found.items()
        }

    def count_violating(self, node: Node) -> int:
        """Return 0 if the posterior of everybody lies within δ at a node; else at least 1."""
        judged = self.classes.judge(node, self.bounds)
        if judged.contradicting or judged.failing:
            return judged.contradicting + judged.failing
        if not judged.doubtful:
            return 0
        return int(not self._hold(self.classes.list_doubtful(node, self.bounds)))

    def count_all_violating(self, node: Node) -> int:
        """Count the classes of a node whose posterior lies outside of δ, and contradictions."""
        judged = self.classes.judge(node, self.bounds)
        doubtful = self.classes.list_doubtful(node, self.bounds) if judged.doubtful else ()
        broken = sum(not self._hold([one]) for one in doubtful)
        return judged.contradicting + judged.failing + broken

    def _judge(self, node: Node, counted: NodeStatistics) -> NodeStatistics:
        if not counted.holds:
            return counted
        violating = self.count_violating(node)
        return replace(counted, violating_classes=violating, rules_out_finer=not violating)

    def _hold(self, classes: Iterable[RatedClass]) -> bool:
        rates = self.classes.rates
        return all(
            allows(self.bounds, [rates.odds(int(n)) for n in one.rates], one.people, one.members)
            for one in classes
        )

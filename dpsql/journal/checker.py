"""A checker that counts only what no earlier run has counted."""

from collections.abc import Sequence

from dpsql.domain.batch_size import BatchSize
from dpsql.domain.found.statistics import NodeStatistics, PrivateClasses
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.journal.answers import Answers
from dpsql.journal.journal import Journal
from dpsql.search.checker import NodeChecker


class JournaledChecker:
    """Takes answers from `journal`, and all others from `checker`; adds these to the journal.

    An answer about a node depends only on the tables and the job, not on the other nodes of a call.
    With the same answers a search takes the same path, so a resumed search has the same result.
    """

    def __init__(self, checker: NodeChecker, journal: Journal) -> None:
        self._checker = checker
        self._journal = journal
        self._known = journal.known

    @property
    def lattice(self) -> Lattice:
        """All nodes."""
        return self._checker.lattice

    @property
    def base(self) -> Node:
        """The floor, below which nothing holds."""
        return self._checker.base

    @property
    def monotone(self) -> bool:
        """Whether every model allows pruning."""
        return self._checker.monotone

    @property
    def batch_size(self) -> BatchSize:
        """How many nodes are counted at once."""
        return self._checker.batch_size

    def count(self, nodes: Sequence[Node]) -> list[NodeStatistics]:
        """Count all classes of the nodes."""
        known = self._known.counted
        asked = [node for node in nodes if node not in known]
        found = dict(zip(asked, self._checker.count(asked), strict=True))
        self._journal.learn(Answers(counted=found))
        return [known.get(node) or found[node] for node in nodes]

    def count_private(self, nodes: Sequence[Node]) -> list[PrivateClasses] | None:
        """Count the classes of T alone; None if that saves little."""
        known = self._known.private
        asked = [node for node in nodes if node not in known]
        counted = self._checker.count_private(asked) if asked else []
        if counted is None:
            return None
        found = dict(zip(asked, counted, strict=True))
        self._journal.learn(Answers(private=found))
        return [known.get(node) or found[node] for node in nodes]

    def sample_private(self, node: Node) -> PrivateClasses | None:
        """Count the classes of a sample of T: as fast as to look an answer up."""
        return self._checker.sample_private(node)

    def count_above(
        self, node: Node, ancestors: Sequence[Node]
    ) -> dict[Node, NodeStatistics | None] | None:
        """Count ancestors of a node from its classes; None if these are not at hand.

        What `count` learned of an ancestor is not used: a search that is resumed would ascend
        further than the one before did.
        """
        known, has_classes = self._known.above, self._known.has_classes.get(node)
        if has_classes is False:
            return None
        asked = [one for one in ancestors if has_classes is None or one not in known]
        found = self._checker.count_above(node, asked) if asked else {}
        self._journal.learn(Answers(above=found or {}, has_classes={node: found is not None}))
        if found is None:
            return None
        return {one: found[one] if one in found else known[one] for one in ancestors}

    def refute(self, nodes: Sequence[Node], thoroughly: Sequence[Node]) -> set[Node]:
        """Return the nodes that less than a count proves to fail."""
        known = self._known.refuted
        questions = [(node, node in thoroughly) for node in nodes]
        asked = [one for one in questions if one not in known]
        refuted = self._checker.refute(
            [node for node, _ in asked], [node for node, wholly in asked if wholly]
        )
        found = {one: one[0] in refuted for one in asked}
        self._journal.learn(Answers(refuted=found))
        return {one[0] for one in questions if known.get(one, found.get(one))}

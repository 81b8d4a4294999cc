"""Judges nodes together with earlier releases of the same T.

What a release tells of T are the counts of its classes. If a node is above one of the earlier
releases, these counts follow from what is out already, and it adds nothing. If it is below all of
them, theirs follow from its own, and it is judged alone. Such nodes are nested. Otherwise the
finest releases are judged by their atoms.

All T with the counts of several releases are equally likely, so that the mean of the presences
within a class of one release is that of the class. Where a node alone fails, or an earlier release
does, so do all together: the plain check prunes. But a node that fails with the others rules out
nothing, neither below nor above it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from dpsql.domain.found.presence_bars import PresenceBar
from dpsql.domain.levels.lattice import Node
from dpsql.domain.sections.earlier import Together
from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.composition.together import judge_atoms
from dpsql.search.checker import Checker
from dpsql.search.refined import RefinedChecker
from dpsql.sql.composition.atoms import MOST_ATOMS, fetch_atoms


@dataclass(frozen=True)
class EarlierReleases:
    """The nodes of earlier releases of T, on a checker whose frequency set can count them.

    `other_tables`: how many more there are, of another T. `refused`: why nothing can be said.
    """

    checker: Checker
    nodes: tuple[Node, ...]
    bars: tuple[PresenceBar, ...]
    other_tables: int = 0
    refused: str = ""

    def judge(self, *added: Node) -> Together:
        """Judge everybody's presence by what is out already, and by the added nodes."""
        if self.refused:
            found = Together("refused", reason=self.refused)
        else:
            found = self._judge_finest(find_finest([*self.nodes, *added]))
        return replace(found, releases=len(self.nodes), other_tables=self.other_tables)

    def _judge_finest(self, finest: Sequence[Node]) -> Together:
        if len(finest) == 1:
            presence = self.checker.measure_presence(finest[0], self.bars)
            return Together("nested", presence.minimum, presence.maximum)
        atoms = fetch_atoms(self.checker.engine, self.checker.lattice, finest)
        if atoms is None:
            reason = f"the releases divide P into more than {MOST_ATOMS:,} atoms"
            return Together("refused", reason=reason)
        return judge_atoms(atoms).as_together()


def find_finest(nodes: Sequence[Node]) -> list[Node]:
    """Return the nodes that are above no other; what the others tell follows from these.

    >>> find_finest([Node((1, 1)), Node((0, 2)), Node((1, 2))])
    [Node(levels=(0, 2)), Node(levels=(1, 1))]
    """
    distinct = sorted(set(nodes))
    return [
        one
        for one in distinct
        if not any(other != one and _is_below(other, one) for other in distinct)
    ]


def _is_below(one: Node, other: Node) -> bool:
    return all(low <= high for low, high in zip(one.levels, other.levels, strict=True))


class GaveUp(Exception):
    """More nodes would have to be judged by their atoms than are tried."""


@dataclass(frozen=True)
class EarlierChecker(RefinedChecker):
    """Judges nodes that hold alone together with earlier releases, at most so many of them."""

    plain: Checker
    releases: EarlierReleases
    bounds: PresenceBounds
    most: int
    judged: dict[Node, int] = field(default_factory=dict)

    def count_violating(self, node: Node) -> int:
        """Return 0 if everybody's presence lies within δ for who has all releases, else 1."""
        if node not in self.judged:
            if len(self.judged) == self.most:
                raise GaveUp
            self.judged[node] = int(not self.releases.judge(node).holds(self.bounds))
        return self.judged[node]

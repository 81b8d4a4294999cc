"""Judges nodes by the people that their classes are expected to have, without looking at T.

A node holds if its rarest labels have enough people together. Blocks of columns are independent:
the rarest class has the product of the least shares of the blocks. Labels that merge have more
people, so that the search may prune.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from dpsql.domain.batch_size import BatchSize
from dpsql.domain.found.statistics import NodeStatistics, PrivateClasses
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.engines.base import Engine
from dpsql.sql.lattice.frequency_set import Levels
from dpsql.sql.statistics.expected import find_rarest
from dpsql.sql.statistics.tables import Statistics


@dataclass(frozen=True)
class ExpectedChecker:
    """Nodes hold if each class is expected to have `least_people` of `size` people of P.

    Its classes of T are not counted: only costs of labels can be searched.
    """

    engine: Engine
    levels: Levels
    statistics: tuple[Statistics, ...]
    size: int
    least_people: int
    monotone: bool = True
    _known: dict[tuple[str, tuple[int, ...]], Fraction] = field(default_factory=dict)

    @property
    def lattice(self) -> Lattice:
        """All nodes."""
        return self.levels.lattice

    @property
    def base(self) -> Node:
        """The lowest node that is looked at: nothing is known to fail."""
        return self.lattice.lowest

    @property
    def batch_size(self) -> BatchSize:
        """How many nodes are looked at at once."""
        return self.engine.batch_size

    def count(self, nodes: Sequence[Node]) -> list[NodeStatistics]:
        """Tell whether the nodes hold."""
        enough = Fraction(self.least_people, self.size)
        uncounted = PrivateClasses(0, 0)
        return [NodeStatistics(int(self._find_rarest(node) < enough), uncounted) for node in nodes]

    def count_private(self, nodes: Sequence[Node]) -> list[PrivateClasses] | None:
        """Count the classes of T: T is not looked at."""
        return None

    def sample_private(self, node: Node) -> PrivateClasses | None:
        """Count the classes of a sample of T: T is not looked at."""
        return None

    def refute(self, nodes: Sequence[Node], thoroughly: Sequence[Node]) -> set[Node]:
        """Refute nodes without a full count: none are."""
        return set()

    def count_above(
        self, node: Node, ancestors: Sequence[Node]
    ) -> dict[Node, NodeStatistics | None] | None:
        """Count ancestors from the classes of a node: there are none."""
        return None

    def _find_rarest(self, node: Node) -> Fraction:
        share = Fraction(1)
        for table in self.statistics:
            key = table.name, tuple(node.levels[j] for j in table.columns)
            if key not in self._known:
                self._known[key] = find_rarest(self.engine, self.levels, table, node)
            share *= self._known[key]
        return share

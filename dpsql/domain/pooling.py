"""Pooling: people in rare classes climb to coarser nodes until enough of them share a class.

From a start node people go up a path of nodes. On each step they are grouped by their labels there;
classes of at least `least` people of P settle, and the others go on. At the root all who are left
settle, however few they are. So where somebody settles depends on P alone. Rows of T are published
with the labels of the node where their person settled. Defined for dpsql; no paper has it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from dpsql.domain.levels.lattice import Lattice, Node

#: ``root``, ``columns``, or the quasi-identifiers by number, in the order in which they are raised.
PoolingPath = str | tuple[int, ...]


@dataclass(frozen=True)
class Step:
    """A node that people come to, and how many settle there: people of P, rows of T."""

    node: Node
    public_rows: int
    private_rows: int


@dataclass(frozen=True)
class Pooling:
    """Who settles where: the start and the nodes that people climb to, in their order.

    `least`: so many people of P settle together.
    """

    least: int
    steps: tuple[Step, ...]

    @property
    def start(self) -> Node:
        """The node where all people begin."""
        return self.steps[0].node

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The nodes that people come to, the start first."""
        return tuple(step.node for step in self.steps)

    @property
    def climbed_private_rows(self) -> int:
        """Rows of T whose people did not settle at the start."""
        return sum(step.private_rows for step in self.steps[1:])


@dataclass(frozen=True)
class NextLevel:
    """What the next level of a quasi-identifier does to the people of P who are left.

    `alike`, `alike_above`: pairs of them with equal labels now and there, each with themselves too.
    `more_leaves`: how many leaves their labels stand for in addition, summed up over them; the
    hierarchy has `leaves`.
    """

    alike: int
    alike_above: int
    more_leaves: int
    leaves: int

    def is_better_than(self, other: "NextLevel") -> bool:
        """Whether the effective number of labels falls more for the loss; if as much, at less loss.

        The effective number is that of equally frequent labels for which as many pairs of people
        are alike: n² / `alike` for n people. The loss of a person is 1 if their label goes from one
        leaf to all.

        >>> NextLevel(10, 20, 3, 4).is_better_than(NextLevel(10, 20, 3, 3))
        True
        """
        ours, theirs = (
            (one.alike_above - one.alike)
            * (one.leaves - 1)
            * (rival.alike * rival.alike_above * rival.more_leaves)
            for one, rival in ((self, other), (other, self))
        )
        losses = self.more_leaves * (other.leaves - 1), other.more_leaves * (self.leaves - 1)
        if not self.more_leaves or not other.more_leaves:
            # What costs nothing comes first.
            return bool(other.more_leaves)
        return ours > theirs or (ours == theirs and losses[0] < losses[1])


def find_next(
    lattice: Lattice, node: Node, path: PoolingPath, next_levels: Mapping[int, NextLevel]
) -> Node:
    """Return the node that people who do not settle at `node` climb to; it is not the root.

    ``columns`` raises the quasi-identifier with the best of `next_levels` by one level; of several,
    the first one.
    """
    if path == "root":
        return lattice.root
    open_ = [j for j, level in enumerate(node.levels) if level < lattice.heights[j]]
    if isinstance(path, tuple):
        chosen = next(j for j in path if j in open_)
    else:
        chosen = open_[0]
        for j in open_[1:]:
            if next_levels[j].is_better_than(next_levels[chosen]):
                chosen = j
    return Node(tuple(level + (j == chosen) for j, level in enumerate(node.levels)))


def list_nodes(
    lattice: Lattice, start: Node, path: Literal["root"] | tuple[int, ...]
) -> list[Node]:
    """Return all nodes of a path that depends on nobody's labels, from the start to the root.

    >>> list_nodes(Lattice((1, 2)), Node((0, 1)), (1, 0))
    [Node(levels=(0, 1)), Node(levels=(0, 2)), Node(levels=(1, 2))]
    """
    nodes = [start]
    while nodes[-1] != lattice.root:
        nodes.append(find_next(lattice, nodes[-1], path, {}))
    return nodes


def list_candidates(public_rows: int) -> Iterator[int]:
    """Yield the numbers of people that a search tries: 2, 5, 10, 20, 50, … up to half of P.

    >>> list(list_candidates(100))
    [2, 5, 10, 20, 50]
    """
    power = 1
    while power <= public_rows:
        yield from (n for n in (power, 2 * power, 5 * power) if 2 <= n <= public_rows // 2)
        power *= 10

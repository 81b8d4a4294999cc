"""Tags of a search: for every node, whether it holds, fails, or is not known yet.

If all models are monotone, a node that holds tags its ancestors (Nergiz et al. 2007, Theorem 1: the
merged presence is a mediant of the parts), and a node that fails tags its descendants (Corollary 1,
with "descendants" in place of the printed "siblings"). Otherwise a node tags only itself.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.levels.lattice import Lattice, Node

UNKNOWN, HOLDS, FAILS = 0, 1, 2


class Knowledge:
    """Tags of all nodes, as an array over the lattice."""

    def __init__(self, lattice: Lattice, *, monotone: bool) -> None:
        self.lattice = lattice
        self.monotone = monotone
        self.tags = np.zeros(lattice.shape, dtype=np.int8)

    @property
    def _is_looked_at(self) -> NDArray[np.bool_]:
        found = np.zeros(self.lattice.shape, dtype=np.bool_)
        found[self.lattice.looked_at] = True
        return found

    def learn(self, node: Node, *, holds: bool) -> None:
        """Tag a counted node, and the nodes that it decides."""
        if not self.monotone:
            self.tags[self.lattice.position(node)] = HOLDS if holds else FAILS
        elif holds:
            self.tags[self.lattice.ancestors(node)] = HOLDS
        else:
            self.tags[self.lattice.descendants(node)] = FAILS

    def rule_out_below(self, floor: Node) -> None:
        """Tag the nodes with a level below that of `floor`: they fail."""
        above = self.tags[self.lattice.ancestors(floor)].copy()
        self.tags[...] = FAILS
        self.tags[self.lattice.ancestors(floor)] = above

    @property
    def unknown(self) -> NDArray[np.bool_]:
        """Nodes that are looked at, and that no count has decided."""
        unknown = np.asarray(self.tags == UNKNOWN)
        return unknown & self._is_looked_at if self.lattice.is_limited else unknown

    def count_unknown_below(self, nodes: Sequence[Node]) -> list[int]:
        """How many unknown nodes are descendants of each of the nodes, itself included."""
        unknown, descendants = self.unknown, self.lattice.descendants
        return [int(np.count_nonzero(unknown[descendants(node)])) for node in nodes]

    def minimal_nodes(self) -> list[Node]:
        """Holding nodes none of whose predecessors holds, sorted by level vector."""
        holds = (self.tags == HOLDS) & self._is_looked_at
        minimal = holds.copy()
        for axis in range(holds.ndim):
            above = np.moveaxis(minimal, axis, 0)
            above[1:] &= ~np.moveaxis(holds, axis, 0)[:-1]
        return [self.lattice.node_at(int(index)) for index in np.flatnonzero(minimal)]


def count_below(nodes: NDArray[np.bool_]) -> NDArray[np.int64]:
    """For every node, how many of `nodes` are its descendants, itself included."""
    counts = nodes.astype(np.int64)
    for axis in range(counts.ndim):
        np.cumsum(counts, axis=axis, out=counts)
    return counts


def count_above(nodes: NDArray[np.bool_]) -> NDArray[np.int64]:
    """For every node, how many of `nodes` are its ancestors, itself included."""
    return np.flip(count_below(np.flip(nodes)))


def choose_batch(
    candidates: NDArray[np.bool_], score: NDArray[np.int64], lattice: Lattice, size: int
) -> list[Node]:
    """Choose up to `size` candidates of high score, no two of which can decide each other."""
    open_score = np.where(candidates, score, -1)
    batch: list[Node] = []
    while len(batch) < size:
        best = int(np.argmax(open_score))
        if open_score.flat[best] < 0:
            break
        node = lattice.node_at(best)
        batch.append(node)
        open_score[lattice.ancestors(node)] = -1
        open_score[lattice.descendants(node)] = -1
    return batch

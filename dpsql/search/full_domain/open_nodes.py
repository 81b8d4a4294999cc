"""The nodes that may still be the optimum, as a list that only shrinks.

A search of millions of nodes chooses many times which node to count next. An array over the lattice
for each choice would be slow. So the open nodes are one list: their flat indices, levels and
bounds, in the order of their keys.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.search.sums import sum_heights

#: Scores are estimated on this many open nodes, evenly spaced by cost. Twice as many cost four
#: times as much and save no check.
SAMPLE = 512


class Key(NamedTuple):
    """The order in which the optimum is least: cost, then sum of levels, then level vector."""

    cost: int
    height: int
    flat_index: int


class OpenNodes:
    """Open nodes of a lattice; nodes can only be closed.

    `bounds` never exceed the nodes' costs, and never fall under generalization. Closed nodes stay
    in the arrays until half of all are closed: copying millions for each would cost more.
    """

    def __init__(self, lattice: Lattice, bounds: NDArray[Any], floor: Node) -> None:
        """Open all nodes without a level below that of `floor`; `bounds` is over the lattice."""
        self.lattice = lattice
        part = lattice.ancestors(floor)
        index = np.arange(lattice.size).reshape(lattice.shape)[part].ravel()
        self._index = index[np.lexsort((sum_heights(lattice)[part].ravel(), bounds[part].ravel()))]
        small = np.min_scalar_type(max(lattice.shape))
        self._levels = np.empty((len(lattice.shape), len(self._index)), dtype=small)
        rest = self._index.copy()
        for axis in reversed(range(len(lattice.shape))):
            rest, self._levels[axis] = np.divmod(rest, lattice.shape[axis])
        self._heights = self._levels.sum(axis=0, dtype=np.int16)
        self._bounds = bounds.ravel()[self._index]
        self._open = np.ones(len(self._index), dtype=np.bool_)
        self._count = len(self._index)

    def __len__(self) -> int:
        """How many nodes are open."""
        return self._count

    def is_open(self, node: Node) -> bool:
        """Whether the node may still be the optimum."""
        return bool(self._open[self._index == self._flat(node)].any())

    def raise_bounds(self, node: Node, cost: int) -> None:
        """Raise the bounds of a counted node and its ancestors to its cost: costs are monotone."""
        above = self._compare(node, np.greater_equal, ends=[0] * len(self.lattice.shape))
        self._bounds[above] = np.maximum(self._bounds[above], cost)

    def keep_nested(self, others: Sequence[Node], *, above: bool) -> None:
        """Keep the nodes that are below all `others`, and if `above`, those above one of them."""
        below = np.ones(len(self._index), dtype=np.bool_)
        over = np.zeros(len(self._index), dtype=np.bool_)
        roots, raw = [size - 1 for size in self.lattice.shape], [0] * len(self.lattice.shape)
        for other in others:
            below &= self._compare(other, np.less_equal, ends=roots)
            over |= self._compare(other, np.greater_equal, ends=raw)
        self._close(~(below | over) if above else ~below)

    def close(self, node: Node) -> None:
        """Close one node."""
        self._close(self._index == self._flat(node))

    def close_descendants(self, node: Node) -> None:
        """Close a failing node and its descendants."""
        roots = [size - 1 for size in self.lattice.shape]
        self._close(self._compare(node, np.less_equal, ends=roots))

    def close_worse_than(self, best: Key) -> None:
        """Close the nodes that cannot beat `best`, including the ancestors of a holding node."""
        earlier = (self._heights < best.height) | (
            (self._heights == best.height) & (self._index < best.flat_index)
        )
        better = (self._bounds < best.cost) | ((self._bounds == best.cost) & earlier)
        self._close(~np.asarray(better, dtype=np.bool_))

    def least_bound(self) -> int:
        """Return a lower bound of the cost of all open nodes; at least one must be open."""
        return int(self._bounds[self._open].min())

    def key(self, node: Node, cost: int) -> Key:
        """Return the key of a node of known cost."""
        return Key(cost, node.height, self._flat(node))

    def choose(self, size: int, *, costs_are_known: bool = True) -> list[Node]:
        """Choose up to `size` nodes to count, no two of which can decide each other.

        The best node closes the most nodes in the worse of two cases: if it fails, its descendants
        close; if it holds, all nodes close that cost as much or more. Where `costs_are_known` only
        by counting, these are its ancestors, and they close as well if it costs too much. Both
        numbers are counted on an evenly spaced sample, which affects only the order of counts,
        never the result.
        """
        positions = self._sample()
        levels, bounds = self._levels[:, positions], self._bounds[positions]
        below = np.ones((len(positions), len(positions)), dtype=np.bool_)
        for axis in levels:
            below &= axis[:, np.newaxis] >= axis[np.newaxis, :]
        if costs_are_known:
            beaten = np.empty(len(positions), dtype=np.int64)
            beaten[np.argsort(bounds, kind="stable")] = np.arange(len(positions), 0, -1)
        else:
            beaten = below.sum(axis=0)
        score = np.minimum(below.sum(axis=1), beaten)
        batch: list[Node] = []
        while len(batch) < size:
            best = int(np.argmax(score))
            if score[best] < 0:
                break
            batch.append(self.lattice.node_at(int(self._index[positions[best]])))
            score[below[best] | below[:, best]] = -1
        return batch

    def count_below(self, nodes: Sequence[Node]) -> list[int]:
        """How many open nodes each of the nodes would close if it fails, on an even sample."""
        return self._count_passing(nodes, np.less_equal)

    def count_above(self, nodes: Sequence[Node]) -> list[int]:
        """How many open nodes each would close if it costs too much, on an even sample."""
        return self._count_passing(nodes, np.greater_equal)

    def _count_passing(
        self, nodes: Sequence[Node], test: Callable[..., NDArray[np.bool_]]
    ) -> list[int]:
        positions = self._sample()
        found = []
        for node in nodes:
            passed = np.ones(len(positions), dtype=np.bool_)
            for levels, level in zip(self._levels, self.lattice.position(node), strict=True):
                passed &= test(levels[positions], level)
            found.append(int(np.count_nonzero(passed)))
        return found

    def _sample(self) -> NDArray[np.intp]:
        """Positions of open nodes, evenly spaced by bound."""
        positions = np.flatnonzero(self._open)
        step = max(1, -(-len(positions) // SAMPLE))
        return positions[step // 2 :: step]

    def _compare(
        self, node: Node, test: Callable[..., NDArray[np.bool_]], ends: list[int]
    ) -> NDArray[np.bool_]:
        """Return which nodes pass `test` on every axis; all pass if `node` is at the axis's end."""
        passed = np.ones(len(self._index), dtype=np.bool_)
        for levels, level, end in zip(self._levels, self.lattice.position(node), ends, strict=True):
            if level != end:
                passed &= test(levels, level)
        return passed

    def _close(self, closed: NDArray[np.bool_]) -> None:
        self._open &= ~closed
        self._count = int(np.count_nonzero(self._open))
        if 2 * self._count < len(self._open):
            self._index = self._index[self._open]
            self._levels = np.ascontiguousarray(self._levels[:, self._open])
            self._heights = self._heights[self._open]
            self._bounds = self._bounds[self._open]
            self._open = np.ones(self._count, dtype=np.bool_)

    def _flat(self, node: Node) -> int:
        return int(np.ravel_multi_index(self.lattice.position(node), self.lattice.shape))

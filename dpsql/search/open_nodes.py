"""The nodes that may still be the optimum, without an array over the lattice for each question.

A search of millions of nodes asks many times which node to count next, so the open nodes are kept
as one list that only shrinks: their flat indices, levels and bounds, in the order of their keys.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.lattice import Lattice, Node

#: Scores are estimated on this many open nodes, evenly spaced by cost. Twice as many cost four
#: times as much and save no check.
SAMPLE = 512


class Key(NamedTuple):
    """What the optimum is least in: cost, then the sum of levels, then the level vector."""

    cost: int
    height: int
    flat_index: int


@dataclass(frozen=True)
class OpenNodes:
    """Open nodes of a lattice; parallel arrays of n entries, `levels` of n × axes.

    `bounds` never exceed the nodes' costs and rise along generalization.
    """

    lattice: Lattice
    index: NDArray[np.int64]
    levels: NDArray[Any]
    heights: NDArray[np.int16]
    bounds: NDArray[Any]

    @classmethod
    def all_of(cls, lattice: Lattice, bounds: NDArray[Any]) -> Self:
        """Open every node of the lattice; `bounds` is an array over it."""
        index = np.lexsort((_sum_levels(lattice).ravel(), bounds.ravel()))
        small = np.min_scalar_type(max(lattice.shape))
        levels = np.empty((len(index), len(lattice.shape)), dtype=small)
        rest = index.copy()
        for axis in reversed(range(len(lattice.shape))):
            rest, levels[:, axis] = np.divmod(rest, lattice.shape[axis])
        heights = levels.sum(axis=1, dtype=np.int16)
        return cls(lattice, index, levels, heights, bounds.ravel()[index])

    def __len__(self) -> int:
        """How many nodes are open."""
        return len(self.index)

    def _keep(self, chosen: NDArray[np.bool_]) -> Self:
        if chosen.all():
            return self
        return type(self)(
            self.lattice,
            self.index[chosen],
            self.levels[chosen],
            self.heights[chosen],
            self.bounds[chosen],
        )

    def raise_bounds(self, node: Node, cost: int) -> Self:
        """Let a counted node bound its ancestors: costs are monotone."""
        above = self._all(self.levels >= self._position(node))
        bounds = self.bounds.copy()
        bounds[above] = np.maximum(bounds[above], cost)
        return type(self)(self.lattice, self.index, self.levels, self.heights, bounds)

    def without(self, node: Node) -> Self:
        """Close one node."""
        return self._keep(self.index != self._flat(node))

    def without_descendants(self, node: Node) -> Self:
        """Close a failing node and its descendants."""
        return self._keep(~self._all(self.levels <= self._position(node)))

    def better_than(self, best: Key) -> Self:
        """Close the nodes that cannot beat `best`, the ancestors of a holding node among them."""
        earlier = (self.heights < best.height) | (
            (self.heights == best.height) & (self.index < best.flat_index)
        )
        return self._keep(
            np.asarray((self.bounds < best.cost) | ((self.bounds == best.cost) & earlier))
        )

    def least_bound(self) -> int:
        """No open node costs less than this."""
        return int(self.bounds.min())

    def key(self, node: Node, cost: int) -> Key:
        """Order a node of known cost among all."""
        return Key(cost, node.height, self._flat(node))

    def choose(self, size: int) -> list[Node]:
        """Choose up to `size` nodes to count, no two of which can decide each other.

        The best node leaves the fewest open whichever way it falls: if it fails its descendants
        close, if it holds all that cost as much. Both are counted on an evenly spaced sample, which
        decides the order of counts alone, never what is found.
        """
        step = -(-len(self) // SAMPLE)
        chosen = slice(step // 2, None, step)
        levels, bounds = self.levels[chosen], self.bounds[chosen]
        below = np.ones((len(levels), len(levels)), dtype=np.bool_)
        for axis in range(levels.shape[1]):
            below &= levels[:, axis, np.newaxis] >= levels[np.newaxis, :, axis]
        beaten = np.empty(len(levels), dtype=np.int64)
        beaten[np.argsort(bounds, kind="stable")] = np.arange(len(levels), 0, -1)
        score = np.minimum(below.sum(axis=1), beaten)
        batch: list[Node] = []
        while len(batch) < size:
            best = int(np.argmax(score))
            if score[best] < 0:
                break
            batch.append(self.lattice.node_at(int(self.index[chosen][best])))
            score[below[best] | below[:, best]] = -1
        return batch

    def _position(self, node: Node) -> NDArray[Any]:
        return np.array(self.lattice.position(node), dtype=self.levels.dtype)

    def _flat(self, node: Node) -> int:
        return int(np.ravel_multi_index(self.lattice.position(node), self.lattice.shape))

    @staticmethod
    def _all(tests: NDArray[np.bool_]) -> NDArray[np.bool_]:
        return np.asarray(tests.all(axis=1))


def _sum_levels(lattice: Lattice) -> NDArray[np.int16]:
    """Sum of levels of every node, as an array over the lattice."""
    total = np.zeros(lattice.shape, dtype=np.int16)
    for axis, size in enumerate(lattice.shape):
        shape = [1] * len(lattice.shape)
        shape[axis] = size
        total += np.arange(size, dtype=np.int16).reshape(shape)
    return total

"""The starts of pooling that are neither tried nor ruled out, with lower bounds of their costs."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.search.pooled.groups import GroupBounds
from dpsql.search.pooled.leaving import Leaving

Counts = NDArray[np.int64]


class OpenStarts:
    """Lower bounds of the costs of starts, raised by what leaves the nodes that were counted.

    And by groups of columns, if they were counted.
    """

    def __init__(
        self, lattice: Lattice, costs: NDArray[Any], groups: GroupBounds | None = None
    ) -> None:
        """Begin with all nodes within the limits; `costs`: their own, before rounding."""
        self._lattice = lattice
        self._costs = costs
        self._groups = groups
        self._bounds = costs.copy()
        self._is_open = np.full(lattice.shape, False)
        self._is_open[lattice.looked_at] = True
        self._leaving: list[Leaving] = []
        self._levels = np.empty((0, len(lattice.heights)), dtype=np.int64)

    def __len__(self) -> int:
        """How many are open."""
        return int(np.count_nonzero(self._is_open))

    @property
    def least_bound(self) -> Any:
        """The least bound of an open start, before rounding."""
        return self._bounds[self._is_open].min()

    def bound_at(self, node: Node) -> Any:
        """The bound of one start, before rounding."""
        return self._bounds[self._lattice.position(node)]

    def close_above(self, most_cost: int | None) -> None:
        """Rule out what costs more, before rounding, unless it is None."""
        if most_cost is not None:
            self._is_open &= self._bounds <= most_cost

    def close_impossible(self, least: Counts, most: int) -> None:
        """Rule out starts where more people than `most` have to settle together."""
        self._is_open &= least <= most

    def raise_by_groups(self, least: Counts) -> None:
        """Raise the bounds of all starts by groups of columns; `least` as in `learn`."""
        if self._groups is None:
            return
        positions = np.argwhere(self._is_open)
        places = tuple(positions.T)
        self._bounds[places] = np.maximum(
            self._bounds[places], self._groups.bound(positions, least[places])
        )

    def bound_numbers(self, node: Node, numbers: Counts) -> NDArray[Any]:
        """The bounds of one start, before rounding, by the number of people that settle together.

        They need not ascend.
        """
        bounds = np.full(len(numbers), self.bound_at(node))
        if self._groups is None:
            return bounds
        positions = np.repeat([self._lattice.position(node)], len(numbers), axis=0)
        found: NDArray[Any] = np.maximum(bounds, self._groups.bound(positions, numbers))
        return found

    def find_next(self) -> Node:
        """Return the open start that is tried next.

        Where groups of columns bound all starts from the beginning, it is the one of the least
        bound: a good release is found early. Otherwise it is the one whose node costs most: what
        leaves that node bounds those below.
        """
        if self._groups is not None:
            places = np.flatnonzero(self._is_open)
            return self._lattice.node_at(int(places[np.argmin(self._bounds.ravel()[places])]))
        costs = np.where(self._is_open, self._costs, -1)
        return self._lattice.node_at(int(np.argmax(costs)))

    def has_below(self, node: Node) -> bool:
        """Whether a start below a node is open, or the node itself."""
        return bool(self._is_open[self._lattice.descendants(node)].any())

    def learn(self, leaving: Leaving, least: Counts) -> None:
        """Raise the bounds of starts below a node by what leaves it.

        `least`: by start, how many people settle together at least.
        """
        self._leaving.append(leaving)
        self._levels = np.vstack((self._levels, [leaving.node.levels]))
        # The nodes below begin at the raw one: their places are those in the whole lattice.
        below = np.argwhere(self._is_open[self._lattice.descendants(leaving.node)])
        self._raise(leaving, below, least)

    def raise_at(self, node: Node, least: Counts) -> None:
        """Raise the bound of one start by all that was learned, with the numbers known by now."""
        place = np.array([self._lattice.position(node)])
        for number in np.flatnonzero((self._levels >= np.array(node.levels)).all(axis=1)):
            self._raise(self._leaving[number], place, least)

    def _raise(self, leaving: Leaving, positions: Counts, least: Counts) -> None:
        places = tuple(positions.T)
        levels = dict(zip(self._lattice.axes, places, strict=True))
        bounds = self._costs[places] + leaving.measure(levels, least[places])
        self._bounds[places] = np.maximum(self._bounds[places], bounds)

    def is_open(self, node: Node) -> bool:
        """Whether a start is open."""
        return bool(self._is_open[self._lattice.position(node)])

    def close(self, node: Node) -> None:
        """Note that a start was tried."""
        self._is_open[self._lattice.position(node)] = False

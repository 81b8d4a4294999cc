"""Rules out starts of ``root`` pooling by rows of T that cannot settle below a node.

Let C be a class of a node u. A class that settles at a descendant v of u lies in one class of u,
and it satisfies the models. So however C is divided, of its rows of T at most as many settle as
δmax allows of its people; and none of them if C has too few people, or rows of T, for a class of
its own. The others are its **excess**: along ``root`` they are published at the root. A row costs
no more at v than at u. Hence a release from any start v ≤ u costs at least

    cost of v as a plain node + Σ over classes C of u: excess(C) × (a row's cost at the root - at u)

So one class table rules out many starts at once. This needs costs by row, and texts that no two
levels share: otherwise classes of several steps are one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.lattice import Lattice, Node
from dpsql.privacy.k_anonymity import KAnonymity
from dpsql.privacy.k_map import KMap
from dpsql.privacy.model import PrivacyModel
from dpsql.privacy.presence import PresenceModel
from dpsql.privacy.weak_k_anonymity import WeakKAnonymity
from dpsql.search.sums import LARGEST_INT64

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Excess:
    """What the models of a job say of any part of a class; other models say nothing.

    `least_public`, `least_private`: people of P and rows of T that a class with rows of T needs.
    """

    delta_max: Fraction = Fraction(1)
    least_public: int = 0
    least_private: int = 0

    @classmethod
    def of(cls, models: Sequence[PrivacyModel]) -> "Excess":
        """Read the models."""
        bounds = [model.bounds.maximum for model in models if isinstance(model, PresenceModel)]
        public = [model.k for model in models if isinstance(model, KMap | WeakKAnonymity)]
        private = [model.k for model in models if isinstance(model, KAnonymity)]
        return cls(
            min(bounds, default=Fraction(1)), max(public, default=0), max(private, default=0)
        )

    def count(self, public: Counts, private: Counts) -> Counts:
        """Count the rows of T of each class that cannot settle in it, however it is divided.

        >>> excess = Excess(Fraction(1, 3), least_public=5)
        >>> excess.count(np.array([9, 9, 4]), np.array([5, 2, 1])).tolist()
        [2, 0, 1]
        """
        above, below = self.delta_max.numerator, self.delta_max.denominator
        people = public
        if int(public.max(initial=0)) * above >= LARGEST_INT64:
            people = public.astype(object)
        allowed = (people * above // below).astype(np.int64)
        has_enough = (public >= self.least_public) & (private >= self.least_private)
        return np.where(has_enough, np.maximum(private - allowed, 0), private)


class OpenStarts:
    """The starts that are neither tried nor ruled out, with lower bounds of their costs."""

    def __init__(self, lattice: Lattice, costs: NDArray[Any]) -> None:
        """Begin with all nodes; `costs`: those of the nodes themselves, before rounding."""
        self._lattice = lattice
        self._costs = costs
        self._bounds = costs.copy()
        self._is_open = np.full(lattice.shape, True)

    def __len__(self) -> int:
        """How many are open."""
        return int(np.count_nonzero(self._is_open))

    @property
    def least_bound(self) -> Any:
        """The least bound of an open start, before rounding."""
        return self._bounds[self._is_open].min()

    def close_above(self, most_cost: int) -> None:
        """Rule out what costs more, before rounding."""
        self._is_open &= self._bounds <= most_cost

    def find_dearest(self) -> Node:
        """Return the open start whose node costs most: those below it are the most."""
        costs = np.where(self._is_open, self._costs, -1)
        return self._lattice.node_at(int(np.argmax(costs)))

    def raise_below(self, node: Node, extra: int) -> None:
        """Let every start at or below a node cost so much more than its node."""
        below = self._lattice.descendants(node)
        self._bounds[below] = np.maximum(self._bounds[below], self._costs[below] + extra)

    def is_open(self, node: Node) -> bool:
        """Whether a start is open."""
        return bool(self._is_open[self._lattice.position(node)])

    def close(self, node: Node) -> None:
        """Note that a start was tried."""
        self._is_open[self._lattice.position(node)] = False

"""The starts of pooling that were tried, with the numbers of people at each, and the best release.

What is tried at a start, and why the first number that holds is the best along ``root``, is proven
in `search.pooled.search`. A start outside of the limits of levels is left out.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.levels.lattice import Node
from dpsql.domain.limits import Limits
from dpsql.domain.pooling import Pooling, Step, list_candidates
from dpsql.metrics.metric import SeparableMetric
from dpsql.search.class_tables.class_table import ClassTable
from dpsql.search.class_tables.classes import Classes
from dpsql.search.pooled.numbers_of_limits import NumbersOfLimits
from dpsql.search.pooled.settling import PricedClasses, Settled, Settling
from dpsql.search.pooled.starts import OpenStarts
from dpsql.search.sums import LARGEST_INT64

#: Starts that are tried first, evenly spaced; none of a small lattice.
_SCOUTS, _FEW_NODES = 32, 256
Counts = NDArray[np.int64]
#: Cost, sum of the start's levels, its levels, people that settle together.
Key = tuple[int, int, tuple[int, ...], int]


@dataclass(frozen=True)
class PooledResult:
    """The best release, or None if none holds; `optimal`: of all starts and numbers it is the best.

    `counted`: the starts whose classes were counted. `gap`: as of `spalm.SearchResult`.
    """

    best: Settled | None
    nodes: int
    counted: frozenset[Node]
    optimal: bool
    gap: float

    @property
    def checked(self) -> int:
        """How many starts were counted."""
        return len(self.counted)


class TriedStarts:
    """The starts that were tried, and the best release of them."""

    def __init__(
        self,
        settling: Settling,
        classes: Classes,
        least: Sequence[int] | None,
        of_limits: NumbersOfLimits | None = None,
    ) -> None:
        """Begin with none; `of_limits`: the numbers to try at each start unless `least` has them.

        By default one is tried there, which the models ask for.
        """
        self._settling, self._classes, self._least = settling, classes, least
        self._of_limits = of_limits
        self._tried: set[Node] = set()
        #: Those whose classes were counted: ruled out, or tried.
        self.counted: set[Node] = set()
        self.best: tuple[Key, Settled] | None = None
        #: Where all go on to from a node, and what comes of all who come to a node with a number.
        self._next: dict[Node, Node] = {}
        self._settled: dict[tuple[Node, int], Settled | None] = {}

    def scout(self, limits: Limits, likely: Iterable[Node]) -> None:
        """Try some starts, and go on from the best to its neighbours while they are better.

        A good release that is known early spares most of the work on starts that cannot beat it.
        """
        lattice = self._settling.lattice
        if lattice.size <= _FEW_NODES:
            return
        spaced = (lattice.node_at(i) for i in range(0, lattice.size, lattice.size // _SCOUTS))
        for start in [*likely] or spaced:
            if limits.are_over:
                return
            self.try_at(start)
        self.climb(limits)

    def climb(self, limits: Limits) -> bool:
        """Go from the best start to its neighbours while they are better; whether time sufficed."""
        lattice = self._settling.lattice
        while self.best is not None:
            before = self.best
            node = before[1].pooling.start
            for neighbour in (*lattice.children(node), *lattice.parents(node)):
                if limits.are_over:
                    return False
                self.try_at(neighbour)
            if self.best == before:
                break
        return True

    def end_at(self, gap: float, *, optimal: bool = False) -> PooledResult:
        """Return the result of a search that ends now."""
        found, nodes = self.best and self.best[1], self._settling.lattice.size
        return PooledResult(found, nodes, frozenset(self.counted), optimal, gap)

    def find_least(self, least: Counts) -> tuple[Counts, int]:
        """Return the least numbers that are tried, from those that are needed, and the greatest."""
        if self._least is None:
            return least, LARGEST_INT64
        numbers = np.array(sorted({*self._least}), dtype=np.int64)
        found = np.searchsorted(numbers, least)
        return np.append(numbers, LARGEST_INT64)[found], int(numbers[-1])

    @property
    def most_cost(self) -> int | None:
        """What the best release costs: one that costs more is not looked for."""
        return self.best and self.best[0][0]

    def try_at(self, start: Node, bounds: OpenStarts | None = None) -> None:
        """Try all numbers of people at a start that `bounds` leave, unless they were tried.

        A start outside of the limits is left out.
        """
        if start in self._tried or not self._settling.lattice.looks_at(start):
            return
        self._tried.add(start)
        self.counted.add(start)
        for found in self._find_releases(self._classes.at(start), bounds):
            key = (found.cost, start.height, start.levels, found.pooling.least)
            if self.best is None or key < self.best[0]:
                self.best = key, found

    def _find_releases(self, table: ClassTable, bounds: OpenStarts | None) -> Iterator[Settled]:
        """Yield the releases from one start that hold and may be the best, and perhaps others."""
        settling = self._settling
        violating = settling.find_greatest_violating(table)
        numbers = self.list_numbers()
        if not self._least:
            own = self._of_limits.at(table).tolist() if self._of_limits else [violating + 1]
            numbers = sorted({*numbers, *own})
        if not settling.texts_are_shared:
            numbers = [number for number in numbers if number > violating]
        priced = settling.price(table)
        if settling.path == "root" and not settling.texts_are_shared:
            found = settling.settle_by_root(priced, numbers, self.most_cost) if numbers else None
            if found is not None:
                yield found
            return
        least_costs: NDArray[Any] = np.zeros(len(numbers), dtype=np.int64)
        if bounds is not None and numbers:
            least_costs = bounds.bound_numbers(table.node, np.array(numbers, dtype=np.int64))
        for number, least_cost in zip(numbers, least_costs, strict=True):
            if self.costs_more(least_cost):
                continue
            found = self._settle(priced, number)
            if found is not None:
                yield found
                if settling.path == "root":
                    return

    def _settle(self, priced: PricedClasses, number: int) -> Settled | None:
        """Let people settle from a start at which no class of so many people violates a model.

        Where nobody settles at the start, all go on to one next node, whatever the number: the
        release is that of the next node as a start, with a step before it where nobody settles.
        What did not hold or cost too much for the best release then, does so for any later one.
        """
        settling, table = self._settling, priced.table
        is_root = table.node == settling.lattice.root
        if settling.texts_are_shared or is_root or int(table.public.max(initial=0)) >= number:
            return settling.settle(priced, number, self.most_cost)
        node = self._find_next(table)
        if (node, number) not in self._settled:
            following = self._classes.at(node)
            settles = following.public >= number
            counts = following.public[settles], following.private[settles]
            fails = node != settling.lattice.root and settling.count_violating(*counts)
            found = None if fails else self._settle(settling.price(following), number)
            self._settled[node, number] = found
        found = self._settled[node, number]
        if found is None or (self.most_cost is not None and found.cost > self.most_cost):
            return None
        steps = Step(table.node, 0, 0), *found.pooling.steps
        return replace(found, pooling=Pooling(number, steps))

    def _find_next(self, table: ClassTable) -> Node:
        """The node that people go on to if nobody settles."""
        if table.node not in self._next:
            self._next[table.node] = self._settling.find_next(table)
        return self._next[table.node]

    @property
    def largest_sum(self) -> int | None:
        """What the best release costs, before rounding, at most; None if there is none."""
        metric = self._settling.metric
        if self.best is None or not isinstance(metric, SeparableMetric):
            return None
        return metric.largest_sum(self.best[0][0])

    def costs_more(self, cost: Any) -> bool:
        """Whether a cost, before rounding, is more than that of the best release."""
        largest = self.largest_sum
        return largest is not None and cost > largest

    def list_numbers(self) -> list[int]:
        """Return the numbers that are tried at every start, ascending."""
        return sorted({*(self._least or list_candidates(self._settling.table.public_rows))})

"""The least-cost release by pooling along a given path: every start, every number of people.

Exactness. A row that climbs is published at a node above the start, where it costs no less; a
published class is a union of classes of the start. So a release costs at least what its start costs
as a plain node: for separable metrics by the rows, for the others because merging classes never
costs less. The search begins with the best plain node (`search.pooled.plain`), so that it never
ends worse. Whether a release holds is not monotone in the start, as what settles changes: nothing
is ruled out because a finer or coarser start fails. Where the rows have costs of their own, lower
bounds rule out most starts, and numbers of people at the others: a few tuples tell how many people
have to settle together at least (`search.pooled.witnesses`), and then many rows cannot settle at
coarse nodes or below (`search.pooled.leaving`), or have to climb in some columns
(`search.pooled.groups`). The search goes from the root to ever better neighbours, then takes one
open start after the other (`OpenStarts.find_next`). It ends when each start was tried or costs more
than the best release. Otherwise starts are tried in the order of their costs as plain nodes, and
the search ends at the first one that costs more than the best release found.

If levels are limited, that binds starts alone: the others are not tried, and people climb beyond.
Bounds hold for all starts, so they are sound for those that are left.

At one start, more people that settle together let more rows climb along ``root``, which costs no
less, so the first number that holds is the best of its start. On longer paths people may meet on
the way where more of them climb, so all numbers are tried. A number that lets a violating class
settle at the start fails, unless another class has the same texts; then it is tried as well.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.found.statistics import TableStatistics
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.domain.limits import NO_LIMITS, Limits, find_gap
from dpsql.domain.pooling import Pooling, Step, list_candidates
from dpsql.domain.progress import Progress
from dpsql.metrics.metric import Metric, SeparableMetric
from dpsql.search.class_tables.class_table import ClassTable
from dpsql.search.class_tables.classes import Classes
from dpsql.search.full_domain.spalm import Watch
from dpsql.search.pooled.by_cost import list_starts
from dpsql.search.pooled.plain import find_plain_optimum
from dpsql.search.pooled.row_costs import cost_nodes
from dpsql.search.pooled.settling import PricedClasses, Settled, Settling
from dpsql.search.pooled.starts import OpenStarts
from dpsql.search.pooled.witnesses import Witnesses
from dpsql.search.sums import LARGEST_INT64

#: Starts that are tried first, evenly spaced; none of a small lattice.
_SCOUTS, _FEW_NODES = 32, 256
Counts = NDArray[np.int64]
#: Cost, sum of the start's levels, its levels, people that settle together.
_Key = tuple[int, int, tuple[int, ...], int]


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


def find_pooled_optimum(
    settling: Settling,
    classes: Classes,
    least: Sequence[int] | None,
    watch: Watch | None = None,
    limits: Limits = NO_LIMITS,
    likely: Iterable[Node] = (),
) -> PooledResult:
    """Find the release of least cost; ties by the start's levels, then the number of people.

    `least`: the numbers of people to try; None for all that a job tries by itself. `likely`: starts
    to try first, in place of the best plain node and some that are evenly spaced.
    """
    metric, table = settling.metric, settling.table
    lattice = settling.lattice
    starts = _Starts(settling, classes, least)
    open_ = None
    likely = [*likely]
    if not likely and (plain := find_plain_optimum(settling, classes)):
        starts.try_at(plain)
    if limits.are_by_time:
        # A good release is wanted early, before bounds are counted.
        starts.climb(limits)
        if starts.best is not None and limits.are_over:
            least_cost, _ = next(list_starts(metric, table, lattice, classes))
            return starts.end_at(_find_gap(metric, table, starts.best, least_cost))
    if settling.has_bounds:
        open_ = _open_all(starts, settling, classes, watch)
        looks = _walk_by_bounds(starts, settling, classes, open_, likely)
    else:
        starts.scout(limits, likely)
        looks = _walk_by_cost(starts, settling, classes)
    for bound, decided, start in looks:
        best = starts.best
        gap = _find_gap(metric, table, best, bound)
        if watch:
            value = None if best is None else _value(metric, best[0][0], table)
            least_value, counted = _value(metric, bound, table), len(starts.counted)
            watch(Progress(lattice.size, decided, counted, value, least_value, unit="start"))
        if best is not None and limits.reached(gap):
            return starts.end_at(gap)
        starts.try_at(start, open_)
    return starts.end_at(0.0, optimal=True)


def find_good_pooling(
    settling: Settling,
    classes: Classes,
    least: Sequence[int] | None,
    likely: Iterable[Node],
    limits: Limits,
    plain: Node | None = None,
) -> Settled | None:
    """Find a release that no neighbouring start betters, or the best at the deadline.

    It loses no more than the best plain node, which is tried first, and than any of the `likely`
    starts. Nothing is proven of the others, so that no bounds are counted. `plain`: the best plain
    node, if it is known.
    """
    starts = _Starts(settling, classes, least)
    if plain := plain or find_plain_optimum(settling, classes):
        starts.try_at(plain)
    for start in likely:
        starts.try_at(start)
    starts.climb(limits)
    return starts.best and starts.best[1]


def find_best_at(
    settling: Settling, classes: Classes, least: Sequence[int] | None, start: Node
) -> Settled | None:
    """Find the best release from one start, whatever the limits; None if none holds."""
    free = replace(settling, lattice=Lattice(settling.lattice.heights))
    starts = _Starts(free, classes, least)
    starts.try_at(start)
    return starts.best and starts.best[1]


class _Starts:
    """The starts that were tried, and the best release of them."""

    def __init__(self, settling: Settling, classes: Classes, least: Sequence[int] | None) -> None:
        self._settling, self._classes, self._least = settling, classes, least
        self._tried: set[Node] = set()
        #: Those whose classes were counted: ruled out, or tried.
        self.counted: set[Node] = set()
        self.best: tuple[_Key, Settled] | None = None
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
        numbers: Sequence[int] = self._least or [
            *list_candidates(settling.table.public_rows),
            violating + 1,
        ]
        numbers = sorted({*numbers})
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


def _open_all(
    starts: _Starts, settling: Settling, classes: Classes, watch: Watch | None
) -> OpenStarts:
    """Return all starts, with what groups of columns tell of them unless all climb to the root."""
    metric = settling.metric
    assert isinstance(metric, SeparableMetric)  # noqa: S101 - only then rows have costs
    costs = cost_nodes(metric, settling.table, settling.lattice)
    if settling.path == "root":
        return OpenStarts(settling.lattice, costs)

    def tell() -> None:
        if watch:
            best = (
                None if starts.best is None else _value(metric, starts.best[0][0], settling.table)
            )
            counted = len(starts.counted)
            watch(Progress(settling.lattice.size, 0, counted, best, unit="start"))

    groups = settling.find_group_bounds(classes, starts.list_numbers(), tell)
    return OpenStarts(settling.lattice, costs, groups)


#: The least cost of what is left, the starts that are decided, and one to try.
_Look = tuple[int, int, Node]


def _walk_by_bounds(
    starts: _Starts, settling: Settling, classes: Classes, open_: OpenStarts, likely: Iterable[Node]
) -> Iterator[_Look]:
    """Yield the starts that are not ruled out by what the ones before them have shown.

    Whoever takes one tries it before the next.
    """
    metric, lattice = settling.metric, settling.lattice
    assert isinstance(metric, SeparableMetric)  # noqa: S101 - only then rows have costs
    witnesses = Witnesses(
        lattice, classes.at(lattice.raw), settling.codes_above, settling.find_violating
    )
    following = _follow(starts, lattice, [lattice.root, *likely])
    least = starts.find_least(witnesses.least)
    open_.raise_by_groups(least[0])
    while True:
        open_.close_above(starts.largest_sum)
        open_.close_impossible(*least)
        if not len(open_):
            return
        node = next(following, None) or open_.find_next()
        if not open_.is_open(node):
            continue
        open_.raise_at(node, least[0])
        if starts.costs_more(open_.bound_at(node)):
            open_.close(node)
            continue
        yield int(metric.round(open_.least_bound)), lattice.size - len(open_), node
        open_.close(node)
        if open_.has_below(node):
            table = classes.at(node)
            if witnesses.learn_from(table):
                least = starts.find_least(witnesses.least)
                open_.raise_by_groups(least[0])
            if settling.path != "columns":
                open_.learn(settling.leaving.find(table), least[0])


def _follow(starts: _Starts, lattice: Lattice, first: Iterable[Node]) -> Iterator[Node]:
    """Yield some nodes, then neighbours of the best start as long as a better one is found."""
    yield from first
    before = None
    while starts.best is not None and starts.best[0] != before:
        before, node = starts.best[0], starts.best[1].pooling.start
        yield from lattice.children(node)
        yield from lattice.parents(node)


def _walk_by_cost(starts: _Starts, settling: Settling, classes: Classes) -> Iterator[_Look]:
    """Yield all starts by cost, until they cost more than the best release."""
    listed = list_starts(settling.metric, settling.table, settling.lattice, classes)
    for decided, (cost, start) in enumerate(listed):
        if starts.best is not None and cost > starts.best[0][0]:
            return
        yield cost, decided, start


def _find_gap(
    metric: Metric, table: TableStatistics, best: tuple[_Key, Settled] | None, bound: int
) -> float:
    if best is None:
        return inf
    return find_gap(*(_value(metric, cost, table) for cost in (best[0][0], bound)))


def _value(metric: Metric, cost: int, table: TableStatistics) -> float:
    if isinstance(metric, SeparableMetric):
        return metric.published_value(cost * metric.resolution, table)
    return metric.value(cost, table)

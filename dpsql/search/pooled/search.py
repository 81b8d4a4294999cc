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
from dataclasses import replace
from math import inf

from dpsql.domain.found.statistics import TableStatistics
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.domain.limits import NO_LIMITS, Limits, find_gap
from dpsql.domain.progress import Progress
from dpsql.metrics.metric import Metric, SeparableMetric
from dpsql.search.class_tables.classes import Classes
from dpsql.search.full_domain.spalm import Watch
from dpsql.search.pooled.by_cost import list_starts
from dpsql.search.pooled.numbers_of_limits import NumbersOfLimits
from dpsql.search.pooled.plain import find_plain_optimum
from dpsql.search.pooled.row_costs import cost_nodes
from dpsql.search.pooled.settling import Settled, Settling
from dpsql.search.pooled.starts import OpenStarts
from dpsql.search.pooled.tried_starts import Key, PooledResult, TriedStarts
from dpsql.search.pooled.witnesses import Witnesses


def find_pooled_optimum(
    settling: Settling,
    classes: Classes,
    least: Sequence[int] | None,
    watch: Watch | None = None,
    limits: Limits = NO_LIMITS,
    likely: Iterable[Node] = (),
    of_limits: NumbersOfLimits | None = None,
) -> PooledResult:
    """Find the release of least cost; ties by the start's levels, then the number of people.

    `least`: the numbers of people to try; None for all that a job tries by itself, or with
    `of_limits` jobs of any δmax. `likely`: starts to try first, in place of the best plain node and
    some that are evenly spaced.
    """
    metric, table = settling.metric, settling.table
    lattice = settling.lattice
    starts = TriedStarts(settling, classes, least, of_limits)
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
    of_limits: NumbersOfLimits | None = None,
) -> Settled | None:
    """Find a release that no neighbouring start betters, or the best at the deadline.

    It loses no more than the best plain node, which is tried first, and than any of the `likely`
    starts. Nothing is proven of the others, so that no bounds are counted. `plain`: the best plain
    node, if it is known. `of_limits` as in `find_pooled_optimum`.
    """
    starts = TriedStarts(settling, classes, least, of_limits)
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
    starts = TriedStarts(free, classes, least)
    starts.try_at(start)
    return starts.best and starts.best[1]


def _open_all(
    starts: TriedStarts, settling: Settling, classes: Classes, watch: Watch | None
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
    starts: TriedStarts,
    settling: Settling,
    classes: Classes,
    open_: OpenStarts,
    likely: Iterable[Node],
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


def _follow(starts: TriedStarts, lattice: Lattice, first: Iterable[Node]) -> Iterator[Node]:
    """Yield some nodes, then neighbours of the best start as long as a better one is found."""
    yield from first
    before = None
    while starts.best is not None and starts.best[0] != before:
        before, node = starts.best[0], starts.best[1].pooling.start
        yield from lattice.children(node)
        yield from lattice.parents(node)


def _walk_by_cost(starts: TriedStarts, settling: Settling, classes: Classes) -> Iterator[_Look]:
    """Yield all starts by cost, until they cost more than the best release."""
    listed = list_starts(settling.metric, settling.table, settling.lattice, classes)
    for decided, (cost, start) in enumerate(listed):
        if starts.best is not None and cost > starts.best[0][0]:
            return
        yield cost, decided, start


def _find_gap(
    metric: Metric, table: TableStatistics, best: tuple[Key, Settled] | None, bound: int
) -> float:
    if best is None:
        return inf
    return find_gap(*(_value(metric, cost, table) for cost in (best[0][0], bound)))


def _value(metric: Metric, cost: int, table: TableStatistics) -> float:
    if isinstance(metric, SeparableMetric):
        return metric.published_value(cost * metric.resolution, table)
    return metric.value(cost, table)

"""The search for a pooled release where P is known from tables of statistics only.

What one start can publish is in `pooled_start`. Nobody who settles costs less than at the start as
a plain node, and who does not settle costs more. So starts come in the order of their costs as
plain nodes, and the search ends at the first that costs more than the best release. At each start
the best release so far says how few rows may go to the root, hence which number would be the
greatest; if the start does not hold with that, it is left after one judgement.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from math import inf

from dpsql.domain.found.statistics import TableStatistics
from dpsql.domain.limits import NO_LIMITS, Limits, find_gap
from dpsql.domain.pooling import Pooling
from dpsql.domain.progress import Progress
from dpsql.metrics.metric import SeparableMetric
from dpsql.search.class_tables.classes import Classes
from dpsql.search.confident.pooled_start import ExpectedSettling, Published, Start
from dpsql.search.full_domain.spalm import Watch
from dpsql.search.pooled.row_costs import list_by_cost


@dataclass(frozen=True)
class Pooled:
    """A release that holds: who settles where, its classes, and what it costs."""

    pooling: Pooling
    published: Published
    cost: int


@dataclass(frozen=True)
class PooledResult:
    """The best release, or None if none holds; `gap`: as of `spalm.SearchResult`."""

    best: Pooled | None
    nodes: int
    checked: int
    optimal: bool
    gap: float


def find_expected_optimum(
    rules: ExpectedSettling,
    classes: Classes,
    numbers: Sequence[int] | None,
    watch: Watch | None = None,
    limits: Limits = NO_LIMITS,
) -> PooledResult:
    """Find the release of least cost; ties by the start's levels, then the number of people.

    `numbers`: of people to try; None for all that a job tries by itself.
    """
    metric, table, lattice = rules.metric, rules.costs.table, rules.lattice
    best: tuple[tuple[int, int, tuple[int, ...], int], Pooled] | None = None
    checked = 0
    for bound, start in list_by_cost(metric, table, lattice):
        if best is not None and bound > best[0][0]:
            break
        gap = inf
        if best is not None:
            gap = find_gap(*(_value(metric, one, table) for one in (best[0][0], bound)))
        if watch:
            value = None if best is None else _value(metric, best[0][0], table)
            watch(Progress(lattice.size, checked, checked, value, _value(metric, bound, table)))
        if best is not None and limits.reached(gap):
            return PooledResult(best[1], lattice.size, checked, False, gap)
        if not lattice.looks_at(start):
            continue
        checked += 1
        most_cost = None if best is None else metric.largest_sum(best[0][0])
        found = find_best_at(rules, rules.open(classes.at(start)), numbers, most_cost)
        if found is None:
            continue
        key = (found.cost, start.height, start.levels, found.pooling.least)
        if best is None or key < best[0]:
            best = key, found
    return PooledResult(best and best[1], lattice.size, checked, True, 0.0)


def find_best_at(
    rules: ExpectedSettling,
    start: Start,
    numbers: Sequence[int] | None,
    most_cost: int | None = None,
) -> Pooled | None:
    """Find the best release from a start; None if none holds, or all cost more than `most_cost`.

    `most_cost` is a cost before rounding.
    """
    fewest = 0
    if most_cost is not None:
        few = start.find_fewest(most_cost)
        if few is None:
            return None
        fewest = few
    if numbers is None and rules.is_monotone:
        least = start.find_least(start.find_greatest_number(fewest))
    else:
        tried: Iterable[int] = sorted({*(numbers or rules.list_numbers())})
        if fewest:
            greatest = start.find_greatest_number(fewest)
            tried = takewhile(lambda one: one <= greatest, tried)
        least = next((one for one in tried if start.holds(one)), None)
    if least is None:
        return None
    published = start.publish(least)
    if published.settled < fewest:
        return None
    cost = int(rules.metric.round(start.cost(published.settled)))
    return Pooled(start.pool(published), published, cost)


def _value(metric: SeparableMetric, cost: int, table: TableStatistics) -> float:
    return metric.published_value(cost * metric.resolution, table)

"""In which order a page searches other releases of the tables of a job, and how much time each has.

The job's own algorithm is explored first, at other δmax. Then each other algorithm that looks at T
is measured at the job's δ, and explored. What chooses from P alone has the time that is left. Times
are seconds of work: see `domain.limits.Budget`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from dpsql.domain.alternative import Alternative, Comparison, Kept
from dpsql.domain.found.explored import ExploredAlgorithm, ExploredPoint
from dpsql.generalize.shared_searches import SharedSearches
from dpsql.use_cases.explore.others import (
    explore,
    find_own,
    list_explored,
    name_explored,
)
from dpsql.use_cases.reports.comparison import (
    compare_choices,
    compare_searches,
    find_obstacle,
    join,
    share,
)

#: What exploring the job's own algorithm has of the seconds of a page.
_OWN = 0.5


@dataclass(frozen=True)
class Others:
    """What other algorithms keep, at the job's δ and at other δmax, in the order of a page."""

    comparison: Comparison
    explored: tuple[ExploredAlgorithm, ...] = ()


def explore_in_order(shared: SharedSearches, seconds: float, found: ExploredPoint | None) -> Others:
    """Compare and explore; nothing is written.

    `seconds`: of work, which the page has; a little more where an algorithm would have fewer than
    three points. `found`: what the job's own algorithm found, if it sought least loss.
    """
    budget = shared.begin(seconds)
    listed = list_explored(shared)
    own, explored = find_own(shared.job), dict[str, ExploredAlgorithm]()
    if own in listed and found is not None and shared.job.choose == "optimum":
        explored[name_explored(own)] = explore(shared, own, found, seconds * _OWN, seconds)
    obstacle = find_obstacle(shared.job, shared.loaded)
    searched = [] if obstacle else compare_searches(shared, seconds, found)
    left = [one for one in listed if name_explored(one) not in explored]
    for number, one in enumerate(left):
        time = max(budget.left, 0.0) / (len(left) - number)
        is_of_job = one.is_like(Alternative(shared.job.algorithm, shared.job.choose))
        known = found if is_of_job else _find_point(searched, one)
        explored[name_explored(one)] = explore(shared, one, known, time, seconds)
    others = _order(listed, explored)
    if obstacle:
        return Others(Comparison(left_out=obstacle), others)
    chosen = compare_choices(shared, seconds, budget.left, searched)
    return Others(share(shared.job, join(searched, chosen), others), others)


def _find_point(searched: Sequence[Kept], asked: Alternative) -> ExploredPoint | None:
    return next((one.point for one in searched if one.alternative.is_like(asked)), None)


def _order(
    listed: Sequence[Alternative], explored: dict[str, ExploredAlgorithm]
) -> tuple[ExploredAlgorithm, ...]:
    names = map(name_explored, listed)
    return tuple(explored[name] for name in names if name in explored)

"""What pooled releases have to show: their frontier, or the best found in time at a few δmax."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from dpsql.domain.found.explored import ExploredPoint, find_best
from dpsql.domain.job import Job
from dpsql.domain.levels.lattice import node_at_levels
from dpsql.domain.limits import Budget, Limits, TooLong, give_up_after
from dpsql.domain.plurals import name_count
from dpsql.domain.sections.delta import Delta
from dpsql.generalize.pooled_search import list_numbers
from dpsql.generalize.shared_searches import SharedSearches
from dpsql.search.pooled.frontier import find_pooled_frontier, share_number
from dpsql.search.pooled.search import find_good_pooling, find_pooled_optimum
from dpsql.session.description import without_delta_max

#: Where there are at most so many tuples times nodes, the whole frontier is searched first; more
#: where there is more time.
_SMALL, _SMALL_PER_SECOND = 3_000_000, 1_000_000
_FRONTIER_SECONDS = 4.0
_NO_FRONTIER = "the whole frontier takes longer than the time that there was for it"
#: So many points are sought, by so many tries at most, whether or not time is left; each try has at
#: least this share of the time.
_FEWEST, _MOST_NEEDED, _LEAST = 3, 5, 0.1
#: A search to the end has a share of the time that is left. It is to end by itself after so much of
#: that, and is given up at its end.
_ENDING = 0.8
#: The share of the time that climbing has; soon it finds little that is better.
_CLIMBING = 0.5


def explore_pooled(
    job: Job,
    shared: SharedSearches,
    tried: Sequence[Fraction],
    known: Sequence[ExploredPoint],
    time: float,
) -> tuple[list[ExploredPoint], bool, Sequence[Fraction], str]:
    """Return the points, whether they are the frontier, the δmax left out, and what is to be said.

    `tried`: δmax to try, for about so much `time`; a few are tried also where no time is left.
    `known`: points at other δmax.
    """
    loaded = shared.loaded
    # A frontier by presence does not know who is absent; at each δmax, that is judged.
    most = max(_SMALL, _SMALL_PER_SECOND * time)
    if job.known_absent is not None or loaded.lattice.size * loaded.sizes.tuples > most:
        return *_climb_at_each(job, shared, tried, known, time), ""
    pooling, numbers = shared.pool(without_delta_max(job)), list_numbers(job)
    # What takes longer leaves time for single points.
    limits = Limits(budget=shared.begin(max(time / 2, _FRONTIER_SECONDS)))
    found = find_pooled_frontier(
        pooling.settling,
        pooling.classes,
        numbers,
        limits=limits,
        shares_numbers=True,
        first=tried,
    )
    # Presence is told in the bars of the job's δ.
    points = [replace(pooling, job=job).describe(one) for one in found.points]
    if not found.is_whole:
        left = [one for one in tried if not found.searched.decide(one)]
        return _go_on(points, left, job, shared, known, time)
    # The numbers of people that are tried depend on δmax: at the job's, less may be lost.
    own = known if numbers else [_share_number(job, shared, one) for one in known]
    own = [one for one in own if not any(one.is_like(point) for point in points)]
    return find_best([*points, *own]), True, (), ""


def _go_on(
    proven: Sequence[ExploredPoint],
    left: Sequence[Fraction],
    job: Job,
    shared: SharedSearches,
    known: Sequence[ExploredPoint],
    time: float,
) -> tuple[list[ExploredPoint], bool, Sequence[Fraction], str]:
    """Climb at the δmax that are `left`, beside those points of the frontier that were proven."""
    note = _NO_FRONTIER
    if proven:
        told = name_count(len(proven), "point of it is", "points of it are")
        note = f"{note}: {told} proven"
    if not left:
        return find_best([*proven, *known]), False, (), note
    points, _, untried = _climb_at_each(job, shared, left, [*known, *proven], time)
    return find_best(points), False, untried, note


def _share_number(job: Job, shared: SharedSearches, known: ExploredPoint) -> ExploredPoint:
    """Return the best release at the δmax of a known one, with its number of people at all starts.

    The lines of the point state the number, and so lead to it.
    """
    at = shared.pool(at_delta(job, known.delta_max))
    assert known.levels is not None and known.least is not None  # noqa: S101 - it is pooled
    start = node_at_levels(known.levels, shared.loaded.heights)
    found = share_number(at.settling, at.classes, known.least, start).best
    return known if found is None else at.describe(found)


def _climb_at_each(
    job: Job,
    shared: SharedSearches,
    tried: Sequence[Fraction],
    known: Sequence[ExploredPoint],
    time: float,
) -> tuple[list[ExploredPoint], bool, Sequence[Fraction]]:
    """Climb to a good release at one δmax after the other, from the best starts at others.

    With what is left of the time, their searches are brought to their end.
    """
    points, budget = [*known], shared.begin(time)
    tried = _order(tried, known)
    heights = shared.loaded.heights
    starts = [node_at_levels(one.levels, heights) for one in known if one.levels]
    for number, delta_max in enumerate(tried):
        left = len(tried) - number
        is_needed = len(find_best(points)) < _FEWEST and number < _MOST_NEEDED
        if budget.left < 0 and not is_needed:
            return points, False, tried[number:]
        at = shared.pool(at_delta(job, delta_max))
        limits = Limits(budget=shared.begin(max(_CLIMBING * budget.left / left, time * _LEAST)))
        plain = shared.find_plain_node(delta_max)
        given = at.settling, at.classes, list_numbers(job), starts, limits, plain
        found = find_good_pooling(*given)
        if found is not None:
            starts = [*dict.fromkeys((*starts, found.pooling.start))]
            point = _at(at.describe(found, is_whole=False), delta_max)
            # Less than nothing cannot be lost.
            points.append(replace(point, is_whole=not point.loss))
    return _drop_repeats(_search_to_the_end(job, shared, points, budget)), False, ()


def _drop_repeats(points: Sequence[ExploredPoint]) -> list[ExploredPoint]:
    """Return the points without each that is not proven, and is the release of a proven one.

    At a smaller δmax other numbers of people are tried, so that the proof does not hold there.
    """
    proven = [one for one in points if one.is_whole]
    return [one for one in points if one.is_whole or not any(map(one.is_like, proven))]


def _at(found: ExploredPoint, delta_max: Fraction) -> ExploredPoint:
    """Return what a search at this δmax found, as a search there does by itself."""
    return replace(found, delta_max=delta_max, finds_least=True)


def _search_to_the_end(
    job: Job, shared: SharedSearches, points: Sequence[ExploredPoint], budget: Budget
) -> list[ExploredPoint]:
    """Search at the δmax of points that are not proven, as long as there is time.

    They come in the order in which they were tried. What is proven replaces its point: it loses no
    more than that, which holds at the same δmax, so that rounded losses do not decide. A search
    that is ended keeps the better of both releases.
    """
    heights, finished = shared.loaded.heights, [*points]
    for place, one in enumerate(points):
        if one.is_whole:
            continue
        left = sum(not other.is_whole for other in points[place:])
        if budget.left <= 0:
            break
        at = shared.pool(at_delta(job, one.delta_max))
        seconds = budget.left / left
        likely = [node_at_levels(one.levels, heights)] if one.levels else []
        try:
            found = find_pooled_optimum(
                at.settling,
                at.classes,
                list_numbers(job),
                give_up_after(shared.begin(seconds), shared.options.watch),
                Limits(budget=shared.begin(_ENDING * seconds)),
                likely,
            )
        except TooLong:
            continue
        if found.best is None:
            continue
        best = _at(at.describe(found.best, is_whole=found.optimal), one.delta_max)
        if found.optimal or best.loss < one.loss:
            finished[place] = best
    return finished


def _order(tried: Sequence[Fraction], known: Sequence[ExploredPoint]) -> list[Fraction]:
    """Return the δmax so that most of them begin with a release at a smaller one, which holds.

    First the next below the one of the job, this one again unless its release is proven, those
    above it; then the others.
    """
    asked = known[0].delta_max if known else tried[0]
    below = sorted((one for one in tried if one < asked), reverse=True)
    above = sorted(one for one in tried if one > asked)
    again = [] if known and known[0].is_whole else [asked]
    return [*below[:1], *again, *above, *below[1:]]


def at_delta(job: Job, delta_max: Fraction) -> Job:
    """Return the job with another δmax, whose presence is told in the bars of the page."""
    least = job.delta.min if job.delta else Fraction(0)
    return job.in_same_bars(Delta(min=least, max=delta_max))

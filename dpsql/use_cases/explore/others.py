"""What an algorithm has to show at several δmax: pooled releases, cuts along hierarchies and boxes.

The frontier of pooled releases is searched to its end where the tables are small. Otherwise, and
for cuts and boxes, which have no frontier, a few δmax are tried: the job's, and round ones next to
it. So are levels, where their frontier is not known. Nothing is written, and the tables of the
session stay as they are.
"""

from collections.abc import Sequence
from fractions import Fraction

from dpsql.domain.alternative import NOT_FOUND, Alternative
from dpsql.domain.found.explored import ExploredAlgorithm, ExploredPoint, find_best
from dpsql.domain.job import Job
from dpsql.domain.limits import TooLong
from dpsql.domain.sections.algorithm import (
    SPALM,
    Algorithm,
    MpalmOptions,
    PooledOptions,
)
from dpsql.errors import ConfigError, InputError, NoSafeRelease, ResourceError
from dpsql.generalize.alternatives import find_release, tell_problem
from dpsql.generalize.shared_searches import SharedSearches
from dpsql.session.search_limits import MAX_QUASI_IDENTIFIERS
from dpsql.use_cases.explore.pooled import at_delta, explore_pooled
from dpsql.use_cases.explore.round_bounds import list_tried
from dpsql.use_cases.reports.comparison import MOST_NODES, MOST_TUPLES

#: An algorithm is tried until it has so many points, but no more often than so, and no longer than
#: so many times its time.
FEWEST, _MOST_NEEDED, _PATIENCE = 3, 5, 2.0
#: A run of an algorithm that cuts is ended after such a share of all seconds of the page, with what
#: it has then; in less than the last it would have too little.
_CUTTING, _LEAST_CUTTING = 0.25, 0.1
_POOLED = Algorithm(pooled=PooledOptions())
_CUTS = Algorithm(mpalm=MpalmOptions(cuts="hierarchy", rest="kept"))
_BOXES = Algorithm(mpalm=MpalmOptions(columns="any", values="loss"))


def list_explored(shared: SharedSearches) -> tuple[Alternative, ...]:
    """Return what is explored: the job's own algorithm in place of the one like it.

    Nothing of large tables, and of a large lattice what cuts only. Levels where their frontier is
    not known.
    """
    job, loaded = shared.job, shared.loaded
    sizes, lattice = loaded.sizes, loaded.lattice
    if sizes.tuples > MOST_TUPLES or not sizes.private_rows:
        return ()
    is_large = lattice.size > MOST_NODES or len(lattice.heights) > MAX_QUASI_IDENTIFIERS
    if job.prior is not None or job.earlier:
        # Nothing else is judged by them; a plain frontier does not know them.
        return () if is_large else (Alternative(SPALM, "optimum"),)
    own = find_own(job)
    listed = [Alternative(one, "optimum") for one in (_POOLED, _CUTS, _BOXES)[is_large:]]
    others = tuple(own if own and _is_like(own, one) else one for one in listed)
    if own and own.kind == "boxes" and name_explored(own) != own.name:
        # Cut by loss, boxes keep more as a rule.
        others += (Alternative(_BOXES, "optimum"),)
    are_known = shared.levels is not None and bool(shared.levels.points)
    if job.delta is not None and not is_large and not are_known:
        return (Alternative(SPALM, "optimum"), *others)
    return others


def find_own(job: Job) -> Alternative | None:
    """Return the job's algorithm, if it is explored by trying δmax."""
    words = job.algorithm.mpalm or job.algorithm.mondrian
    if job.algorithm.pooled is None and (words is None or words.unsafe):
        return None
    return Alternative(job.algorithm, "optimum")


def name_explored(one: Alternative) -> str:
    """Name what is explored: by the job's own options, where these are not the usual ones.

    >>> name_explored(Alternative(_BOXES, "optimum"))
    'boxes'
    >>> name_explored(Alternative(Algorithm(mpalm=MpalmOptions()), "optimum"))
    'boxes, as the job says'
    """
    usual = (Alternative(each, one.choose) for each in (SPALM, _POOLED, _CUTS, _BOXES))
    alike = [each for each in usual if each.name == one.name]
    if alike and not alike[0].is_like(one):
        return f"{one.word}, as the job says"
    return one.name


def _is_like(own: Alternative, other: Alternative) -> bool:
    """Whether both release the same kind of thing."""
    ours, others = own.algorithm, other.algorithm
    if ours.pooled is not None or others.pooled is not None:
        return (ours.pooled is None) == (others.pooled is None)
    return (ours.rest is None) == (others.rest is None)


def explore(
    shared: SharedSearches,
    asked: Alternative,
    known: ExploredPoint | None,
    time: float,
    seconds: float,
) -> ExploredAlgorithm:
    """Explore an algorithm for about so much `time`, of the `seconds` that the page has.

    `known`: what it releases at the job's δ.
    """
    job, name, algorithm = shared.job, name_explored(asked), asked.algorithm
    first = [] if known is None else [known]
    tried = [
        one for one in list_tried(job, shared.loaded) if known is None or one != known.delta_max
    ]
    try:
        own = job.with_algorithm(algorithm, choose="optimum", metric="loss")
        if algorithm.pooled is not None:
            found = explore_pooled(own, shared, tried, first, time)
            points, is_proven, untried, note = found
        else:
            points, untried = _search_at_each(own, shared, tried, first, time, seconds)
            is_proven, note = False, ""
    except (ConfigError, InputError, ResourceError) as problem:
        return ExploredAlgorithm(name, (), False, tell_problem(problem))
    if not is_proven:
        points = find_best(points)
    # Without a proof the job's own δmax is tried once more.
    late = {*untried} - {one.delta_max for one in first}
    looked_at = {one.delta_max for one in first} | {*tried} - late
    return ExploredAlgorithm(
        name,
        tuple(points),
        is_proven,
        note=note if points else NOT_FOUND,
        tried=() if is_proven else tuple(sorted(looked_at)),
        untried=tuple(sorted(late)),
        algorithm=algorithm,
    )


def _search_at_each(
    job: Job,
    shared: SharedSearches,
    tried: Sequence[Fraction],
    known: Sequence[ExploredPoint],
    time: float,
    seconds: float,
) -> tuple[list[ExploredPoint], Sequence[Fraction]]:
    """Search or cut at one δmax after the other; each run has its part of the time that is left.

    Return the points, and the δmax that there was no time for, or too little to keep anything.
    """
    points, late, budget = [*known], list[Fraction](), shared.begin(time)
    most, least = _CUTTING * seconds, _LEAST_CUTTING * seconds
    for number, delta_max in enumerate(tried):
        left, count = budget.left, len(tried) - number
        is_needed = len(find_best(points)) < FEWEST and number < _MOST_NEEDED
        is_needed &= not number or budget.used < _PATIENCE * max(time, least)
        if left < least and not is_needed:
            return points, [*late, *tried[number:]]
        wanted = FEWEST - len(points)
        given = min(max(left / max(min(count, wanted), 1), least), most)
        try:
            point = find_release(shared, at_delta(job, delta_max), given)
        except NoSafeRelease:
            continue
        except TooLong:
            late.append(delta_max)
            continue
        points.append(point)
        if point.says_nothing:
            late.append(delta_max)
    return points, late

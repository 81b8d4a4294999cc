"""What pooled releases, cuts along the hierarchies and boxes have to show at several δmax.

The frontier of pooled releases is searched to its end where the tables are small. Otherwise, and
for cuts and boxes, which have no frontier, a few δmax are tried: the job's, and round ones next to
it. Nothing is written, and the tables of the session stay as they are.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from dpsql.domain.alternative import NOT_FOUND, Alternative, Kept
from dpsql.domain.found.explored import ExploredAlgorithm, ExploredPoint
from dpsql.domain.job import Job
from dpsql.domain.limits import Budget, TooLong, give_up_after
from dpsql.domain.plurals import name_count
from dpsql.domain.sections.algorithm import FULL_DOMAIN, Algorithm, MpalmOptions, PooledOptions
from dpsql.errors import ConfigError, InputError, NoSafeRelease, ResourceError
from dpsql.generalize.alternatives import describe_point, generalized_apart
from dpsql.generalize.shared_searches import SharedSearches
from dpsql.session.load import Loaded
from dpsql.session.search_limits import MAX_QUASI_IDENTIFIERS
from dpsql.use_cases.explore.pooled import at_delta, explore_pooled
from dpsql.use_cases.reports.comparison import MOST_NODES, MOST_TUPLES

#: Each has the time until its share of the seconds is used up.
_SHARES = (0.4, 0.7, 1.0)
#: A run of an algorithm that cuts is ended after such a share of all seconds of the page, with what
#: it has then; in less than the last it would have too little.
_CUTTING, _LEAST_CUTTING = 0.25, 0.12
#: A run is given up after this many times its time.
_PATIENCE = 2.0
#: Round δmax, and how many are tried besides the job's.
_ROUND = tuple(Fraction(n, 100) for n in (1, 2, 5, 10, 15, 20, 25, 30, 40, 50, 75))
_MOST_TRIED = 6
_CUTS = Algorithm(mpalm=MpalmOptions(cuts="hierarchy", rest="kept"))
_BOXES = Algorithm(mpalm=MpalmOptions(columns="any", values="loss"))


def explore_others(
    shared: SharedSearches, known: Sequence[Kept], left: float, seconds: float
) -> tuple[ExploredAlgorithm, ...]:
    """Explore what does not release levels, as far as there is time; nothing of large tables.

    `known`: what was measured at the job's δ. `left`: how much time there is, of the `seconds` that
    the page has.
    """
    job, loaded = shared.job, shared.loaded
    sizes, lattice = loaded.sizes, loaded.lattice
    is_large = sizes.tuples > MOST_TUPLES or lattice.size > MOST_NODES
    if is_large or len(lattice.heights) > MAX_QUASI_IDENTIFIERS or not sizes.private_rows:
        return ()
    whole = Budget(left)
    tried = list_tried(job, loaded)
    own = job.algorithm
    found = []
    algorithms = (own if own.pooled else Algorithm(pooled=PooledOptions()), _CUTS, _BOXES)
    for algorithm, share in zip(algorithms, _SHARES, strict=True):
        chosen = own if _is_like(own, algorithm) else algorithm
        asked = Alternative(chosen, "optimum")
        measured = next(
            (one for one in known if one.alternative.is_like(asked) and one.point), None
        )
        budget = Budget(whole.left - (1 - share) * left)
        found.append(_explore(shared, _Asked(asked, tried, budget, seconds, measured)))
    return tuple(found)


def _is_like(own: Algorithm, other: Algorithm) -> bool:
    """Whether both release the same kind of thing; then the job's own algorithm is explored."""
    if own.name in FULL_DOMAIN or own.pooled is not None or other.pooled is not None:
        return False
    words = own.mpalm or own.mondrian
    return words is not None and not words.unsafe and (own.rest is None) == (other.rest is None)


def list_tried(job: Job, loaded: Loaded) -> list[Fraction]:
    """Return the δmax to try, the job's first, then those next to it; δ contains |T|/|P|."""
    prior = Fraction(loaded.sizes.private_rows, loaded.sizes.public_rows)
    least = max(prior, job.delta.min if job.delta else Fraction(0))
    own = job.delta.max if job.delta else None
    middle = least * 2 if own is None else own
    others = [one for one in _ROUND if one >= least and one != own]
    nearest = sorted(others, key=lambda one: max(one, middle) / min(one, middle))[:_MOST_TRIED]
    return ([own] if own is not None and own >= least else []) + nearest


@dataclass(frozen=True)
class _Asked:
    """An algorithm, the δmax to try while there is time, and what is known at the job's δ.

    `seconds`: what the page has for all algorithms.
    """

    alternative: Alternative
    tried: Sequence[Fraction]
    budget: Budget
    seconds: float
    known: Kept | None


def _explore(shared: SharedSearches, asked: _Asked) -> ExploredAlgorithm:
    name, algorithm = asked.alternative.name, asked.alternative.algorithm
    first = [asked.known.point] if asked.known is not None and asked.known.point else []
    left = [one for one in asked.tried if one not in {point.delta_max for point in first}]
    own = shared.job.with_algorithm(algorithm, choose="optimum", metric="loss")
    try:
        if algorithm.pooled is not None:
            points, is_proven, note = explore_pooled(own, shared, left, first, asked.budget)
        else:
            given = replace(asked, tried=left)
            points, note = _cut_at_each(own, shared, given, is_known=bool(first))
            is_proven = False
    except (ConfigError, InputError, ResourceError) as problem:
        return ExploredAlgorithm(name, (), False, str(problem).split(";")[0].removeprefix("job: "))
    if not is_proven:
        # What was ended before it kept anything says nothing of the algorithm.
        kept = [point for point in (*first, *points) if point.is_whole or point.loss < 1]
        points = drop_dominated(sorted(kept, key=lambda point: point.delta_max))
    if not points:
        note = "; ".join(filter(None, (NOT_FOUND, note)))
    return ExploredAlgorithm(name, tuple(points), is_proven, note)


def drop_dominated(points: Iterable[ExploredPoint]) -> list[ExploredPoint]:
    """Drop each point that loses no less than one of smaller δmax, whose release holds there, too.

    `points`: by δmax, ascending.
    """
    kept: list[ExploredPoint] = []
    for point in points:
        if not kept or point.loss < kept[-1].loss:
            kept.append(point)
    return kept


def _cut_at_each(
    job: Job, shared: SharedSearches, asked: _Asked, *, is_known: bool
) -> tuple[list[ExploredPoint], str]:
    """Cut at one δmax after the other; each run has its part of the time that is left.

    The first has its time whether or not there is any left, where nothing `is_known` yet.
    """
    points: list[ExploredPoint] = []
    most, least = _CUTTING * asked.seconds, _LEAST_CUTTING * asked.seconds
    for number, delta_max in enumerate(asked.tried):
        left, count = asked.budget.left, len(asked.tried) - number
        is_needed = not number and not is_known
        if left < least and not is_needed:
            return (
                points,
                f"{name_count(count, 'δmax was', 'δmax were')} not tried: there was no time left",
            )
        seconds = min(max(left / count, most if is_needed else least), most)
        points += _cut(at_delta(job, delta_max), shared, seconds)
    return points, ""


def _cut(job: Job, shared: SharedSearches, seconds: float) -> Iterator[ExploredPoint]:
    """Yield the release of the job's δmax, if there is one; it is cut for so long."""
    limited = replace(
        shared.options,
        watch=give_up_after(seconds * _PATIENCE),
        on_stage=None,
        gap=0.0,
        time_limit=seconds,
        report=None,
    )
    try:
        with generalized_apart(job, shared.loaded, limited) as found:
            yield describe_point(found, job, shared.loaded, shared.people)
    except (NoSafeRelease, TooLong):
        return

"""Measures what an alternative to the job's algorithm would keep, in a session that has counted.

Nothing is written or released, and the tables of the session stay as they are. What an alternative
from P would choose is found in the same session, with all of P as T.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import inf

from dpsql.domain.alternative import NOT_FOUND, Alternative, Kept
from dpsql.domain.found.explored import ExploredPoint, Person
from dpsql.domain.found.searched import Search
from dpsql.domain.found.statistics import Presence
from dpsql.domain.job import Job
from dpsql.domain.limits import Limits, TooLong, give_up_after
from dpsql.errors import ConfigError, InputError, NoSafeRelease, ResourceError
from dpsql.generalize import hierarchy_cuts
from dpsql.generalize.by_algorithm import generalize
from dpsql.generalize.chosen import ChosenLevels, ChosenParts
from dpsql.generalize.from_public import choose_in, find_enough
from dpsql.generalize.generalized import Generalized
from dpsql.generalize.in_memory.boxes import BoxesInMemory
from dpsql.generalize.in_memory.cuts import CutsInMemory
from dpsql.generalize.pooled_search import list_numbers
from dpsql.generalize.released_point import describe_release
from dpsql.generalize.shared_searches import SharedSearches
from dpsql.search.pooled.search import find_pooled_optimum
from dpsql.session.clock import Clock
from dpsql.session.description import no_safe_release, refuse_infeasible
from dpsql.session.load import Loaded
from dpsql.session.options import BudgetedOptions, Options
from dpsql.sql.counting.everybody import counting_everybody

#: A search from T ends at its time limit with what it has, but nothing is ended without a result
#: before this many times the limit.
_PATIENCE = 2.0


def measure_alternative(
    known: SharedSearches, alternative: Alternative, seconds: float = inf
) -> Kept:
    """Return what the alternative loses under the job's conditions, or why it has no release.

    What looks at T ends after `seconds` of work with the best that was found. A choice from P is
    not ended: others could not repeat it; after `seconds` it is given up. A statement is never
    ended.
    """
    began = known.begin(inf)
    try:
        point = measure_point(known, alternative, seconds)
    except NoSafeRelease:
        return Kept(alternative, left_out=_tell_failure(alternative))
    except TooLong:
        return Kept(alternative, left_out=NOT_FOUND)
    except (ConfigError, InputError, ResourceError) as problem:
        return Kept(alternative, left_out=tell_problem(problem))
    return Kept(alternative, point.loss, point.is_whole, seconds=began.used, point=point)


def measure_point(
    known: SharedSearches, alternative: Alternative, seconds: float = inf
) -> ExploredPoint:
    """Return what the alternative would release; raises as the algorithm, and TooLong.

    `seconds`: as of `measure_alternative`.
    """
    job = known.job
    asked = job.with_algorithm(alternative.algorithm, choose=alternative.choose, metric="loss")
    looks_at_t = alternative.choose == "optimum"
    if looks_at_t and asked.algorithm.pooled is not None:
        return _measure_pooled(asked, known, seconds)
    return find_release(known, asked, seconds)


def find_release(known: SharedSearches, asked: Job, seconds: float = inf) -> ExploredPoint:
    """Return the release of a job by cuts, boxes or levels; raises as `measure_point`.

    What looks at T ends after so many seconds of work.
    """
    looks_at_t = asked.choose == "optimum"
    in_memory = _find_in_memory(known, asked) if looks_at_t and asked.delta is not None else None
    if in_memory is not None:
        found = in_memory.cut(asked, Limits(budget=known.begin(seconds)))
        if found is None:
            raise NoSafeRelease("no parts satisfy the job")
        return found
    limited = _limit(known, seconds, looks_at_t=looks_at_t)
    with generalized_apart(asked, known.loaded, limited) as released:
        return describe_point(released, asked, known.loaded, known.people)


def _find_in_memory(known: SharedSearches, job: Job) -> CutsInMemory | BoxesInMemory | None:
    """The people of the session, where a job cuts them by a rule that is known in memory."""
    words = job.algorithm.mpalm
    if words is None:
        return None
    if job.algorithm.rest is not None:
        is_known = words.columns in (None, "any") and job.algorithm.rest == "kept"
        return known.cuts if is_known else None
    is_known = (
        words.box == "P"
        and not words.unsafe
        and (words.values == "loss") <= (words.columns == "any")
    )
    return known.boxes if is_known else None


def _limit(known: SharedSearches, seconds: float, *, looks_at_t: bool) -> Options:
    """Return options of a search that ends after so many seconds of work, or is given up then."""
    return BudgetedOptions(
        connection=known.options.connection,
        max_nodes=known.options.max_nodes,
        watch=give_up_after(known.begin(seconds * (_PATIENCE if looks_at_t else 1))),
        work_seconds=seconds if looks_at_t else inf,
        works_here=known.loaded.engine.works_here,
        progress=False,
    )


def _measure_pooled(job: Job, known: SharedSearches, seconds: float) -> ExploredPoint:
    """Return the best pooled release that is found in time; raises as `measure_point`."""
    loaded = known.loaded
    nothing = Search(loaded.lattice.size, 0, optimal=True)
    refuse_infeasible(job, loaded, nothing)
    pooling, plain = known.pool(job), known.find_plain_node(job.delta.max if job.delta else None)
    found = find_pooled_optimum(
        pooling.settling,
        pooling.classes,
        list_numbers(job),
        give_up_after(known.begin(seconds * _PATIENCE), known.options.watch),
        Limits(budget=known.begin(seconds)),
        likely=[] if plain is None else [plain],
    )
    if found.best is None:
        raise no_safe_release("no start satisfies the job", job, loaded, nothing)
    point = pooling.describe(found.best, is_whole=found.optimal)
    return replace(point, delta_max=job.delta.max) if job.delta else point


def describe_point(
    found: Generalized, job: Job, loaded: Loaded, people: Sequence[Person] = ()
) -> ExploredPoint:
    """Return a release that was found for a job, with the job's δmax if it has one.

    The tables of the session are still those of the search.
    """
    presence = found.presence
    assert isinstance(presence, Presence)  # noqa: S101 - of statistics nothing is explored
    delta_max = job.delta.max if job.delta else presence.maximum
    return describe_release(found.description, found.shape, presence, delta_max, loaded, people)


@contextmanager
def generalized_apart(job: Job, loaded: Loaded, options: Options) -> Iterator[Generalized]:
    """Generalize T by the job's algorithm; the tables for it are dropped at the end."""
    chosen = None
    if job.choose == "from_public" and job.algorithm.rest is None:
        chosen = _choose_levels(job, loaded, options)
    with loaded.engine.keeping_apart():
        if job.choose == "optimum" or chosen is not None:
            yield generalize(job, loaded, options, Clock(), chosen=chosen)
            return
        # Parts are cut here: cuts by the people of P do not depend on what is T.
        enough = find_enough(job, loaded.sizes.public_rows, loaded.sizes.private_rows)
        yield hierarchy_cuts.generalize(job, loaded, options, Clock(), least_class=enough)


def _choose_levels(job: Job, loaded: Loaded, options: Options) -> ChosenLevels | ChosenParts:
    """Choose levels from P and |T|, as `choose_from_public` does in a session of its own."""
    sizes = loaded.sizes
    with counting_everybody(loaded.engine, loaded.hierarchies):
        everybody = replace(loaded, sizes=replace(sizes, private_rows=sizes.public_rows))
        return choose_in(job, everybody, options, sizes.private_rows)


def _tell_failure(alternative: Alternative) -> str:
    if alternative.choose == "from_public":
        return "T does not satisfy the job where P alone chooses"
    return "none was found that satisfies the job"


def tell_problem(problem: Exception) -> str:
    """Return the first part of a message, without its place in a job and what to do."""
    return str(problem).split(";")[0].removeprefix("job: ").removeprefix("algorithm: ")

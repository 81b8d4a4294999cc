"""Measures what an alternative to the job's algorithm would keep, in a session that has counted.

Nothing is written or released, and the tables of the session stay as they are. What an alternative
from P would choose is found in the same session, with all of P as T.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import inf
from time import monotonic

from dpsql.domain.alternative import Alternative, Kept
from dpsql.domain.job import Job
from dpsql.domain.limits import TooLong, give_up_after
from dpsql.errors import ConfigError, InputError, NoSafeRelease, ResourceError
from dpsql.generalize import hierarchy_cuts
from dpsql.generalize.by_algorithm import generalize
from dpsql.generalize.chosen import ChosenLevels, ChosenParts
from dpsql.generalize.from_public import choose_in, find_enough
from dpsql.generalize.generalized import Generalized
from dpsql.outcome import Cutting, Search
from dpsql.session.clock import Clock
from dpsql.session.load import Loaded
from dpsql.session.options import Options
from dpsql.sql.counting.everybody import counting_everybody

#: A search from T ends at its time limit with what it has, but nothing is ended without a result
#: before this many times the limit.
_PATIENCE = 2.0


def measure_alternative(
    job: Job, loaded: Loaded, alternative: Alternative, options: Options, seconds: float = inf
) -> Kept:
    """Return what the alternative loses under the job's conditions, or why it has no release.

    What looks at T ends after `seconds` with the best that was found. A choice from P is not ended:
    others could not repeat it; after `seconds` it is given up. A statement is never ended.
    """
    began = monotonic()
    try:
        loss, is_whole = measure_loss(job, loaded, alternative, options, seconds)
    except NoSafeRelease:
        return Kept(alternative, left_out=_tell_failure(alternative))
    except TooLong:
        return Kept(alternative, left_out=f"not found in {seconds:.1f} seconds")
    except (ConfigError, InputError, ResourceError) as problem:
        return Kept(alternative, left_out=_tell_problem(problem))
    return Kept(alternative, loss, is_whole, seconds=monotonic() - began)


def measure_loss(
    job: Job, loaded: Loaded, alternative: Alternative, options: Options, seconds: float = inf
) -> tuple[float, bool]:
    """Return the loss, and whether nothing was left to search or to cut.

    `seconds`: as of `measure_alternative`. Raises as the algorithm, and TooLong.
    """
    asked = job.with_algorithm(alternative.algorithm, choose=alternative.choose, metric="loss")
    looks_at_t = alternative.choose == "optimum"
    limit = seconds * _PATIENCE if looks_at_t else seconds
    limited = replace(
        options,
        watch=give_up_after(limit),
        on_stage=None,
        gap=0.0,
        time_limit=seconds if looks_at_t else inf,
        report=None,
    )
    with generalized_apart(asked, loaded, limited) as found:
        told = found.description
        return told.metrics["loss"], is_whole(told.search)


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


def is_whole(search: Search | Cutting | None) -> bool:
    """Whether a search left nothing to search or to cut."""
    if search is None:
        return True
    return search.maximal if isinstance(search, Cutting) else search.optimal


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


def _tell_problem(problem: Exception) -> str:
    """Return the first part of a message, without its place in a job and what to do."""
    return str(problem).split(";")[0].removeprefix("job: ").removeprefix("algorithm: ")

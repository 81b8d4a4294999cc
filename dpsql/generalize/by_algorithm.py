"""Generalizes T by the algorithm that a job names; no other one is loaded, as each takes time."""

from dpsql.domain.job import Job
from dpsql.domain.sections.algorithm import FULL_DOMAIN, Algorithm
from dpsql.generalize.chosen import ChosenLevels, ChosenParts
from dpsql.generalize.generalized import Generalized
from dpsql.journal.journal import Journal
from dpsql.session.clock import Clock
from dpsql.session.load import Loaded
from dpsql.session.options import Options


def searches_lattice(algorithm: Algorithm) -> bool:
    """Whether the algorithm needs arrays over all nodes of the lattice."""
    return algorithm.name in FULL_DOMAIN or algorithm.pooled is not None


def generalize(
    job: Job,
    loaded: Loaded,
    options: Options,
    clock: Clock,
    journal: Journal | None = None,
    chosen: ChosenLevels | ChosenParts | None = None,
) -> Generalized:
    """Generalize T by the job's algorithm, or as it was `chosen` from P alone.

    `journal` is for levels. Errors are those of the algorithm.
    """
    parts = chosen if isinstance(chosen, ChosenParts) else None
    levels = chosen if isinstance(chosen, ChosenLevels) else None
    # Otherwise T would be searched for a release that claims to be chosen from P.
    assert chosen is None or (parts is None) == (job.algorithm.rest is None)  # noqa: S101
    assert (chosen is not None) == (job.choose == "from_public")  # noqa: S101
    if job.is_estimated and job.algorithm.pooled is not None:
        from dpsql.generalize import confident_pooled

        return confident_pooled.generalize(job, loaded, options, clock)
    if job.is_estimated:
        from dpsql.generalize import confident

        return confident.generalize(job, loaded, options, clock, journal, levels)
    if job.algorithm.name in FULL_DOMAIN:
        from dpsql.generalize import full_domain

        return full_domain.generalize(job, loaded, options, clock, journal, levels)
    if job.algorithm.pooled is not None:
        from dpsql.generalize import pooled

        return pooled.generalize(job, loaded, options, clock, levels)
    if job.algorithm.rest is not None:
        from dpsql.generalize import hierarchy_cuts

        return hierarchy_cuts.generalize(job, loaded, options, clock, parts)
    from dpsql.generalize import boxes

    return boxes.generalize(job, loaded, options, clock)

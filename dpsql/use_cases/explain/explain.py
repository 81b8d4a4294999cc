"""Explains the release of a job: its levels, who climbs, or where cutting ended."""

from collections.abc import Mapping
from typing import Unpack

from dpsql.domain.levels.lattice import read_levels
from dpsql.domain.sections.algorithm import FULL_DOMAIN
from dpsql.errors import ConfigError
from dpsql.faces import name_option
from dpsql.job_files.read import AnyJob, as_job
from dpsql.session.models import require_model
from dpsql.session.options import LimitedWords, Options, refuse_idle
from dpsql.use_cases.explain.cuts import explain_cuts
from dpsql.use_cases.explain.explained_cuts import CutsExplanation
from dpsql.use_cases.explain.explanation import Explanation
from dpsql.use_cases.explain.levels import explain_levels
from dpsql.use_cases.explain.pooled import explain_pooled
from dpsql.use_cases.takes_options import takes_options


@takes_options
def explain(
    job: AnyJob, levels: Mapping[str, int] | None = None, **options: Unpack[LimitedWords]
) -> Explanation | CutsExplanation:
    """Explain the optimum of a job, or the node at `levels` (raw where not named).

    Example: ``dpsql.explain("job.yaml").to_pandas()``

    If the algorithm is pooled, people of rare classes climb from there. If it cuts along the
    hierarchies, the parts are explained. Nothing is written.

    Raises:
        ConfigError: the job states nothing to satisfy, or cuts boxes; or it cuts along the
            hierarchies, and the caller names levels or the job chooses from P alone.
        NoSafeRelease: it cuts along the hierarchies, and P as a whole violates it.
    """
    job, settings = as_job(job), Options.of(options)
    require_model(job)
    levels = None if levels is None else read_levels(levels)
    if levels is not None:
        refuse_idle(name_option("levels"), "nothing is searched", settings.stated_limits)
    elif job.algorithm.name in FULL_DOMAIN:
        refuse_idle("explain", "it proves the optimum", settings.stated_limits)
    if job.algorithm.pooled is not None:
        return explain_pooled(job, levels, settings)
    if job.algorithm.name in FULL_DOMAIN:
        return explain_levels(job, levels, settings)
    if job.algorithm.rest is None:
        raise ConfigError("algorithm: boxes have no levels to explain; write spalm")
    if levels is not None:
        option = name_option("levels")
        raise ConfigError(
            f"{option}: each part along the hierarchies has levels of its own; drop {option}"
        )
    return explain_cuts(job, settings)

"""Chooses levels, or parts, from P and the number of rows of T alone."""

from dataclasses import replace
from typing import Unpack

from dpsql.domain.sections.algorithm import FULL_DOMAIN
from dpsql.errors import ConfigError
from dpsql.generalize.chosen import ChosenLevels, ChosenParts
from dpsql.generalize.from_public import choose_from_public, without_private
from dpsql.job_files.read import AnyJob, as_job
from dpsql.session.models import require_model
from dpsql.session.options import LimitedWords, Options
from dpsql.session.run import Run
from dpsql.use_cases.takes_options import takes_options


@takes_options
def choose(
    job: AnyJob, private_rows: int | None = None, **options: Unpack[LimitedWords]
) -> ChosenLevels | ChosenParts:
    """Choose the levels, or the parts, of ``choose: from_public``.

    Example: ``dpsql.choose("job.yaml").to_pandas()``

    T is not read if `private_rows` is given.

    The result depends only on P, the hierarchies, the job and |T|, so it can be announced before T
    is looked at.
    """
    job = as_job(job)
    require_model(job)
    if job.algorithm.name not in (*FULL_DOMAIN, "pooled") and job.algorithm.rest is None:
        raise ConfigError(
            "algorithm: boxes have no levels to choose; write cuts: hierarchy, or spalm"
        )
    # Others can repeat the choice without T.
    asked = job if private_rows is None else without_private(job)
    with Run.of(asked, Options.of(options)).held() as run:
        return choose_from_public(replace(run, job=job), private_rows)

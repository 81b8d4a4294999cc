"""Chooses levels from P and the number of rows of T alone."""

from dataclasses import replace
from typing import Any

from dpsql.domain.algorithm import FULL_DOMAIN
from dpsql.errors import ConfigError
from dpsql.generalize.chosen import ChosenLevels
from dpsql.generalize.from_public import choose_levels, without_private
from dpsql.job_files.read import AnyJob, as_job
from dpsql.session.models import require_model
from dpsql.session.options import Options
from dpsql.session.run import Run


def choose(job: AnyJob, private_rows: int | None = None, **options: Any) -> ChosenLevels:
    """Choose the levels of ``choose: from_public``; T is not read if `private_rows` is given.

    The result depends only on P, the hierarchies, the job and |T|, so it can be announced before T
    is looked at.
    """
    job = as_job(job)
    require_model(job)
    if job.algorithm.name not in (*FULL_DOMAIN, "pooled"):
        raise ConfigError("algorithm: boxes have no levels to choose; write spalm")
    # Others can repeat the choice without T.
    asked = job if private_rows is None else without_private(job)
    with Run.of(asked, Options(**options)).held() as run:
        return choose_levels(replace(run, job=job), private_rows)

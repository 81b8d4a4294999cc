"""Writes a report of a job as HTML, without a release."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Unpack

from dpsql.domain.job import Job
from dpsql.errors import ConfigError, NoSafeRelease
from dpsql.job_files.read import AnyJob, as_job
from dpsql.outcome import Outcome
from dpsql.release.manifest import is_unsafe
from dpsql.session.clock import Clock, measure_peak_memory
from dpsql.session.description import Description, describe_job, tell_models
from dpsql.session.load import load
from dpsql.session.models import states_model
from dpsql.session.options import Options, OptionWords
from dpsql.session.run import Run
from dpsql.sql.lattice.presence import everybody_alike
from dpsql.use_cases.make_release import generalized
from dpsql.use_cases.measure import measure
from dpsql.use_cases.reports.details import show
from dpsql.use_cases.reports.insight import look_into
from dpsql.use_cases.takes_options import takes_options


@takes_options
def write_report(
    job: AnyJob,
    path: str | Path,
    levels: Mapping[str, int] | None = None,
    *,
    internal: bool = False,
    **options: Unpack[OptionWords],
) -> Outcome:
    """Search as `anonymize` does, or measure `levels` (raw where not named), and write a page.

    Nothing is released. The page is public, or `internal`: see `report.facts`. `options` are the
    fields of `Options`. The page replaces a regular file at `path`.

    Raises:
        NoSafeRelease: no generalization satisfies the job. An internal page is written and states
            this; a public page is not written, because it would reveal something about T.
    """
    asked: OptionWords = {**options, "report": "internal" if internal else "public"}
    job = as_job(job)
    if levels is not None:
        found = measure(job, levels, **asked)
    else:
        found = _search(job, Options.of(asked), path)
    found.to_html(path, internal=internal)
    return found


def _search(job: Job, settings: Options, path: str | Path) -> Outcome:
    """Find what `anonymize` would release."""
    if not states_model(job):
        raise ConfigError(
            "the job states nothing to satisfy; give it delta: or constraints:, or name the levels"
            " to report on"
        )
    clock = Clock()
    with Run.of(job, settings).held() as run:
        try:
            with generalized(run, clock) as (loaded, found):
                settings.enter("report")
                shown = show(job, loaded, found, settings, clock)
                clock.stop("report")
        except NoSafeRelease as problem:
            if settings.report == "internal" and not job.is_estimated:
                _explain_nothing(run, str(problem)).to_html(path, internal=True)
            raise
    return replace(
        found.description.as_outcome("measured", found.presence),
        # Only the verifier judges unsafe boxes, and it needs a written release.
        satisfied=None if is_unsafe(found.shape) else True,
        models=tell_models(job, holds=None if is_unsafe(found.shape) else True),
        algorithm=job.algorithm.name,
        metric=job.metric,
        is_unsafe=is_unsafe(found.shape),
        seconds=clock.seconds,
        peak_memory_bytes=measure_peak_memory(),
        details=shown.details,
        insight=shown.insight,
    )


def _explain_nothing(run: Run, problem: str) -> Outcome:
    """Return the outcome if no node holds; its presence is that of total suppression."""
    job = run.job
    with load(run, informed=True) as loaded:
        described = Description(describe_job(job, loaded), loaded.heights, metrics={})
        sizes = loaded.sizes
        presence = everybody_alike(sizes.public_rows, sizes.private_rows, job.presence_bars)
        insight = look_into(job, loaded, run.options, problem=problem)
        return replace(
            described.as_outcome("unsatisfiable", presence),
            satisfied=False,
            algorithm=job.algorithm.name,
            metric=job.metric,
            insight=insight,
        )

"""Writes a report of a job as HTML, without a release."""

import logging
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Unpack, cast

from dpsql.domain.found.published import Release
from dpsql.domain.job import Job
from dpsql.errors import ConfigError, IntegrityError, NoSafeRelease, NotSatisfied
from dpsql.faces import name_function, name_option
from dpsql.files.fit_place import PAGES, refuse_unfit_place
from dpsql.job_files.read import AnyJob, as_job
from dpsql.outcome.outcome import Outcome
from dpsql.release.manifest import Claims, Shape, hash_file, is_unsafe
from dpsql.release.publish import find_claims
from dpsql.release.target import Target
from dpsql.report.details import Shown
from dpsql.session.clock import Clock, measure_peak_memory
from dpsql.session.description import (
    Description,
    describe_job,
    judge_root,
    judge_root_values,
    tell_models,
)
from dpsql.session.load import load
from dpsql.session.models import states_model
from dpsql.session.options import ExploreWords, Options, OptionWords, PageWords, refuse_idle
from dpsql.session.run import Run
from dpsql.use_cases.job_release import find_job_release, tell_release
from dpsql.use_cases.make_release import generalized
from dpsql.use_cases.measure import measure
from dpsql.use_cases.reports.details import show, show_others
from dpsql.use_cases.reports.insight import look_into
from dpsql.use_cases.reports.total_suppression import measure_suppression
from dpsql.use_cases.takes_options import takes_options
from dpsql.use_cases.verify import verify_rows

_log = logging.getLogger("dpsql")


@takes_options
def write_report(
    job: AnyJob,
    path: str | Path,
    levels: Mapping[str, int] | None = None,
    *,
    internal: bool = False,
    **options: Unpack[ExploreWords],
) -> Outcome:
    """Search as `anonymize` does, or measure `levels` (raw where not named), and write a page.

    Example: ``dpsql.write_report("job.yaml", "report.html", internal=True)``

    Nothing is released. The page is public, or `internal`: see `report.facts`. `options` are those
    of all runs. The page replaces a regular file at `path`. If the search finds what the job has
    released as a file, a public page is that of this release, as `anonymize` makes it.

    Raises:
        NoSafeRelease: no generalization satisfies the job. An internal page is written and states
            this; a public page is not written, because it would reveal something about T.
        ConfigError: as `Outcome.to_html`, before the search.
    """
    refuse_unfit_place(Path(path), "page", PAGES, f"{name_option('path', flag='--output')}: ")
    asked: OptionWords = {**options, "report": "internal" if internal else "public"}
    job = as_job(job)
    if levels is not None:
        refuse_idle(name_option("levels"), "nothing is searched", Options.of(asked).stated_limits)
        found = measure(job, levels, **cast("PageWords", asked))
        found.to_html(path, internal=internal)
        return found
    found, shape = _search(job, Options.of(asked), path)
    released = None if internal else _find_released(job, shape, Options.of(asked))
    shown = found if released is None else replace(found, status="released", release=released)
    shown.to_html(path, internal=internal)
    return found


def _find_released(job: Job, shape: Shape, options: Options) -> Release | None:
    """Return the file that the job has released, if it has this shape and is verified anew.

    T may have changed since: only what the verifier accepts is of this T, and its page that of the
    release.
    """
    if is_unsafe(shape):
        return None
    # It is no file, or there is none.
    with suppress(ConfigError, IntegrityError):
        path = find_job_release(job, None)
        claims = find_claims(Target(path, overwrite=False))
        if claims.shape != shape:
            return None
        released = tell_release(job, claims)
        is_claimed = hash_file(path) == released.sha256
        if is_claimed and _is_verified(job, path, claims, options, released):
            return released
        _log.warning(
            "%s is there, but it is not what its manifest says, or not of this T: the page is not"
            " of this file; %s says what is wrong",
            path.name,
            name_function("verify"),
        )
    return None


def _is_verified(job: Job, file: Path, claims: Claims, options: Options, released: Release) -> bool:
    try:
        # The search has said which rows of T differ from P.
        verify_rows(job, file, claims, options, released, warns=False)
    except (IntegrityError, NotSatisfied):
        return False
    return True


def _search(job: Job, settings: Options, path: str | Path) -> tuple[Outcome, Shape]:
    """Find what `anonymize` would release, and its shape."""
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
    outcome = replace(
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
    return outcome, found.shape


def _explain_nothing(run: Run, problem: str) -> Outcome:
    """Return the outcome if no node holds; its presence is that of total suppression."""
    job = run.job
    with load(run, informed=True) as loaded:
        described = Description(describe_job(job, loaded), loaded.heights, metrics={})
        described, presence = measure_suppression(job, loaded, described)
        insight = look_into(job, loaded, run.options, problem=problem)
        if job.delta is not None:
            # Another δmax may keep something; at the job's own there is nothing to compare.
            shown = show_others(job, loaded, Shown(insight=insight), run.options)
            if shown.insight is not None:
                insight = replace(shown.insight, comparison=None)
        return replace(
            described.as_outcome("unsatisfiable", presence),
            satisfied=False,
            models=(*judge_root(job, loaded.sizes), *judge_root_values(job, loaded)),
            algorithm=job.algorithm.name,
            metric=job.metric,
            insight=insight,
        )

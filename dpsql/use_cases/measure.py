"""Measures the presence of T at given levels, or in a file that any program may have written."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Unpack

from dpsql.domain.job import Job
from dpsql.domain.levels.lattice import node_at_levels, read_levels
from dpsql.domain.sections.algorithm import FULL_DOMAIN
from dpsql.generalize.coded_rows import prepare
from dpsql.generalize.earlier import find_releases
from dpsql.generalize.pooled import judge_settled, name_steps, settle_people
from dpsql.generalize.pooled_search import find_best_number, find_words, prepare_pooling
from dpsql.generalize.priors import (
    judge_by_prior,
    judge_posterior,
    measure_posterior,
    refuse_contradiction,
)
from dpsql.job_files.read import AnyJob, as_job
from dpsql.outcome.outcome import Outcome
from dpsql.report.details import Shown
from dpsql.session.clock import Clock, measure_peak_memory
from dpsql.session.description import describe_node, judge_node
from dpsql.session.load import load
from dpsql.session.models import states_model
from dpsql.session.options import Options, PageWords
from dpsql.session.run import Run
from dpsql.session.telling_columns import warn_of_telling_columns
from dpsql.use_cases.job_release import reading_release
from dpsql.use_cases.measured_file import measure_file
from dpsql.use_cases.people.first_rows import FIRST_ROWS
from dpsql.use_cases.reports.details import find_people, show_node, show_published
from dpsql.use_cases.reports.measured import describe_measured, show_measured
from dpsql.use_cases.takes_options import takes_options


@takes_options
def measure(
    job: AnyJob,
    levels: Mapping[str, int] | None = None,
    *,
    release: str | Path | None = None,
    **options: Unpack[PageWords],
) -> Outcome:
    """Measure the presence of T at `levels`, over all classes of P.

    Where a level is not named, that of `Job.at_levels` is meant, or the raw value.

    Example: ``dpsql.measure("job.yaml", {"zip": 2}).presence.maximum``

    If the job's algorithm is pooled, people of rare classes climb from `levels`; `risks` measures T
    as it is.

    With `release`, measure that file instead. Any program may have written it; it is read as
    `verify` reads a foreign release. A pooled release, or one with labels that were
    cut part by part, is read by its manifest. A release of dpsql may also be a folder, or the job's
    own table by its name.
    """
    job, clock, levels = as_job(job), Clock(), read_levels(levels)
    if release is not None:
        settings = Options.of(options)
        with reading_release(job, release, settings) as read:
            return measure_file(job, read, levels, settings)
    settings = Options.of(options)
    pools = job.algorithm.pooled is not None
    levels = job.complete_levels(levels)
    find = _measure_pooled if pools else _measure_levels
    if job.is_estimated:
        find = _measure_pooled_confidence if pools else _measure_confidence
    return find(job, levels, settings, clock)


def _measure_levels(
    job: Job, levels: Mapping[str, int], settings: Options, clock: Clock
) -> Outcome:
    """Count the classes of a node, and measure them."""
    with (
        Run.of(job, settings).held() as run,
        load(run, informed=True, repeats=FIRST_ROWS) as loaded,
    ):
        node = node_at_levels(levels, loaded.heights)
        telling = warn_of_telling_columns(loaded, node)
        checker, table = prepare(job, loaded, node)
        judge = judge_by_prior(job, loaded, checker) if job.prior is not None else None
        clock.stop("load")
        settings.enter("measure")
        counted = checker.count([node])[0]
        presence = checker.measure_presence(node, job.presence_bars, job.known_absent)
        described = describe_node(job, loaded, node, counted.private, table)
        models = judge_node(job, checker, node, counted)
        satisfied = counted.holds
        if judge is not None:
            refuse_contradiction(judge, node)
            described = replace(described, posterior=measure_posterior(judge, node))
            models = (*models, *judge_posterior(judge, node))
            satisfied = all(one.holds for one in models)
        releases = find_releases(job, loaded, checker)
        if releases is not None and job.delta is not None:
            together = releases.judge(node)
            described = replace(described, together=together)
            models = (*models, together.judge(job.delta.bounds))
            satisfied = satisfied and together.holds(job.delta.bounds)
        clock.stop("measure")
        shown = Shown()
        if settings.report:
            settings.enter("report")
            given = job, loaded, described, loaded.name_levels(node), presence
            # The page's frequency set may not count these levels.
            point = describe_measured(*given, satisfied=satisfied)
            shown = show_node(job, loaded, node, settings)
            shown = show_measured(job, loaded, shown, settings, point, satisfied=satisfied)
            clock.stop("report")
        return replace(
            described.as_outcome("measured", presence),
            satisfied=satisfied if states_model(job) else None,
            releases_levels=job.algorithm.name in FULL_DOMAIN,
            models=models,
            seconds=clock.seconds,
            peak_memory_bytes=measure_peak_memory(),
            details=shown.details,
            insight=shown.insight,
            telling=telling,
        )


def _measure_confidence(
    job: Job, levels: Mapping[str, int], settings: Options, clock: Clock
) -> Outcome:
    """Measure with which confidence a node holds, where P is known from statistics only."""
    from dpsql.generalize.confident import measure_presence, prepare

    with (
        Run.of(job, settings).held() as run,
        load(run, estimates=True, repeats=FIRST_ROWS) as loaded,
    ):
        node = node_at_levels(levels, loaded.heights)
        checker, table = prepare(job, loaded, node)
        clock.stop("load")
        settings.enter("measure")
        counted = checker.count([node])[0]
        presence = measure_presence(job, checker, loaded, node)
        described = describe_node(job, loaded, node, counted.private, table)
        verdicts = checker.judge(node, checker.judge_all(node))
        clock.stop("measure")
        return replace(
            described.as_outcome("measured", presence),
            satisfied=counted.holds if states_model(job) else None,
            models=verdicts,
            seconds=clock.seconds,
            peak_memory_bytes=measure_peak_memory(),
        )


def _measure_pooled_confidence(
    job: Job, levels: Mapping[str, int], settings: Options, clock: Clock
) -> Outcome:
    """Let people settle from `levels` by statistics, and measure with which confidence δ holds."""
    from dpsql.generalize import confident_pooled

    with (
        Run.of(job, settings).held() as run,
        load(run, to_search=True, estimates=True, repeats=FIRST_ROWS) as loaded,
    ):
        start = node_at_levels(levels, loaded.heights)
        settled, holds, verdicts = confident_pooled.measure(job, loaded, settings, clock, start)
        clock.stop("measure")
        return replace(
            settled.description.as_outcome("measured", settled.presence),
            satisfied=holds if states_model(job) else None,
            models=verdicts,
            seconds=clock.seconds,
            peak_memory_bytes=measure_peak_memory(),
        )


def _measure_pooled(
    job: Job, levels: Mapping[str, int], settings: Options, clock: Clock
) -> Outcome:
    """Let the people of P settle from `levels`, and measure their classes."""
    with (
        Run.of(job, settings).held() as run,
        load(run, to_search=True, repeats=FIRST_ROWS) as loaded,
    ):
        start = node_at_levels(levels, loaded.heights)
        telling = warn_of_telling_columns(loaded, start)
        judges, of_levels = prepare_pooling(job, loaded)
        clock.stop("load")
        settings.enter("measure")
        least = find_best_number(job, loaded, judges, of_levels, start)
        path = find_words(job).path
        settled = settle_people(job, loaded, judges, of_levels.table, start, least, path)
        verdicts = judge_settled(job, loaded, judges, settled)
        clock.stop("measure")
        shown = Shown()
        if settings.report:
            settings.enter("report")
            shown = show_published(job, loaded, settings)
            if shown.insight is not None:
                people = find_people(loaded, shown.insight.exploration).people
                shape = name_steps(loaded, settled.pooling, find_words(job))
                given = job, loaded, settled.description, shape, settled.presence, people
                point = describe_measured(*given, satisfied=settled.holds)
                shown = show_measured(job, loaded, shown, settings, point, satisfied=settled.holds)
            clock.stop("report")
        return replace(
            settled.description.as_outcome("measured", settled.presence),
            satisfied=settled.holds if states_model(job) else None,
            models=verdicts,
            seconds=clock.seconds,
            peak_memory_bytes=measure_peak_memory(),
            details=shown.details,
            insight=shown.insight,
            telling=telling,
        )

"""Generalizes T by the job's algorithm, writes it, verifies it from the file, publishes it."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Unpack, get_args

from dpsql.domain.job import Job
from dpsql.domain.levels.lattice import read_levels
from dpsql.domain.sections.algorithm import FULL_DOMAIN
from dpsql.errors import ConfigError
from dpsql.faces import name_option
from dpsql.hierarchies.load import refuse_levels_above
from dpsql.job_files.read import AnyJob, as_job
from dpsql.journal.journal import BEGIN_AFTER, journal_beside
from dpsql.outcome.outcome import Released
from dpsql.release.manifest import CsvFormulas, is_unsafe
from dpsql.session.clock import Clock, measure_peak_memory
from dpsql.session.models import require_model
from dpsql.session.options import Options, OptionWords, refuse_idle
from dpsql.use_cases.job_release import job_target, tell_release
from dpsql.use_cases.make_release import has_journal, make_release
from dpsql.use_cases.takes_options import takes_options


@takes_options
def anonymize(
    job: AnyJob,
    levels: Mapping[str, int] | None = None,
    *,
    overwrite: bool = False,
    csv_formulas: CsvFormulas = "refuse",
    restart: bool = False,
    journal_after: float = BEGIN_AFTER,
    keep_journal: bool = False,
    **options: Unpack[OptionWords],
) -> Released:
    """Generalize T by the job's algorithm, write it, verify it from the file, publish it.

    Example: ``dpsql.anonymize("job.yaml", overwrite=True).release.path``

    A search of levels writes a journal once it has taken `journal_after` seconds. After a crash,
    the same call resumes from the journal. `restart` discards the journal; `keep_journal` keeps it
    even if a signal ends the run.

    `levels`: release these (raw where not named), and search nothing.

    Raises:
        NoSafeRelease: no generalization satisfies the job, or these levels do not; nothing is
            written.
        IntegrityError: the verifier disagrees, or an input changed; nothing is published.
        ResumeMismatch, JournalDamaged: a journal exists that cannot be resumed.
        TargetError: the release exists (pass `overwrite`), or it cannot be written at this path.
    """
    job, clock, settings = as_job(job), Clock(), Options.of(options)
    require_model(job)
    if levels is not None:
        if job.algorithm.name not in FULL_DOMAIN:
            # That these levels do not exist is told before that the job does not release any.
            refuse_levels_above(job, read_levels(levels))
        job = job.at_levels(levels)
    if csv_formulas not in get_args(CsvFormulas):
        raise ConfigError(
            f"{name_option('csv_formulas')}: write one of {', '.join(get_args(CsvFormulas))}"
        )
    if not journal_after >= 0:
        raise ConfigError(
            f"{name_option('journal_after')}: write a number of seconds from 0 up, or inf for never"
        )
    _refuse_idle(job, settings, levels, restart=restart, keep_journal=keep_journal)
    with settings.shown(), job_target(job, settings, overwrite=overwrite) as target:
        found, claims, verified = make_release(
            job,
            target,
            settings,
            clock,
            csv_formulas=csv_formulas,
            journaled=partial(
                journal_beside,
                target.path,
                after=journal_after,
                restart=restart,
                keep=keep_journal,
            ),
        )
    outcome = replace(
        found.description.as_outcome("released", found.presence),
        algorithm=job.algorithm.name,
        metric=job.metric,
        satisfied=verified.holds,
        models=verified.verdicts,
        is_unsafe=is_unsafe(found.shape),
        seconds=clock.seconds,
        peak_memory_bytes=measure_peak_memory(),
        details=found.shown.details,
        insight=found.shown.insight,
    )
    return outcome.with_release(tell_release(job, claims))


def _refuse_idle(
    job: Job,
    options: Options,
    levels: Mapping[str, int] | None,
    *,
    restart: bool,
    keep_journal: bool,
) -> None:
    """Raise ConfigError for an option that would change nothing."""
    if levels is not None:
        idle = options.stated_limits | {"restart": restart, "keep_journal": keep_journal}
        refuse_idle(name_option("levels"), "nothing is searched", idle)
    if keep_journal and not (has_journal(job) and options.connection is None):
        raise ConfigError(
            f"{name_option('keep_journal', True)}: this search has no journal to keep, as those of"
            " levels have; drop it"
        )

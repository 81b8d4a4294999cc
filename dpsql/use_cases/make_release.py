"""Makes one release: under its lock, in its staging folder, verified from the file, published."""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass, replace
from math import inf
from pathlib import Path
from typing import Self

from dpsql.domain.found.confident_presence import ConfidentPresence
from dpsql.domain.found.searched import Cutting, Search
from dpsql.domain.found.statistics import Presence
from dpsql.domain.job import Job
from dpsql.domain.levels.hierarchy import Hierarchy
from dpsql.domain.levels.lattice import Node
from dpsql.domain.sections.algorithm import FULL_DOMAIN
from dpsql.engines.base import Row
from dpsql.engines.connect import is_server
from dpsql.errors import (
    ConfigError,
    DpsqlError,
    InputChanged,
    InputError,
    IntegrityError,
    Interrupted,
    NotSatisfied,
    ResourceError,
    Unreadable,
)
from dpsql.faces import name_option
from dpsql.generalize.by_algorithm import generalize, searches_lattice
from dpsql.generalize.generalized import Generalized
from dpsql.generalize.released_point import is_whole
from dpsql.inputs.find import Fingerprint, Inputs
from dpsql.journal.folder import JournalFolder
from dpsql.journal.identity import Identity, identify
from dpsql.journal.journal import Journal
from dpsql.release.lock import locked
from dpsql.release.manifest import Claims, CsvFormulas, is_unsafe
from dpsql.release.publish import publish
from dpsql.release.release_format import ReleaseFormat
from dpsql.release.released_table import loading, refuse_table
from dpsql.release.staging import staging_folder
from dpsql.release.target import Target
from dpsql.release.write import write_release
from dpsql.report.details import Shown
from dpsql.session.clock import Clock
from dpsql.session.counts_of_run import keeping_counts
from dpsql.session.description import Description
from dpsql.session.kept_columns import warn_of_kept_columns
from dpsql.session.load import Loaded, load
from dpsql.session.models import find_models, find_sensitive
from dpsql.session.oddities import (
    warn_of_ambiguous_labels,
    warn_of_idle_metric,
    warn_of_impossible_numbers,
    warn_of_swallowing_tails,
    warn_of_vain_delta,
)
from dpsql.session.options import Options
from dpsql.session.run import Run
from dpsql.session.telling_columns import warn_of_telling_columns
from dpsql.sql.counting.counts import sum_counts
from dpsql.sql.counting.tuples import TableSizes
from dpsql.use_cases.job_release import find_spared_inputs
from dpsql.use_cases.people.first_rows import BEFORE_A_RELEASE
from dpsql.verifier.check_release import verify_file
from dpsql.verifier.claims import claim_release
from dpsql.verifier.verified import Verified
from dpsql.verifier.written_bytes import name_types

_log = logging.getLogger("dpsql")


@dataclass(frozen=True)
class _Counted:
    """The counts of a search, to detect that others changed its tables meanwhile."""

    hierarchies: dict[str, Hierarchy]
    sizes: TableSizes
    sums: tuple[Row, ...]

    @classmethod
    def of(cls, loaded: Loaded) -> Self:
        """Read the counts from the engine of a search, before it drops them."""
        sums = sum_counts(loaded.engine, len(loaded.hierarchies))
        return cls(loaded.hierarchies, loaded.sizes, sums)


def make_release(
    job: Job,
    target: Target,
    options: Options,
    clock: Clock,
    *,
    csv_formulas: CsvFormulas,
    journaled: Callable[[Identity | None], AbstractContextManager[Journal]],
) -> tuple[Generalized, Claims, Verified]:
    """Return what was found, what the manifest claims, and what the verifier counted.

    `journaled` opens the journal of a run. Errors are those of `use_cases.anonymize`.
    """
    with (
        _telling_of_signals(target, job) as digests,
        _locked_inputs(job, target) as (inputs, fingerprint),
        journaled(_identify(Run(job, inputs, options), fingerprint)) as journal,
        staging_folder(target),
    ):
        file = target.staged_path
        file_format = ReleaseFormat.of(file, csv_formulas, target.table)
        with fingerprint.guarding(), keeping_counts(Run(job, inputs, options)) as run:
            found, counted = _write_staged(run, clock, journal, file, file_format)
            with _blaming_changes(run, counted):
                claims, verified = _verify_written(run, file, found, file_format)
            fingerprint.refuse_changes()
            inputs.refuse_other_files(job)
        # From here on nothing is read, and the release may be a table in a file that was.
        with loading(target, file):
            journal.note_release(claims.release.sha256)
            digests.add(claims.release.sha256)
            publish(file, claims, target)
        clock.stop("verify")
    return found, claims, verified


@contextmanager
def _telling_of_signals(target: Target, job: Job) -> Iterator[set[str]]:
    """Note whether a signal came in time; the digest of the release is added before publishing."""
    digests: set[str] = set()
    try:
        yield digests
    except SystemExit as stopped:
        # A signal is held back until release and manifest are published, or not begun. Of a file
        # that cannot be read nothing is said.
        with suppress(DpsqlError):
            if digests and target.hash_release() in digests:
                stopped.add_note(f"{target.name} is published: the signal came too late")
            else:
                stopped.add_note(f"no release was written{_tell_how_to_go_on(target, job)}")
        raise


def has_journal(job: Job) -> bool:
    """Whether the search of a job writes a journal, if it has no tables of a caller's."""
    return job.algorithm.name in FULL_DOMAIN and job.prior is None and not job.earlier


def _tell_how_to_go_on(target: Target, job: Job) -> str:
    """Say what would keep a search, or end it sooner, unless the journal has said that it is kept.

    A choice from P and Incognito end with their proof, or not at all.
    """
    ends_whole = job.choose != "optimum" or job.algorithm.incognito is not None
    if ends_whole or JournalFolder(target.path).path.exists():
        return ""
    kept = f"; {name_option('keep_journal', True)} keeps a search" if has_journal(job) else ""
    joined = " and" if kept else "; nothing is kept of the search, but"
    return f"{kept}{joined} {name_option('time_limit')} ends one with the best release so far"


@contextmanager
def _locked_inputs(job: Job, target: Target) -> Iterator[tuple[Inputs, Fingerprint]]:
    """Lock the target before anything is read, settle it, then find the inputs."""
    with locked(target):
        JournalFolder(target.path).remove_if_released()
        # First: an input that exists is no release to be overwritten.
        inputs = find_spared_inputs(job, target)
        target.refuse_present()
        refuse_table(target, job.released_columns, inputs)
        yield inputs, inputs.fingerprint()


def _identify(run: Run, fingerprint: Fingerprint) -> Identity | None:
    """Return what a journal belongs to; None if there is none.

    The tables of a caller's connection may change. A journal does not record whether a node failed
    by the posterior alone, or together with earlier releases.
    """
    job = run.job
    if run.options.connection is not None or job.prior is not None or job.earlier:
        return None
    return identify(run.job, run.inputs, fingerprint)


def _write_staged(
    run: Run, clock: Clock, journal: Journal, file: Path, file_format: ReleaseFormat
) -> tuple[Generalized, _Counted | None]:
    """Generalize T by the job's algorithm, and write it to a file in the staging folder.

    For tables of a server, also return the counts of the search.
    """
    job, options = run.job, run.options
    on_server = run.inputs.name_tables and is_server(job.engine, options.connection)
    with generalized(run, clock, journal, [file.parent]) as (loaded, found):
        counted = _Counted.of(loaded) if on_server else None
        options.enter("release")
        types = file_format.name_types(name_types(loaded.tables, found.shape))
        write_release(loaded.engine, found.rows, file, types, file_format)
        clock.stop("release")
        if options.report:
            options.enter("report")
            found = replace(found, shown=_show(job, loaded, found, options, clock))
            clock.stop("report")
        return found, counted


def _show(job: Job, loaded: Loaded, found: Generalized, options: Options, clock: Clock) -> Shown:
    """Gather what a report shows; the release is written already and does not depend on it."""
    from dpsql.use_cases.reports.details import show

    try:
        return show(job, loaded, found, options, clock)
    except Interrupted:
        raise
    except Exception as error:
        kind = error.code if isinstance(error, DpsqlError) else type(error).__name__
        _log.warning("the report leaves out what could not be counted (%s)", kind)
        return Shown()


def _warn_of_a_search_that_ended(search: Search | Cutting | None, options: Options) -> None:
    """Warn if time was over before the proof, and not if a gap that was asked for was reached."""
    if options.time_limit == inf or is_whole(search):
        return
    if isinstance(search, Search) and search.gap is not None and search.gap <= options.gap:
        return
    _log.warning(
        "%s ended the search before its proof: the release satisfies the job, and more time may"
        " find one that costs less",
        name_option("time_limit"),
    )


@contextmanager
def generalized(
    run: Run, clock: Clock, journal: Journal | None = None, writable: Sequence[Path] = ()
) -> Iterator[tuple[Loaded, Generalized]]:
    """Generalize T by the job's algorithm, in a session that lasts as long as the context."""
    job, options = run.job, run.options
    chosen = None
    if job.choose == "from_public":
        from dpsql.generalize.from_public import choose_from_public

        chosen = choose_from_public(run)
        clock.stop("choose")
    searches = searches_lattice(job.algorithm)
    with load(
        run,
        to_search=searches,
        writable=writable,
        estimates=True,
        informed=True,
        repeats=BEFORE_A_RELEASE,
    ) as loaded:
        found = generalize(job, loaded, options, clock, journal, chosen)
        # Not before: an error says all.
        _warn_of_a_search_that_ended(found.description.search, options)
        warn_of_vain_delta(job, loaded)
        warn_of_idle_metric(job)
        warn_of_impossible_numbers(job, loaded)
        warn_of_swallowing_tails(loaded)
        warn_of_ambiguous_labels(job, loaded)
        named = [found.description.levels.get(name, 0) for name in loaded.heights]
        # Ranges take longer: check, measure and the page to sign look at them.
        warn_of_telling_columns(loaded, Node(tuple(named)), by_ranges=False)
        yield loaded, found.with_identifying(warn_of_kept_columns(loaded))


@contextmanager
def _blaming_changes(run: Run, counted: _Counted | None) -> Iterator[None]:
    """Raise InputChanged if verification fails because others changed the tables of a server.

    The tables are counted again. If their counts are the same, the original error is raised.
    """
    try:
        yield
    except (InputError, IntegrityError) as error:
        if counted is not None and _count_again(run) != counted:
            raise InputChanged(
                "the tables of the server have changed since the search; nothing was released; run"
                f" again while nobody changes them ({error})"
            ) from None
        raise


def _count_again(run: Run) -> _Counted | None:
    """Count P and T as a search does; None if that is no longer possible."""
    try:
        with load(run, informed=True) as loaded:
            return _Counted.of(loaded)
    except (ConfigError, InputError):
        return None


def _verify_written(
    run: Run, file: Path, found: Generalized, file_format: ReleaseFormat
) -> tuple[Claims, Verified]:
    """Verify the written file; all but an unsafe release must hold (see `is_unsafe`).

    A violation that the verifier finds here is a bug of dpsql.
    """
    job = run.job
    try:
        verified = verify_file(
            run,
            file,
            found.shape,
            file_format,
            find_models(job),
            find_sensitive(job),
            tolerate_failure=is_unsafe(found.shape),
        )
        claims = claim_release(job, file, found.shape, verified, file_format)
    except NotSatisfied:
        raise IntegrityError("the verifier finds a class that breaks the job; report it") from None
    except Unreadable as error:
        raise ResourceError(str(error)) from None
    asked = found.description.job
    if not _agree(verified, found.presence, found.description):
        raise IntegrityError("the verifier counts another presence than the search; report it")
    if (verified.public_rows, verified.rows) != (asked.public_rows, asked.private_rows):
        raise IntegrityError("the verifier counts other people than the search; report it")
    return claims, verified


def _agree(
    verified: Verified, presence: Presence | ConfidentPresence, described: Description
) -> bool:
    """Whether the verifier found the presence that the search found."""
    posterior, together = described.posterior, described.together
    if (together is None) != (verified.together is None):
        return False
    if together is not None and not together.agrees_with(verified.together):
        return False
    if (posterior is None) != (verified.posterior is None):
        return False
    if posterior is not None and not posterior.is_close_to(verified.posterior):
        return False
    if isinstance(presence, Presence):
        counted = verified.minimum, verified.maximum, verified.if_absent(verified.known_absent)
        found = presence.minimum, presence.maximum, presence.if_absent
        return verified.confident is None and counted == found
    return verified.confident is not None and verified.confident.is_close_to(presence)

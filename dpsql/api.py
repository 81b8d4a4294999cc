"""The whole trip of the data, one function per command.

P and T are counted once per distinct tuple; an algorithm finds a generalization that satisfies the
models, the best node of the lattice or boxes around parts of P; T is written so, verified from the
file by other code, and only then published.
"""

import os
from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, get_args

from dpsql.catalog import LOSS
from dpsql.choice import choose_levels, refuse_other_choice, without_private
from dpsql.dbt.folder import write_files
from dpsql.dbt.project import list_files
from dpsql.description import (
    describe_node,
    describe_points,
    find_sensitive,
    judge_node,
    judge_root,
    measure_metrics,
    states_model,
    without_delta_max,
    words_of_delta,
)
from dpsql.domain.algorithm import FULL_DOMAIN
from dpsql.domain.job import Job
from dpsql.domain.lattice import node_at_levels
from dpsql.engines.refusals import refuse_unspeakable
from dpsql.errors import ConfigError, TargetError, error_of
from dpsql.foreign import measure_foreign, verify_foreign
from dpsql.full_domain import prepare
from dpsql.inputs import find_inputs
from dpsql.job_file import as_job
from dpsql.journal.journal import BEGIN_AFTER, journal_beside
from dpsql.loading import Options, load
from dpsql.outcome import (
    Checked,
    Chosen,
    Clock,
    Frontier,
    MinimalNodes,
    Outcome,
    Release,
    Search,
    Verification,
    measure_peak_memory,
)
from dpsql.privacy.demands import tell_sensitive
from dpsql.release.manifest import is_unsafe
from dpsql.release.publish import find_claims
from dpsql.release.target import Target
from dpsql.releasing import make_release
from dpsql.scripts.script import Script, write_script
from dpsql.search.frontier import find_frontier
from dpsql.search.spalm import find_minimal_nodes
from dpsql.showing import show_node
from dpsql.verification import CsvFormulas, verify_claims

AnyJob = Job | str | Path


def check(job: AnyJob, **options: Any) -> Checked:
    """Validate the job, its tables and hierarchies, without a search.

    `options` are the fields of `loading.Options`. Errors are those of reading and counting.
    """
    job = as_job(job)
    sensitive = tell_sensitive(find_sensitive(job), holds=None)
    inputs, settings = find_inputs(job), Options(**options)
    with inputs.held(job), load(job, inputs, settings, distinct=True) as loaded:
        loaded.tables.warn_of_matching()
        sizes = loaded.sizes
        feasible = None
        if job.delta is not None:
            feasible = job.delta.bounds.allows(sizes.public_rows, sizes.private_rows)
        return Checked(
            sizes.public_rows,
            sizes.private_rows,
            sizes.tuples,
            loaded.heights,
            loaded.lattice.size,
            feasible,
            (*judge_root(job, sizes), *sensitive),
        )


def measure(
    job: AnyJob,
    levels: Mapping[str, int] | None = None,
    *,
    release: str | Path | None = None,
    **options: Any,
) -> Outcome:
    """Measure the presence of T at `levels` (raw where not named), over all classes of P.

    Or where `release` is published, a file that anyone may have written: see `verify`, foreign.
    """
    job, clock = as_job(job), Clock()
    if release is not None:
        return measure_foreign(job, _find_release(job, release), levels or {}, Options(**options))
    inputs, settings = find_inputs(job), Options(**options)
    with inputs.held(job), load(job, inputs, settings) as loaded:
        node = node_at_levels(levels or {}, loaded.heights)
        checker, table = prepare(job, loaded, node)
        clock.stop("load")
        settings.enter("measure")
        counted = checker.count([node])[0]
        presence = checker.measure_presence(node)
        fields = describe_node(job, loaded, node, counted.private, table)
        fields["models"] = judge_node(job, checker, node, counted)
        clock.stop("measure")
        if settings.report:
            settings.enter("report")
            fields |= show_node(job, loaded, node, settings)
            clock.stop("report")
        return Outcome(
            status="measured",
            satisfied=counted.holds if states_model(job) else None,
            presence=presence,
            **fields,
            seconds=clock.seconds,
            peak_memory_bytes=measure_peak_memory(),
        )


def lattice(job: AnyJob, **options: Any) -> MinimalNodes:
    """Find all minimal nodes that hold; none if no node holds."""
    job, clock, settings = as_job(job), Clock(), Options(**options)
    _require_model(job)
    inputs = find_inputs(job)
    with inputs.held(job), load(job, inputs, settings, to_search=True) as loaded:
        checker, table = prepare(job, loaded)
        clock.stop("load")
        settings.enter("search")
        found = find_minimal_nodes(checker, settings.watch)
        clock.stop("search")
        described = tuple(
            (loaded.name_levels(node), measure_metrics(node, statistics.private, table))
            for node, statistics in found.nodes.items()
        )
        return MinimalNodes(
            described,
            loaded.sizes.public_rows,
            loaded.sizes.private_rows,
            words_of_delta(job),
            Search(loaded.lattice.size, found.checked, optimal=True),
            clock.seconds,
            measure_peak_memory(),
        )


def frontier(job: AnyJob, **options: Any) -> Frontier:
    """Find the least loss for each δmax that can be attained; no point if no node holds.

    δmin and constraints are the job's; its δmax and metric are not asked.
    """
    job, clock, settings = without_delta_max(as_job(job)), Clock(), Options(**options)
    inputs = find_inputs(job)
    with inputs.held(job), load(job, inputs, settings, to_search=True) as loaded:
        checker, table = prepare(job, loaded)
        clock.stop("load")
        settings.enter("search")
        found = find_frontier(checker, LOSS, table, settings.watch)
        clock.stop("search")
        return Frontier(
            describe_points(found.points, loaded, table),
            loaded.sizes.public_rows,
            loaded.sizes.private_rows,
            job.delta.min if job.delta else Fraction(0),
            job.constraints.stated,
            Search(loaded.lattice.size, found.checked, optimal=True),
            clock.seconds,
            measure_peak_memory(),
        )


def anonymize(
    job: AnyJob,
    *,
    overwrite: bool = False,
    csv_formulas: CsvFormulas = "refuse",
    restart: bool = False,
    journal_after: float = BEGIN_AFTER,
    keep_journal: bool = False,
    **options: Any,
) -> Outcome:
    """Generalize T by the job's algorithm, write it, verify it from the file, publish it.

    A search of levels keeps a journal once it has taken `journal_after` seconds, from which the
    same call goes on where a crash ended it; `restart` drops it, and `keep_journal` keeps it also
    where a signal ends the run.

    Raises:
        NoSafeRelease: no generalization satisfies the job; nothing is written.
        IntegrityError: the verifier disagrees, or an input changed; nothing is published.
        ResumeMismatch, JournalDamaged: there is a journal, which cannot be resumed.
        TargetError: the release exists (pass `overwrite`), or cannot go where the job wants it.
    """
    job, clock, settings = as_job(job), Clock(), Options(**options)
    _require_model(job)
    if csv_formulas not in get_args(CsvFormulas):
        raise ConfigError(f"csv_formulas: write one of {', '.join(get_args(CsvFormulas))}")
    if not journal_after >= 0:
        raise ConfigError("--journal-after: write a number of seconds from 0 up, or inf for never")
    target = _find_target(job, overwrite=overwrite)
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
    return Outcome(
        status="released",
        algorithm=job.algorithm.name,
        metric=job.metric,
        presence=found.presence,
        **found.fields,
        satisfied=verified.holds,
        models=verified.verdicts,
        is_unsafe=is_unsafe(found.shape),
        release=Release(str(job.release), claims.release.rows, claims.release.sha256),
        seconds=clock.seconds,
        peak_memory_bytes=measure_peak_memory(),
    )


def choose(job: AnyJob, private_rows: int | None = None, **options: Any) -> Chosen:
    """Choose the levels that ``choose: from_public`` takes, without T if its rows are given.

    It is a function of P, the hierarchies, the job and |T|: announce it before T is looked at.
    """
    job = as_job(job)
    _require_model(job)
    if job.algorithm.name not in FULL_DOMAIN:
        raise ConfigError("algorithm: boxes have no levels to choose; write spalm")
    # Those who repeat a choice have no T.
    asked = job if private_rows is None else without_private(job)
    inputs = find_inputs(asked)
    with inputs.held(asked):
        return choose_levels(job, inputs, Options(**options), private_rows)


def sql(
    job: AnyJob, dialect: str = "duckdb", levels: Mapping[str, int] | None = None
) -> list[dict[str, str]]:
    """List the statements of `script` as ``{"step", "sql"}``."""
    return list(script(job, dialect, levels).steps)


def script(job: AnyJob, dialect: str = "duckdb", levels: Mapping[str, int] | None = None) -> Script:
    """Write the trip as a script for a warehouse, and run nothing; see `scripts.script`."""
    return write_script(as_job(job), dialect, levels)


def verify(
    job: AnyJob,
    release: str | Path | None = None,
    *,
    foreign: bool = False,
    levels: Mapping[str, int] | None = None,
    **options: Any,
) -> Verification:
    """Check a release and its manifest against P, T and the job; `release` defaults to the job's.

    `foreign`: dpsql did not write it, and it has no manifest; each of its cells is a value of P, a
    label of the column's hierarchy (of its level in `levels`, where named) or ``[low..high]``.

    Raises:
        IntegrityError: it is not what its manifest claims, or its rows are not those of T.
        NotSatisfied: a class breaks the job's models.
    """
    job = as_job(job)
    _require_model(job)
    path = _find_release(job, release)
    if foreign:
        return verify_foreign(job, path, levels or {}, Options(**options))
    if levels:
        raise ConfigError("levels: a manifest states its own; give them with foreign (--foreign)")
    inputs = find_inputs(job)
    claims = find_claims(Target(path, overwrite=False))
    with inputs.held(job):
        verified = verify_claims(job, inputs, Options(**options), path, claims)
        refuse_other_choice(job, inputs, Options(**options), claims)
    return Verification(
        Release(str(path), verified.rows, claims.release.sha256),
        verified.public_rows,
        claims.presence.model_dump(),
        claims.levels,
        claims.boxes.model_dump() if claims.boxes is not None else None,
        models=verified.verdicts,
    )


def dbt(
    job: AnyJob,
    folder: str | Path,
    dialect: str = "duckdb",
    levels: Mapping[str, int] | None = None,
    *,
    overwrite: bool = False,
) -> list[str]:
    """Write the trip as a dbt project into `folder` and list its files; nothing is run.

    Raises:
        ConfigError, HierarchyError: as `dbt.project.list_files`. TargetError: the folder is not
            empty, and is not to be overwritten or no project of dpsql.
    """
    files = list_files(as_job(job), dialect, levels)
    write_files(files, Path(folder), overwrite=overwrite)
    return sorted(files)


def _require_model(job: Job) -> None:
    if not states_model(job):
        raise ConfigError("the job states nothing to satisfy; give it delta: or constraints:")


def _find_release(job: Job, release: str | Path | None) -> Path:
    if release is None and job.release is None:
        raise ConfigError("release: name the file to verify, or give the job a release")
    path = Path(release) if release is not None else job.folder / str(job.release)
    if not os.path.isfile(path):  # noqa: PTH113 - Path raises for names that no file can have
        hint = "such release; dpsql anonymize makes it" if release is None else "such file; name it"
        raise ConfigError(f"{path.name}: no {hint}")
    return path


def _find_target(job: Job, *, overwrite: bool) -> Target:
    if job.release is None:
        raise ConfigError("release: is missing; name the file to write, .parquet or .csv")
    target = Target((job.folder / job.release).absolute(), overwrite)
    refuse_unspeakable(target.path, "release", TargetError)
    try:
        target.refuse_unfit()
    except OSError as error:
        raise error_of(error, "release: it cannot be made there", TargetError) from None
    return target

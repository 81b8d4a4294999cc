"""Counts T by some quasi-identifiers, with noise that makes the counts differentially private."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Unpack

from dpsql.domain.job import Job
from dpsql.domain.sections.constraints import Constraints
from dpsql.domain.threshold import Number
from dpsql.errors import TargetError
from dpsql.faces import name_option
from dpsql.files.absolute import make_absolute
from dpsql.files.beside import name_manifest
from dpsql.job_files.read import AnyJob, as_job
from dpsql.noise.budget import Expense
from dpsql.noise.draw import Noise
from dpsql.noise.ledger import Entry, Ledger, read_ledger, spending
from dpsql.release import counts_file
from dpsql.session.load import load
from dpsql.session.options import Options, RunWords
from dpsql.session.run import Run
from dpsql.use_cases.counts.asked import Asked, read_epsilon
from dpsql.use_cases.counts.cells import Cell, Cells
from dpsql.use_cases.counts.counted import find_counted
from dpsql.use_cases.counts.draw_cells import draw_counts, find_threshold
from dpsql.use_cases.counts.noisy_counts import NoisyCounts
from dpsql.use_cases.people.first_rows import FIRST_ROWS
from dpsql.use_cases.takes_options import takes_options


@takes_options
def counts(
    job: AnyJob,
    epsilon: Number,
    *,
    by: str | Sequence[str] = (),
    levels: Mapping[str, int] | None = None,
    cells: Cells = "declared",
    stratum: tuple[str, str | None] | None = None,
    threshold: int | None = None,
    count: str = "count",
    output: str | Path | None = None,
    overwrite: bool = False,
    ledger: str | Path | None = None,
    **options: Unpack[RunWords],
) -> NoisyCounts:
    """Count the rows of T in each cell, with noise: ε-differentially private.

    Example: ``dpsql.counts("job.yaml", 1, by=["age"], levels={"age": 2}).to_pandas()``

    One person, added to T or removed, changes the probability of any outcome by a factor of at most
    e^ε. P, the hierarchies and the job are public; a cell is a combination of labels of the columns
    `by`, one or a list, at `levels` (raw where not named). `cells`: all combinations (declared), or
    those of P (public). Cells in which nobody is get noise, too.

    `stratum`: a column of `by` with one of its labels; only its cells are counted. `threshold`:
    cells whose noisy count is lower are left out. `count`: the name of the column of counts.
    `output`: a new CSV or Parquet file; without one, up to 200 cells are returned only. `ledger`:
    the file of a budget; this run's ε is entered there before anything is published.

    Raises:
        ConfigError: the budget does not allow it, among others. ResourceError: too many cells, or
            the disk refused. Locked: another run holds the ledger.
    """
    asked = Asked(
        by=(by,) if isinstance(by, str) else by,
        levels=levels or {},
        cells=cells,
        stratum=stratum,
        threshold=threshold,
        count=count,
        output=None if output is None else Path(output),
        overwrite=overwrite,
        ledger=None if ledger is None else Path(ledger),
    )
    asked.refuse_unfit()
    return _count(asked, job, Noise(read_epsilon(epsilon)), Options.of(options))


def _count(asked: Asked, job: AnyJob, noise: Noise, settings: Options) -> NoisyCounts:
    """Count without noise, draw it, spend, and only then publish."""
    with Run.of(_read_job(job), settings).held() as run, load(run, repeats=FIRST_ROWS) as loaded:
        settings.enter("measure")
        counted = find_counted(asked, run, loaded)
        asked.refuse_domain(counted.domain)
        if asked.output is not None:
            counts_file.refuse_others(asked.output, _list_others(asked, run, job))
            if run.inputs.would_read(make_absolute(asked.output)):
                raise TargetError(
                    f"{name_option('output')}: {asked.output.name} would be read as a part of an"
                    " input; name"
                    " another folder"
                )
        least = find_threshold(counted.domain, noise, asked.threshold)
        file = None if asked.output is None else asked.output.name
        entry = Entry.of(Expense(noise.epsilon, counted.stratum), counted.levels, file)
        if asked.ledger is not None:
            # Refused before T is counted; whether it may be spent is decided under the lock.
            read_ledger(asked.ledger).with_entry(entry)
        true = counted.count_private(loaded)
    rows = tuple(draw_counts(counted.domain, true, noise, least))
    told = _publish(asked, rows, entry)
    return NoisyCounts(
        by=tuple(asked.by),
        levels=counted.levels,
        count=asked.count,
        rows=rows,
        cells=counted.domain.size,
        threshold=least,
        stratum=asked.stratum,
        epsilon=noise.epsilon,
        law=noise.law,
        output=None if asked.output is None else str(asked.output),
        ledger=told,
    )


def _read_job(job: AnyJob) -> Job:
    """Return the job without what counts do not depend on."""
    return as_job(job).with_unchecked(
        {
            "delta": None,
            "constraints": Constraints(),
            "prior": None,
            "earlier": (),
            "keep": (),
        }
    )


def _list_others(asked: Asked, run: Run, job: AnyJob) -> Iterator[Path]:
    """List the files of a run, those of the job's release, the job's own and the ledger."""
    yield from (*run.inputs.table_files, *run.inputs.other_files)
    if run.job.release_path is not None:
        release = run.job.folder / run.job.release_path
        yield from (release, name_manifest(release))
    if not isinstance(job, Job):
        yield Path(str(job))
    if asked.ledger is not None:
        yield asked.ledger


def _publish(asked: Asked, rows: Sequence[tuple[Cell, int]], entry: Entry) -> Ledger | None:
    """Make room for the table, spend, and only then write it."""
    if asked.output is None:
        with _pay(asked, entry) as ledger:
            return ledger
    columns = (*asked.by, asked.count)
    with (
        counts_file.staged(asked.output, columns, rows) as staged,
        _pay(asked, entry, staged.sha256) as ledger,
    ):
        staged.publish(asked.output, overwrite=asked.overwrite)
        return ledger


def _pay(
    asked: Asked, entry: Entry, sha256: str | None = None
) -> AbstractContextManager[Ledger | None]:
    return nullcontext() if asked.ledger is None else spending(asked.ledger, entry, sha256)

"""Counts a large CSV once in a run, for its search and its verifier.

To parse it takes longer than all else. The counts lie in a private folder of the run, and are
removed with it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from dpsql.engines.duckdb.engine import DuckDBEngine
from dpsql.engines.duckdb.session import make_work_folder
from dpsql.inputs.find import Fingerprint
from dpsql.inputs.places import Files
from dpsql.session.counted_file import COUNTED, Asked, FilesOfP, read_file
from dpsql.session.run import Run
from dpsql.signals import holding_signals

#: Bytes; a smaller CSV is parsed again in less time than its counts are written.
LARGE_CSV = 32 * 2**20


@contextmanager
def keeping_counts(run: Run) -> Iterator[Run]:
    """Yield the run with a private folder in its `work_dir` for counts of P, if it reads P once.

    Raises:
        ConfigError: `work_dir` is not writable.
    """
    options = run.job.engine.duckdb
    if options is None or not _is_counted_once(run):
        yield run
        return
    with holding_signals():
        folder = make_work_folder(run.job.folder, options.work_dir)
    try:
        yield replace(run, counts=folder.path)
    finally:
        folder.remove()


def _is_counted_once(run: Run) -> bool:
    """Whether the run counts P once, for its search and its verifier: P is a large CSV.

    Only where T is a table of its own; marked in P, it is counted along with P. Dumped statements
    read P itself, as whoever repeats them has no such counts.
    """
    job, public, options = run.job, run.inputs.public, run.options
    return (
        job.cache is None
        and options.connection is None
        and options.dump_sql is None
        and job.private.source is not None
        and job.private.key is None
        and isinstance(public, Files)
        and public.format == "csv"
        and sum(size for _, size, *_ in Fingerprint.of(public.paths).states) >= LARGE_CSV
    )


def keep_for_run(
    engine: DuckDBEngine, public: FilesOfP, asked: Asked, folder: Path
) -> Iterator[Path]:
    """Yield one file of a folder of this run; all files of P are counted if it is not there yet."""
    kept = folder / "people.parquet"
    if not kept.exists():
        engine.export(read_file(engine, public, asked), kept)
        engine.forget(COUNTED)
    yield kept

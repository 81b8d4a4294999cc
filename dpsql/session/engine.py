"""Opens the engine of a job for its inputs, in one session for a search or for a verifier."""

import errno
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from dpsql.engines.base import Engine
from dpsql.engines.connect import connect
from dpsql.engines.debug import Debug
from dpsql.errors import ConfigError, error_of
from dpsql.faces import name_option
from dpsql.session.options import Options
from dpsql.session.run import Run


@contextmanager
def open_engine(
    run: Run,
    *,
    readable: Sequence[Path] = (),
    writable: Sequence[Path] = (),
) -> Iterator[Engine]:
    """Open the job's engine for its inputs and the other named files and folders."""
    job, inputs, options = run.job, run.inputs, run.options
    dump = Path(options.dump_sql) if options.dump_sql is not None else None
    if dump is not None:
        try:
            dump.mkdir(mode=0o700, parents=True, exist_ok=True)
            if dump.is_symlink():
                raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        except OSError as error:
            is_refused = error.errno in (errno.EACCES, errno.EPERM, errno.EROFS)
            fault = "cannot be written" if is_refused else "is no folder"
            problem = f"{name_option('dump_sql')}: {dump} {fault}"
            raise error_of(error, problem, ConfigError) from None
    with connect(
        job.engine,
        job.folder,
        readable=[*inputs.table_files, *inputs.addresses, *readable],
        writable=writable,
        connection=options.connection,
        dump_folder=dump,
        debug=keep_debug(options),
    ) as engine:
        yield engine


def keep_debug(options: Options) -> Debug | None:
    """Return the debug file for the texts of an engine's errors, or None without --debug."""
    return Debug(Path(options.debug)) if options.debug is not None else None

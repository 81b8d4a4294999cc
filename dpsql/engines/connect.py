"""Opens the engine that a job names; the only place that imports drivers, and only when asked."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dpsql.domain.job import EngineChoice
from dpsql.engines.base import Engine
from dpsql.engines.debug import Debug


def connect(
    choice: EngineChoice,
    folder: Path,
    *,
    readable: Sequence[Path] = (),
    writable: Sequence[Path] = (),
    connection: Any = None,
    dump_folder: Path | None = None,
    debug: Debug | None = None,
) -> Engine:
    """Open and check the engine; `connection` is an open one of the caller, used as it is.

    Raises:
        ConfigError: an option is wrong. EngineError: the engine is not fit for the job.
    """
    from dpsql.engines.duckdb import DuckDBEngine

    engine = DuckDBEngine(
        choice.duckdb,
        folder,
        readable=readable,
        writable=writable,
        connection=connection,
        dump_folder=dump_folder,
        debug=debug,
    )
    try:
        engine.preflight()
    except BaseException:
        engine.close()
        raise
    return engine

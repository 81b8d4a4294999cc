"""Opens the engine that a job names; imports the engine's driver only when it is needed."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpsql.domain.arguments import name_type
from dpsql.domain.sections.engine_options import (
    ENGINES,
    DuckDBOptions,
    EngineOptions,
    PostgresOptions,
    SparkOptions,
)
from dpsql.engines.base import Engine
from dpsql.engines.debug import Debug
from dpsql.errors import ConfigError, name_extra
from dpsql.inputs.addresses import Addresses

if TYPE_CHECKING:
    from dpsql.engines.file_carrier import FileCarrier
    from dpsql.engines.release_table import ReleaseTable

#: The engine, by the package of the caller's open connection.
_CONNECTIONS = {
    "_duckdb": "duckdb",
    "duckdb": "duckdb",
    "psycopg": "postgres",
    "pyspark": "spark",
}


def connect(
    options: EngineOptions,
    folder: Path,
    *,
    readable: Sequence[Path | Addresses] = (),
    writable: Sequence[Path] = (),
    connection: Any = None,
    dump_folder: Path | None = None,
    debug: Debug | None = None,
) -> Engine:
    """Open and check the engine; `connection` is the caller's open connection, used as it is.

    Raises:
        ConfigError: an option is wrong, a driver is missing, or the connection does not belong to
            the job's engine. EngineError: the engine is not fit for the job.
    """
    engine = _open(
        options,
        name_engine(options, connection),
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


def is_server(options: EngineOptions, connection: Any = None) -> bool:
    """Whether others may change tables of the engine between two sessions."""
    return name_engine(options, connection) != ENGINES[0]


def open_carrier(
    options: EngineOptions,
    folder: Path,
    readable: Sequence[Path],
    debug: Debug | None,
    engine: Engine | None = None,
) -> "FileCarrier":
    """Open an embedded DuckDB session beside the job's engine, within the job's limits.

    If `engine` is such a session, which may access the same, it is used: opening one takes as long
    as many a statement.
    """
    from dpsql.engines.duckdb.engine import DuckDBEngine
    from dpsql.engines.file_carrier import FileCarrier

    if isinstance(engine, DuckDBEngine) and engine.is_own:
        return FileCarrier.within(engine)
    return FileCarrier(name_limits(options), folder, readable=readable, debug=debug)


def name_limits(options: EngineOptions) -> DuckDBOptions:
    """Return the job's limits for an embedded session beside its engine."""
    words = options.duckdb or options.postgres or options.spark or DuckDBOptions()
    return DuckDBOptions(**words.model_dump(include={"memory", "threads", "work_dir", "max_spill"}))


def find_release_table(
    options: EngineOptions,
    folder: Path,
    name: str,
    connection: Any = None,
    debug: Debug | None = None,
) -> "ReleaseTable":
    """Return the table of the job's engine that is to be a release; nothing is connected yet.

    Raises:
        ConfigError: the engine keeps no tables, its driver is missing, or the name does not fit.
    """
    engine = name_engine(options, connection)
    if engine == "postgres":
        _require_postgres(connection)
        from dpsql.engines.postgres.release_table import PostgresReleaseTable

        server = options.postgres or PostgresOptions()
        return PostgresReleaseTable(name, server, folder, connection, debug)
    if engine == "spark":
        _require_spark(options.spark or SparkOptions(), owned=connection is None)
        with _driver_of("spark"):
            from dpsql.engines.spark.release_table import SparkReleaseTable

        return SparkReleaseTable(name, options.spark or SparkOptions(), folder, connection, debug)
    words = options.duckdb or DuckDBOptions()
    if connection is None and words.database is None:
        raise ConfigError(
            f"release: {name} is to be a table, of Postgres, of Spark, or of the DuckDB file under"
            " engine: {duckdb: {database: …}}; name one, or release a file: {path: …}"
        )
    from dpsql.engines.duckdb.release_table import DuckDBReleaseTable

    return DuckDBReleaseTable(name, words, folder, debug, connection)


def name_engine(options: EngineOptions, connection: Any) -> str:
    """Return the engine of the caller's connection if there is one, else that of the job."""
    if connection is None:
        return options.name
    package = type(connection).__module__.partition(".")[0]
    is_duckdb = package in ("_duckdb", "duckdb")
    is_open = not is_duckdb or type(connection).__name__ == "DuckDBPyConnection"
    if package in ("builtins", "nanobind", "pathlib") or not is_open:
        raise ConfigError(
            'connection: give an open connection, such as duckdb.connect("x.duckdb"), not'
            f" {name_type(connection)}"
        )
    if package not in _CONNECTIONS:
        raise ConfigError(
            f"connection: dpsql has no engine for a connection of {package}; pass one of"
            f" {', '.join(ENGINES)}"
        )
    engine = _CONNECTIONS[package]
    # A job without the key `engine` has the first one.
    if options.name not in (engine, ENGINES[0]):
        raise ConfigError(f"connection: it is of {engine}, and the job's engine is {options.name}")
    return engine


def _open(options: EngineOptions, name: str, folder: Path, **settings: Any) -> Engine:
    if name == "postgres":
        return _open_postgres(options.postgres or PostgresOptions(), folder, **settings)
    if name == "spark":
        return _open_spark(options.spark or SparkOptions(), folder, **settings)
    from dpsql.engines.duckdb.engine import DuckDBEngine

    return DuckDBEngine(options.duckdb or DuckDBOptions(), folder, **settings)


def _open_postgres(
    options: PostgresOptions, folder: Path, *, connection: Any, **settings: Any
) -> Engine:
    _require_postgres(connection)
    from dpsql.engines.postgres.engine import PostgresEngine

    return PostgresEngine(options, folder, connection=connection, **settings)


def _require_postgres(connection: Any) -> None:
    """Raise ConfigError unless there is a driver, and `connection` is none or one of its own."""
    try:
        import psycopg
        import pyarrow  # noqa: F401
    except ImportError:
        raise ConfigError(f"engine: postgres needs {name_extra('postgres')}") from None
    if not isinstance(connection, psycopg.Connection | None):
        raise ConfigError(
            f"connection: it is a psycopg.{type(connection).__name__}; pass a psycopg.Connection"
        )


def _open_spark(options: SparkOptions, folder: Path, *, connection: Any, **settings: Any) -> Engine:
    owned = connection is None
    _require_spark(options, owned=owned)
    with _driver_of("spark"):
        from dpsql.engines.spark.engine import SparkEngine

        if owned:
            from dpsql.engines.spark.remote import open_session

            connection = open_session(str(options.remote))
    return SparkEngine(options, folder, connection, owned=owned, **settings)


def _require_spark(options: SparkOptions, *, owned: bool) -> None:
    if owned and options.remote is None:
        raise ConfigError("engine: spark needs remote: sc://host:port, or a session handed in")


@contextmanager
def _driver_of(engine: str) -> Iterator[None]:
    try:
        yield
    except ImportError:
        raise ConfigError(f"engine: {engine} needs {name_extra(engine)}") from None

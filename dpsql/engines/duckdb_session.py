"""Opens the doors of an own DuckDB session that a job needs, and shuts all others for good."""

import os
import re
from collections.abc import Sequence
from pathlib import Path

import duckdb
from sqlglot import exp

from dpsql.domain.job import DuckDBOptions
from dpsql.engines.places import refuse_unspeakable
from dpsql.errors import (
    EXHAUSTED,
    ConfigError,
    InputError,
    Locked,
    ParseError,
    ResourceError,
    withhold,
)

_SHUT = (
    "python_enable_replacements",
    "autoinstall_known_extensions",
    "autoload_known_extensions",
    "allow_community_extensions",
    "allow_persistent_secrets",
    "enable_progress_bar",
    "enable_external_access",
)


def configure(
    connection: duckdb.DuckDBPyConnection,
    options: DuckDBOptions,
    folder: Path,
    *,
    readable: Sequence[Path],
    writable: Sequence[Path],
    spill: Path,
) -> None:
    """Set the options, attach the database, then shut every door that is not needed.

    Raises:
        ConfigError: an option is not understood, or the database file is not there.
        InputError, ParseError, Locked: it cannot be opened.
    """
    run = connection.execute
    try:
        if options.memory:
            run(f"SET memory_limit = {literal(options.memory)}")
        if options.threads:
            run(f"SET threads = {options.threads}")
    except duckdb.Error as error:
        withhold(error)
        raise ConfigError("engine: memory takes a size such as 4GB, threads a number") from None
    if options.database:
        _attach(connection, folder / options.database, options.database)
    run(f"SET allowed_directories = {literals([str(path.absolute()) for path in writable])}")
    names = {name for path in readable for name in (str(path), glob_escape(str(path)))}
    run(f"SET allowed_paths = {literals(sorted(names))}")
    run(f"SET temp_directory = {literal(str(spill))}")
    for setting in _SHUT:
        run(f"SET {setting} = false")
    run("SET TimeZone = 'UTC'")
    run("SET lock_configuration = true")


def _attach(connection: duckdb.DuckDBPyConnection, path: Path, words: str) -> None:
    """Attach a database file to read it; nobody else may be writing it."""
    if not os.path.isfile(path):  # noqa: PTH113 - Path raises for names that no file can have
        raise ConfigError(f"{words}: no such database file")
    refuse_unspeakable(path, words, InputError)
    # Not by opening it: closing it again would drop the locks that this process holds on it.
    if not os.access(path, os.R_OK):
        raise InputError(f"{words}: the database file is not readable; give this user the right")
    try:
        connection.execute(f"ATTACH {literal(str(path))} AS database (READ_ONLY)")
    except duckdb.Error as error:
        text = str(error)
        withhold(error)
        if number := next((n for n in EXHAUSTED if os.strerror(n) in text), None):
            raise ResourceError(f"{words}: it cannot be opened ({os.strerror(number)})") from None
        if isinstance(error, duckdb.ResourceInUseException):
            raise Locked(
                f"{words}: this program has the database open; close it, or pass its connection"
            ) from None
        if "Could not set lock" in text:
            raise Locked(
                f"{words}: the database is locked by another process that may write it; close it"
                " there"
            ) from None
        raise ParseError(
            f"{words}: it is no database that DuckDB {duckdb.__version__} can read, or damaged"
        ) from None


def glob_escape(path: str) -> str:
    """Write a path so that DuckDB's readers take it literally."""
    return re.sub(r"([\[*?])", r"[\1]", path)


def literal(text: str) -> str:
    """Write a text as SQL."""
    return str(exp.Literal.string(text).sql("duckdb"))


def literals(texts: Sequence[str]) -> str:
    """Write a list of texts as SQL."""
    return f"[{', '.join(literal(text) for text in texts)}]"

"""Configures DuckDB sessions: restricts dpsql's own to its job, checks a caller's."""

import os
import re
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import duckdb
from sqlglot import exp

from dpsql.domain.sections.engine_options import DuckDBOptions
from dpsql.engines.sql_text import write
from dpsql.errors import (
    EXHAUSTED,
    ConfigError,
    EngineError,
    InputError,
    Locked,
    ParseError,
    ResourceError,
    error_of,
    withhold,
)
from dpsql.files.absolute import make_absolute
from dpsql.files.private_folder import PrivateFolder
from dpsql.inputs.addresses import Addresses
from dpsql.inputs.refusals import refuse_unspeakable

#: DuckDB's own default; jobs with many columns and levels need several hundred.
_LEAST_DEPTH = 1000
#: Needed for no job. A setting costs nothing when a session is opened, and a statement later.
_SHUT_FROM_THE_START = (
    "python_enable_replacements",
    "autoinstall_known_extensions",
    "autoload_known_extensions",
    "allow_community_extensions",
    "allow_persistent_secrets",
)
_SHUT = (*_SHUT_FROM_THE_START, "enable_progress_bar", "enable_external_access")
_SIZE = "a size, such as 4GB or 500MB"
#: The settings of a job's options, and what these take.
_LIMITS = {
    "memory": ("memory_limit", _SIZE),
    "threads": ("threads", "a number"),
    "max_spill": ("max_temp_directory_size", _SIZE),
}


def open_connection() -> duckdb.DuckDBPyConnection:
    """Open a session of dpsql's own, which `configure` restricts to its job."""
    return duckdb.connect(config=dict.fromkeys(_SHUT_FROM_THE_START, "false"))


def configure(
    connection: duckdb.DuckDBPyConnection,
    options: DuckDBOptions,
    folder: Path,
    *,
    readable: Sequence[Path | Addresses],
    writable: Sequence[Path],
    spill: Path,
) -> None:
    """Set the options, attach the database, then disable every access that is not needed.

    Raises:
        ConfigError: an option is not understood, or the database file does not exist.
        InputError, ParseError, Locked: the database cannot be opened.
    """
    run = connection.execute
    run(f"SET temp_directory = {literal(str(spill))}")
    for key, (setting, wanted) in _LIMITS.items():
        if given := getattr(options, key):
            try:
                run(f"SET {setting} = {literal(str(given))}")
            except duckdb.Error as error:
                withhold(error)
                raise ConfigError(f"engine: {key} takes {wanted}") from None
    if options.database:
        attach(connection, folder / options.database, options.database)
    remote = [place for place in readable if isinstance(place, Addresses)]
    for place in remote:
        _load(connection, place)
    folders = [str(make_absolute(path)) for path in writable]
    folders += [place.folder for place in remote if place.is_pattern]
    run(f"SET allowed_directories = {literals(folders)}")
    paths = [str(path) for path in readable if isinstance(path, Path)]
    names = {name for path in paths for name in (path, glob_escape(path))}
    names |= {place.address for place in remote}
    run(f"SET allowed_paths = {literals(sorted(names))}")
    # In a notebook without ipywidgets DuckDB refuses any change of its progress bar, which is off.
    asked = ", ".join(f"current_setting({literal(setting)})" for setting in _SHUT)
    found = run(f"SELECT {asked}").fetchall()[0]
    for setting, is_open in zip(_SHUT, found, strict=True):
        if is_open is not False:
            run(f"SET {setting} = false")
    run("SET TimeZone = 'UTC'")
    run("SET lock_configuration = true")


def _load(connection: duckdb.DuckDBPyConnection, place: Addresses) -> None:
    """Load the extension that reads the address, if it is installed already.

    If the extension for AWS is installed, it finds the credentials: its own chain of environment,
    profile and role. They stay in the memory of the session.
    """
    try:
        connection.execute(f"LOAD {place.extension}")
    except duckdb.Error as error:
        withhold(error)
        raise _lacks(place) from None
    if place.address.startswith("s3://"):
        with suppress(duckdb.Error):
            connection.execute("LOAD aws")
            connection.execute(
                "CREATE OR REPLACE TEMPORARY SECRET dpsql (TYPE s3, PROVIDER credential_chain)"
            )


def refuse_unreadable(connection: duckdb.DuckDBPyConnection, place: Addresses) -> None:
    """Raise ConfigError unless the caller's connection has a file system for the address."""
    loaded = connection.execute(
        "SELECT count(*) FROM system.main.duckdb_extensions() WHERE extension_name = ? AND loaded",
        [place.extension],
    ).fetchall()[0][0]
    scheme = place.address.partition("://")[0]
    if not loaded and not connection.filesystem_is_registered(scheme):
        raise _lacks(place)


def _lacks(place: Addresses) -> ConfigError:
    """Return an error that explains how to get the extension; dpsql never downloads code."""
    return ConfigError(
        f"{place.address}: DuckDB reads it by its extension {place.extension}, which is not"
        f" installed (or not loaded in your connection); run INSTALL {place.extension} once in"
        " DuckDB, or copy the file here"
    )


def attach(
    connection: duckdb.DuckDBPyConnection, path: Path, words: str, *, to_write: bool = False
) -> None:
    """Attach a database file as `database`; fails if another process may write it.

    `to_write`: also if another process reads it.
    """
    if not os.path.isfile(path):  # noqa: PTH113 - Path raises for names that no file can have
        raise ConfigError(f"{words}: no such database file")
    refuse_unspeakable(path, words, InputError)
    # Opening and closing the file would drop the locks that this process holds on it.
    if not os.access(path, os.R_OK):
        raise InputError(f"{words}: the database file is not readable; give this user the right")
    try:
        mode = "READ_WRITE" if to_write else "READ_ONLY"
        connection.execute(f"ATTACH {literal(str(path))} AS database ({mode})")
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
                f"{words}: the database is locked by another process that"
                f" {'has it open' if to_write else 'may write it'}; close it there"
            ) from None
        raise ParseError(
            f"{words}: it is no database that DuckDB {duckdb.__version__} can read, or damaged"
        ) from None


def refuse_unfit(connection: duckdb.DuckDBPyConnection) -> None:
    """Refuse a session whose settings or macros change the meaning of our statements.

    The queries use full names, since a macro could also hide the functions used here.

    Raises:
        EngineError: names the setting or the macro, and how to mend it.
    """
    found = dict(
        connection.execute("SELECT name, value FROM system.main.duckdb_settings()").fetchall()
    )
    if found["default_collation"].lower() not in ("", "binary", "c", "posix"):
        raise EngineError("default_collation merges texts that differ; SET it to binary")
    if not found["default_order"].upper().startswith("ASC"):
        raise EngineError("default_order turns the order of releases round; SET it to ASC")
    if int(found["max_expression_depth"]) < _LEAST_DEPTH:
        raise EngineError(
            f"max_expression_depth is too small for a job; SET it to {_LEAST_DEPTH} or more"
        )
    functions = connection.execute(
        "SELECT DISTINCT function_name, internal FROM system.main.duckdb_functions()"
    ).fetchall()
    built_in = {name.casefold() for name, internal in functions if internal}
    for name, internal in sorted(functions):
        if not internal and name.casefold() in built_in:
            raise EngineError(
                f"the macro {name!r} hides a function of DuckDB that a job may need; DROP it, or"
                " pass another connection"
            )


def glob_escape(path: str) -> str:
    """Write a path so that DuckDB's readers take it literally."""
    return re.sub(r"([\[*?])", r"[\1]", path)


def literal(text: str) -> str:
    """Write a text as SQL."""
    return write(exp.Literal.string(text), "duckdb")


def literals(texts: Sequence[str]) -> str:
    """Write a list of texts as SQL."""
    return f"[{', '.join(literal(text) for text in texts)}]"


def make_work_folder(folder: Path, work_dir: str | None) -> PrivateFolder:
    """Create the folder to spill into; remove the folders of killed runs."""
    try:
        parent = folder / work_dir if work_dir else Path(tempfile.gettempdir())
        return PrivateFolder(parent, "dpsql-work-")
    except OSError as error:
        told = error_of(error, "work_dir: not writable", ConfigError)
        mend = "; make this folder, or name another" if isinstance(error, FileNotFoundError) else ""
        raise type(told)(f"{told}{mend}") from None

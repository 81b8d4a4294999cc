"""The database file that a caller's open connection has, as it is to hold a release.

DuckDB lets one process alone write a file, and in it one database: while the caller has it open, a
release can get there through this connection only. Each use is a cursor, with a transaction of its
own.
"""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import duckdb

from dpsql.errors import ConfigError, EngineError, TargetError, withhold


@dataclass(frozen=True)
class CallersDatabase:
    """A database of the `connection` by its name there; `words`: what messages call it."""

    connection: duckdb.DuckDBPyConnection
    catalog: str
    file: Path
    words: str
    is_read_only: bool

    def open_cursor(self) -> duckdb.DuckDBPyConnection:
        """Return a connection to the same databases; closing it leaves the caller's open."""
        return self.connection.cursor()

    def refuse_unwritable(self) -> None:
        """Raise unless a table can be written, and keeps the order of its rows."""
        if self.is_read_only:
            raise TargetError(
                f"release: your connection has {self.words} open to read only; open it to write, or"
                " close it and pass none"
            )
        with self.open_cursor() as cursor:
            asked = "SELECT current_setting('preserve_insertion_order')"
            if not cursor.execute(asked).fetchall()[0][0]:
                raise EngineError(
                    "preserve_insertion_order is off, and the order of a table could tell of T; SET"
                    " it to true"
                )


def find_callers_database(
    connection: duckdb.DuckDBPyConnection, file: Path | None, words: str, table: str
) -> CallersDatabase:
    """Find a database of the connection: that of a file, or where none is named its current one.

    `words`: the file as the job names it; `table`: the release.

    Raises:
        ConfigError: the connection does not have the file open, or its database is no file.
    """
    try:
        rows = connection.execute(
            "SELECT database_name, path, readonly, database_name = current_database() FROM"
            " duckdb_databases() WHERE NOT internal AND path IS NOT NULL AND type = 'duckdb'"
        ).fetchall()
    except duckdb.Error as error:
        withhold(error)
        raise EngineError(
            "connection: it does not list its databases; is it open, and in no failed transaction?"
        ) from None
    for catalog, path, is_read_only, is_current in rows:
        if is_current if file is None else _is_same(path, file):
            named = words or Path(path).name
            return CallersDatabase(connection, catalog, Path(path), named, bool(is_read_only))
    if file is None:
        raise ConfigError(
            f"release: {table} is to be a table, and the database of your connection is no file;"
            " connect to one, or release a file: {path: …}"
        )
    raise ConfigError(
        f"release: {table} is to be a table of {words}, which your connection does not have open;"
        " pass one to this file, or none"
    )


def _is_same(path: str, file: Path) -> bool:
    # ValueError: of a name that no file can have.
    with suppress(OSError, ValueError):
        return Path(path).samefile(file)
    return False

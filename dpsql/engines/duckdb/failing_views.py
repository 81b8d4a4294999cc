"""Names the view of a caller that fails while its rows are read, and why, without a value of it."""

import errno
import os
from collections.abc import Iterable

import duckdb
from sqlglot import exp

from dpsql.engines.sql_text import write
from dpsql.errors import EXHAUSTED, InputError

#: Why a view fails, by DuckDB's exception; the text of it may quote a row.
_REASONS: tuple[tuple[type[duckdb.Error], str], ...] = (
    (
        duckdb.ConversionException,
        "a value does not fit the type of its CAST; TRY_CAST makes NULL of such values",
    ),
    (duckdb.OutOfRangeException, "a number is out of the range of its type"),
    (duckdb.IOException, "a file that it reads is gone or damaged"),
    (duckdb.InvalidInputException, "a function in it refuses a value"),
)


def find_failing_view(
    connection: duckdb.DuckDBPyConnection, tables: Iterable[exp.Table]
) -> InputError | None:
    """Read all rows of these tables and views; return the error for the first that fails."""
    for table in tables:
        name = write(table, "duckdb")
        try:
            query = f"SELECT count(COLUMNS(*)) FROM {name}"  # noqa: S608 - our AST
            connection.execute(query).fetchall()
        except duckdb.Error as error:
            return tell_failing_view(table, error)
    return None


def tell_failing_view(table: exp.Table, error: duckdb.Error) -> InputError | None:
    """Return the error for a view that fails with this exception; None if the reason is another."""
    if any(os.strerror(number) in str(error) for number in (*EXHAUSTED, errno.EACCES)):
        return None
    reason = next((why for kind, why in _REASONS if isinstance(error, kind)), "")
    return InputError(f"{table.name}: this view cannot be read: {reason}") if reason else None

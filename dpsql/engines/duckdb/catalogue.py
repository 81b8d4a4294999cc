"""Finds tables and views of DuckDB's catalogue by their names; never a file, never a function."""

from contextlib import suppress

import duckdb
from sqlglot import exp

from dpsql.domain.names import suggest_table
from dpsql.engines.duckdb.failing_views import tell_failing_view
from dpsql.engines.sql_text import write
from dpsql.errors import ConfigError, InputError
from dpsql.faces import name_by_face
from dpsql.inputs.places import EngineTable


def find_table(
    connection: duckdb.DuckDBPyConnection, name: EngineTable, prefix: str, *, is_own: bool
) -> exp.Table:
    """Return the full name of a table or view that can be read.

    One or two parts are looked up in the current or the attached database. `prefix`: what the names
    of dpsql's own tables begin with, which are not suggested. `is_own`: the connection is dpsql's,
    and no caller's.

    Raises:
        ConfigError: none has this name, or several have. InputError: it is a view of what is gone.
    """
    rows = connection.execute(
        "SELECT table_catalog, table_schema, table_name FROM information_schema.tables"
    ).fetchall()
    parts = name.parts
    found = [row for row in rows if row[-len(parts) :] == parts and len(parts) <= 3]
    words = ".".join(parts)
    if len(found) > 1:
        raise ConfigError(f"{words}: several tables have this name; write database.schema.table")
    if not found:
        known = [row for row in rows if not row[-1].startswith(prefix)]
        hint = (
            name.hint
            or suggest_table(parts, known)
            or (
                f"; {_ask_for_connection() if is_own else ''}a file needs its suffix, a database"
                " file stands under engine: {duckdb: {database: …}}"
            )
        )
        raise ConfigError(f"{words}: no table or view of the engine has this name{hint}")
    catalog, schema, title = (exp.to_identifier(part, quoted=True) for part in found[0])
    table = exp.Table(this=title, db=schema, catalog=catalog)
    # What DuckDB says of it is dropped, and no part of the error.
    with suppress(duckdb.CatalogException, duckdb.BinderException):
        try:
            connection.sql(f"FROM {write(table, 'duckdb')}")
        except duckdb.IOException as error:
            # Outside of DuckDB's catalogue, whose tables need no file of their own.
            if (told := tell_failing_view(table, error)) is not None:
                raise told from None
            raise
        return table
    raise InputError(
        f"{words}: this view cannot be read, since a table, a column or a function that it reads is"
        " gone; make it anew"
    )


def _ask_for_connection() -> str:
    """Ask for the connection that has a table; no command takes one."""
    return name_by_face("", "a table of an open connection needs connection=…, ")

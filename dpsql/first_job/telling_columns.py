"""Finds columns that alone show who is in T, to warn of them; those that decide are left out."""

from collections.abc import Sequence

from sqlglot import exp

from dpsql.domain.found.telling_columns import TellingColumn
from dpsql.first_job.profile import Profile
from dpsql.first_job.tables import OpenTables
from dpsql.sql.counting.column_values import column_values_query
from dpsql.sql.counting.telling_values import find_telling
from dpsql.sql.tables.people import PeopleColumn
from dpsql.sql.tables.private_table import (
    PRIVATE,
    PUBLIC,
    PrivateRows,
    marked_by_key,
    marked_by_predicate,
)


def find_telling_columns(
    tables: OpenTables, names: Sequence[str], found: Profile, key: str | None, where: str | None
) -> tuple[TellingColumn, ...]:
    """Return the columns among `names` that alone show rows of T, found by key or by `where`."""
    rows = PrivateRows()
    if where is not None:
        rows = marked_by_predicate(where, tables.types[PUBLIC])
    elif key is not None:
        rows = marked_by_key(key)
    of_public = _find_people(tables, PUBLIC, found.public_count)
    of_private = _find_people(tables, PRIVATE, found.private_count) if where is None else of_public
    values: dict[str, exp.Expr] = {
        name: column_values_query(name, rows, of_public, of_private).subquery("counted")
        for name in names
    }
    return find_telling(tables.engine, values, found.public_rows, found.private_rows)


def _find_people(tables: OpenTables, table: str, count: str | None) -> exp.Expr:
    """Return the expression for the people of a row of a table."""
    if count is None:
        return exp.Literal.number(1)
    return PeopleColumn(count, table, tables.types[table][count]).of_row

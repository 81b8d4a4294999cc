"""Reads Postgres' catalogue: in which schema a table is, and what columns it has."""

from dataclasses import dataclass
from typing import Any

from sqlglot import exp

from dpsql.domain.names import suggest_table
from dpsql.engines.base import ColumnType
from dpsql.engines.postgres.dialect import by_bytes
from dpsql.engines.postgres.session import Session, refuse_nul
from dpsql.engines.postgres.types import name_type
from dpsql.engines.sql_text import write
from dpsql.errors import ConfigError
from dpsql.inputs.places import EngineTable

_FIND = """
SELECT n.nspname, c.relname
FROM pg_catalog.pg_class AS c
JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p')
  AND c.relname = %(table)s
  AND NOT pg_catalog.pg_is_other_temp_schema(n.oid)
  AND (CAST(%(database)s AS text) IS NULL OR pg_catalog.current_database() = %(database)s)
  AND CASE
    WHEN CAST(%(schema)s AS text) IS NULL
      THEN n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
    WHEN %(schema)s = 'pg_temp' THEN n.oid = pg_catalog.pg_my_temp_schema()
    ELSE n.nspname = %(schema)s
  END
ORDER BY n.nspname
"""
#: Names that somebody may have meant.
_LIST = """
SELECT n.nspname, c.relname
FROM pg_catalog.pg_class AS c
JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p')
  AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')
  AND NOT n.nspname LIKE 'pg\\_temp\\_%'
ORDER BY n.nspname, c.relname
LIMIT 10000
"""
#: Columns with their base types, below domains and domains of domains.
_DESCRIBE = """
WITH RECURSIVE types AS (
  SELECT attnum, attname, atttypid AS type, atttypmod AS modifier, false AS in_domain
  FROM pg_catalog.pg_attribute
  WHERE attrelid = CAST(%s AS pg_catalog.regclass) AND attnum > 0 AND NOT attisdropped
  UNION ALL
  SELECT
    attnum,
    attname,
    t.typbasetype,
    CASE WHEN t.typtypmod >= 0 THEN t.typtypmod ELSE modifier END,
    true
  FROM types
  JOIN pg_catalog.pg_type AS t ON t.oid = type
  WHERE t.typtype = 'd'
)
SELECT
  attname,
  CASE WHEN t.typnamespace = 'pg_catalog'::pg_catalog.regnamespace THEN t.typname ELSE '' END,
  t.typcategory,
  pg_catalog.format_type(type, modifier),
  in_domain
FROM types
JOIN pg_catalog.pg_type AS t ON t.oid = type
WHERE t.typtype <> 'd'
ORDER BY attnum
"""
_OTHER_COLLATIONS = """
SELECT attname
FROM pg_catalog.pg_attribute
WHERE attrelid = CAST(%s AS pg_catalog.regclass)
  AND attnum > 0
  AND attcollation NOT IN (0, 'pg_catalog."C"'::pg_catalog.regcollation)
"""


@dataclass(frozen=True)
class SystemColumn:
    """A column's type in dpsql's terms, and whether the table declares a domain over it."""

    known: ColumnType
    in_domain: bool


class SystemTables:
    """The catalogue as a session sees it, with its own work tables and views."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._nulls: dict[tuple[str, str], bool] = {}

    def table(self, name: str) -> exp.Table:
        """Return the place of the work table `name`."""
        return place_table(self._session.prefix + name, self._session.schema)

    def view(self, name: str) -> exp.Table:
        """Return the place of the view `name`."""
        return place_table(self._session.view_prefix + name, self._session.view_schema)

    def has_nulls(self, table: exp.Table, column: str) -> bool:
        """Whether a column of a work table contains NULL; cached until `forget`."""
        key = table.name, column
        if key not in self._nulls:
            name = exp.column(column, quoted=True)
            place = exp.Table(this=table.this.copy(), db=table.args["db"].copy())
            test = exp.select("1").from_(place).where(name.is_(exp.null()))
            found = self._session.run(f"SELECT EXISTS ({write(test, 'postgres')})").fetchall()
            self._nulls[key] = found[0][0]
        return self._nulls[key]

    def forget(self, table: exp.Table) -> None:
        """Drop the cached answers about a work table that changes."""
        self._nulls = {key: found for key, found in self._nulls.items() if key[0] != table.name}

    def find(self, name: EngineTable) -> exp.Table:
        """Find a table or view by its exact name, in the first schema of the search path with it.

        Raises:
            ConfigError: there is none, or there are several outside of the search path.
        """
        words = ".".join(name.parts)
        refuse_nul(words)
        given = (None, None, *name.parts)[-3:] if len(name.parts) <= 3 else (None, None, "")
        parts = dict(zip(("database", "schema", "table"), given, strict=True))
        found = self._session.cursor().execute(_FIND, parts, prepare=False).fetchall()
        if len(found) > 1:
            found.sort(key=lambda row: self._rank(row[0]))
            if self._rank(found[0][0]) == len(self._session.path):
                raise ConfigError(f"{words}: several tables have this name; write schema.table")
        if not found:
            known = self._session.cursor().execute(_LIST, prepare=False).fetchall()
            hint = suggest_table(name.parts, known) or "; a file needs its suffix"
            raise ConfigError(f"{words}: no table or view of the database has this name{hint}")
        schema, table = found[0]
        return place_table(table, schema)

    def _rank(self, schema: str) -> int:
        path = self._session.path
        return path.index(schema) if schema in path else len(path)

    def describe(self, table: exp.Table) -> dict[str, SystemColumn]:
        """Columns of a table or view, in order."""
        return {
            column: SystemColumn(name_type(type_, category, full_name), in_domain)
            for column, type_, category, full_name, in_domain in self._ask(_DESCRIBE, table)
        }

    def find_other_collations(self, table: exp.Table) -> list[str]:
        """Columns whose texts do not sort byte by byte."""
        return [row[0] for row in self._ask(_OTHER_COLLATIONS, table)]

    def _ask(self, query: str, table: exp.Table) -> list[tuple[Any, ...]]:
        place = exp.Table(this=table.this.copy(), db=table.args["db"].copy())
        words = (write(place, "postgres"),)
        return self._session.cursor().execute(query.encode(), words, prepare=False).fetchall()


def plain_cell(name: str, type_: SystemColumn) -> exp.Expr:
    """Return the expression to read a column: texts by bytes, domains as their base type."""
    cell: exp.Expr = exp.Column(this=exp.to_identifier(name, quoted=True))
    if type_.known.family == "text":
        cell = by_bytes(exp.cast(cell, "TEXT"))
    elif type_.in_domain and not type_.known.not_in_parquet:
        cell = exp.cast(cell, type_.known.name)
    return exp.alias_(cell, name, quoted=True)


def place_table(table: str, schema: str) -> exp.Table:
    """Return a table of a schema, both names quoted."""
    names = (exp.to_identifier(name, quoted=True) for name in (table, schema))
    return exp.Table(this=next(names), db=next(names))

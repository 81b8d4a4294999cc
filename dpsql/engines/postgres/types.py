"""Maps Postgres' types to DuckDB's names, and DuckDB's types to those that Postgres stores.

A text column of any type is read as plain text. Types without a counterpart of the same values keep
their name and are "other": they cannot be quasi-identifiers, or be stored in Parquet.
"""

import re

from dpsql.engines.base import ColumnType
from dpsql.engines.duckdb.types import find_family, name_stored
from dpsql.errors import InputError

#: By Postgres' internal name: family and DuckDB's name.
_KNOWN = {
    "bool": ("boolean", "BOOLEAN"),
    "int2": ("integer", "SMALLINT"),
    "int4": ("integer", "INTEGER"),
    "int8": ("integer", "BIGINT"),
    "float4": ("float", "FLOAT"),
    "float8": ("float", "DOUBLE"),
    "date": ("date", "DATE"),
    "time": ("time", "TIME"),
    "timestamp": ("timestamp", "TIMESTAMP"),
    "timestamptz": ("timestamp", "TIMESTAMP WITH TIME ZONE"),
    "uuid": ("uuid", "UUID"),
}
#: Postgres' types for columns of files; all other types are carried as text.
_STORED = {
    "BOOLEAN": "boolean",
    "TINYINT": "smallint",
    "UTINYINT": "smallint",
    "SMALLINT": "smallint",
    "USMALLINT": "integer",
    "INTEGER": "integer",
    "UINTEGER": "bigint",
    "BIGINT": "bigint",
    "UBIGINT": "numeric(20, 0)",
    "HUGEINT": "numeric(39, 0)",
    "UHUGEINT": "numeric(39, 0)",
    "FLOAT": "real",
    "DOUBLE": "double precision",
    "DATE": "date",
    "TIME": "time",
    "TIMESTAMP": "timestamp",
    "TIMESTAMP_S": "timestamp",
    "TIMESTAMP_MS": "timestamp",
    "TIMESTAMP WITH TIME ZONE": "timestamp with time zone",
    "UUID": "uuid",
    "BLOB": "bytea",
}
#: DuckDB's types that Postgres stores as wider ones; the names of those that it has itself.
_ONCE_STORED = {
    "TINYINT": "SMALLINT",
    "UTINYINT": "SMALLINT",
    "USMALLINT": "INTEGER",
    "UINTEGER": "BIGINT",
    "UBIGINT": "DECIMAL(20,0)",
}
_HELD = {"VARCHAR", "BLOB", *(name for _, name in _KNOWN.values())}
_MOST_DIGITS = 38
_DECIMAL = re.compile(r"numeric\((\d+),(-?\d+)\)")
TEXT = ColumnType("text", "VARCHAR")


def name_type(name: str, category: str, full_name: str) -> ColumnType:
    """Return the type that Postgres calls `name`, with digits `full_name`; S and E are texts.

    A number without a scale is "other": in it, 1.5 and 1.50 are equal but different texts.
    """
    if category in ("S", "E"):
        return TEXT
    if name in _KNOWN:
        return ColumnType(*_KNOWN[name])
    if name == "bytea":
        return ColumnType("other", "BLOB")
    if found := _DECIMAL.fullmatch(full_name):
        digits, scale = int(found[1]), int(found[2])
        if 0 <= scale <= digits <= _MOST_DIGITS:
            return ColumnType("decimal", f"DECIMAL({digits},{scale})")
    return ColumnType("other", full_name.upper(), not_in_parquet=full_name.upper())


def find_storage(type_: ColumnType) -> str:
    """Return Postgres' type for a column of a file."""
    if type_.family == "decimal":
        return f"numeric{type_.name.removeprefix('DECIMAL')}"
    return _STORED.get(type_.name, 'text COLLATE "C"')


def as_stored(type_: ColumnType) -> ColumnType:
    """Return a column's type once it is carried in; mark those that Parquet cannot store then."""
    if type_.family in ("text", "decimal") or type_.name in _STORED:
        return type_
    return ColumnType(type_.family, type_.name, type_.not_in_parquet or type_.title)


def spell_storage(type_: ColumnType) -> str:
    """Return Postgres' own spelling of the type that stores a column of a file."""
    stored = find_storage(type_).removesuffix(' COLLATE "C"').replace(", ", ",")
    return f"{stored} without time zone" if stored in ("time", "timestamp") else stored


def name_once_stored(name: str, type_: str) -> str:
    """Return DuckDB's type that a column of a file has once a table of Postgres stores it.

    Raises:
        InputError: Postgres has no type for its values.
    """
    known = "VARCHAR" if find_family(type_) == "text" else name_stored(type_)
    known = _ONCE_STORED.get(known, known)
    if known in _HELD or find_family(known) == "decimal":
        return known
    title = ColumnType("", type_).title
    raise InputError(
        f"release: a table of Postgres cannot hold column {name!r} of type {title} as it is; cast"
        " it in the table, or release a file"
    )

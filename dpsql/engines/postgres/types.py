"""Maps Postgres' types to DuckDB's names, and DuckDB's types to those that Postgres stores.

A text column of any type is read as plain text. Types without a counterpart of the same values keep
their name and are "other": they cannot be quasi-identifiers, or be stored in Parquet.
"""

import re

from dpsql.engines.base import ColumnType

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

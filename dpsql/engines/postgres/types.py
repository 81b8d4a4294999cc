"""Postgres' types as DuckDB names them, and DuckDB's types as Postgres stores them.

A text column of any type is read as plain text. Types without a counterpart of the same values keep
their name and are "other": none is a quasi-identifier, and none stands in Parquet.
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
#: In what Postgres holds what a file holds; all else is carried as text.
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
    """The type that Postgres calls `name`, `full_name` with its digits; category S is of texts.

    A number without a scale is "other": 1.5 and 1.50 are equal there and are different texts.
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
    """The type of Postgres for a column of a file."""
    if type_.family == "decimal":
        return f"numeric{type_.name.removeprefix('DECIMAL')}"
    return _STORED.get(type_.name, 'text COLLATE "C"')


def as_stored(type_: ColumnType) -> ColumnType:
    """A column of a file once it is carried in: what is carried as text is that in Parquet, too."""
    if type_.family in ("text", "decimal") or type_.name in _STORED:
        return type_
    return ColumnType(type_.family, type_.name, type_.not_in_parquet or type_.title)

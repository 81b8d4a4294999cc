"""Names of types in an Iceberg table's schema (Iceberg table specification), and DuckDB's."""

import re

#: DuckDB's type, by Iceberg's.
_TYPES = {
    "boolean": "BOOLEAN",
    "int": "INTEGER",
    "long": "BIGINT",
    "float": "FLOAT",
    "double": "DOUBLE",
    "date": "DATE",
    "time": "TIME",
    "timestamp": "TIMESTAMP",
    "timestamptz": "TIMESTAMP WITH TIME ZONE",
    "timestamp_ns": "TIMESTAMP_NS",
    "string": "VARCHAR",
    "uuid": "UUID",
    "binary": "BLOB",
}
#: Only version 3 of the specification has it.
_NEWER = ("timestamp_ns",)
_NAMES = {duckdb: name for name, duckdb in _TYPES.items() if name not in _NEWER}
_DECIMAL = re.compile(r"decimal\((\d+),\s*(\d+)\)", re.IGNORECASE)


def read_type(type_: str) -> str:
    """Return DuckDB's type; empty for unknown types.

    >>> read_type("decimal(9, 2)"), read_type("fixed[16]"), read_type("long")
    ('DECIMAL(9,2)', 'BLOB', 'BIGINT')
    """
    if found := _DECIMAL.fullmatch(type_):
        return f"DECIMAL({found[1]},{found[2]})"
    return "BLOB" if type_.startswith("fixed") else _TYPES.get(type_, "")


def write_type(type_: str) -> str | None:
    """Return the name of a type of DuckDB in version 2; None if Iceberg has no such type there.

    >>> write_type("BIGINT"), write_type("DECIMAL(9,2)"), write_type("TIMESTAMP_NS")
    ('long', 'decimal(9, 2)', None)
    """
    if found := _DECIMAL.fullmatch(type_):
        return f"decimal({found[1]}, {found[2]})"
    return _NAMES.get(type_)

"""Names of types in a Delta table's schema (Delta Transaction Log Protocol), and DuckDB's."""

import re

#: DuckDB's type, by Delta's.
TYPES = {
    "string": "VARCHAR",
    "long": "BIGINT",
    "integer": "INTEGER",
    "short": "SMALLINT",
    "byte": "TINYINT",
    "float": "FLOAT",
    "double": "DOUBLE",
    "boolean": "BOOLEAN",
    "binary": "BLOB",
    "date": "DATE",
    "timestamp": "TIMESTAMP WITH TIME ZONE",
    "timestamp_ntz": "TIMESTAMP",
}
_NAMES = {duckdb: delta for delta, duckdb in TYPES.items()}
_DECIMAL = re.compile(r"decimal\((\d+),\s*(\d+)\)", re.IGNORECASE)


def read_type(type_: object) -> str:
    """Return DuckDB's type; empty for nested and unknown types."""
    if not isinstance(type_, str):
        return ""
    if found := _DECIMAL.fullmatch(type_):
        return f"DECIMAL({found[1]},{found[2]})"
    return TYPES.get(type_, "")


def write_type(type_: str) -> str | None:
    """Return Delta's name of a type of DuckDB; None if Delta has no such type.

    >>> write_type("BIGINT"), write_type("DECIMAL(9,2)"), write_type("UBIGINT")
    ('long', 'decimal(9,2)', None)
    """
    if found := _DECIMAL.fullmatch(type_):
        return f"decimal({found[1]},{found[2]})"
    return _NAMES.get(type_)

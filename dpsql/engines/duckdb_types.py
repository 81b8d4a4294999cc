"""DuckDB's types: how their values become text, and what Parquet would make of them.

Assumes DuckDB 2.0: it writes HUGEINT as a double, BIT, BIGNUM and ENUM as texts, which sort in
another way, moves TIME WITH TIME ZONE to UTC, cuts INTERVAL to milliseconds and turns UNION into a
STRUCT.
"""

import re

from duckdb.sqltypes import DuckDBPyType

HUGE = ("HUGEINT", "UHUGEINT")
WRITTEN_AS_TEXT = ("BIT", "BIGNUM")
_UNFIT_WITHIN = (*HUGE, *WRITTEN_AS_TEXT, "ENUM")
_UNFIT = ("time with time zone", "interval", "union")
_NESTED = ("struct", "list", "array", "map")
_FAMILIES = {
    "VARCHAR": "text",
    "BOOLEAN": "boolean",
    "DATE": "date",
    "UUID": "uuid",
    "FLOAT": "float",
    "DOUBLE": "float",
    "TIME": "time",
}
_INTEGERS = re.compile(r"U?(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT)")


def find_family(type_: str) -> str:
    """Name the family of a type by its text."""
    if type_.endswith("]"):
        return "other"
    if _INTEGERS.fullmatch(type_):
        return "integer"
    if type_.startswith("DECIMAL"):
        return "decimal"
    if type_.startswith("ENUM"):
        return "text"
    return "timestamp" if type_.startswith("TIMESTAMP") else _FAMILIES.get(type_, "other")


def find_unfit(type_: DuckDBPyType, *, nested: bool = False) -> str:
    """Name what Parquet cannot hold as it is, the type or one within it; empty where it can.

    A HUGEINT fits unless it is nested: the export converts columns, not what they hold.
    """
    name = str(type_.id)
    if name in _UNFIT or (nested and name.upper() in _UNFIT_WITHIN):
        return name.upper()
    if name not in _NESTED:
        return ""
    inner = (child for _, child in type_.children if isinstance(child, DuckDBPyType))
    return next(filter(None, (find_unfit(child, nested=True) for child in inner)), "")

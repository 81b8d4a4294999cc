"""DuckDB's types: how their values become text, and how Parquet files store them.

Assumes DuckDB 2.0, which writes HUGEINT as a double; writes BIT, BIGNUM and ENUM as texts, which
sort differently; moves TIME WITH TIME ZONE to UTC; cuts INTERVAL to milliseconds; and turns UNION
into a STRUCT.
"""

import re

from duckdb.sqltypes import DuckDBPyType

HUGE = ("HUGEINT", "UHUGEINT")
#: Types that are stored in Parquet, and read back, as another type.
_STORED = {
    "BIT": "VARCHAR",
    "BIGNUM": "VARCHAR",
    "TIMESTAMP_S": "TIMESTAMP",
    "TIMESTAMP_MS": "TIMESTAMP",
}
_UNFIT_WITHIN = (*HUGE, *_STORED, "ENUM")
_UNFIT = (*("time with time zone", "interval", "union", "variant", "geometry", "tuple", "type"),)
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
    """Return the family of a type, given its name."""
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
    """Return the type, or nested type, that Parquet cannot store unchanged; empty if none.

    A HUGEINT fits unless it is nested: the export converts columns, not nested values.
    """
    name = str(type_.id)
    if name in _UNFIT or (nested and name.upper() in _UNFIT_WITHIN):
        return name.upper()
    if name not in _NESTED:
        return ""
    inner = [child for _, child in type_.children if isinstance(child, DuckDBPyType)]
    if name == "map" and str(inner[0].id) in ("float", "double"):
        # A key may occur twice, as two NaN with different bits.
        return "MAP with numbers as keys that are no integers"
    return next(filter(None, (find_unfit(child, nested=True) for child in inner)), "")


def name_stored(type_: str) -> str:
    """Return the type as which a Parquet file stores a column of `type_`."""
    return _STORED.get(type_, type_)


def is_stored_alike(one: str, other: str) -> bool:
    """Whether two types are the same in a Parquet file, which stores no lengths of arrays.

    >>> is_stored_alike("INTEGER[3]", "INTEGER[]"), is_stored_alike("INTEGER", "BIGINT")
    (True, False)
    """
    return _spell(one) == _spell(other)


def holds(type_: str, wanted: str) -> bool:
    """Whether a Parquet column of `type_` may have been written for one of type `wanted`."""
    if wanted in HUGE:
        return type_ in ("DECIMAL(38,0)", "VARCHAR")
    return is_stored_alike(type_, name_stored(wanted))


def _spell(type_: str) -> str:
    return re.sub(r"\[\d+\]", "[]", type_).replace(", ", ",")

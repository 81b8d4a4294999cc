"""Maps types between DuckDB and Spark: which Spark reads in place, and how others are carried.

Types have DuckDB's names. A value of a type that Spark does not have is carried as the text that
DuckDB writes.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlglot import exp

from dpsql.engines.base import ColumnType
from dpsql.engines.duckdb.types import find_family
from dpsql.engines.sql_text import write
from dpsql.errors import InputError

#: Types that Spark reads from a file as DuckDB does, with Spark's names.
_ALIKE = {
    "VARCHAR": "STRING",
    "BOOLEAN": "BOOLEAN",
    "TINYINT": "TINYINT",
    "SMALLINT": "SMALLINT",
    "INTEGER": "INT",
    "BIGINT": "BIGINT",
    "FLOAT": "FLOAT",
    "DOUBLE": "DOUBLE",
    "DATE": "DATE",
    "TIMESTAMP": "TIMESTAMP_NTZ",
    "TIMESTAMP WITH TIME ZONE": "TIMESTAMP",
}
_DECIMAL = re.compile(r"DECIMAL\(\d+,\s*\d+\)")
#: For types that Spark does not have: a type that can represent all their values.
_WIDER = {
    "UTINYINT": "SMALLINT",
    "USMALLINT": "INTEGER",
    "UINTEGER": "BIGINT",
    "UBIGINT": "DECIMAL(20, 0)",
    "HUGEINT": "DECIMAL(38, 0)",
    "UHUGEINT": "DECIMAL(38, 0)",
    "TIMESTAMP_S": "TIMESTAMP",
    "TIMESTAMP_MS": "TIMESTAMP",
}
_NAMES = {spark: name for name, spark in _ALIKE.items()} | {"INTEGER": "INTEGER"}


@dataclass(frozen=True)
class Carried:
    """A column as Spark sees it: its type, and the expression that a carrier selects."""

    type_: ColumnType
    cell: exp.Expr


def is_alike(type_: ColumnType) -> bool:
    """Whether Spark reads the column from a Parquet file as DuckDB does."""
    return type_.name in _ALIKE or _DECIMAL.fullmatch(type_.name) is not None


def carry(name: str, type_: ColumnType) -> Carried:
    """Return how a column is carried if Spark does not read the file itself."""
    column: exp.Expr = exp.column(name, quoted=True)
    if is_alike(type_):
        return Carried(type_, column)
    if wider := _WIDER.get(type_.name):
        # The family is kept. So is the name of a HUGEINT type, which decides the order of numbers.
        kept = type_.name if "HUGE" in type_.name else wider
        return Carried(replace(type_, name=kept), exp.cast(column, wider))
    text = exp.cast(column, "VARCHAR")
    if type_.family in ("text", "uuid", "time"):
        kept = "VARCHAR" if type_.family == "text" else type_.name
        return Carried(replace(type_, name=kept), text)
    return Carried(ColumnType("other", type_.title, type_.title), text)


def define(columns: Mapping[str, str]) -> str:
    """Write names and DuckDB's types of columns as a schema of Spark."""
    return ", ".join(
        f"{write(exp.to_identifier(name, quoted=True), 'spark')} {_ALIKE.get(type_, type_)}"
        for name, type_ in columns.items()
    )


def name_type(spark: str) -> ColumnType:
    """Return DuckDB's type for a type of Spark's catalogue; "other" without a counterpart."""
    bare = spark.upper().partition(" COLLATE")[0]
    if bare.startswith("DECIMAL"):
        digits, scale = re.findall("[0-9]+", bare)
        return ColumnType("decimal", f"DECIMAL({digits},{scale})")
    if bare.startswith(("CHAR", "VARCHAR")):
        return ColumnType("text", "VARCHAR")
    name = _NAMES.get(bare)
    if name is None:
        return ColumnType("other", bare, bare)
    return ColumnType(find_family(name), name)


def name_once_stored(name: str, type_: str) -> str:
    """Return DuckDB's type that a column of a file has once a table of Spark stores it.

    Raises:
        InputError: Spark has no type for its values.
    """
    if is_alike(ColumnType("", type_)):
        return type_
    if type_ in _WIDER and "HUGE" not in type_:
        return _WIDER[type_].replace(" ", "")
    if find_family(type_) in ("text", "uuid", "time"):
        return "VARCHAR"
    title = ColumnType("", type_).title
    raise InputError(
        f"release: a table of Spark cannot hold column {name!r} of type {title} as it is; cast it"
        " in the table, or release a file"
    )

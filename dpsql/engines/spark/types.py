"""Types on the way to Spark and back: what Spark reads as it lies, and what is carried as what.

A column is named by its type in DuckDB's words. What Spark has no type for is carried as the text
that DuckDB writes.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlglot import exp

from dpsql.engines.base import ColumnType
from dpsql.engines.duckdb.types import find_family
from dpsql.engines.writing import write

#: Types that Spark reads from a file as DuckDB does, and what it calls them.
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
#: What holds all values of a type that Spark does not have.
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
    """A column as Spark is to see it: its type, and the cell that a carrier selects."""

    type_: ColumnType
    cell: exp.Expr


def is_alike(type_: ColumnType) -> bool:
    """Whether Spark reads the column from a Parquet file as DuckDB does."""
    return type_.name in _ALIKE or _DECIMAL.fullmatch(type_.name) is not None


def carry(name: str, type_: ColumnType) -> Carried:
    """How a column is carried where Spark does not read the file itself."""
    column: exp.Expr = exp.column(name, quoted=True)
    if is_alike(type_):
        return Carried(type_, column)
    if wider := _WIDER.get(type_.name):
        # Its family stays; so does the name of a type that the order of numbers asks for.
        kept = type_.name if "HUGE" in type_.name else wider
        return Carried(replace(type_, name=kept), exp.cast(column, wider))
    text = exp.cast(column, "VARCHAR")
    if type_.family in ("text", "uuid", "time"):
        kept = "VARCHAR" if type_.family == "text" else type_.name
        return Carried(replace(type_, name=kept), text)
    return Carried(ColumnType("other", type_.title, type_.title), text)


def define(columns: Mapping[str, str]) -> str:
    """Write names and DuckDB's types of columns as Spark's schema."""
    return ", ".join(
        f"{write(exp.to_identifier(name, quoted=True), 'spark')} {_ALIKE.get(type_, type_)}"
        for name, type_ in columns.items()
    )


def name_type(spark: str) -> ColumnType:
    """Name a type of Spark's catalogue; what has no counterpart is of no use to a job."""
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

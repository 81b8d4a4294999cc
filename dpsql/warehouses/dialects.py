"""The dialects of scripts: their statements and settings, and which rewrites they need.

A new dialect is a line in `WAREHOUSES`, its snapshot, and whatever rule it needs in `rewrites`.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.names import suggest
from dpsql.engines.sql_text import write
from dpsql.errors import ConfigError
from dpsql.faces import name_option
from dpsql.warehouses.control_characters import spell_controls
from dpsql.warehouses.layout import lay_out
from dpsql.warehouses.rewrites import (
    Rule,
    compare_by_bytes,
    join_by_equality,
    leave_nulls_in_windows,
    leave_room_in_decimals,
    part_variables,
    refuse_try_cast,
    try_texts_only,
    use_bignumeric,
)
from dpsql.warehouses.safe_subset import write_strictly

_IGNORE_CASE = "ALTER SESSION SET QUOTED_IDENTIFIERS_IGNORE_CASE = TRUE"
_ISO_DATES = "ALTER SESSION SET DATE_OUTPUT_FORMAT = 'YYYY-MM-DD'"
_ANSI = "SET spark.sql.ansi.enabled=true"
_C = compare_by_bytes(exp.to_identifier("C", quoted=True))
_UTF8_BINARY = compare_by_bytes(exp.to_identifier("UTF8_BINARY", quoted=True))


@dataclass(frozen=True)
class Warehouse:
    """A dialect.

    `work_tables`: the start of a statement that creates a work table. That of an earlier run is
    dropped before: replacing it could fail, and leave it there. `settings`: statements that come
    first, on which the script relies. `hush`: one that comes before them in a script, so that what
    is dropped and was not there makes no lines among the checks; empty if it makes none. `notes`:
    remarks for its user. `ignores_trailing_blanks`: texts that differ only in trailing blanks are
    equal.
    """

    dialect: str
    rules: tuple[Rule, ...] = ()
    work_tables: str = "CREATE TEMPORARY TABLE"
    settings: tuple[str, ...] = ()
    hush: str = ""
    notes: tuple[str, ...] = ()
    ignores_trailing_blanks: bool = False

    @property
    def keeps_work(self) -> bool:
        """Whether its work tables outlive the session."""
        return "TEMP" not in self.work_tables

    def write(self, tree: exp.Expr) -> str:
        """Write a query, or an INSERT, by the rules of the dialect.

        Raises:
            ConfigError: the dialect cannot express it. EngineError: the text does not mean what was
                meant, or is not known to be safe.
        """
        changed = spell_controls(tree.copy(), self.dialect)
        for rule in self.rules:
            changed = rule(changed)
        return write_strictly(changed, self.dialect)

    def create_as(self, head: str, table: exp.Table, query: exp.Expr) -> str:
        """Write a statement that creates a table from a query; `head`: ``CREATE … [USING …]``."""
        start, using, format_ = head.partition(" USING ")
        name = write(table, self.dialect, identify=True)
        return f"{start} {name}{using}{format_} AS\n{self.write(query)}"

    def create_empty(self, table: exp.Table, columns: Iterable[str]) -> str:
        """Write a statement that creates an empty work table with columns of texts."""
        start, using, format_ = self.work_tables.partition(" USING ")
        # VARCHAR without a size has 256 bytes in Redshift; for TEXT, sqlglot writes the right type.
        text = exp.DataType.build("TEXT")
        definitions = [
            exp.ColumnDef(this=exp.to_identifier(name, quoted=True), kind=text.copy())
            for name in columns
        ]
        schema = exp.Schema(this=table.copy(), expressions=definitions)
        defined = lay_out(write(schema, self.dialect, identify=True, pretty=True))
        return f"{start} {defined}{using}{format_}"


WAREHOUSES = {
    warehouse.dialect: warehouse
    for warehouse in (
        Warehouse("duckdb", (_C,), settings=("SET default_collation = ''",)),
        Warehouse(
            "postgres",
            (join_by_equality, refuse_try_cast, _C),
            hush="SET client_min_messages = warning",
            notes=("It makes dpsql_release in the first schema of search_path that is there.",),
        ),
        Warehouse(
            "spark",
            (leave_room_in_decimals, part_variables, _UTF8_BINARY),
            work_tables="CREATE TABLE USING PARQUET",
            settings=(_ANSI, "SET spark.sql.parser.escapedStringLiterals=false"),
        ),
        Warehouse(
            "databricks",
            (leave_room_in_decimals, part_variables, _UTF8_BINARY),
            work_tables="CREATE TABLE",
            settings=("SET ANSI_MODE = true",),
        ),
        Warehouse(
            "snowflake",
            (
                join_by_equality,
                leave_room_in_decimals,
                try_texts_only,
                compare_by_bytes(exp.Literal.string("utf8")),
            ),
            settings=(_IGNORE_CASE, _ISO_DATES),
            notes=(
                "Names are written in quotes; the first setting lets them be found in any case.",
                "Drop it where tables or columns were made with lower-case names in quotes.",
                "Run it where DEFAULT_DDL_COLLATION is not set: work tables would merge labels.",
            ),
        ),
        Warehouse(
            "bigquery",
            (
                join_by_equality,
                use_bignumeric,
                leave_nulls_in_windows("bigquery"),
                compare_by_bytes(exp.Literal.string("")),
            ),
            work_tables="CREATE TEMP TABLE",
            notes=(
                "Run it as one script, with a default dataset: work tables last as long.",
                "NUMERIC columns have a text without trailing zeros here: 1.5, and not 1.50.",
            ),
        ),
        Warehouse("trino", (join_by_equality, leave_room_in_decimals), work_tables="CREATE TABLE"),
        Warehouse(
            "redshift",
            (join_by_equality, leave_room_in_decimals, refuse_try_cast),
            notes=(
                "A BOOLEAN has no text here: mark the rows of T by a comparison: sick = true.",
                "Texts are compared by the collation of their columns and of the database: no such",
                "collation may be CASE_INSENSITIVE, or values that differ are counted as one.",
            ),
            ignores_trailing_blanks=True,
        ),
    )
}


def find_warehouse(dialect: str) -> Warehouse:
    """Return the dialect of that name.

    Raises:
        ConfigError: there is none.
    """
    if dialect not in WAREHOUSES:
        raise ConfigError(
            f"{name_option('dialect')}: {dialect!r} is not known{suggest(dialect, WAREHOUSES)}"
        )
    return WAREHOUSES[dialect]

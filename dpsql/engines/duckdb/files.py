"""Writes DuckDB's SELECT of a view over files: CSV and Parquet, lake tables, remote addresses.

Partition values are joined to the files by path. DuckDB's own parsing of folder names would also
use folders above the table, and would hide columns of the files with the same names.
"""

from collections.abc import Sequence
from itertools import count
from pathlib import Path

import duckdb
from sqlglot import exp

from dpsql.engines.duckdb.parquet import Schemas, agree, read_schemas, refuse_differences
from dpsql.engines.duckdb.session import glob_escape, literal, literals
from dpsql.engines.sql_text import write
from dpsql.inputs.addresses import Addresses
from dpsql.inputs.lake_table import LakeTable
from dpsql.inputs.places import Files


class FileReader:
    """Writes the SELECT of a view over files; creates the work tables and files that it needs.

    Names of tables start with `prefix` and are recorded in `made`. Files are created in `folder`,
    which the session may write.
    """

    def __init__(
        self,
        connection: duckdb.DuckDBPyConnection,
        prefix: str,
        folder: Path,
        made: dict[str, str],
    ) -> None:
        self._connection = connection
        self._prefix = prefix
        self._folder = folder
        self._numbers = count()
        self._made = made

    def select(self, files: Files) -> str:
        """Select all columns of the files, then their partition columns."""
        paths = literals([glob_escape(str(path)) for path in files.paths])
        options = []
        if files.format == "parquet":
            schemas = read_schemas(self._connection, paths, files.partition_columns)
            if refuse_differences(schemas, missing_are_null=files.missing_are_null):
                options.append("union_by_name = true")
        else:
            options += _csv_options(files)
        cells = f'"file".* EXCLUDE ({self._file_column})' if files.partition_columns else "*"
        cells = ", ".join([cells, *(f'"part".{_quote(name)}' for name in files.partition_columns)])
        return self._read(cells, files.format, paths, options, files)

    def select_addresses(self, place: Addresses) -> str:
        """Select all columns of the remote files."""
        schemas = read_schemas(self._connection, literals([place.address]), ())
        united = refuse_differences(schemas, missing_are_null=place.missing_are_null)
        options = ["union_by_name = true"] if united else []
        return self._read("*", "parquet", literals([place.address]), options, None)

    def select_lake(self, table: LakeTable) -> str:
        """Select the declared columns: from the files if their schemas agree, else from a copy."""
        if not table.paths:
            cells = ", ".join(self._declare(table, {}))
            return f"SELECT {cells} WHERE false"
        paths = literals([glob_escape(str(path)) for path in table.paths])
        if table.by_files:
            schemas = read_schemas(self._connection, paths, ())
            if agree(schemas, table):
                cells = ", ".join(self._declare(table, schemas))
                shapes = {frozenset(columns.items()) for columns in schemas.values()}
                options = ["union_by_name = true"] if len(shapes) > 1 else []
                if table.has_ids:
                    options = [_write_ids(table)]
                return self._read(cells, "parquet", paths, options, table)
        return f"SELECT * FROM read_parquet({literal(str(self._copy(table)))})"  # noqa: S608 - ours

    def _declare(self, table: LakeTable, schemas: Schemas) -> list[str]:
        """Return the columns, cast to their declared types; NULL for one that no file has."""
        present = {name for columns in schemas.values() for name in columns}
        if table.has_ids and schemas:
            present = {column.name for column in table.columns}
        cells = []
        for column in table.columns:
            name = _quote(column.name)
            if column.name in table.partition_columns:
                value = f'"part".{name}'
            else:
                value = f'"file".{name}' if column.name in present else "NULL"
            cells.append(f"CAST({value} AS {column.type or 'VARCHAR'}) AS {name}")
        return cells

    def _copy(self, table: LakeTable) -> Path:
        """Copy the rows to a Parquet file: a stream can be read only once, P is read repeatedly."""
        number = next(self._numbers)
        target = self._folder / f"lake_{number}.parquet"
        stream = f"{self._prefix}stream_{number}"
        cells = ", ".join(
            f"CAST({_quote(c.name)} AS {c.type}) AS {_quote(c.name)}" if c.type else _quote(c.name)
            for c in table.columns
        )
        self._connection.register(stream, table.rows())
        try:
            self._connection.execute(
                f"COPY (SELECT {cells} FROM {_quote(stream)}) TO {literal(str(target))}"  # noqa: S608 - our types, quoted names
                " (FORMAT parquet, WRITE_BLOOM_FILTER false)"
            )
        finally:
            self._connection.unregister(stream)
        return target

    def _read(
        self,
        cells: str,
        format_: str,
        paths: str,
        options: Sequence[str],
        place: Files | LakeTable | None,
    ) -> str:
        arguments = [paths, "hive_partitioning = false", *options]
        joined = ""
        if place is not None and place.partition_columns:
            arguments.append(f"filename = {literal(self._prefix + 'file')}")
            column = self._file_column
            table = self._store_partition_values(place)
            joined = f' JOIN {table} AS "part" ON "file".{column} = "part".{column}'
        return (
            f"SELECT {cells} FROM read_{format_}({', '.join(arguments)})"  # noqa: S608 - literals
            f' AS "file"{joined}'
        )

    @property
    def _file_column(self) -> str:
        return _quote(self._prefix + "file")

    def _store_partition_values(self, place: Files | LakeTable) -> str:
        """Store the partition values of each file; they are bound, never written as SQL text."""
        name = f"{self._prefix}partitions_{next(self._numbers)}"
        table = _quote(name)
        columns = [self._file_column, *map(_quote, place.partition_columns)]
        definitions = ", ".join(f"{column} VARCHAR" for column in columns)
        self._connection.execute(f"CREATE TEMP TABLE {table} ({definitions})")
        self._made[name] = "TABLE"
        values = [
            list(map(str, place.paths)),
            *map(list, zip(*place.partition_values, strict=True)),
        ]
        unnested = ", ".join(f"UNNEST(CAST(${i} AS VARCHAR[]))" for i in range(1, len(values) + 1))
        self._connection.execute(f"INSERT INTO {table} SELECT {unnested}", values)
        return table


def _write_ids(table: LakeTable) -> str:
    """Return the option to match columns of each file by field id; a missing one is NULL."""
    columns = (
        f"{column.field_id}: {{name: {literal(column.name)}, type: {literal(column.type)},"
        " default_value: NULL}"
        for column in table.columns
    )
    return f"schema = MAP {{{', '.join(columns)}}}"


def _csv_options(files: Files) -> list[str]:
    """Return the options of the CSV reader: no detection, the header's columns, all as text."""
    columns = ", ".join(f"{literal(column)}: 'VARCHAR'" for column in files.columns)
    return [
        "auto_detect = false",
        "header = true",
        f"delim = {literal(files.delimiter)}",
        "quote = '\"'",
        "escape = '\"'",
        "nullstr = ''",
        "allow_quoted_nulls = false",
        "strict_mode = true",
        f"columns = {{{columns}}}",
    ]


def _quote(name: str) -> str:
    return write(exp.to_identifier(name, quoted=True), "duckdb")

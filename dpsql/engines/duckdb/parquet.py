"""Compares the schemas of Parquet files before DuckDB reads the files as one table.

DuckDB would cast all files to the first file's types, and rename columns with equal names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import PurePosixPath
from typing import Any

import duckdb

from dpsql.engines.duckdb.types import find_family
from dpsql.errors import SchemaError, TypeMismatch
from dpsql.inputs.lake_table import LakeColumn, LakeTable
from dpsql.inputs.refusals import refuse_ambiguous_names

_SIGNED = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT")


@dataclass(frozen=True)
class FileColumn:
    """A top-level column of a file: DuckDB's type, Iceberg's field id, the whole declaration."""

    type: str
    field_id: int | None
    shape: tuple[str, ...]


Schemas = Mapping[str, Mapping[str, FileColumn]]


def read_schemas(
    connection: duckdb.DuckDBPyConnection, paths: str, partition_columns: Sequence[str]
) -> Schemas:
    """Return the columns of each file, by file name; `paths` is the list of files as SQL.

    Raises:
        SchemaError: two columns of a file, or one and a key of its folders, have the same name.
    """
    rows = connection.execute(
        "SELECT file_name, name, num_children, type, logical_type, converted_type, duckdb_type,"  # noqa: S608 - literals
        f" field_id FROM parquet_schema({paths})"
    ).fetchall()
    schemas: dict[str, dict[str, FileColumn]] = {}
    for file, group in groupby(rows, key=itemgetter(0)):
        columns = _top_level([row[1:] for row in group])
        names = tuple(name for name, _ in columns)
        refuse_ambiguous_names(names, PurePosixPath(file).name)
        _refuse_keys_inside(names, partition_columns, PurePosixPath(file).name)
        schemas[file] = dict(columns)
    return schemas


def _refuse_keys_inside(names: Sequence[str], keys: Sequence[str], file: str) -> None:
    """Raise SchemaError if a key of the folders is a column of a file, too: Polars writes it so."""
    inside = {name.casefold() for name in names}
    for key in keys:
        if key.casefold() in inside:
            below = "/*" * (len(keys) + 1)
            raise SchemaError(
                f"{file}: {key} is a key of the folders and a column of the file, and the two may"
                f" differ; to read the column of the files, name them by a pattern:"
                f" FOLDER{below}.parquet"
            )


def _top_level(rows: list[tuple[Any, ...]]) -> list[tuple[str, FileColumn]]:
    """Return the top-level columns of one file; a nested column includes all its fields."""
    columns: list[tuple[str, FileColumn]] = []
    position = 1
    while position < len(rows):
        start, open_children = position, 1
        while open_children:
            open_children += (rows[position][1] or 0) - 1
            position += 1
        shape = tuple(str(field) for row in rows[start:position] for field in row[1:5])
        name, *_, type_, field_id = rows[start]
        columns.append((name, FileColumn(str(type_), field_id, shape)))
    return columns


def refuse_differences(schemas: Schemas, *, missing_are_null: bool) -> bool:
    """Raise unless the files are one table; return whether columns must be united by name.

    Raises:
        TypeMismatch: a column is missing, or its type differs from the first file that has it.
        SchemaError: names of columns differ only in case.
    """
    if not missing_are_null:
        first, *others = schemas.items()
        for file, columns in others:
            for position, (name, column) in enumerate(first[1].items(), 1):
                if name not in columns or columns[name].shape != column.shape:
                    before = PurePosixPath(first[0]).name
                    fault = (
                        _tell_types(position, name, columns[name], column, before)
                        if name in columns
                        else f"column {position} of {before} is missing"
                    )
                    raise TypeMismatch(
                        f"{PurePosixPath(file).name}: {fault}; write all files with one schema"
                        " (missing_columns: nulls allows missing columns and wider integers)"
                    )
        return False
    known: dict[str, tuple[str, FileColumn]] = {}
    for file, columns in schemas.items():
        for position, (name, column) in enumerate(columns.items(), 1):
            where, other = known.setdefault(name, (file, column))
            if other.shape != column.shape and not _are_integers(column, other):
                before = PurePosixPath(where).name
                fault = _tell_types(position, name, column, other, before)
                raise TypeMismatch(f"{PurePosixPath(file).name}: {fault}; write both with one type")
    refuse_ambiguous_names(tuple(known), "its files")
    return True


def _tell_types(position: int, name: str, here: FileColumn, there: FileColumn, before: str) -> str:
    """Say that a column has two types; two files have its name, so that it is none of a row."""
    # Of a nested type its fields stay unsaid: only one file may have them.
    kinds = [_name_type(one.type) for one in (here, there)]
    differ = (
        f"has other fields than in {before}"
        if kinds[0] == kinds[1]
        else f"is {kinds[0]} here and {kinds[1]} in {before}"
    )
    return f"column {position}, {name!r}, {differ}"


def _name_type(type_: str) -> str:
    name, _, _ = type_.partition("(")
    return name if name in ("STRUCT", "MAP") or type_.endswith("]") else type_


def _are_integers(*columns: FileColumn) -> bool:
    return all(find_family(column.type) == "integer" for column in columns)


def agree(schemas: Schemas, table: LakeTable) -> bool:
    """Whether the files of a lake table can be read as its rows, by names or by field ids.

    A file may lack a column that was added later, and may have narrower integers than declared.
    """
    if table.has_ids:
        return all(_agrees_by_id(columns, table) for columns in schemas.values())
    others: dict[str, FileColumn] = {}
    declared = {column.name for column in table.columns}
    for columns in schemas.values():
        for name, column in columns.items():
            if name not in declared and others.setdefault(name, column).shape != column.shape:
                return False
    return all(_agrees_by_name(columns, table) for columns in schemas.values())


def _agrees_by_id(columns: Mapping[str, FileColumn], table: LakeTable) -> bool:
    """Whether field ids and types agree; False if an id is missing: its mapping is unknown."""
    found = {column.field_id: column for column in columns.values()}
    if None in found or len(found) < len(columns):
        return False
    return all(
        _fits(found[column.field_id], column) if column.field_id in found else column.may_lack
        for column in table.columns
    )


def _agrees_by_name(columns: Mapping[str, FileColumn], table: LakeTable) -> bool:
    folded = {name.casefold() for name in columns}
    return all(
        _fits(columns[column.name], column)
        if column.name in columns
        else column.may_lack and column.name.casefold() not in folded
        for column in table.columns
        if column.name not in table.partition_columns
    )


def _fits(found: FileColumn, declared: LakeColumn) -> bool:
    if found.type == declared.type:
        return True
    both = found.type in _SIGNED and declared.type in _SIGNED
    return both and _SIGNED.index(found.type) < _SIGNED.index(declared.type)

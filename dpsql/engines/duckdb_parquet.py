"""The columns that Parquet files themselves declare, compared before DuckDB reads them as one.

DuckDB would cast to the first file's types, and give equal names new ones.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import PurePosixPath
from typing import Any

import duckdb

from dpsql.engines.duckdb_types import find_family
from dpsql.engines.lake_table import LakeColumn, LakeTable
from dpsql.engines.refusals import refuse_ambiguous_names
from dpsql.errors import TypeMismatch

_SIGNED = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT")


@dataclass(frozen=True)
class FileColumn:
    """A top-level column of a file: DuckDB's type, Iceberg's identity, and all that it declares."""

    type: str
    field_id: int | None
    shape: tuple[str, ...]


Schemas = Mapping[str, Mapping[str, FileColumn]]


def read_schemas(
    connection: duckdb.DuckDBPyConnection, paths: str, partitions: Sequence[str]
) -> Schemas:
    """Read the columns of each file by its name; `paths` is the list as SQL.

    Raises:
        SchemaError: two columns of a file, or one and a partition, have one name.
    """
    rows = connection.execute(
        "SELECT file_name, name, num_children, type, logical_type, converted_type, duckdb_type,"  # noqa: S608 - literals
        f" field_id FROM parquet_schema({paths})"
    ).fetchall()
    schemas: dict[str, dict[str, FileColumn]] = {}
    for file, group in groupby(rows, key=itemgetter(0)):
        columns = _top_level([row[1:] for row in group])
        names = (*(name for name, _ in columns), *partitions)
        refuse_ambiguous_names(names, PurePosixPath(file).name)
        schemas[file] = dict(columns)
    return schemas


def _top_level(rows: list[tuple[Any, ...]]) -> list[tuple[str, FileColumn]]:
    """The top-level columns of one file, nested ones with all they hold."""
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
        TypeMismatch: a column is missing, or is of another type than in the first file that has it.
        SchemaError: names of columns differ only in case.
    """
    if not missing_are_null:
        first, *others = schemas.items()
        for file, columns in others:
            for name, column in first[1].items():
                if name not in columns or columns[name].shape != column.shape:
                    raise TypeMismatch(
                        f"{PurePosixPath(file).name}: column {name!r} is missing or of another"
                        f" type than in {PurePosixPath(first[0]).name}; write all files with one"
                        " schema (missing_columns: nulls allows missing columns and wider integers)"
                    )
        return False
    known: dict[str, tuple[str, FileColumn]] = {}
    for file, columns in schemas.items():
        for name, column in columns.items():
            where, other = known.setdefault(name, (file, column))
            if other.shape != column.shape and not _are_integers(column, other):
                raise TypeMismatch(
                    f"{PurePosixPath(file).name}: column {name!r} is of another type than in"
                    f" {PurePosixPath(where).name}; write both with one type"
                )
    refuse_ambiguous_names(tuple(known), "its files")
    return True


def _are_integers(*columns: FileColumn) -> bool:
    return all(find_family(column.type) == "integer" for column in columns)


def agree(schemas: Schemas, table: LakeTable) -> bool:
    """Whether the rows of a lake table are what its files hold under the names it declares.

    A file may lack a column that was added later, and hold narrower integers than are declared now.
    """
    declared = {c.name: c for c in table.columns if c.name not in table.partitions}
    ids = {column.field_id: column.name for column in table.columns if column.field_id is not None}
    others: dict[str, FileColumn] = {}
    for columns in schemas.values():
        folded = {name.casefold() for name in columns}
        for name, column in columns.items():
            if column.field_id in ids and ids[column.field_id] != name:
                return False
            if name not in declared and others.setdefault(name, column).shape != column.shape:
                return False
        for name, wanted in declared.items():
            found = columns.get(name)
            if found is None and (not wanted.may_lack or name.casefold() in folded):
                return False
            if found is not None and not _fits(found, wanted):
                return False
    return True


def _fits(found: FileColumn, wanted: LakeColumn) -> bool:
    if wanted.field_id is not None and found.field_id != wanted.field_id:
        return False
    if found.type == wanted.type:
        return True
    both = found.type in _SIGNED and wanted.type in _SIGNED
    return both and _SIGNED.index(found.type) < _SIGNED.index(wanted.type)

"""Counts files of P: their distinct tuples of quasi-identifiers, with the people of each."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import NoReturn

from sqlglot import exp

from dpsql.engines.base import ColumnType
from dpsql.engines.duckdb.engine import DuckDBEngine
from dpsql.errors import ConfigError, InputError
from dpsql.inputs.lake_table import LakeTable
from dpsql.inputs.places import Files
from dpsql.sql.tables.people import PeopleColumn, check_people
from dpsql.sql.templates import column, identifier, render

#: The logical table of the files that are counted.
COUNTED = "counted_file"
#: Types of the quasi-identifiers in P.
Types = Mapping[str, ColumnType]
#: A P whose counts can be kept.
FilesOfP = Files | LakeTable


@dataclass(frozen=True)
class Asked:
    """What is counted of each file: tuples of columns of these types, and their people.

    `people` names the result. `count` is the column of P with the people of a row, if it has one.
    """

    types: Types
    people: str
    count: str | None


def take_file(public: FilesOfP, number: int) -> FilesOfP:
    """Return one file of P as a place of its own."""
    paths = public.paths[number : number + 1]
    values = public.partition_values[number : number + 1]
    if isinstance(public, Files):
        return replace(public, paths=paths, partition_values=values, pattern="")

    def refuse() -> NoReturn:
        raise name_unkept_stream(public)

    # Its stream would yield the rows of all files.
    return replace(public, paths=paths, partition_values=values, pattern="", rows=refuse)


def name_unkept_stream(table: LakeTable) -> ConfigError:
    """Return the error for a lake table whose rows are not those of its files."""
    return ConfigError(
        f"cache: {table.words} has deleted rows or mapped columns, so that its files alone do not"
        " hold its rows; compact it, or drop cache"
    )


def read_file(engine: DuckDBEngine, file: FilesOfP, asked: Asked) -> exp.Query:
    """Register a file and check its counts, if it has any; returns the statement to count it."""
    engine.register(COUNTED, file)
    present, counts = engine.columns(COUNTED), None
    if asked.count is not None:
        if asked.count not in present:
            raise InputError(f"P: count: a file of P has no column {asked.count!r}; add it there")
        counts = PeopleColumn(asked.count, COUNTED, present[asked.count])
        check_people(engine, counts)
    return count_file_query(asked.types, present, asked.people, counts)


def count_file_query(
    types: Types, present: Collection[str], people: str, counts: PeopleColumn | None = None
) -> exp.Query:
    """The statement that counts the people of one file of P, which has the columns `present`.

    `counts`: its column with the people of a row; None if each row is a person.
    """
    columns = [
        {"name": identifier(name), "value": _read(name, type_, name in present)}
        for name, type_ in types.items()
    ]
    return render(
        "count_file",
        columns=columns,
        people=identifier(people),
        of_rows=exp.Count(this=exp.Star()) if counts is None else counts.of_rows,
        condition=None if counts is None else counts.is_somebody,
    )


def _read(name: str, type_: ColumnType, is_there: bool) -> exp.Expr:
    """Return a column of a file in the type that it has in P; NULL if the file lacks it."""
    value: exp.Expr = column(name, COUNTED) if is_there else exp.null()
    return exp.cast(value, type_.name)

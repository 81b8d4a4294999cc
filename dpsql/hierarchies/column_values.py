"""Lists the distinct values of columns of a public table, as text, with their rows."""

from collections.abc import Sequence
from pathlib import Path

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.names import suggest_column
from dpsql.domain.sections.engine_options import EngineOptions
from dpsql.domain.sections.source import Source
from dpsql.engines.connect import connect
from dpsql.errors import ConfigError, ResourceError, SchemaError
from dpsql.inputs.lake_table import LakeTable
from dpsql.inputs.places import Files, find_place
from dpsql.sql.tables.people import PeopleColumn, check_people
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.templates import column, identifier, render

#: The most leaves of a hierarchy that lists them; one with more leaves must be a rule.
MOST_VALUES = 1_000_000


def list_values(table: str, name: str, folder: Path) -> dict[Leaf, int]:
    """Count the rows of each value of column `name` of a file, glob or folder; sorted, NULL last.

    Errors are those of `list_paths`.
    """
    return {value: rows for (value,), rows in list_paths(table, [name], folder).items()}


def list_columns(table: str, folder: Path) -> list[str]:
    """Return the names of the columns of a file, glob or folder."""
    place = _find(table, folder)
    with connect(EngineOptions(), folder, readable=place.paths) as engine:
        engine.register(PUBLIC, place)
        return list(engine.columns(PUBLIC))


def _find(table: str, folder: Path) -> Files | LakeTable:
    place = find_place(Source(path=table), folder)
    if not isinstance(place, Files | LakeTable):
        raise ConfigError(f"{table}: name a file")
    return place


def list_paths(
    table: str, names: Sequence[str], folder: Path, count: str | None = None
) -> dict[tuple[Leaf, ...], int]:
    """Count the rows of each combination of values of some columns; sorted, NULL last.

    `count`: a column with the people of a row; then these are counted.

    Raises:
        ConfigError, InputError: there is no such file, or it cannot be read; a count is no number
            of people. SchemaError: it has no such column. ResourceError: it has more values than a
            hierarchy lists.
    """
    place = _find(table, folder)
    with connect(EngineOptions(), folder, readable=place.paths) as engine:
        engine.register(PUBLIC, place)
        present = engine.columns(PUBLIC)
        for name in (*names, *([count] if count is not None else [])):
            if name not in present:
                is_csv = isinstance(place, Files) and place.format == "csv"
                hint = suggest_column(name, present, names, in_memory=not is_csv, by_command=True)
                raise SchemaError(f"{table} has no column {name!r}{hint}")
        people = None if count is None else PeopleColumn(count, PUBLIC, present[count])
        check_people(engine, people)
        rows = engine.fetch(paths_query(names, people))
    if len(rows) > MOST_VALUES:
        raise ResourceError(
            f"{table}: column {names[0]!r} has more than {MOST_VALUES:,} values; give it a rule"
            " (widths, dates, prefix) in the job instead of a list"
        )
    return {tuple(values): int(count) for *values, count in rows}


def paths_query(names: Sequence[str], people: PeopleColumn | None = None) -> exp.Query:
    """Return the query that lists the values of some columns of P."""
    return render(
        "list_column_values",
        columns=[
            {"value": exp.cast(column(name), "VARCHAR"), "name": identifier(f"value_{i}")}
            for i, name in enumerate(names)
        ],
        rows=exp.Count(this=exp.Star()) if people is None else people.of_rows,
        most=exp.Literal.number(MOST_VALUES + 1),
    )

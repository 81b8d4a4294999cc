"""Counts people whom several columns name, of which some have values that are alike.

Values are alike that differ in case and spaces around alone: one name in two spellings.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from sqlglot import exp

from dpsql.engines.base import ColumnType, Engine
from dpsql.first_job.people.panels import Panel
from dpsql.sql.tables.key_writings import LETTERS, count_merged
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.templates import column, identifier


def count_alike(engine: Engine, panel: Panel, types: Mapping[str, ColumnType]) -> dict[str, int]:
    """Count, in each of the columns that name people together, the values that are alike."""
    texts = [name for name in panel.names if types[name].family == "text"]
    counted = ((name, count_merged(engine, name)) for name in texts)
    return {name: values for name, values in counted if values}


def recount(engine: Engine, panel: Panel, alike: Collection[str]) -> Panel:
    """Return the panel with its people, of whom values of some columns are alike."""
    rows = exp.select("*").from_(exp.Table(this=identifier(PUBLIC)))
    people = count_named(engine, rows.where(*list_present(panel.names)), panel.names, alike)
    return replace(panel, people=people)


def list_present(names: Sequence[str]) -> list[exp.Expr]:
    """Return that each of the columns has a value."""
    return [column(name).is_(exp.null()).not_() for name in names]


def count_named(
    engine: Engine, rows: exp.Query, names: Sequence[str], alike: Collection[str]
) -> int:
    """Count the people whom columns of rows name; case and spaces are no difference in `alike`."""
    values = [
        exp.alias_(fold_alike(column(name), alike), f"name{i}") for i, name in enumerate(names)
    ]
    named = exp.select(*values).distinct().from_(rows.subquery("rows_of_people"))
    count = exp.select(exp.Count(this=exp.Star())).from_(named.subquery("named"))
    return int(engine.fetch(count)[0][0])


def fold_alike(value: exp.Column, alike: Collection[str]) -> exp.Expr:
    """Return the value of a column, written alike if it is one of those."""
    return LETTERS.fold(value) if value.name in alike else value


def title_alike(panel: Panel, alike: Collection[str]) -> str:
    """Return the columns of a panel in a sentence, and how they are written where it counts so."""
    is_folded = panel.within and not {*panel.names}.isdisjoint(alike)
    return f"{panel.title} ({LETTERS.said})" if is_folded else panel.title

"""Counts how the values of kept columns go with those of public ones, in the rows of T.

A few rows show that most pairs have nothing to do with each other; all rows are read for the rest.
"""

from collections.abc import Iterator, Sequence

from sqlglot import exp

from dpsql.domain.found.linked_columns import Link, Side, choose_link
from dpsql.engines.base import Engine
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, render

#: Rows of T of which each pair is counted; pairs of a kept column at most, and in one statement.
_SOME_ROWS, _MOST_PAIRS, _AT_ONCE = 20_000, 200, 20


def find_link(
    engine: Engine, tables: Tables, kept: str, rows: int, public: Sequence[str]
) -> Link | None:
    """Return how a kept column of T, with so many rows, goes with one of these public columns.

    `public`: columns that stand beside T's rows. None if it goes with none of them.
    """
    asked = public[:_MOST_PAIRS]
    if rows > _SOME_ROWS:
        found = _count(engine, tables, kept, asked, _SOME_ROWS)
        asked = [one.public for one in found if one.may_hold]
    return choose_link(list(_count(engine, tables, kept, asked)))


def _count(
    engine: Engine, tables: Tables, kept: str, public: Sequence[str], most: int | None = None
) -> Iterator[Link]:
    """Count a few pairs in each statement, as a statement takes its time on Spark."""
    for start in range(0, len(public), _AT_ONCE):
        some = public[start : start + _AT_ONCE]
        for found in engine.fetch(linked_values_query(tables, kept, some, most)):
            place, rows, *counts = map(int, found)
            yield Link(kept, some[place], rows, Side(*counts[:3]), Side(*counts[3:]))


def linked_values_query(
    tables: Tables, kept: str, public: Sequence[str], most: int | None = None
) -> exp.Query:
    """Return the query that counts pairs of values in T, or in so many rows at most.

    One row for each public column that has values beside the kept ones, with its place.
    """
    selected = [_select_pair(tables, kept, name, place) for place, name in enumerate(public)]
    if most is not None:
        selected = [exp.select("*").from_(one.limit(most).subquery("some")) for one in selected]
    first, *others = selected
    every = exp.union(first, *others, distinct=False) if others else first
    return render("count_linked_values", rows=every.subquery("rows_of_t"))


def _select_pair(tables: Tables, kept: str, public: str, place: int) -> exp.Select:
    rows = tables.private_rows
    values = column(kept, tables.keep[kept]), column(public, rows.home)
    columns = [exp.Literal.number(place), *(exp.cast(one, "VARCHAR") for one in values)]
    names = "place", "kept_value", "public_value"
    found = rows.select([exp.alias_(*pair) for pair in zip(columns, names, strict=True)])
    # Of some rows, too, only those count that have a value in both: the first ones may have none.
    return found.where(*(one.is_(exp.null()).not_() for one in values))

"""Counts the rows of P and T up to and from limits of T, of columns that nobody has counted."""

from collections.abc import Mapping, Sequence

from sqlglot import exp

from dpsql.engines.base import ColumnType, Engine
from dpsql.sql.counting.counted_limits import PERCENTS, LimitCounts
from dpsql.sql.counting.ordered_values import as_ordered
from dpsql.sql.tables.private_table import PUBLIC, PrivateRows
from dpsql.sql.templates import identifier, render

_Types = Mapping[str, Mapping[str, ColumnType]]


def count_rows_by_limits(
    engine: Engine, names: Sequence[str], types: _Types, rows: PrivateRows
) -> dict[str, LimitCounts]:
    """Return, by column, how many rows of P and T limits of T's values divide.

    `names`: columns of numbers or moments, or of texts that are such. `types`: of the columns of
    the logical tables. Limits are found and used in one statement, so that none is in its text or
    comes out of it. Of each column P is read once; no value of it is kept in memory, those of T
    are.
    """
    return {name: _read(engine.fetch(rows_by_limits_query(name, types, rows))) for name in names}


def _read(rows: Sequence[Sequence[int]]) -> LimitCounts:
    """Add up the rows of values that reach and pass as many limits, which are in order.

    A value that passes a limit reaches it, and all before it.
    """
    parts: list[tuple[int, int]] = []
    for number in range(len(PERCENTS)):
        upto, since = [0, 0], [0, 0]
        for table, reached, passed, count in rows:
            upto[table] += count if passed <= number else 0
            since[table] += count if reached > number else 0
        parts += (upto[0], upto[1]), (since[0], since[1])
    public, private = (sum(row[-1] for row in rows if row[0] == table) for table in (0, 1))
    return LimitCounts(tuple(parts), public, private)


def rows_by_limits_query(name: str, types: _Types, rows: PrivateRows) -> exp.Query:
    """Return the query that counts the rows of P and T by the limits that a column has in T."""
    value = as_ordered(name, rows.home, types)
    return render(
        "count_rows_by_limits",
        value=as_ordered(name, PUBLIC, types),
        private=rows.select([exp.alias_(value, identifier("found_value"))]).subquery("rows_of_t"),
        limits=[
            {"name": identifier(f"limit_{number}"), "percent": exp.Literal.number(percent)}
            for number, percent in enumerate(PERCENTS)
        ],
    )

"""Tells from a sample whether grouping would pay; a wrong answer costs time alone."""

from collections.abc import Callable, Sequence

from sqlglot import exp

from dpsql.engines.base import Engine
from dpsql.sql.tables import count_rows
from dpsql.sql.templates import identifier, render

#: Rows looked at, at least; smaller tables are grouped.
LEAST_SAMPLE = 200_000
#: One row in so many is looked at. Where one in 50 of these is like another of them, most rows of
#: the whole have their like, and grouping pays.
SAMPLED, MOST_REPEATED = 100, 50


def is_sparse(
    engine: Engine, values: Sequence[tuple[exp.Expr, exp.Identifier]], table: str
) -> bool:
    """Whether nearly all rows of a logical table differ in these named values."""
    rows = exp.select(*(exp.Alias(this=value, alias=name) for value, name in values))
    rows = rows.from_(exp.Table(this=identifier(table)))
    names = [name for _, name in values]
    return nearly_all_distinct(
        engine, rows.limit, names, lambda: count_rows(engine, table, exp.true())
    )


def nearly_all_distinct(
    engine: Engine,
    sample: Callable[[int], exp.Query],
    names: Sequence[exp.Identifier],
    count: Callable[[], int],
) -> bool:
    """Whether grouping rows by `names` would hardly make them fewer.

    `sample` selects so many of the rows, whichever come first, and `count` tells how many there
    are.
    """
    size = LEAST_SAMPLE
    while True:
        rows, distinct = engine.fetch(render("sample_rows", rows=sample(size), names=names))[0]
        if rows < size or (rows - distinct) * MOST_REPEATED > rows:
            return False
        enough = count() // SAMPLED
        if size >= enough:
            return True
        size = enough

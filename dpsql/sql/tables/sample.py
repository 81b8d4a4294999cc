"""Decides by the first rows of a table whether grouping it is worth its cost.

A wrong decision costs time and memory, but never correctness: single rows are counted like groups.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from sqlglot import exp

from dpsql.engines.base import Engine
from dpsql.sql.tables.public_and_private import count_rows
from dpsql.sql.templates import identifier, render

#: Least number of rows in a sample; smaller tables are grouped.
LEAST_SAMPLE = 200_000
#: Where many rows repeat, a look at this share of the sample is enough to see it.
GLIMPSE = Fraction(1, 10)
#: Share of the rows in a sample, and the share of a sample that may repeat another row. If each
#: tuple has m rows of the whole, (m - 1)/200 of a hundredth of the rows do: grouping saves time
#: from five rows on.
SAMPLED, MOST_REPEATED = Fraction(1, 100), Fraction(1, 50)


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
    """Whether grouping rows by `names` would hardly reduce their number.

    `sample` selects a given number of the rows, whichever come first; `count` returns the number of
    all rows.
    """

    def repeats(size: int) -> bool:
        rows, distinct = engine.fetch(render("sample_rows", rows=sample(size), names=names))[0]
        return bool(rows < size or rows - distinct > MOST_REPEATED * rows)

    if repeats(int(GLIMPSE * LEAST_SAMPLE)) or repeats(LEAST_SAMPLE):
        return False
    enough = int(SAMPLED * count())
    return enough <= LEAST_SAMPLE or not repeats(enough)

"""Counts the values of columns that no hierarchy covers, in P and among the rows of T."""

from collections.abc import Sequence

from sqlglot import exp

from dpsql.engines.base import Engine
from dpsql.sql.tables.private_table import PUBLIC, PrivateRows
from dpsql.sql.templates import column, identifier, render

#: Rows of P that are looked at, whichever come first.
_SAMPLE = 20_000


def column_values_query(
    name: str, rows: PrivateRows, of_public: exp.Expr, of_private: exp.Expr
) -> exp.Query:
    """Return the query that counts the values of a column in P and among the rows of T.

    `of_public`, `of_private`: the people of a row.
    """
    of_rows = [
        exp.alias_(exp.cast(column(name, rows.home), "VARCHAR"), "value", quoted=True),
        exp.alias_(of_private.copy(), "private_people", quoted=True),
    ]
    return render(
        "count_column_values",
        value=exp.cast(column(name, PUBLIC), "VARCHAR"),
        public=of_public.copy(),
        private=rows.select(of_rows).subquery("rows_of_t"),
    )


def find_few_valued(engine: Engine, names: Sequence[str], most: int) -> list[str]:
    """Return the columns of P with at most so many values in its first rows."""
    if not names:
        return []
    found = engine.fetch(few_valued_query(names))[0]
    return [name for name, distinct in zip(names, found, strict=True) if distinct <= most]


def few_valued_query(names: Sequence[str]) -> exp.Query:
    """Return the query that counts the values of columns in the first rows of P."""
    first = exp.select(*map(column, names)).from_(exp.Table(this=identifier(PUBLIC))).limit(_SAMPLE)
    texts = [exp.cast(column(name), "VARCHAR") for name in names]
    counts = [exp.Count(this=exp.Distinct(expressions=[text])) for text in texts]
    return exp.select(*counts).from_(first.subquery("first_rows"))

"""Counts the rows of T whose value of one column has hardly anybody outside of T."""

from collections.abc import Mapping

from sqlglot import exp

from dpsql.domain.found.telling_columns import (
    NEARLY_ALL,
    TellingColumn,
    find_least_people,
    judge_column,
)
from dpsql.engines.base import Engine
from dpsql.sql.templates import render


def find_telling(
    engine: Engine, values: Mapping[str, exp.Expr], public_rows: int, private_rows: int
) -> tuple[TellingColumn, ...]:
    """Return the columns that alone show rows of T.

    `values`: by column, the table of its values with their `public_count` and `private_count`.
    """
    least = find_least_people(public_rows, private_rows)
    if least is None or not values:
        return ()
    names = list(values)
    found = {
        int(number): (int(telling), int(certain))
        for number, telling, certain in engine.fetch(telling_query([*values.values()], least))
    }
    judged = (
        judge_column(name, *found.get(j, (0, 0)), private_rows) for j, name in enumerate(names)
    )
    return tuple(one for one in judged if one is not None)


def telling_query(sources: list[exp.Expr], least: int) -> exp.Query:
    """Return the query that counts such rows of T; values of fewer people than `least` are left."""
    return render(
        "count_telling_values",
        columns=[
            {"number": exp.Literal.number(j), "source": source} for j, source in enumerate(sources)
        ],
        num=exp.Literal.number(NEARLY_ALL.numerator),
        den=exp.Literal.number(NEARLY_ALL.denominator),
        least=exp.Literal.number(least),
    )

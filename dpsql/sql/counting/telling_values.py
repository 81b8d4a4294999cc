"""Counts the rows of T with what hardly anybody outside of T has in one column."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sqlglot import exp

from dpsql.domain.found.leaning_columns import (
    SIZEABLE,
    LeaningColumn,
    Most,
    count_leaning,
    find_most,
)
from dpsql.domain.found.telling_columns import (
    NEARLY_ALL,
    NULL,
    Parts,
    TellingColumn,
    count_by_content,
    find_least_people,
    judge_column,
)
from dpsql.engines.base import Engine
from dpsql.sql.templates import render


def find_telling(
    engine: Engine,
    values: Mapping[str, exp.Expr],
    filled: Mapping[str, Sequence[Parts]],
    public_rows: int,
    private_rows: int,
) -> tuple[TellingColumn, ...]:
    """Return the columns that alone show rows of T.

    `values`: by column, the table of its values with their `public_count` and `private_count`.
    `filled`: by column, its people by whether its cells hold something. Of a column in both, what
    shows more rows counts.
    """
    return find_telling_and_leaning(engine, values, filled, public_rows, private_rows)[0]


def find_telling_and_leaning(
    engine: Engine,
    values: Mapping[str, exp.Expr],
    filled: Mapping[str, Sequence[Parts]],
    public_rows: int,
    private_rows: int,
) -> tuple[tuple[TellingColumn, ...], tuple[LeaningColumn, ...]]:
    """Return what `find_telling` does, and the columns that tell much of who is in T."""
    least = find_least_people(public_rows, private_rows)
    if least is None:
        return (), ()
    most = find_most(public_rows, private_rows)
    found = {name: count_by_content(parts, least) for name, parts in filled.items() if parts}
    leaning = {
        name: max((count_leaning(one, most) for one in parts), default=(0, 0))
        for name, parts in filled.items()
    }
    names = list(values)
    by_values: set[str] = set()
    rows = engine.fetch(telling_query([*values.values()], least, most)) if names else []
    for number, *counts in rows:
        telling, certain, *of_most = map(int, counts)
        name, by_value = names[int(number)], (telling, certain, "")
        by_content = found.get(name, (0, 0, ""))
        # What a value shows as well is told of the value; NULL is none.
        is_shown_by_value = by_value[:2] >= by_content[:2] and by_content[2] != NULL
        found[name] = by_value if is_shown_by_value else max(by_content, by_value)
        of_values = of_most[0], of_most[1]
        if of_values >= leaning.get(name, (0, 0)):
            leaning[name] = of_values
            by_values.add(name)
    judged = (
        judge_column(name, *found[name][:2], private_rows, found[name][2])
        for name in dict.fromkeys([*names, *filled])
        if name in found
    )
    many = SIZEABLE * private_rows
    return (
        tuple(replace(one, least=least) for one in judged if one is not None),
        tuple(
            LeaningColumn(name, *ns, most if name in by_values else None)
            for name, ns in leaning.items()
            if ns[0] >= many
        ),
    )


def telling_query(sources: list[exp.Expr], least: int, most: Most) -> exp.Query:
    """Return the query that counts such rows of T.

    Values of fewer people than `least` tell nothing, and those of fewer than `most` has no more.
    """
    return render(
        "count_telling_values",
        columns=[
            {"number": exp.Literal.number(j), "source": source} for j, source in enumerate(sources)
        ],
        num=exp.Literal.number(NEARLY_ALL.numerator),
        den=exp.Literal.number(NEARLY_ALL.denominator),
        least=exp.Literal.number(least),
        most=exp.Literal.number(most.percent),
        least_of_most=exp.Literal.number(most.least),
    )

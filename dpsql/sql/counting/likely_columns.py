"""Finds columns that P alone has and that are likely the secret, where T has no key.

A column is parted by its values, if they are few, and by NULL, zero and something. A part, or all
but one, is likely T if it has about as many people, and tuple by tuple hardly more than T.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from sqlglot import exp

from dpsql.domain.found.telling_columns import (
    TellingColumn,
    bound_like_t,
    find_least_people,
    judge_likely,
)
from dpsql.engines.base import ColumnType, Engine
from dpsql.sql.counting.filled_cells import is_something
from dpsql.sql.templates import column, identifier, render

#: Parts and ways to part that one statement looks at.
_MOST_AT_ONCE = 200
_ZERO, _SOMETHING = "zero", "something"


@dataclass(frozen=True)
class Parting:
    """A way to part the people of P by a column: `part` is a text, or NULL."""

    name: str
    part: exp.Expr


@dataclass(frozen=True)
class Part:
    """The people of P with a value of a parting, or those without it."""

    parting: Parting
    value: str | None
    is_rest: bool = False

    def select(self, people: exp.Expr) -> exp.Expr:
        """Return the people of a row that is in this part, otherwise 0."""
        part, zero = self.parting.part, exp.Literal.number(0)
        if self.value is None:
            has_value: exp.Expr = part.copy().is_(exp.null())
        else:
            has_value = part.copy().eq(exp.Literal.string(self.value))
        inside, outside = (zero, people.copy()) if self.is_rest else (people.copy(), zero)
        return exp.Case(ifs=[exp.If(this=has_value, true=inside)], default=outside)


def list_partings(types: Mapping[str, ColumnType], few: Sequence[str]) -> list[Parting]:
    """Return the ways to part columns of P; `few`: those of few values, parted by each."""
    by_value = [Parting(name, exp.cast(column(name), "VARCHAR")) for name in few]
    return [*by_value, *(Parting(name, _part(name, types[name])) for name in types)]


def _part(name: str, type_: ColumnType) -> exp.Case:
    cell = column(name)
    zero, something = exp.Literal.string(_ZERO), exp.Literal.string(_SOMETHING)
    is_there = cell.copy().is_(exp.null()).not_()
    ifs = [
        exp.If(this=is_something(cell, type_), true=something),
        exp.If(this=is_there, true=zero),
    ]
    return exp.Case(ifs=ifs)


def find_likely(
    engine: Engine,
    partings: Sequence[Parting],
    quasi_identifiers: Sequence[str],
    people: tuple[exp.Expr, exp.Expr],
    sizes: tuple[int, int],
) -> tuple[TellingColumn, ...]:
    """Return the columns that are likely the secret.

    `people`: of a row of P, and of T. `sizes`: how many people P and T have.
    """
    least = find_least_people(*sizes)
    if least is None or sizes[1] < least or not partings:
        return ()
    parts = list(_list_like_t(engine, partings, people[0], sizes))
    counted: list[tuple[str, tuple[int, int]]] = []
    for start in range(0, len(parts), _MOST_AT_ONCE):
        some = parts[start : start + _MOST_AT_ONCE]
        counts = [
            int(n or 0)
            for n in engine.fetch(allowed_people_query(some, quasi_identifiers, *people))[0]
        ]
        pairs = zip(counts[::2], counts[1::2], strict=True)
        counted += [(one.parting.name, pair) for one, pair in zip(some, pairs, strict=True)]
    judged = (
        judge_likely(name, [pair for _, pair in pairs], sizes[1])
        for name, pairs in groupby(sorted(counted), key=lambda one: one[0])
    )
    return tuple(one for one in judged if one is not None)


def _list_like_t(
    engine: Engine, partings: Sequence[Parting], people: exp.Expr, sizes: tuple[int, int]
) -> Iterator[Part]:
    """Yield the parts of about as many people as T."""
    least, most = bound_like_t(sizes[1])
    for start in range(0, len(partings), _MOST_AT_ONCE):
        some = partings[start : start + _MOST_AT_ONCE]
        for number, value, counted in sorted(
            engine.fetch(parts_query(some, people, sizes)), key=lambda row: (row[0], str(row[1]))
        ):
            for is_rest, n in ((False, int(counted)), (True, sizes[0] - int(counted))):
                if least <= n <= most:
                    yield Part(some[int(number)], value, is_rest)


def parts_query(partings: Sequence[Parting], people: exp.Expr, sizes: tuple[int, int]) -> exp.Query:
    """Return the query that lists parts of P of about as many people as T."""
    least, most = bound_like_t(sizes[1])
    return render(
        "list_parts_like_t",
        partings=[
            {"number": exp.Literal.number(j), "part": one.part.copy()}
            for j, one in enumerate(partings)
        ],
        people=people.copy(),
        everybody=exp.Literal.number(sizes[0]),
        least=exp.Literal.number(least),
        most=exp.Literal.number(most),
    )


def allowed_people_query(
    parts: Sequence[Part], names: Sequence[str], of_public: exp.Expr, of_private: exp.Expr
) -> exp.Query:
    """Return the query that counts the people of parts, and those that T's tuples allow in T."""
    return render(
        "count_allowed_people",
        columns=[
            {"text": exp.cast(column(name), "VARCHAR"), "name": identifier(f"c{j}")}
            for j, name in enumerate(names)
        ],
        parts=[
            {
                "people": one.select(of_public),
                "name": identifier(f"part_{j}"),
                "everybody": identifier(f"people_{j}"),
                "allowed": identifier(f"allowed_{j}"),
            }
            for j, one in enumerate(parts)
        ],
        private=of_private.copy(),
    )

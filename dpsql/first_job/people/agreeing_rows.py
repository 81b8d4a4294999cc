"""Whether rows of T and of P with one key agree as those of other people hardly would.

At another time somebody has another age, maybe another status, and the same sex. Rows of other
people agree in sex as often as any two rows do, and where both tables are ordered by it, as often
as with the next row of P.
"""

from collections.abc import Iterator, Sequence

from sqlglot import exp

from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.people.chance import HARDLY, diverge
from dpsql.sql.tables.differing_rows import read_number
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.templates import column, identifier

#: Of columns that are compared, each of which reads the pairs of rows once.
_MOST_COMPARED = 12
#: Rows of fewer people may agree by chance.
_LEAST_ROWS = 20
_PEOPLE, _PAIRS = "people", "pairs_of_rows"


def find_agreeing(
    engine: Engine, key: ColumnProfile, columns: Sequence[ColumnProfile], people: int
) -> list[str]:
    """Return the columns of both tables in which rows of one key agree far more than by chance.

    `people`: of T; several rows of one count as one.
    """
    columns = [one for one in columns if one.name != key.name and one.distinct > 1]
    columns = columns[:_MOST_COMPARED]
    if not columns:
        return []
    pairs = _pairs_query(key, columns)
    counts = [count for i, _ in enumerate(columns) for count in _count_alike(i)]
    found = [*map(int, engine.fetch(exp.select(*counts).from_(pairs.subquery(_PAIRS)))[0])]
    agreeing = []
    for i, one in enumerate(columns):
        rows, alike, of_next, alike_next = found[4 * i : 4 * i + 4]
        if rows < _LEAST_ROWS or not alike:
            continue
        (by_chance,) = engine.fetch(_by_chance_query(pairs, i))[0]
        expected = float(by_chance or 0) / rows**2
        if of_next:
            expected = max(expected, alike_next / of_next)
        share = alike / rows
        if share > expected and min(rows, people) * diverge(share, expected) >= HARDLY:
            agreeing.append(one.name)
    return agreeing


def _pairs_query(key: ColumnProfile, columns: Sequence[ColumnProfile]) -> exp.Query:
    """Return the query of the values of P, of P's next row, and of T, for each key of T."""
    number = read_number(column(key.name)) if key.type.family == "text" else None
    order = [one for one in (number, column(key.name)) if one is not None]
    values: list[exp.Expr] = [exp.alias_(column(key.name), "key_value")]
    for i, one in enumerate(columns):
        following = exp.Window(
            this=exp.Lead(this=column(one.name)),
            order=exp.Order(expressions=[exp.Ordered(this=by.copy()) for by in order]),
        )
        values += [exp.alias_(column(one.name), f"v{i}"), exp.alias_(following, f"n{i}")]
    people = exp.select(*values).from_(exp.Table(this=identifier(PUBLIC)))
    people = people.where(column(key.name).is_(exp.null()).not_())
    kept = [
        exp.alias_(value, name)
        for i, one in enumerate(columns)
        for value, name in (
            (column(f"v{i}", _PEOPLE), f"v{i}"),
            (column(f"n{i}", _PEOPLE), f"n{i}"),
            (column(one.name, PRIVATE), f"w{i}"),
        )
    ]
    same = column(key.name, PRIVATE).eq(column("key_value", _PEOPLE))
    rows = exp.select(*kept).from_(exp.Table(this=identifier(PRIVATE)))
    return rows.join(people.subquery(_PEOPLE), on=same)


def _count_alike(number: int) -> Iterator[exp.Expr]:
    """Count rows with a value in both tables, and equal ones; so for the next row of P."""
    own = exp.column(f"w{number}")
    for other in (exp.column(f"v{number}"), exp.column(f"n{number}")):
        have = exp.and_(*(value.is_(exp.null()).not_() for value in (own.copy(), other)))
        for condition in (have, own.copy().eq(other.copy())):
            only = exp.Case(ifs=[exp.If(this=condition, true=exp.Literal.number(1))])
            yield exp.Count(this=only)


def _by_chance_query(pairs: exp.Query, number: int) -> exp.Query:
    """Return the query that counts how many of all rows of P and T found here would be equal."""
    sizes = {}
    for title in ("v", "w"):
        values = [exp.column(f"{one}{number}") for one in ("v", "w")]
        value = exp.column(f"{title}{number}")
        sizes[title] = (
            exp.select(
                exp.alias_(value, "found_value"),
                exp.alias_(exp.Count(this=exp.Star()), "row_count"),
            )
            .from_(pairs.copy().subquery(_PAIRS))
            .where(*(one.is_(exp.null()).not_() for one in values))
            .group_by(value.copy())
        )
    numbers = [exp.cast(column("row_count", title), "DOUBLE") for title in sizes]
    equal = exp.select(exp.Sum(this=exp.Mul(this=numbers[0], expression=numbers[1])))
    same = column("found_value", "v").eq(column("found_value", "w"))
    return equal.from_(sizes["v"].subquery("v")).join(sizes["w"].subquery("w"), on=same)

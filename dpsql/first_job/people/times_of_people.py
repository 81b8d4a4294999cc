"""Whether rows of T have the times of the rows that P has of people with the same values.

A column that says nothing by its name, and numbers that both tables count, occur in the other table
by chance, too. But where people come and go, others have rows of other times.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.engines.base import ColumnType, Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.people.chance import HARDLY, diverge
from dpsql.first_job.people.keys import agree
from dpsql.first_job.people.times import may_be_time
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.templates import column, identifier

#: How a query calls the people of T, and those of P.
OWN, PEOPLE = "own_people", "people"
#: People of both tables, and tenths of what is compared: fewer show nothing. More agree by chance.
_LEAST_PEOPLE, _NEARLY_ALL, _OFTEN = 20, 9, 8
_MOST_TIMES = 2
_COUNT = exp.Count(this=exp.Star())


@dataclass(frozen=True)
class PairsOfNames:
    """Columns that name people in P, and those of T that may name the same."""

    public: Sequence[ColumnProfile]
    own: Sequence[str]
    types: Mapping[str, ColumnType]

    @property
    def same(self) -> list[exp.Expr]:
        """Whether a row of T and a person of P have one value, of each column."""
        pairs = zip(self.public, self.own, strict=True)
        return [are_same(one, name, self.types[name]) for one, name in pairs]


def are_same(one: ColumnProfile, name: str, type_: ColumnType) -> exp.Expr:
    """Return whether a row of T and a person of P have one value."""
    values: list[exp.Expr] = [column(name, OWN), column(one.name, PEOPLE)]
    if one.type.family != type_.family:
        values = [exp.cast(value, "VARCHAR") for value in values]
    return values[0].eq(values[1])


def share_times(engine: Engine, named: PairsOfNames, columns: Sequence[ColumnProfile]) -> bool:
    """Whether rows of T have times of the same people's rows of P, as those of others hardly would.

    Each row of T has, if P has several of people. Else P's row is of a time of one of T's, or of
    the last. `columns`: of P. What is expected is that of the same people, in any other order.
    """
    names = [*(one.name for one in named.public), *named.own]
    possible = [
        one
        for one in columns
        if one.name not in names and may_be_time(one) and agree(one.type, named.types.get(one.name))
    ]
    return any(_share_time(engine, named, one.name) for one in possible[:_MOST_TIMES])


def _share_time(engine: Engine, named: PairsOfNames, time: str) -> bool:
    of_p, of_t = _list_of_public(named, time), _list_of_private(named, time, is_last=False)
    known, rows = _count_people(engine, of_p, named)
    if known < _LEAST_PEOPLE:
        return False
    if known < rows:
        people, of_own = _count_people(engine, of_t, named)
        return _agree(engine, named, (of_p, of_t), (known, of_own), of_own, min(known, people))
    last = _list_of_private(named, time, is_last=True)
    for own in (of_t, last):
        people, _ = _count_people(engine, own, named)
        if _agree(engine, named, (of_p, own), (known, people), known, known):
            return True
    return False


def _agree(
    engine: Engine,
    named: PairsOfNames,
    times: tuple[exp.Query, exp.Query],
    sizes: tuple[int, int],
    rows: int,
    people: int,
) -> bool:
    """Whether nearly all of `rows` have one time in P and T, and not by chance, of people.

    `times`: distinct ones of people of P, and of T; `sizes`: how many pairs would be of one person.
    """
    keys = [*(f"k{i}" for i, _ in enumerate(named.own)), "row_time"]
    equal = [column(key, OWN).eq(column(key, PEOPLE)) for key in keys]
    both = exp.select(_COUNT.copy()).from_(times[0].copy().subquery(PEOPLE))
    both = both.join(times[1].copy().subquery(OWN), on=exp.and_(*equal))
    alike = int(engine.fetch(both)[0][0])
    if not rows or 10 * alike < _NEARLY_ALL * rows:
        return False
    expected = _expect(engine, times) / (sizes[0] * sizes[1])
    share = min(alike / rows, 1)
    is_rare = 10 * expected < _OFTEN and share > expected
    return is_rare and people * diverge(share, expected) >= HARDLY


def _expect(engine: Engine, times: tuple[exp.Query, exp.Query]) -> float:
    """Return how many pairs of any person of P and any of T have one time."""
    sizes = {
        title: exp.select(column("row_time"), exp.alias_(_COUNT.copy(), "row_count"))
        .from_(query.copy().subquery("times"))
        .group_by(column("row_time"))
        for title, query in zip((PEOPLE, OWN), times, strict=True)
    }
    numbers = [exp.cast(column("row_count", title), "DOUBLE") for title in sizes]
    pairs = exp.select(exp.Sum(this=exp.Mul(this=numbers[0], expression=numbers[1])))
    pairs = pairs.from_(sizes[PEOPLE].subquery(PEOPLE))
    same = column("row_time", PEOPLE).eq(column("row_time", OWN))
    return float(engine.fetch(pairs.join(sizes[OWN].subquery(OWN), on=same))[0][0] or 0)


def _count_people(engine: Engine, times: exp.Query, named: PairsOfNames) -> tuple[int, int]:
    """Return how many people there are, and how many distinct times of these."""
    keys = [column(f"k{i}") for i, _ in enumerate(named.own)]
    people = exp.select(*keys, exp.alias_(_COUNT.copy(), "row_count"))
    people = people.from_(times.copy().subquery("times")).group_by(*(one.copy() for one in keys))
    sums = exp.func("COALESCE", exp.Sum(this=column("row_count")), exp.Literal.number(0))
    query = exp.select(_COUNT.copy(), sums).from_(people.subquery("counted"))
    found = engine.fetch(query)[0]
    return int(found[0]), int(found[1])


def _list_of_public(named: PairsOfNames, time: str) -> exp.Query:
    """Return the query of the distinct times of P's rows of T's people."""
    own = exp.select(*map(column, named.own)).distinct().from_(exp.Table(this=identifier(PRIVATE)))
    keys = [exp.alias_(column(name, OWN), f"k{i}") for i, name in enumerate(named.own)]
    rows = exp.select(*keys, exp.alias_(column(time, PEOPLE), "row_time")).distinct()
    rows = rows.from_(own.subquery(OWN))
    public = exp.Table(this=identifier(PUBLIC), alias=exp.TableAlias(this=identifier(PEOPLE)))
    rows = rows.join(public, on=exp.and_(*named.same))
    return rows.where(column(time, PEOPLE).is_(exp.null()).not_())


def _list_of_private(named: PairsOfNames, time: str, *, is_last: bool) -> exp.Query:
    """Return the query of the distinct times of T's rows of each person, or of the last one."""
    keys = [exp.alias_(column(name), f"k{i}") for i, name in enumerate(named.own)]
    present = [column(name).is_(exp.null()).not_() for name in (*named.own, time)]
    table = exp.Table(this=identifier(PRIVATE))
    if not is_last:
        rows = exp.select(*keys, exp.alias_(column(time), "row_time")).distinct()
        return rows.from_(table).where(*present)
    latest = exp.alias_(exp.Max(this=column(time)), "row_time")
    rows = exp.select(*keys, latest).from_(table).where(*present)
    return rows.group_by(*map(column, named.own))

"""Finds the columns of T that name people together, as two or three of P do under other names.

A household and the number of a member, say. Nearly all pairs of T occur in P. Members are numbered
from 1 on in any table, and so may households be: of 20 values at least of a renamed column, P has
at most every second whole number from the least to the greatest, so that they are hardly there by
chance; nor are 60 values, all of P's, where it has three of four of these numbers. Or else rows
agree in another column, or in their times, as those of other people hardly would.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product

from sqlglot import exp

from dpsql.domain.column_words import find_kind, is_time
from dpsql.domain.names import find_written
from dpsql.domain.numbered_words import may_number_members, names_group
from dpsql.domain.renamed_pairs import A_PAIR, RenamedColumns
from dpsql.engines.base import ColumnType, Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.dependent.repeats import count_distinct
from dpsql.first_job.people.keys import agree
from dpsql.first_job.people.panels import Panel
from dpsql.first_job.people.renamed_ids import (
    LEAST_PEOPLE,
    are_refuted,
    is_alike,
    is_dense_between,
    is_nearly_all,
    list_lasting,
    tells_apart,
)
from dpsql.first_job.people.times_of_people import (
    OWN,
    PEOPLE,
    PairsOfNames,
    are_same,
    share_times,
)
from dpsql.first_job.people.together.designed_names import may_be_called
from dpsql.sql.tables.differing_rows import read_number
from dpsql.sql.tables.keys import keys_query
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.templates import column, identifier

#: Pairs of columns of T that are compared; each reads P and T twice.
_MOST_COMPARED = 6
#: Columns of T alone whose values are looked for in P, and shared ones that are compared.
_MOST_OWN, _MOST_OTHERS = 8, 6
#: Columns that name people together, and people of whom other columns may tell that they are P's.
_FEWEST, _FEWEST_PEOPLE = 2, 5
#: Of so many values, all are in P once in ten million times, if it has such a share of numbers.
_MANY_VALUES, _THREE_OF_FOUR = 60, Fraction(3, 4)
_VALUES = ("text", "integer", "decimal", "float", "date")
_COUNT = exp.Count(this=exp.Star())


def find_names_of_public(panel: Panel | None, pair: Sequence[str] | None) -> Sequence[str] | None:
    """Return the columns that name people of P together, who may have several rows; or None."""
    if panel is not None:
        return panel.names if panel.within else None
    return pair


def count_own_names(engine: Engine, names: Sequence[str]) -> RenamedColumns:
    """Return columns that name people of P together as T has them, under the same names."""
    _, rows, people = map(int, engine.fetch(keys_query(names, PRIVATE))[0])
    return RenamedColumns({name: name for name in names}, rows, people, people)


@dataclass(frozen=True)
class _Shared:
    """Columns of both tables: those that last for people, others, and the time of their rows.

    `public`: all of P, of which others may be times, too.
    """

    lasting: Sequence[ColumnProfile]
    others: Sequence[ColumnProfile]
    time: ColumnProfile | None
    public: Sequence[ColumnProfile]


def find_renamed_pair(
    engine: Engine,
    public: Sequence[ColumnProfile],
    private: Mapping[str, ColumnType],
    names: Sequence[str] | None,
    time: str | None = None,
) -> RenamedColumns | None:
    """Return the columns of T that name people as these of P do; None if none do.

    `private`: the columns that T itself has. Those that are called so come first. `time`: of rows
    of somebody in P, by which those of T are compared with these if T has it, too.
    """
    if names is None or len(names) < _FEWEST or {*names} <= private.keys():
        return None
    asked = [next(one for one in public if one.name == name) for name in names]
    known = [one.name for one in public]
    shared = _Shared(
        list_lasting(public, private),
        [*_list_others(public, private, (*names, time or ""))],
        next(
            (one for one in public if one.name == time and agree(one.type, private.get(one.name))),
            None,
        ),
        public,
    )
    for listed in (_list_called, _list_by_values):
        possible = product(*listed(engine, asked, private, known))
        different = (own for own in possible if len({*own}) == len(own))
        for own in islice(different, _MOST_COMPARED):
            if (found := _judge(engine, asked, own, private, shared)) is not None:
                return found
    return None


def _judge(
    engine: Engine,
    asked: Sequence[ColumnProfile],
    own: Sequence[str],
    private: Mapping[str, ColumnType],
    shared: _Shared,
) -> RenamedColumns | None:
    """Return columns of T as those that name people as P's do; None if nothing shows that."""
    rows, present, distinct = map(int, engine.fetch(keys_query(own, PRIVATE))[0])
    if distinct < _FEWEST_PEOPLE or 2 * present < rows:
        return None
    same = [are_same(one, name, private[name]) for one, name in zip(asked, own, strict=True)]
    known = int(engine.fetch(_known_query(asked, own, same))[0][0])
    are_few = distinct < LEAST_PEOPLE
    if not is_nearly_all(known, distinct) or (are_few and known < distinct):
        return None
    compared = _compare(engine, asked, own, same, shared.lasting)
    if are_refuted(compared.values()):
        return None
    compared |= _compare_at_times(engine, asked, own, same, shared)
    has_gaps = not are_few and _have_gaps(engine, asked, own, private)
    are_told = has_gaps or any(
        tells_apart(engine, name, of_it, distinct) for name, of_it in compared.items()
    )
    named = PairsOfNames(asked, own, private)
    if not are_told and not share_times(engine, named, shared.public):
        return None
    names = [one.name for one in asked]
    return RenamedColumns(dict(zip(names, own, strict=True)), present, distinct, known)


def _compare_at_times(
    engine: Engine,
    asked: Sequence[ColumnProfile],
    own: Sequence[str],
    same: Sequence[exp.Expr],
    shared: _Shared,
) -> dict[str, tuple[int, int]]:
    """Return what `_compare` does of other columns, of rows of one time each if P has several."""
    if shared.time is None:
        return _compare(engine, asked, own, same, shared.others)
    name = shared.time.name
    at = column(name, OWN).eq(column(name, PEOPLE))
    return _compare(engine, [*asked, shared.time], [*own, name], [*same, at], shared.others)


def _list_called(
    engine: Engine,
    asked: Sequence[ColumnProfile],
    private: Mapping[str, ColumnType],
    known: Sequence[str],
) -> list[list[str]]:
    """List columns of T that may be those of P, a group and a number, by their names."""
    own = [name for name in private if not find_written(name, known) and not is_time(name)]
    numbers = [name for name in own if may_number_members(name) and not names_group(name)]
    groups = [name for name in own if names_group(name)]
    groups += [name for name in numbers if name not in groups]
    if len(asked) != A_PAIR:
        return [[]]
    return [
        [one.name]
        if one.name in private
        else [name for name in of_it if is_alike(one.type, private[name])]
        for one, of_it in zip(asked, (groups, numbers), strict=True)
    ]


def _list_by_values(
    engine: Engine,
    asked: Sequence[ColumnProfile],
    private: Mapping[str, ColumnType],
    known: Sequence[str],
) -> list[list[str]]:
    """List columns of T, whatever they are called, nearly all values of which each of P has."""
    kinds = {find_kind(one.name) for one in asked} & {"birth"}
    own = [
        name
        for name in private
        if not find_written(name, known) and (may_be_called(name) or find_kind(name) in kinds)
    ]
    counts = {name: count_distinct(engine, PRIVATE, [name]) for name in own[:_MOST_OWN]}
    listed = []
    for one in asked:
        if one.name in private:
            listed.append([one.name])
            continue
        possible = [
            name
            for name, distinct in counts.items()
            if is_alike(one.type, private[name])
            and distinct > 1
            and is_nearly_all(one.distinct, distinct)
        ]
        known_of = [
            name
            for name in possible
            if is_nearly_all(_count_known(engine, one, name, private[name]), counts[name])
        ]
        # Of several, that with the most values is hardly there by chance.
        listed.append(sorted(known_of, key=lambda name: -counts[name]))
    return listed


def _count_known(engine: Engine, one: ColumnProfile, name: str, type_: ColumnType) -> int:
    """Count the values of a column of T that one of P has."""
    same = [are_same(one, name, type_)]
    return int(engine.fetch(_known_query([one], [name], same))[0][0])


def _list_others(
    public: Sequence[ColumnProfile], private: Mapping[str, ColumnType], names: Sequence[str]
) -> Iterator[ColumnProfile]:
    """Yield columns of both tables, in which rows of other people would agree by chance alone."""
    lasting = list_lasting(public, private)
    shared = [one for one in public if agree(one.type, private.get(one.name))]
    plain = [one for one in shared if one.type.family in _VALUES and one.distinct > 1]
    others = [one for one in plain if one not in lasting and one.name not in names]
    yield from sorted(others, key=lambda one: -one.distinct)[:_MOST_OTHERS]


def _known_query(
    both: Sequence[ColumnProfile], names: Sequence[str], same: Sequence[exp.Expr]
) -> exp.Query:
    """Return the query that counts the people of T whom P has."""
    of_t = exp.select(*map(column, names)).distinct().from_(exp.Table(this=identifier(PRIVATE)))
    of_p = exp.select(*(column(one.name) for one in both)).distinct()
    of_p = of_p.from_(exp.Table(this=identifier(PUBLIC)))
    joined = exp.select(_COUNT.copy()).from_(of_t.subquery(OWN))
    return joined.join(of_p.subquery(PEOPLE), on=exp.and_(*(one.copy() for one in same)))


def _compare(
    engine: Engine,
    both: Sequence[ColumnProfile],
    names: Sequence[str],
    same: Sequence[exp.Expr],
    lasting: Sequence[ColumnProfile],
) -> dict[str, tuple[int, int]]:
    """Return, of what lasts, how many rows of T have it as P has it, and how many are alike."""
    others = [one for one in lasting if one.name not in {one.name for one in both}]
    if not others:
        return {}
    values = [exp.alias_(exp.Min(this=column(two.name)), f"v{i}") for i, two in enumerate(others)]
    named = [column(one.name) for one in both]
    people = exp.select(*named, *values).from_(exp.Table(this=identifier(PUBLIC)))
    people = people.group_by(*(one.copy() for one in named))
    own = [exp.alias_(column(two.name), f"w{i}") for i, two in enumerate(others)]
    rows = exp.select(*map(column, names), *own).from_(exp.Table(this=identifier(PRIVATE)))
    counts: list[exp.Expr] = []
    for i, _ in enumerate(others):
        first, second = column(f"v{i}", PEOPLE), column(f"w{i}", OWN)
        have = exp.and_(*(value.copy().is_(exp.null()).not_() for value in (first, second)))
        for condition in (have, first.eq(second)):
            only = exp.Case(ifs=[exp.If(this=condition, true=exp.Literal.number(1))])
            counts.append(exp.Count(this=only))
    joined = exp.select(*counts).from_(rows.subquery(OWN))
    joined = joined.join(people.subquery(PEOPLE), on=exp.and_(*(one.copy() for one in same)))
    found = [*map(int, engine.fetch(joined)[0])]
    pairs = zip(found[::2], found[1::2], strict=True)
    return {two.name: one for two, one in zip(others, pairs, strict=True)}


def _have_gaps(
    engine: Engine,
    both: Sequence[ColumnProfile],
    names: Sequence[str],
    private: Mapping[str, ColumnType],
) -> bool:
    """Whether a column of another name has many values that P hardly has by chance."""
    for one, name in zip(both, names, strict=True):
        if one.name == name:
            continue
        value = column(name)
        values = exp.Count(this=exp.Distinct(expressions=[value.copy()]))
        number = read_number(value) if private[name].family == "text" else value
        is_number = one.reads_as_number and private[name].family in ("integer", "text")
        ends = [exp.Min(this=number.copy()), exp.Max(this=number.copy())] if is_number else []
        query = exp.select(values, *ends).from_(exp.Table(this=identifier(PRIVATE)))
        distinct, *found = engine.fetch(query)[0]
        least, greatest = (*found, None, None)[:2]
        if int(distinct) >= LEAST_PEOPLE and not is_dense_between(engine, one, least, greatest):
            return True
        if int(distinct) < _MANY_VALUES or is_dense_between(
            engine, one, least, greatest, _THREE_OF_FOUR
        ):
            continue
        if _count_known(engine, one, name, private[name]) == int(distinct):
            return True
    return False

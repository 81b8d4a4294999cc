"""Finds the two columns of T that name people together, as two of P do under other names.

A household and the number of a member, say. Nearly all pairs of T occur in P. Members are numbered
from 1 on in any table, and so may households be: of 20 values at least of a renamed column, P has
at most every second whole number from the least to the greatest, so that they are hardly there by
chance. Or else rows agree in what lasts, as those of other people hardly would.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product

from sqlglot import exp

from dpsql.domain.column_words import is_time
from dpsql.domain.names import find_written
from dpsql.domain.numbered_words import may_number_members, names_group
from dpsql.domain.renamed_pairs import RenamedPair
from dpsql.engines.base import ColumnType, Engine
from dpsql.first_job.columns import ColumnProfile
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
from dpsql.sql.tables.differing_rows import read_number
from dpsql.sql.tables.keys import keys_query
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.templates import column, identifier

#: Pairs of columns of T that are compared; each reads P and T twice.
_MOST_COMPARED = 6
_OWN, _PEOPLE = "own_people", "people"
_COUNT = exp.Count(this=exp.Star())


def find_pair_of_public(
    panel: Panel | None, pair: tuple[str, str] | None
) -> tuple[str, str] | None:
    """Return the two columns that name people of P, who may have several rows; None if none do."""
    if panel is not None and len(panel.names) == len(("a group", "a number")):
        return panel.within[0], panel.name
    return pair if panel is None else None


def count_own_names(engine: Engine, names: Sequence[str]) -> RenamedPair:
    """Return columns that name people of P together as T has them, under the same names."""
    _, rows, people = map(int, engine.fetch(keys_query(names, PRIVATE))[0])
    return RenamedPair({name: name for name in names}, rows, people, people)


def find_renamed_pair(
    engine: Engine,
    public: Sequence[ColumnProfile],
    private: Mapping[str, ColumnType],
    pair: tuple[str, str] | None,
) -> RenamedPair | None:
    """Return the columns of T that name people as a `pair` of P does; None if none do.

    `private`: the columns that T itself has.
    """
    if pair is None or {*pair} <= private.keys():
        return None
    both = [next(one for one in public if one.name == name) for name in pair]
    possible = _list_possible(both, private, [one.name for one in public])
    for names in islice(possible, _MOST_COMPARED):
        rows, present, distinct = map(int, engine.fetch(keys_query(names, PRIVATE))[0])
        if distinct < LEAST_PEOPLE or 2 * present < rows:
            continue
        same = [_are_same(one, name, private[name]) for one, name in zip(both, names, strict=True)]
        known = int(engine.fetch(_known_query(both, names, same))[0][0])
        if not is_nearly_all(known, distinct):
            continue
        lasting = list_lasting(public, private)
        compared = _compare(engine, both, names, same, lasting)
        if are_refuted(compared.values()):
            continue
        if not _have_gaps(engine, both, names, private) and not any(
            tells_apart(engine, name, of_it, distinct) for name, of_it in compared.items()
        ):
            continue
        return RenamedPair(dict(zip(pair, names, strict=True)), present, distinct, known)
    return None


def _list_possible(
    both: Sequence[ColumnProfile], private: Mapping[str, ColumnType], known: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Yield pairs of columns of T that may be those of P, a group and a number, by their names."""
    own = [name for name in private if not find_written(name, known) and not is_time(name)]
    numbers = [name for name in own if may_number_members(name) and not names_group(name)]
    groups = [name for name in own if names_group(name)]
    groups += [name for name in numbers if name not in groups]
    listed = [
        [one.name]
        if one.name in private
        else [name for name in of_it if is_alike(one.type, private[name])]
        for one, of_it in zip(both, (groups, numbers), strict=True)
    ]
    for group, number in product(*listed):
        if group != number:
            yield group, number


def _are_same(one: ColumnProfile, name: str, type_: ColumnType) -> exp.Expr:
    """Return whether a row of T and a person of P have one value."""
    values: list[exp.Expr] = [column(name, _OWN), column(one.name, _PEOPLE)]
    if one.type.family != type_.family:
        values = [exp.cast(value, "VARCHAR") for value in values]
    return values[0].eq(values[1])


def _known_query(
    both: Sequence[ColumnProfile], names: Sequence[str], same: Sequence[exp.Expr]
) -> exp.Query:
    """Return the query that counts the people of T whom P has."""
    of_t = exp.select(*map(column, names)).distinct().from_(exp.Table(this=identifier(PRIVATE)))
    of_p = exp.select(*(column(one.name) for one in both)).distinct()
    of_p = of_p.from_(exp.Table(this=identifier(PUBLIC)))
    joined = exp.select(_COUNT.copy()).from_(of_t.subquery(_OWN))
    return joined.join(of_p.subquery(_PEOPLE), on=exp.and_(*(one.copy() for one in same)))


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
        first, second = column(f"v{i}", _PEOPLE), column(f"w{i}", _OWN)
        have = exp.and_(*(value.copy().is_(exp.null()).not_() for value in (first, second)))
        for condition in (have, first.eq(second)):
            only = exp.Case(ifs=[exp.If(this=condition, true=exp.Literal.number(1))])
            counts.append(exp.Count(this=only))
    joined = exp.select(*counts).from_(rows.subquery(_OWN))
    joined = joined.join(people.subquery(_PEOPLE), on=exp.and_(*(one.copy() for one in same)))
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
    return False

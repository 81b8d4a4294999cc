"""Finds demographics that follow from finer ones: groups of ages, or ages beside births.

So do a number and a label of one thing, whatever it is.

Beside the finer column they tell nothing, and levels of that one join its values as they do.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from sqlglot import exp

from dpsql.domain.column_words import split_name
from dpsql.domain.words.kinds import DEMOGRAPHIC, NOMINAL, SAID_OF_VALUES
from dpsql.engines.base import Engine
from dpsql.first_job.columns import MOST_LISTED, ColumnProfile
from dpsql.first_job.kinds import name_kind
from dpsql.first_job.profile import Profile
from dpsql.first_job.roles import MOST_KNOWN
from dpsql.sql.tables.differing_rows import read_number
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.templates import column, identifier

#: Pairs of columns that are looked at; each reads the table once.
_MOST_PAIRS = 20
#: Fewer rows may agree by chance.
_LEAST_ROWS = 20
#: So few ages may fit to any years of birth.
_FEW_AGES = 3


def with_followers(engine: Engine, found: Profile) -> Profile:
    """Return the profile with the columns that follow from one of their kind, and its name."""
    pairs = [*_list_pairs(found)][:_MOST_PAIRS]
    if found.public_rows < _LEAST_ROWS:
        return found
    years = _find_years(engine, found)
    if not pairs:
        return replace(found, follows=years)
    rows = engine.fetch(pairs_query([(one.name, other.name) for one, other in pairs]))
    counted = {int(number): int(values) for number, values in rows}
    follows = years
    for number, (one, other) in enumerate(pairs):
        is_new = one.name not in follows and other.name not in follows
        if is_new and counted[number] == other.distinct + other.has_nulls:
            follows[one.name] = other.name
    return replace(found, follows=follows)


def _list_pairs(found: Profile) -> Iterator[tuple[ColumnProfile, ColumnProfile]]:
    """Yield demographics of few values, each with those of its kind that may decide them.

    Not a region beside a city: of many names without an order, groups say what no level does.
    """
    kinds: dict[str, list[ColumnProfile]] = {}
    for one in found.public:
        if one.distinct > 1 and one.name not in found.repeated:
            kinds.setdefault(name_kind(one, found), []).append(one)
    for kind in (kind for kind in DEMOGRAPHIC if kind in kinds):
        columns = kinds[kind]
        for one in sorted(columns, key=lambda one: one.distinct):
            if one.distinct > MOST_LISTED:
                continue
            for other in _list_finer(one, columns):
                if not (kind in NOMINAL and one.distinct < other.distinct > MOST_KNOWN):
                    yield one, other
    yield from _list_labels(found)
    for one in kinds.get("age", ()):
        yield from ((one, other) for other in kinds.get("birth", ()) if _may_decide(one, other))


def _list_labels(found: Profile) -> Iterator[tuple[ColumnProfile, ColumnProfile]]:
    """Yield columns of few values with the label, or the number, of the same thing.

    So is clinic_name beside clinic_no, and no surname beside a first name.
    """
    named: dict[frozenset[str], list[ColumnProfile]] = {}
    for one in found.public:
        words = {*split_name(one.name)}
        if one.distinct > 1 and one.name not in found.repeated and name_kind(one, found) != "name":
            named.setdefault(frozenset(words - SAID_OF_VALUES), []).append(one)
    for thing, columns in named.items():
        for one in columns if thing else ():
            others = (other for other in columns if other.distinct > one.distinct)
            yield from ((one, other) for other in others if 2 * other.distinct <= other.rows)


def _find_years(engine: Engine, found: Profile) -> dict[str, str]:
    """Return ages that with the year of birth add up to one year, or to one of two, and that one.

    Who had no birthday yet in that year is a year younger.
    """
    whole = [one for one in found.public if one.reads_as_number and one.type.family != "float"]
    ages = [one for one in whole if name_kind(one, found) == "age" and one.distinct > _FEW_AGES]
    births = [one for one in whole if name_kind(one, found) == "birth"]
    if not ages or not births:
        return {}
    year = _read(ages[0]) + _read(births[0])
    ends = exp.select(exp.Max(this=year), exp.Min(this=year.copy()))
    last, first = engine.fetch(ends.from_(exp.Table(this=identifier(PUBLIC))))[0]
    is_one = last is not None and int(last) - int(first) <= 1
    return {ages[0].name: births[0].name} if is_one else {}


def _read(one: ColumnProfile) -> exp.Expr:
    """Return a number as one of which two always have a sum."""
    value = column(one.name)
    return read_number(value) if one.type.family == "text" else exp.cast(value, "DOUBLE")


def _may_decide(age: ColumnProfile, birth: ColumnProfile) -> bool:
    """Whether so many people share a birth that one age for each birth would be no chance."""
    shared = birth.present - birth.distinct
    return age.reads_as_number and age.distinct <= birth.distinct and shared >= _LEAST_ROWS


def _list_finer(one: ColumnProfile, columns: Sequence[ColumnProfile]) -> Iterator[ColumnProfile]:
    """Yield columns with more values, or of as many the better one, and not a value for each row.

    Of sex and a flag that says the same the text is better, and else the first.
    """
    place = {other.name: number for number, other in enumerate(columns)}
    for other in columns:
        if other is one or 2 * other.distinct > other.rows:
            continue
        is_better = _is_text(other), -place[other.name]
        if other.distinct > one.distinct or (
            other.distinct == one.distinct and is_better > (_is_text(one), -place[one.name])
        ):
            yield other


def _is_text(one: ColumnProfile) -> bool:
    return one.type.family == "text" and not one.reads_as_number


def pairs_query(pairs: Sequence[tuple[str, str]]) -> exp.Query:
    """Return the query that counts the distinct values of pairs of columns."""
    counts: list[exp.Query] = []
    for number, names in enumerate(pairs):
        values = (
            exp.select(*map(column, names)).distinct().from_(exp.Table(this=identifier(PUBLIC)))
        )
        count = exp.alias_(exp.Count(this=exp.Star()), "distinct_pairs")
        numbered = exp.alias_(exp.Literal.number(number), "pair")
        counts.append(exp.select(numbered, count).from_(values.subquery("pairs")))
    query = counts[0]
    for other in counts[1:]:
        query = query.union(other, distinct=False)
    return query

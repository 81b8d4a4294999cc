"""Finds the column of T that names people as one of P does, under another name.

Values decide: nearly all of T's occur in P, or all where few people or the column's name leave a
doubt. Numbers that T counts itself from 1 on may occur there, too; so where both count, and where
rows of both tables describe somebody, these have to agree.

A column whose name says nothing is found if it is the only one that could be, and hardly by chance:
P has all of its values, 20 at least, and of the whole numbers from its least to its greatest at
most every second. One by chance would then be there with one half at most, and 20 of them once in a
million times. Where P has more of them, as of rows that T numbers from 1 on, only rows that agree
in what lasts, or in their times, tell the people from others.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

from sqlglot import exp

from dpsql.domain.column_words import (
    calls_person,
    find_kind,
    is_identifier,
    names_household,
    says_when,
)
from dpsql.domain.names import find_written
from dpsql.domain.numbered_words import (
    names_group,
    names_occasion,
    names_other_person,
    reaches_people,
)
from dpsql.domain.several_rows import OwnRepeats, Renamed
from dpsql.engines.base import ColumnType, Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.people.chance import HARDLY, diverge, may_differ_by_chance
from dpsql.first_job.people.keys import agree
from dpsql.first_job.people.panels import Panel
from dpsql.first_job.people.rows_of_people import find_column_kind
from dpsql.first_job.people.times_of_people import PairsOfNames, share_times
from dpsql.first_job.profile import Profile
from dpsql.sql.tables.differing_rows import read_number
from dpsql.sql.tables.keys import find_own_repeats
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.templates import column, identifier

#: Fewer values may occur in P by chance; of numbers with gaps, or codes, hardly so few.
LEAST_PEOPLE, _LEAST_CODES = 20, 5
#: Rows of T whose values of any other name are looked for in P first.
_FIRST_ROWS = 200
#: Tenths of T's values that P has; and of the rows that agree in what lasts, if they are people's.
_NEARLY_ALL = 9
#: Pairs of columns that are compared; each reads P and T once.
_MOST_COMPARED = 12
#: Of numbers that are counted, at least every second one is there.
_EVERY_SECOND = Fraction(1, 2)
#: What rows of a person have in common, and how many such columns are compared.
_LASTING, _MOST_LASTING = ("sex", "birth", "race", "nationality"), 4
#: Rows of other people that agree in a column: of so many tenths, it says nothing.
_OFTEN_ALIKE = 8
#: Kinds of columns that may name people.
_NAMING = ("", "identifier", "record", "name", "contact")
#: Of numbers of people in surveys: nlsid, idauniq, pidp. So do other words, whose values P lacks.
_MAY_CALL = re.compile("(?i)(^|[^a-z])id|id($|[^a-z])|pid")
_KEYS, _VALUES = ("text", "integer", "uuid"), ("text", "integer", "date")
#: One row of each person of P, by what may name them.
_PEOPLE = "people"
_COUNT = exp.Count(this=exp.Star())


@dataclass(frozen=True)
class _Counted:
    """How many values T has, P knows, and their ends."""

    rows: int
    distinct: int
    known: int
    least: float | None
    greatest: float | None

    def are_in_public(self, *, is_named: bool, counts: bool) -> bool:
        """Whether P has T's values: nearly all of many, if the column is called an identifier.

        `counts`: whether P's are numbers without gaps, which others have, too.
        """
        if is_named and self.distinct >= LEAST_PEOPLE:
            return is_nearly_all(self.known, self.distinct)
        least = _LEAST_CODES if is_named and not counts else LEAST_PEOPLE
        return self.known == self.distinct >= least


def with_renamed(engine: Engine, found: Profile) -> Profile:
    """Return the profile with an identifier that T alone has: if it repeats, or P has its values.

    Of a T that no key matches to P.
    """
    own = {name: found.private[name] for name in found.own}
    renamed = find_renamed(engine, found.public, own, found.panel)
    repeats = find_own_repeats(engine) if renamed is None else None
    if renamed is not None and renamed.repeats:
        repeats = OwnRepeats(renamed.private, renamed.rows, renamed.distinct)
    return replace(found, own_repeats=repeats, renamed=renamed)


def find_renamed(
    engine: Engine,
    public: Sequence[ColumnProfile],
    private: Mapping[str, ColumnType],
    panel: Panel | None,
) -> Renamed | None:
    """Return the column of T that has the values of what names people in P; None if none has.

    `private`: the columns that T itself has. `panel`: what names people of several rows of P each.
    Of columns whose names say nothing, one alone may have them.
    """
    lasting = list_lasting(public, private)
    unnamed: list[Renamed] = []
    for one, name in islice(_list_pairs(public, private, panel), _MOST_COMPARED):
        is_named = may_name(name)
        is_called = is_named or _may_call(name)
        if unnamed and unnamed[0].public != one.name:
            break
        if not is_named and not _has_first_rows(engine, one, name, private[name]):
            continue
        found = _compare(engine, one, name, private, (lasting, public), is_called=is_called)
        if found is not None and is_called:
            return found
        unnamed += [] if found is None else [found]
    return unnamed[0] if len(unnamed) == 1 else None


def may_have_renamed(
    public: Mapping[str, ColumnType], private: Mapping[str, ColumnType], *, by_name: bool
) -> bool:
    """Whether T may have what names people under another name than P, before values are compared.

    `by_name`: only if both are called so.
    """
    lacking = [one for one in public if one not in private and public[one].family in _KEYS]
    naming = [one for one in lacking if may_name(one) or not by_name]
    return any(
        is_alike(public[one], type_)
        for name, type_ in private.items()
        if not find_written(name, [*public])
        and (may_name(name) or _may_call(name) or (not by_name and _may_be_called(name)))
        for one in naming
    )


def _compare(
    engine: Engine,
    one: ColumnProfile,
    name: str,
    private: Mapping[str, ColumnType],
    compared_with: tuple[Sequence[ColumnProfile], Sequence[ColumnProfile]],
    *,
    is_called: bool,
) -> Renamed | None:
    """Return a column of T as what names people as one of P does; None if it does not.

    `compared_with`: what lasts for people, and all columns of P, of which some may be times.
    """
    (lasting, public), type_ = compared_with, private[name]
    query = _renamed_query(one, name, type_, lasting)
    least, greatest, *counted = engine.fetch(query)[0]
    ends = [None if end is None else float(end) for end in (least, greatest)]
    rows, distinct, known, *alike = map(int, counted)
    compared = tuple(zip(alike[::2], alike[1::2], strict=True))
    found = _Counted(rows, distinct, known, *ends)
    counts = _counts(one)
    if not found.are_in_public(is_named=may_name(name), counts=counts) or are_refuted(compared):
        return None
    if (
        counts and _is_dense(found.least, found.greatest, distinct)
        if is_called
        else is_dense_between(engine, one, found.least, found.greatest)
    ):
        both = zip(lasting, compared, strict=True)
        are_told = any(tells_apart(engine, two.name, of_it, distinct) for two, of_it in both)
        if not are_told and not share_times(engine, PairsOfNames([one], [name], private), public):
            return None
    return Renamed(one.name, name, rows, distinct, known)


def _list_pairs(
    public: Sequence[ColumnProfile], private: Mapping[str, ColumnType], panel: Panel | None
) -> Iterator[tuple[ColumnProfile, str]]:
    """Yield what may name people in P, and columns of T that may be the same, by name first."""
    of_people = "" if panel is None or panel.within else panel.name
    naming = [one for one in public if one.name == of_people or _is_unique(one)]
    known = [one.name for one in public]
    ranked = sorted(naming, key=lambda one: (one.name != of_people, not is_identifier(one.name)))
    # T has the others.
    lacking = [one for one in ranked if one.name not in private]
    own = sorted(
        ((name, type_) for name, type_ in private.items() if not find_written(name, known)),
        key=lambda pair: not may_name(pair[0]),
    )
    for is_called in (True, False):
        for one in lacking:
            for name, type_ in own:
                called = may_name(name) or _may_call(name)
                may_be = called if is_called else not called and _may_be_called(name)
                if may_be and is_alike(one.type, type_):
                    yield one, name


def _may_call(name: str) -> bool:
    """Whether a column may be called a number of people, as surveys have it: nlsid, pidp."""
    return _MAY_CALL.search(name) is not None and not _names_others(name)


def _may_be_called(name: str) -> bool:
    """Whether the name of a column leaves open that it names people: code, who."""
    is_known = find_kind(name) not in _NAMING or says_when(name)
    # A code of nothing else may be of people.
    return not is_known and (name.lower() == "code" or not _names_others(name))


def _is_unique(one: ColumnProfile) -> bool:
    names = one.type.family in _KEYS and not (one.reads_as_date or may_differ_by_chance(one))
    return names and one.distinct == one.rows


def may_name(name: str) -> bool:
    """Whether a column is called an identifier of the people of its rows."""
    is_called = is_identifier(name) or calls_person(name) or reaches_people(name)
    return is_called and not _names_others(name)


def _names_others(name: str) -> bool:
    """Whether a column names groups, visits, or other people than those of its rows."""
    others = (names_group, names_household, names_other_person, names_occasion)
    return any(is_other(name) for is_other in others)


def _has_first_rows(engine: Engine, one: ColumnProfile, name: str, type_: ColumnType) -> bool:
    """Whether P has the values of the first rows of T in a column whose name says nothing."""
    own = exp.select(exp.alias_(column(name), "own_value"))
    own = own.from_(exp.Table(this=identifier(PRIVATE)))
    own = own.where(column(name).is_(exp.null()).not_()).limit(_FIRST_ROWS)
    same: list[exp.Expr] = [column("own_value", "first_rows"), column(one.name, PUBLIC)]
    if one.type.family != type_.family:
        same = [exp.cast(value, "VARCHAR") for value in same]
    known = exp.select(exp.Literal.number(1)).from_(exp.Table(this=identifier(PUBLIC)))
    is_known = exp.Exists(this=known.where(same[0].eq(same[1])))
    lacking = exp.select(_COUNT).from_(own.subquery("first_rows")).where(is_known.not_())
    return not engine.fetch(lacking)[0][0]


def is_alike(public: ColumnType, private: ColumnType) -> bool:
    """Whether values can be compared: a CSV has numbers as texts."""
    return agree(public, private) or {public.family, private.family} == {"text", "integer"}


def list_lasting(
    public: Sequence[ColumnProfile], private: Mapping[str, ColumnType]
) -> list[ColumnProfile]:
    """List the columns of both tables that are the same in all rows of a person."""
    shared = [one for one in public if agree(one.type, private.get(one.name))]
    plain = [one for one in shared if one.type.family in _VALUES and one.distinct > 1]
    return [one for one in plain if find_column_kind(one) in _LASTING][:_MOST_LASTING]


def _renamed_query(
    one: ColumnProfile,
    name: str,
    type_: ColumnType,
    lasting: Sequence[ColumnProfile],
) -> exp.Query:
    """Return the query that compares the values of a column of T with those of one of P."""
    own = column(name, PRIVATE)
    key = column("key_value", _PEOPLE)
    values = [exp.alias_(exp.Min(this=column(two.name)), f"v{i}") for i, two in enumerate(lasting)]
    people = (
        exp.select(exp.alias_(column(one.name), "key_value"), *values)
        .from_(exp.Table(this=identifier(PUBLIC)))
        .where(column(one.name).is_(exp.null()).not_())
        .group_by(column(one.name))
    )
    given = _only(key.copy().is_(exp.null()).not_(), own)
    number = read_number(own.copy()) if type_.family == "text" else own.copy()
    ends: list[exp.Expr] = [exp.Min(this=number), exp.Max(this=number.copy())]
    counts: list[exp.Expr] = [*ends] if _is_number(one) else [exp.null(), exp.null()]
    counts += [exp.Count(this=own.copy())]
    counts += [exp.Count(this=exp.Distinct(expressions=[value])) for value in (own.copy(), given)]
    for i, two in enumerate(lasting):
        both = column(f"v{i}", _PEOPLE), column(two.name, PRIVATE)
        have = exp.and_(*(value.copy().is_(exp.null()).not_() for value in both))
        one_each = exp.Literal.number(1)
        counts += [exp.Count(this=_only(have, one_each))]
        counts += [exp.Count(this=_only(both[0].eq(both[1]), one_each.copy()))]
    same: list[exp.Expr] = [own.copy(), key]
    if one.type.family != type_.family:
        same = [exp.cast(value, "VARCHAR") for value in same]
    source = exp.select(*counts).from_(exp.Table(this=identifier(PRIVATE)))
    return source.join(people.subquery(_PEOPLE), on=same[0].eq(same[1]), join_type="left")


def _only(condition: exp.Expr, value: exp.Expr) -> exp.Expr:
    return exp.Case(ifs=[exp.If(this=condition, true=value.copy())])


def _counts(one: ColumnProfile) -> bool:
    """Whether the numbers of a column are those of a count, with few gaps."""
    return _is_number(one) and _is_dense(one.least, one.greatest, one.distinct)


def _is_number(one: ColumnProfile) -> bool:
    return one.reads_as_number and one.type.family in ("integer", "text")


def are_refuted(compared: Iterable[tuple[int, int]]) -> bool:
    """Whether rows are of other people in T than in P: of what lasts, rows compared and alike."""
    often = [one for one in compared if one[0] >= _LEAST_CODES]
    return any(not is_nearly_all(alike, rows) for rows, alike in often)


def is_nearly_all(some: int, of_all: int) -> bool:
    """Whether nine of ten are there at least.

    >>> is_nearly_all(9, 10), is_nearly_all(89, 100)
    (True, False)
    """
    return 10 * some >= _NEARLY_ALL * of_all


def is_dense_between(
    engine: Engine,
    one: ColumnProfile,
    least: float | None,
    greatest: float | None,
    share: Fraction = _EVERY_SECOND,
) -> bool:
    """Whether a column of P has more than every second whole number between these, or a `share`."""
    if not _is_number(one) or least is None or greatest is None:
        return False
    value = column(one.name)
    number = read_number(value) if one.type.family == "text" else value
    ends = [exp.Literal.number(int(end)) for end in (least, greatest)]
    within = exp.Between(this=number, low=ends[0], high=ends[1])
    values = exp.Count(this=exp.Distinct(expressions=[column(one.name)]))
    query = exp.select(values).from_(exp.Table(this=identifier(PUBLIC))).where(within)
    return _is_dense(least, greatest, int(engine.fetch(query)[0][0]), share)


def _is_dense(
    least: float | None, greatest: float | None, distinct: int, share: Fraction = _EVERY_SECOND
) -> bool:
    if least is None or greatest is None:
        return False
    return share * Fraction(greatest - least + 1) <= distinct


def tells_apart(engine: Engine, name: str, compared: tuple[int, int], people: int) -> bool:
    """Whether rows agree in a column of both tables as those of other people hardly would.

    `compared`: rows of T, and how many agree; several of one person count as one.
    """
    rows, alike = compared
    if rows < LEAST_PEOPLE or not is_nearly_all(alike, rows):
        return False
    expected = _expect_alike(engine, name)
    if 10 * expected >= _OFTEN_ALIKE:
        return False
    return min(rows, people) * diverge(alike / rows, expected) >= HARDLY


def _expect_alike(engine: Engine, name: str) -> float:
    """Return the share of rows of other people that agree in a column of both tables."""
    value, rows = exp.column("found_value"), exp.column("row_count")
    tables = {
        title: exp.select(exp.alias_(column(name), value.name), exp.alias_(_COUNT, rows.name))
        .from_(exp.Table(this=identifier(table)))
        .where(column(name).is_(exp.null()).not_())
        .group_by(column(name))
        for title, table in (("of_p", PUBLIC), ("of_t", PRIVATE))
    }
    sizes = [column(rows.name, title) for title in tables]
    values = [column(value.name, title) for title in tables]
    pairs = exp.Mul(this=exp.cast(sizes[0], "DOUBLE"), expression=sizes[1])
    alike = exp.select(exp.Sum(this=pairs)).from_(tables["of_p"].subquery("of_p"))
    alike = alike.join(tables["of_t"].subquery("of_t"), on=values[0].eq(values[1]))
    ((found,),) = engine.fetch(alike)
    totals = 1
    for table in (PUBLIC, PRIVATE):
        count = exp.select(exp.Count(this=column(name))).from_(exp.Table(this=identifier(table)))
        totals *= int(engine.fetch(count)[0][0])
    return float(found or 0) / totals if totals else 1.0

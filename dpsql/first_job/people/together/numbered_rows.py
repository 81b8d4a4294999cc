"""Finds two columns that name people by a number that no two rows of one share: of episodes, say.

A baker of a series has one row for each episode. Rows of other people share a number by chance, as
often as its values occur. Where rows that are equal in two columns hardly do, though they should
many times, the rows of each are numbered. Those of a person have more in common than what the rows
of one of the two columns alone have; members of a household have not, or differ in sex or birth.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from dpsql.domain.column_words import find_kind, is_identifier, names_household
from dpsql.domain.numbered_words import (
    may_number_members,
    names_group,
    names_other_person,
    names_siblings,
)
from dpsql.domain.several_rows import may_repeat_people
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.people.panels import Panel
from dpsql.first_job.people.rows_of_people import look_at_rows
from dpsql.first_job.people.times import may_be_time, numbers_course
from dpsql.first_job.people.together.namesakes import count_equal, numbers_people
from dpsql.sql.templates import column

#: Columns that may name people, numbers of rows, and columns that may last for a person.
_MOST_NAMING, _MOST_NUMBERS, _MOST_LASTING = 5, 2, 8
#: Few people, or few pairs of rows that chance lets share a number, are no sign.
_LEAST_PEOPLE, _LEAST_SHARED = 20, 30
#: Of so many of these pairs, one may be there: a row that is twice in P, or wrong.
_OF_SHARED = 20
#: A number counts from 0 or 1 on, with few gaps.
_FEW_GAPS = 2
#: Rows that are looked at first: in these, one of so many at most shares its number.
_FIRST, _OF_ROWS = 20_000, 20
#: Of a larger P, these decide: a panel whose waves are longer, one after the other, is not found.
_MOST_ROWS = 200_000


_Pair = tuple[ColumnProfile, ColumnProfile]


@dataclass(frozen=True)
class _Named:
    """Columns that may name people, and the number of their rows; how many the first rows name."""

    pair: _Pair
    number: ColumnProfile
    people: int
    rows: int
    is_exact: bool

    def is_in(self, names: Collection[str]) -> bool:
        """Whether both columns are among these."""
        return all(one.name in names for one in self.pair)

    def count(self, engine: Engine) -> Panel:
        """Return it as what names people with several rows of all of P, which is asked about."""
        within, name = (one.name for one in self.pair)
        ((people, rows, _),) = count_equal(engine, [[column(within), column(name)]])
        return Panel(name, rows, people, is_certain=False, time=self.number, within=(within,))


def find_panel_of_numbers(
    engine: Engine, columns: Sequence[ColumnProfile], own: Collection[str] = ()
) -> Panel | None:
    """Return two columns whose rows a number tells apart beyond chance; None if there are none.

    Of several, those where it tells all rows apart, and of these, those that name the fewest
    people: others beside them differ in rows of one. Then those that T has, as `own` says. None
    where a column numbers or calls people, or where nothing else is the same in all rows of each.
    """
    if any(map(_calls_everybody, columns)):
        return None
    pairs = [*_list_pairs(_list_naming(columns))]
    numbers = [*_list_numbers(columns)][:_MOST_NUMBERS]
    tried = _drop_shared(
        engine, [(pair, one) for one in numbers for pair in pairs if one not in pair]
    )
    found = sorted(
        _list_named(engine, tried),
        key=lambda one: (not one.is_exact, one.people, not one.is_in(own)),
    )
    for named in found:
        if _are_of_one(engine, columns, named):
            return named.count(engine)
    return None


def _calls_everybody(one: ColumnProfile) -> bool:
    """Whether a column has another number of a person, or nearly another name, in each row."""
    is_called = find_kind(one.name) in ("name", "contact") and 2 * one.distinct >= one.rows
    return is_called or numbers_people(one)


def _list_naming(columns: Sequence[ColumnProfile]) -> list[ColumnProfile]:
    """Return what may name people beside others: of no known kind first, of many values first."""
    possible = [
        one
        for one in columns
        if 1 < one.distinct <= one.present // 2
        and not one.has_nulls
        and not one.is_measured
        and one.type.family in ("text", "integer")
        and not (names_household(one.name) or names_siblings(one.name))
        and not names_other_person(one.name)
        and not _says_when(one)
    ]
    named = ("", "name", "contact", "identifier")
    ranked = sorted(possible, key=lambda one: (find_kind(one.name) not in named, -one.distinct))
    return ranked[:_MOST_NAMING]


def _list_numbers(columns: Sequence[ColumnProfile]) -> Iterator[ColumnProfile]:
    """Yield what may number the rows of people: by name, then numbers from 0 or 1 on."""
    possible = [one for one in columns if 1 < one.distinct <= one.rows // 2 and not one.has_nulls]
    named = [one for one in possible if _says_when(one)]
    yield from named
    for one in possible:
        is_whole = one.reads_as_number and not one.has_fractions and one.least in (0, 1)
        is_dense = is_whole and (one.greatest or 0) <= _FEW_GAPS * one.distinct
        is_known = bool(find_kind(one.name)) or _numbers_somebody(one.name)
        if is_dense and one not in named and not is_known:
            yield one


def _says_when(one: ColumnProfile) -> bool:
    """Whether a column, by its name, is a time of rows or a number of these."""
    return may_be_time(one) or numbers_course(one.name)


def _numbers_somebody(name: str) -> bool:
    """Whether a number is that of members or people, by its name."""
    return may_number_members(name) or is_identifier(name) or names_group(name)


def _list_pairs(naming: Sequence[ColumnProfile]) -> Iterator[_Pair]:
    """Yield pairs, the column of more values last, as the number in a group is."""
    for pair in combinations(naming, 2):
        if pair[0].distinct * pair[1].distinct >= _LEAST_PEOPLE:
            first, last = sorted(pair, key=lambda one: one.distinct)
            yield first, last


def _drop_shared(
    engine: Engine, tried: Sequence[tuple[_Pair, ColumnProfile]]
) -> list[tuple[_Pair, ColumnProfile]]:
    """Return those pairs of whose rows hardly two share a number in the first rows of P."""
    groups = [[column(one.name) for one in (*pair, number)] for pair, number in tried]
    counted = count_equal(engine, groups, _FIRST)
    return [
        one
        for one, (tuples, rows, _) in zip(tried, counted, strict=True)
        if _OF_ROWS * (rows - tuples) <= rows
    ]


def _list_named(engine: Engine, tried: Sequence[tuple[_Pair, ColumnProfile]]) -> Iterator[_Named]:
    """Yield those whose rows should share a number many times, by chance, and hardly do."""
    for pair, number in tried:
        named = [column(one.name) for one in pair]
        ((people, rows, equal),) = count_equal(engine, [named], _MOST_ROWS)
        are_several = people >= _LEAST_PEOPLE and 2 * people <= rows
        if not are_several or not may_repeat_people("id", rows, people):
            continue
        numbered = column(number.name)
        counted = count_equal(engine, [[numbered], [*named, numbered]], _MOST_ROWS)
        (_, all_rows, of_numbers), (_, _, shared) = counted
        expected = (equal - rows) / 2 * of_numbers / all_rows**2
        if expected >= _LEAST_SHARED and _OF_SHARED * (shared - rows) / 2 <= expected:
            yield _Named(pair, number, people, rows, is_exact=shared == rows)


def _are_of_one(engine: Engine, columns: Sequence[ColumnProfile], named: _Named) -> bool:
    """Whether rows have something else in common, that those of one of both columns have not.

    Not where they differ in what lasts: sex, birth, or ages by many years.
    """
    others = [one for one in columns if one not in (*named.pair, named.number)]
    others = [one for one in others if 1 < one.distinct < one.rows][:_MOST_LASTING]
    if not others or look_at_rows(engine, columns, named.pair).is_refuted:
        return False
    added = [[], *([column(one.name)] for one in others)]
    of_each = []
    for each in (named.pair, named.pair[:1], named.pair[1:]):
        own = [column(one.name) for one in each]
        of_each.append(
            [tuples for tuples, _, _ in count_equal(engine, [own + o for o in added], _MOST_ROWS)]
        )
    whole, *parts = of_each
    return any(
        tuples == whole[0] and all(part[number] > part[0] for part in parts)
        for number, tuples in enumerate(whole)
        if number
    )

"""Finds few columns of P, whatever they are called, that differ together in all rows by design.

A region and a number of a farm in it, say. Each of them repeats, and if both were of other people
in each row, many rows would agree in them by chance: where none do, somebody numbered them. That
does not say that they name people, so that T has to show it before anybody is asked.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import prod

from dpsql.domain.column_words import find_kind, is_identifier, is_time, names_household
from dpsql.domain.numbered_words import (
    may_number_members,
    names_group,
    names_occasion,
    names_other_person,
)
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.people.times import may_be_time, numbers_course
from dpsql.first_job.people.together.namesakes import count_equal
from dpsql.sql.templates import column

#: Columns that are tried together, and of how many those are that name somebody.
_MOST_TRIED, SIZES = 6, (2, 3)
#: Fewer rows may differ in few columns by chance; so may they where chance lets expect fewer pairs.
LEAST_PEOPLE, LEAST_SHARED = 20, 10
#: Rows that are looked at first: in these already, none share all values.
FIRST = 20_000
#: Percent of rows without a value that names at several times may have.
_FEW_NULLS = 5
#: Kinds of columns that may name people, or a group of them; and characters of such a name.
_NAMING, _LONGEST = ("", "identifier", "place", "household", "name"), 40


def find_designed_names(engine: Engine, columns: Sequence[ColumnProfile]) -> tuple[str, ...] | None:
    """Return two or three columns that differ together in all rows of P by design; or None.

    As few as are enough, in their order in P, but numbers of members last. Two statements read
    the first rows of P, and all of it only where they differ there.
    """
    tried = list_naming(columns)
    for size in SIZES:
        sets = [one for one in combinations(tried, size) if may_differ(one)]
        if found := next(keep_designed(engine, sets), None):
            return order_names(columns, found)
    return None


def keep_designed(
    engine: Engine, sets: Sequence[tuple[ColumnProfile, ...]]
) -> Iterator[tuple[ColumnProfile, ...]]:
    """Yield the sets of columns that differ together in all rows of P, and not by chance."""
    return _list_designed(engine, _keep_unique(engine, _keep_unique(engine, sets, FIRST)))


def order_names(
    columns: Sequence[ColumnProfile], found: Sequence[ColumnProfile]
) -> tuple[str, ...]:
    """Return the names of columns in their order in P, but numbers of members last."""
    ordered = [one.name for one in columns if one in found]
    return tuple(sorted(ordered, key=may_number_members))


def list_naming(
    columns: Sequence[ColumnProfile], *, with_days: bool = False
) -> list[ColumnProfile]:
    """Return the columns that may name people beside others, those first that are called so.

    `with_days`: days and columns without a value in few rows, too, as births and names are.
    """
    possible = [one for one in columns if _may_name(one, with_days=with_days)]
    return sorted(possible, key=lambda one: (not _is_called(one.name), -one.distinct))[:_MOST_TRIED]


def may_be_called(name: str) -> bool:
    """Whether the name of a column leaves open that it names people, or a group of them."""
    is_other = (is_time, numbers_course, names_occasion, names_other_person)
    is_school = names_group(name) and find_kind(name) == "education"
    is_kind = find_kind(name) in _NAMING or is_school or may_number_members(name)
    return is_kind and not any(is_so(name) for is_so in is_other)


def _may_name(one: ColumnProfile, *, with_days: bool) -> bool:
    is_day = one.reads_as_date
    is_short = one.longest <= _LONGEST and not one.is_measured and (with_days or not is_day)
    may_be = _is_text_or_whole(one) or (with_days and is_day)
    few = _FEW_NULLS if with_days else 0
    repeats = 1 < one.distinct < one.rows and 100 * (one.rows - one.present) <= few * one.rows
    if with_days and is_day and find_kind(one.name) == "birth":
        return may_be and is_short and repeats
    return may_be and is_short and repeats and not may_be_time(one) and may_be_called(one.name)


def is_short_value(one: ColumnProfile) -> bool:
    """Whether a column has short texts or whole numbers that nobody measured."""
    return _is_text_or_whole(one) and one.longest <= _LONGEST and not one.is_measured


def _is_text_or_whole(one: ColumnProfile) -> bool:
    is_whole = one.type.family == "float" and one.reads_as_number and not one.has_fractions
    return one.type.family in ("text", "integer") or is_whole


def _is_called(name: str) -> bool:
    naming = (is_identifier, names_household, names_group, may_number_members)
    return any(is_so(name) for is_so in naming)


def may_differ(columns: Sequence[ColumnProfile]) -> bool:
    """Whether columns have as many tuples as P has rows, and these are enough to tell."""
    rows = columns[0].rows
    return LEAST_PEOPLE <= rows <= prod(one.distinct for one in columns)


def _keep_unique(
    engine: Engine, sets: Sequence[tuple[ColumnProfile, ...]], first: int | None = None
) -> list[tuple[ColumnProfile, ...]]:
    groups = [[column(one.name) for one in each] for each in sets]
    counted = zip(sets, count_equal(engine, groups, first), strict=True)
    return [each for each, (tuples, rows, _) in counted if tuples == rows]


def _list_designed(
    engine: Engine, sets: Sequence[tuple[ColumnProfile, ...]]
) -> Iterator[tuple[ColumnProfile, ...]]:
    """Yield sets in which many rows would agree by chance, if other people had other values."""
    names = [*dict.fromkeys(one.name for each in sets for one in each)]
    counted = count_equal(engine, [[column(name)] for name in names])
    shares = {name: pairs / rows**2 for name, (_, rows, pairs) in zip(names, counted, strict=True)}
    for each in sets:
        rows = each[0].rows
        if rows * rows / 2 * prod(shares[one.name] for one in each) >= LEAST_SHARED:
            yield each

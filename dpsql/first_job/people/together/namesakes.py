"""Counts people whom several columns of P name together, and pairs of them that chance lets expect.

Namesakes are other people: so many rows as would be equal by chance are expected, from how often
each value occurs. Where far more are equal, somebody has several rows.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod

from sqlglot import exp

from dpsql.domain.column_words import find_kind, is_identifier
from dpsql.domain.numbered_words import names_number_alone, names_occasion
from dpsql.domain.people_called import says_people
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.templates import column, identifier

#: Fewer people may be equal by chance.
_LEAST_PEOPLE = 20
#: So many times what chance lets expect, and some more, are no chance: namesakes go together, as
#: names of a region or of a decade do.
_TIMES_CHANCE, _FEW = 10, 2
#: As many times of what is expected of rows that agree in all but month and day of birth.
_TIMES_IN_YEAR = 3
#: Of rows that repeat another, one in so many: a register with fewer has some people twice, or
#: twins.
_OF_ROWS = 20
#: Digits of a year.
_YEAR = 4
_Cut = tuple[tuple[int, int], ...]
#: Where the parts of a day are, the year first: their first signs, and how many they have.
_OF_DATES: _Cut = ((1, 4), (6, 2), (9, 2))
_CUTS: tuple[tuple[re.Pattern[str], _Cut], ...] = (
    (re.compile("[0-9]{2}[./-][0-9]{2}[./-][0-9]{4}"), ((7, 4), (1, 2), (4, 2))),
    (re.compile("[0-9]{2}[ ./-][A-Za-z]{3}[ ./-][0-9]{4}"), ((8, 4), (1, 2), (4, 3))),
    (re.compile("[0-9]{2}[./-][0-9]{4}"), ((4, 4), (1, 2))),
    (re.compile("[A-Za-z]{3}[ ./-][0-9]{4}"), ((5, 4), (1, 3))),
    (re.compile("[0-9]{4}[./-][0-9]{2}"), ((1, 4), (6, 2))),
    (re.compile("[0-9]{6}"), ((1, 4), (5, 2))),
    (re.compile("[0-9]{8}"), ((1, 4), (5, 2), (7, 2))),
)


@dataclass(frozen=True)
class Namesakes:
    """Rows of P with values in all columns, their distinct tuples, and pairs equal by chance."""

    rows: int
    people: int
    expected: float

    @property
    def repeated(self) -> int:
        """Rows that have the values of another."""
        return self.rows - self.people

    @property
    def beyond_chance(self) -> float:
        """Rows that have the values of another, but for the pairs that chance lets expect."""
        return self.repeated - self.expected

    @property
    def are_by_chance(self) -> bool:
        """Whether chance alone may make so many rows equal, or people are too few to tell."""
        return self.may_be_chance(_TIMES_CHANCE)

    def may_be_chance(self, times: int) -> bool:
        """Whether rows that are equal are not more than so many times what chance lets expect."""
        return self.people < _LEAST_PEOPLE or self.repeated <= times * self.expected + _FEW

    @property
    def are_few(self) -> bool:
        """Whether hardly any rows have the values of another."""
        return _OF_ROWS * self.repeated < self.rows


def count_namesakes(engine: Engine, columns: Sequence[ColumnProfile]) -> Namesakes:
    """Count rows that have equal values in all of these columns of P.

    Pairs are only counted where some rows do. A day is taken for a year, a month and a day of it,
    each by chance: days of people with several rows are few, whatever years these are of.
    """
    ((people, rows, _),) = count_equal(engine, [[column(one.name) for one in columns]])
    if rows == people:
        return Namesakes(rows, people, 0)
    single = count_equal(engine, [[part] for one in columns for part in _list_parts(one)])
    shares = (squares / present**2 for _, present, squares in single)
    return Namesakes(rows, people, rows * rows / 2 * prod(shares))


def share_days(engine: Engine, columns: Sequence[ColumnProfile], found: Namesakes) -> bool:
    """Whether far more rows agree in month and day of birth than those of other people would.

    Of rows that agree in year and all else, which go together in a region or a decade: month and
    day are independent of these. So a birth without a day tells people, too. `found`: of these.
    """
    births = [one for one in columns if find_kind(one.name) == "birth" and _find_cut(one)]
    if not births or found.people < _LEAST_PEOPLE:
        return False
    others = [column(one.name) for one in columns if one is not births[0]]
    year, *rest = _list_parts(births[0])
    (_, rows, pairs), *single = count_equal(engine, [[*others, year], *([part] for part in rest)])
    expected = (pairs - rows) / 2 * prod(squares / present**2 for _, present, squares in single)
    return found.repeated > _TIMES_IN_YEAR * expected + _FEW


def _find_cut(birth: ColumnProfile) -> _Cut:
    """Return where the year of a birth is, and then month and day; empty if that is not known."""
    if birth.form is None:
        return _OF_DATES if birth.reads_as_date else ()
    plain = next(iter(birth.form.plain), "")
    return next((cut for pattern, cut in _CUTS if pattern.fullmatch(plain)), ())


def count_equal(
    engine: Engine, groups: Sequence[Sequence[exp.Expr]], first: int | None = None
) -> list[tuple[int, int, float]]:
    """Return, per group of values, how many tuples, rows, and equal pairs P has, in their order.

    Pairs in both orders, each row with itself among them. A row with a NULL is in none. `first`:
    look at so many rows of P only.
    """
    if not groups:
        return []
    counted = sorted(engine.fetch(namesakes_query(groups, first)))
    return [(int(tuples), int(rows or 0), float(pairs or 0)) for _, tuples, rows, pairs in counted]


def numbers_people(one: ColumnProfile) -> bool:
    """Whether a column has a number of people in each row, and not one of rows or orders."""
    is_named = is_identifier(one.name) and says_people(one.name)
    is_named = is_named and not names_occasion(one.name) and not names_number_alone(one.name)
    return is_named and one.distinct == one.rows


def _list_parts(one: ColumnProfile) -> Iterator[exp.Expr]:
    """Yield the value of a column, or year, month and day of it.

    Rows of one person share a whole day of birth, which says nothing of chance. So a day in any
    other notation is cut, too: after four signs, the year is on one side, and most of the rest on
    the other.
    """
    value = column(one.name)
    if not one.reads_as_date and find_kind(one.name) != "birth":
        yield value
        return
    text = exp.cast(value, "VARCHAR")
    rest = (_YEAR + 1, one.longest)
    parts = _find_cut(one) or (((1, _YEAR), rest) if one.longest > _YEAR else ((1, _YEAR),))
    for start, length in parts:
        begin, size = exp.Literal.number(start), exp.Literal.number(length)
        yield exp.Substring(this=text.copy(), start=begin, length=size)


def namesakes_query(groups: Sequence[Sequence[exp.Expr]], first: int | None = None) -> exp.Query:
    """Return the query of `count_equal`: the number of a group, and what is counted of it."""
    counts = [*_list_counts(groups, first)]
    return counts[0] if len(counts) == 1 else exp.union(*counts, distinct=False)


def _list_counts(groups: Sequence[Sequence[exp.Expr]], first: int | None) -> Iterator[exp.Select]:
    rows = exp.column("row_count")
    public = exp.Table(this=identifier(PUBLIC))
    for number, parts in enumerate(groups):
        looked_at = exp.select("*").from_(public.copy()).limit(first or 0).subquery("looked_at")
        values = (
            exp.select(exp.alias_(exp.Count(this=exp.Star()), "row_count"))
            .from_(public.copy() if first is None else looked_at)
            .where(*(part.copy().is_(exp.null()).not_() for part in parts))
            .group_by(*(part.copy() for part in parts))
        )
        squares = exp.cast(rows.copy(), "DOUBLE") * exp.cast(rows.copy(), "DOUBLE")
        yield exp.select(
            exp.alias_(exp.Literal.number(number), "group_number"),
            exp.alias_(exp.Count(this=exp.Star()), "value_count"),
            exp.alias_(exp.Sum(this=rows.copy()), "row_count"),
            exp.alias_(exp.Sum(this=squares), "pair_count"),
        ).from_(values.subquery("named"))

"""Looks at the rows of each value of a column of P: what they have in common, and what orders them.

Rows of one person have one sex and one day of birth, and one for each time.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.column_words import (
    find_kind,
    find_kind_of_few,
    is_of_relative,
)
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.people.times import may_be_time, numbers_course
from dpsql.first_job.roles import MOST_KNOWN
from dpsql.sql.tables.differing_rows import read_number
from dpsql.sql.templates import column, render

#: What rows of a person have in common, and those of a household seldom.
_LASTING = ("sex", "birth")
#: What differs in rows of a person seldom, too; and years between ages that a person hardly has.
_HARDLY_CHANGES, _MANY_YEARS = ("race", "nationality"), 30
#: One value of so many may be wrong in a row of a person; of so many, each is that of another.
_FEW_WRONG, _MANY_DIFFER = 100, 3
#: One person of so many may have two sexes in a table, and not more.
_FEW_OTHERS = 20
#: One person of so many may have two rows of one time.
FEW_TWICE = 20
#: A person misses sessions: all people together have so many times those of one.
_COURSES_OF_ROWS = 3
_ORDERED = ("integer", "decimal", "date", "timestamp", "text")
#: Of columns that may last, and of times, per pass.
_MOST_ASKED = 12


@dataclass(frozen=True)
class RowsOfPeople:
    """How the rows of the values of a column are: of those with several rows, what differs.

    `lasting`: kinds of columns that hardly change, and values that differ in them. `constant`: if
    another column is constant for each value. `time`: a column that tells rows of a value apart,
    but for few values.
    """

    repeated: int
    is_even: bool
    lasting: tuple[tuple[str, int], ...]
    constant: bool
    time: ColumnProfile | None

    @property
    def is_of_several(self) -> bool:
        """Whether rows of a value are other people: they have neither sex nor birth in common.

        They differ in one of these, or in age by many years.
        """
        differ = any(_MANY_DIFFER * wrong >= self.repeated for _, wrong in self.lasting)
        return differ and not self.kept

    @property
    def is_of_one(self) -> bool:
        """Whether rows of a value are one person's: at several times, or of one sex and birth.

        Twins have one day of birth, and some of them not one sex.
        """
        has_times = self.is_even or self.time is not None
        differ = any(
            _FEW_OTHERS * wrong > self.repeated for kind, wrong in self.lasting if kind == "sex"
        )
        return len(self.kept) == len(_LASTING) or (has_times and bool(self.kept) and not differ)

    @property
    def has_one_birth(self) -> bool:
        """Whether rows of a value have one birth, and not two sexes: no chance of equal names."""
        differ = any(_FEW_OTHERS * wrong > self.repeated for kind, wrong in self.lasting)
        return "birth" in self.kept and not differ

    @property
    def is_refuted(self) -> bool:
        """Whether anything that lasts, or an age, differs in rows of many values."""
        return any(_MANY_DIFFER * wrong >= self.repeated for _, wrong in self.lasting)

    @property
    def is_design(self) -> bool:
        """Whether all values have as many rows, one for each time, and something that lasts."""
        return self.is_even and self.constant and self.time is not None

    @property
    def kept(self) -> set[str]:
        """Which of sex and birth rows of a value have in common."""
        return self._list_kept().intersection(_LASTING)

    @property
    def keeps_race(self) -> bool:
        """Whether rows of a value have one race: those of a school or a town hardly do."""
        return "race" in self._list_kept() and not self.is_refuted

    def _list_kept(self) -> set[str]:
        return {kind for kind, wrong in self.lasting if _FEW_WRONG * wrong <= self.repeated}


def look_at_rows(
    engine: Engine,
    columns: Sequence[ColumnProfile],
    naming: Sequence[ColumnProfile],
    marking: Sequence[ColumnProfile] = (),
) -> RowsOfPeople:
    """Look at the rows of the values of a column, or of the pairs of two: one pass over P.

    `marking`: other columns of P, which may be times, and describe nobody.
    """
    names = [one.name for one in naming]
    others = [other for other in columns if other.name not in names and other.distinct > 1]
    lasting = [
        other for other in others if find_column_kind(other) in (*_LASTING, *_HARDLY_CHANGES)
    ]
    ages = [other for other in others if find_column_kind(other) == "age" and other.reads_as_number]
    values = max(one.distinct for one in naming)
    coarser = [other for other in others if 2 * other.distinct <= values]
    rest = [other for other in coarser if other not in (*lasting, *ages)]
    lasting, ages = lasting[:_MOST_ASKED], ages[:1]
    constant = [*lasting, *rest][:_MOST_ASKED]
    times = [*list_times([*others, *marking])][:_MOST_ASKED]
    differ = [*map(_differ, constant), *map(_differ_by_years, ages)]
    query = panel_query(names, differ, [*map(_compare, times)])
    repeated, fewest, most, *counts = (int(number or 0) for number in engine.fetch(query)[0])
    differing, untold = counts[: len(differ)], counts[len(differ) :]
    asked = zip([*constant, *ages], differing, strict=True)
    told = zip(times, untold, strict=True)
    found = (time for time, wrong in told if FEW_TWICE * wrong <= repeated)
    return RowsOfPeople(
        repeated,
        fewest == most > 1,
        tuple((find_column_kind(one), wrong) for one, wrong in asked if one in (*lasting, *ages)),
        any(not wrong for wrong in differing[: len(constant)]),
        next(found, None),
    )


def find_column_kind(one: ColumnProfile) -> str:
    """Return the kind of a column by its name, which may be that of a flag: female."""
    return find_kind_of_few(one.name) if one.distinct <= MOST_KNOWN else find_kind(one.name)


def list_times(others: Sequence[ColumnProfile]) -> Iterator[ColumnProfile]:
    """Yield the columns that may say when a row was: by name, then dates.

    Times that hardly repeat tell the rows of anything apart.
    """
    shared = [other for other in others if 2 * other.distinct <= other.rows]
    possible = [other for other in shared if find_kind(other.name) != "birth"]
    named = [other for other in possible if may_be_time(other)]
    yield from named
    yield from (other for other in possible if other.reads_as_date and other not in named)


def panel_query(
    names: Sequence[str], differ: Sequence[exp.Expr], times: Sequence[exp.Expr]
) -> exp.Query:
    """Return the query that looks at the rows of the values of a column of P, or of several.

    `differ`: whether the rows of a value differ in a column.
    """
    asked, told = (
        [{"number": exp.Literal.number(i), word: one} for i, one in enumerate(values, 1)]
        for word, values in (("differs", differ), ("value", times))
    )
    return render("count_rows_of_people", names=[*map(column, names)], constant=asked, times=told)


def find_varying(
    engine: Engine, names: Sequence[str], possible: Sequence[ColumnProfile]
) -> ColumnProfile | None:
    """Return the first of some columns that differs in the rows of most people; None if none does.

    `names`: what names people. Of those with several rows, half at least differ.
    """
    return next(iter(list_differing(engine, names, possible)), None)


def list_differing(
    engine: Engine, names: Sequence[str], possible: Sequence[ColumnProfile]
) -> list[ColumnProfile]:
    """Return those of some columns that differ in the rows of half of the people, or of more."""
    if not possible:
        return []
    repeated, differing = count_differing(engine, names, possible)
    return [one for one, n in zip(possible, differing, strict=True) if 2 * n >= repeated]


def count_differing(
    engine: Engine, names: Sequence[str], columns: Sequence[ColumnProfile]
) -> tuple[int, list[int]]:
    """Return how many people with several rows columns name, and how many differ in each column."""
    query = panel_query(names, [*map(_differ, columns)], [])
    repeated, _, _, *differing = (int(number or 0) for number in engine.fetch(query)[0])
    return repeated, differing


def find_course(
    engine: Engine, names: Sequence[str], columns: Sequence[ColumnProfile]
) -> ColumnProfile | None:
    """Return what orders the rows of people, called as a session or an age is; None if nothing is.

    Of one person's rows hardly two have one value, as of a measurement, too: so names decide first,
    and sessions have no more values than some times the rows of one person. They come before ages.
    """
    shared = [one for one in columns if 1 < one.distinct <= one.rows // 2 and not one.has_nulls]
    courses = [one for one in shared if numbers_course(one.name) and not one.has_fractions]
    ages = [one for one in shared if find_kind(one.name) == "age" and one.reads_as_number]
    courses += [one for one in ages if not is_of_relative(one.name)]
    possible = [one for one in courses if one.name not in names][:_MOST_ASKED]
    if not possible:
        return None
    query = panel_query(names, [], [*map(_compare, possible)])
    repeated, _, most, *twice = (int(number or 0) for number in engine.fetch(query)[0])
    told = (one for one, n in zip(possible, twice, strict=True) if FEW_TWICE * n <= repeated)
    found = (one for one in told if one in ages or one.distinct <= _COURSES_OF_ROWS * most)
    return next(found, None)


def _differ(one: ColumnProfile) -> exp.Expr:
    """Return whether rows differ in a column."""
    value = _compare(one)
    return exp.Min(this=value).neq(exp.Max(this=value.copy()))


def _differ_by_years(one: ColumnProfile) -> exp.Expr:
    """Return whether the ages of rows are those of several people."""
    is_text = one.type.family == "text"
    value = read_number(column(one.name)) if is_text else column(one.name)
    between = exp.Max(this=value) - exp.Min(this=value.copy())
    return between > exp.Literal.number(_MANY_YEARS)


def _compare(one: ColumnProfile) -> exp.Expr:
    """Return the value of a column that every engine orders, as not all do booleans."""
    value = column(one.name)
    return value if one.type.family in _ORDERED else exp.cast(value, "VARCHAR")

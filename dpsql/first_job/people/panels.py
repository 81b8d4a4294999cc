"""Finds the column of P that names people who have several rows each: of a panel, or of visits.

A name may say so, and rows may: all rows of a person have one sex and one day of birth, and one row
for each time, but for a few people. Rows of a household differ in these, and so do people who have
one name, or one phone, by chance. As no row is a person then, no bound holds.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.column_words import (
    calls_person,
    find_kind,
    find_kind_of_few,
    is_identifier,
    is_of_relative,
    is_time,
    may_number,
    names_part,
)
from dpsql.domain.numbered_words import (
    names_case,
    names_group,
    names_other_person,
    names_parent,
    names_siblings,
)
from dpsql.domain.plurals import join_names
from dpsql.domain.several_rows import may_repeat_people
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.people.times import is_time_of_all, may_be_time, numbers_course
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
#: Fewer values may have equal rows by chance.
_LEAST_PEOPLE = 20
#: By its name, a column with how people are called, or how to reach them.
_CALLED = ("name", "contact")
#: Each column that could name people costs a pass over P.
_MOST_LOOKED_AT = 8
#: A person misses sessions: all people together have so many times those of one.
_COURSES_OF_ROWS = 3
_ORDERED = ("integer", "decimal", "date", "timestamp", "text")
#: Of columns that may last, and of times, per pass.
_MOST_ASKED = 12


@dataclass(frozen=True)
class Panel:
    """The column that names people with several rows of P each; `rows` of P have a value there.

    `people`: its distinct values. `is_certain`: its name or the rows leave no other reading; else
    many people may share a value. `time`: a column that tells the rows of each person apart, if one
    was found. `within`: columns that name people together with it, as a centre with the number of a
    patient there, or a birth with a name. `moment`: a column that says when a row was, where no
    `time` was found, as most rows have one of their own; or else a session or an age.
    """

    name: str
    rows: int
    people: int
    is_certain: bool
    time: ColumnProfile | None = None
    within: tuple[str, ...] = ()
    moment: ColumnProfile | None = None

    @property
    def latest(self) -> ColumnProfile | None:
        """The column by which a person's last row is known."""
        return self.time or self.moment

    @property
    def names(self) -> tuple[str, ...]:
        """All columns that name a person."""
        return (*self.within, self.name)

    @property
    def title(self) -> str:
        """The columns, in a sentence."""
        return join_names(self.names)

    def to_dict(self) -> dict[str, object]:
        """As the JSON has it."""
        told: dict[str, object] = {"column": self.name, "people": self.people, "rows": self.rows}
        return {**told, "within": [*self.within]} if self.within else told


@dataclass(frozen=True)
class Waves:
    """The times of rows that may be the same people's each time, though no column names these.

    `lasting`: what they have again.
    """

    time: str
    lasting: tuple[str, ...]


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
        kept = {kind for kind, wrong in self.lasting if _FEW_WRONG * wrong <= self.repeated}
        return kept.intersection(_LASTING)


def find_panel(
    engine: Engine,
    columns: Sequence[ColumnProfile],
    possible: Sequence[ColumnProfile],
    starting_anew: Collection[str] = (),
) -> Panel | None:
    """Return the column of `possible`, of P's, that names people with several rows each.

    The first that is certain, or else the first that may. `starting_anew`: those whose numbers
    start anew in each group, so that their names do not make them certain.
    """
    doubtful = None
    looked_at = 0
    are_numbered = any(map(_numbers_each, columns))
    for one in sorted(possible, key=lambda one: not is_identifier(one.name)):
        is_named = is_identifier(one.name) and may_repeat_people(
            one.name, one.present, one.distinct
        )
        is_called = _may_call_people(one)
        if names_other_person(one.name) and not names_parent(one.name):
            continue
        is_parent = names_parent(one.name) and one.distinct >= _LEAST_PEOPLE
        if not (is_named or is_called or is_parent or _may_be_unnamed(one)):
            continue
        if looked_at == _MOST_LOOKED_AT:
            break
        looked_at += 1
        rows = look_at_rows(engine, columns, [one])
        if names_other_person(one.name):
            doubtful = doubtful or _judge_parent(one, rows, columns)
            continue
        if is_called:
            panel = _judge_called(one, rows)
            if panel is not None and panel.is_certain:
                return panel
            doubtful = doubtful or panel
            continue
        if rows.is_of_several or (one.name in starting_anew and not rows.kept):
            continue
        # Controls that are matched to a case have its number, beside one of their own.
        may_be_set = names_group(one.name) or (are_numbered and names_case(one.name))
        has_times = rows.time is not None and is_time_of_all(rows.time)
        is_person = calls_person(one.name) and has_times
        is_certain = not may_be_set and (is_named or rows.is_design or is_person)
        are_many = 2 * rows.repeated >= one.distinct
        is_certain = is_certain or (rows.is_of_one and are_many)
        if is_certain and not names_siblings(one.name):
            return Panel(one.name, one.present, one.distinct, is_certain=True, time=rows.time)
        may_be = is_named or rows.is_design or ((rows.kept or has_times) and are_many)
        if may_be and doubtful is None:
            doubtful = Panel(one.name, one.present, one.distinct, is_certain=False, time=rows.time)
    return doubtful


def _numbers_each(one: ColumnProfile) -> bool:
    """Whether a column is called an identifier, and each row has another."""
    return is_identifier(one.name) and one.distinct == one.rows


def _may_call_people(one: ColumnProfile) -> bool:
    """Whether a column has names, e-mails or phones, some of them in several rows."""
    return (
        find_kind(one.name) in _CALLED
        and one.distinct >= _LEAST_PEOPLE
        and may_repeat_people("id", one.present, one.distinct)
    )


def _judge_called(one: ColumnProfile, rows: RowsOfPeople) -> Panel | None:
    """Return what a column of names, e-mails or phones is; None if it names nobody.

    Several people may have one, so that the birth decides, or a design. Names of one sex are no
    sign, and a first name or a surname alone is not asked about.
    """
    are_many = 2 * rows.repeated >= one.distinct
    is_certain = rows.has_one_birth and (are_many or rows.repeated >= _LEAST_PEOPLE)
    if not names_part(one.name) and not rows.is_refuted and are_many:
        is_contact = find_kind(one.name) == "contact"
        is_certain = is_certain or rows.is_design or (is_contact and rows.is_of_one)
    elif not is_certain:
        return None
    return Panel(one.name, one.present, one.distinct, is_certain=is_certain, time=rows.time)


def _judge_parent(
    one: ColumnProfile, rows: RowsOfPeople, columns: Sequence[ColumnProfile]
) -> Panel | None:
    """Return a column of parents as what may name people; None where rows are of their children.

    These have numbers of their own, or another sex or birth each. Nothing makes it certain.
    """
    unique = (other.name for other in columns if other.distinct == other.rows)
    are_numbered = any(is_identifier(name) or may_number(name) for name in unique)
    may_be = may_repeat_people("id", one.present, one.distinct) and rows.constant
    if are_numbered or not may_be or rows.is_refuted or 2 * rows.repeated < one.distinct:
        return None
    return Panel(one.name, one.present, one.distinct, is_certain=False, time=rows.time)


def _may_be_unnamed(one: ColumnProfile) -> bool:
    """Whether a column of any name could name people with several rows each."""
    is_known = find_kind(one.name) not in ("", "identifier", "household") or is_time(one.name)
    is_known = is_known and not calls_person(one.name)
    often = 2 * one.distinct <= one.present and may_repeat_people("id", one.present, one.distinct)
    return one.distinct >= _LEAST_PEOPLE and often and not is_known


def look_at_rows(
    engine: Engine, columns: Sequence[ColumnProfile], naming: Sequence[ColumnProfile]
) -> RowsOfPeople:
    """Look at the rows of the values of a column, or of the pairs of two: one pass over P."""
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
    times = [*_list_times(others)][:_MOST_ASKED]
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


def _list_times(others: Sequence[ColumnProfile]) -> Iterator[ColumnProfile]:
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
    if not possible:
        return None
    query = panel_query(names, [*map(_differ, possible)], [])
    repeated, _, _, *differing = (int(number or 0) for number in engine.fetch(query)[0])
    found = (one for one, n in zip(possible, differing, strict=True) if 2 * n >= repeated)
    return next(found, None)


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

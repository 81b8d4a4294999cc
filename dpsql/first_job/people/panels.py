"""Finds the column of P that names people who have several rows each: of a panel, or of visits.

A name may say so, and rows may: all rows of a person have one sex and one day of birth, and one row
for each time, but for a few people. Rows of a household differ in these, and so do people who have
one name, or one phone, by chance. As no row is a person then, no bound holds.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from dpsql.domain.column_words import (
    calls_person,
    find_kind,
    is_identifier,
    is_time,
    may_number,
    names_part,
)
from dpsql.domain.numbered_words import (
    names_case,
    names_contract,
    names_group,
    names_number_alone,
    names_occasion,
    names_other_person,
    names_parent,
    names_report,
    names_siblings,
)
from dpsql.domain.plurals import join_names
from dpsql.domain.several_rows import may_repeat_people
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.people.called_by_names import list_called_by_names
from dpsql.first_job.people.grids import fills
from dpsql.first_job.people.rows_of_people import RowsOfPeople, list_times, look_at_rows
from dpsql.first_job.people.times import is_time_of_all
from dpsql.sql.tables.keys import keys_query
from dpsql.sql.tables.private_table import PUBLIC

#: Fewer values may have equal rows by chance.
_LEAST_PEOPLE = 20
#: By its name, a column with how people are called, or how to reach them.
_CALLED = ("name", "contact")
#: Each column that could name people costs a pass over P.
_MOST_LOOKED_AT = 8


@dataclass(frozen=True)
class Panel:
    """The column that names people with several rows of P each; `rows` of P have a value there.

    `people`: its distinct values. `is_certain`: its name or the rows leave no other reading; else
    many people may share a value. `time`: a column that tells the rows of each person apart, if one
    was found. `within`: columns that name people together with it, as a centre with the number of a
    patient there, or a birth with a name. `moment`: a column that says when a row was, where no
    `time` was found, as most rows have one of their own; or else a session or an age. `varying`:
    other columns that differ in the rows of most people, and so describe a row. `number`: a column
    of T, too, by which P tells whose a row is that does not name people; empty if there is none.
    `is_said`: that a job or whoever asks says that these name people, which is not doubted.
    """

    name: str
    rows: int
    people: int
    is_certain: bool
    time: ColumnProfile | None = None
    within: tuple[str, ...] = ()
    moment: ColumnProfile | None = None
    varying: tuple[str, ...] = ()
    number: str = ""
    is_said: bool = False

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

    @property
    def may_be_of_occasions(self) -> bool:
        """Whether it may number visits or orders, so that one row of each keeps no person's one."""
        return not self.is_certain and not self.within and names_occasion(self.name)

    @property
    def is_asked_about(self) -> bool:
        """Whether it is asked if these columns name people."""
        return not self.is_certain and not self.may_be_of_occasions

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


def find_panel(
    engine: Engine,
    columns: Sequence[ColumnProfile],
    possible: Sequence[ColumnProfile],
    starting_anew: Collection[str] = (),
    marking: Sequence[ColumnProfile] = (),
) -> Panel | None:
    """Return the column of `possible`, of P's, that names people with several rows each.

    The first that is certain, or else the first that may. `starting_anew`: those whose numbers
    start anew in each group, so that their names do not make them certain. `marking`: what marks
    T, which may be a time of rows.
    """
    doubtful = None
    looked_at = 0
    times = [*list_times([*columns, *marking])]
    are_numbered = any(map(_numbers_each, columns))
    of_names = {one.name for one in list_called_by_names(engine, possible)}
    are_named = any(_numbers_each(one) and not names_occasion(one.name) for one in columns)
    # An order or a case is several of one person's, or one of several people: these come last.
    for one in sorted(
        possible, key=lambda one: (names_occasion(one.name), not is_identifier(one.name))
    ):
        is_named = is_identifier(one.name) and may_repeat_people(
            one.name, one.present, one.distinct
        )
        # Beside a number of its own for each row, a number may be one of tumours.
        is_named = is_named and not (are_named and names_number_alone(one.name))
        is_called = _may_call_people(one)
        fills_grid = fills(engine, one, times)
        if names_other_person(one.name) and not (names_parent(one.name) or fills_grid):
            continue
        is_parent = names_parent(one.name) and one.distinct >= _LEAST_PEOPLE
        is_in_grid_alone = not (is_named or is_called or is_parent or _may_be_unnamed(one))
        if is_in_grid_alone and not fills_grid:
            continue
        if looked_at == _MOST_LOOKED_AT:
            break
        looked_at += 1
        rows = look_at_rows(engine, columns, [one], marking)
        if names_other_person(one.name) and not fills_grid:
            doubtful = doubtful or _judge_parent(one, rows, columns)
            continue
        if is_called:
            panel = _judge_called(one, rows)
            if panel is not None and panel.is_certain:
                return panel
            panel = panel or (_doubt(one, rows) if fills_grid else None)
            doubtful = doubtful or panel
            continue
        if rows.is_of_several or (one.name in starting_anew and not rows.kept):
            continue
        # Controls that are matched to a case have its number, beside one of their own.
        may_be_set = names_group(one.name) or (are_numbered and names_case(one.name))
        has_times = rows.time is not None and is_time_of_all(rows.time)
        is_person = calls_person(one.name) and has_times
        # Several people may share a full name.
        is_sure = is_named and one.name not in of_names
        is_certain = not may_be_set and (is_sure or rows.is_design or is_person)
        are_many = 2 * rows.repeated >= one.distinct
        is_certain = is_certain or (rows.is_of_one and are_many)
        # Several may report one event, and one person may have several.
        is_certain = is_certain and not (names_report(one.name) or _is_of_many(one, rows))
        # Rows of a doctor or of a district are no people, either: they are asked about.
        is_certain = is_certain and not (names_other_person(one.name) or is_in_grid_alone)
        if is_certain and not names_siblings(one.name):
            return Panel(one.name, one.present, one.distinct, is_certain=True, time=rows.time)
        # As many rows of each, that agree elsewhere, are no chance: both eyes of a patient, say.
        may_be = is_named or fills_grid or (rows.is_even and rows.constant)
        may_be = may_be or ((rows.kept or rows.keeps_race or has_times) and are_many)
        if may_be and doubtful is None:
            doubtful = _doubt(one, rows)
    return doubtful


def _doubt(one: ColumnProfile, rows: RowsOfPeople) -> Panel:
    """Return a column that may name people, about which is asked."""
    return Panel(one.name, one.present, one.distinct, is_certain=False, time=rows.time)


def look_at_named(
    engine: Engine, columns: Sequence[ColumnProfile], names: Sequence[str]
) -> Panel | None:
    """Return the columns of P that the job names as what names people, of P's `columns`.

    None if these are all, or no row has a value in each.
    """
    _, rows, people = map(int, engine.fetch(keys_query(names, PUBLIC))[0])
    naming = [one for one in columns if one.name in names]
    if not rows or len(naming) == len(columns):
        return None
    time = look_at_rows(engine, columns, naming).time
    *within, name = names
    return Panel(name, rows, people, is_certain=True, time=time, within=tuple(within), is_said=True)


def _numbers_each(one: ColumnProfile) -> bool:
    """Whether a column is called an identifier, and each row has another."""
    return is_identifier(one.name) and one.distinct == one.rows


def _is_of_many(one: ColumnProfile, rows: RowsOfPeople) -> bool:
    """Whether one person may have several of what a column numbers; not policies of one each."""
    is_contract = names_contract(one.name) and rows.is_of_one
    return names_occasion(one.name) and not is_contract


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
    return _doubt(one, rows)


def _may_be_unnamed(one: ColumnProfile) -> bool:
    """Whether a column of any name could name people with several rows each."""
    is_known = find_kind(one.name) not in ("", "identifier", "household") or is_time(one.name)
    is_known = is_known and not calls_person(one.name)
    often = 2 * one.distinct <= one.present and may_repeat_people("id", one.present, one.distinct)
    return one.distinct >= _LEAST_PEOPLE and often and not is_known

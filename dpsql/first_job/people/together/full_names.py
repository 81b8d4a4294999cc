"""Finds columns of P that name people together: first name, surname and birth."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from dpsql.domain.column_words import find_kind, split_name
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.people.called_by_names import list_called_by_names
from dpsql.first_job.people.panels import Panel
from dpsql.first_job.people.rows_of_people import look_at_rows
from dpsql.first_job.people.together.namesakes import count_namesakes, numbers_people

_FIRST = re.compile("first|given|forename|fname|vorname|prenom")
_LAST = re.compile("last|surname|family|(?<!ful)lname|nachname|familienname|apellido")
#: A first name in Spanish, beside apellidos, and a surname in French, beside a prenom.
_SPANISH = frozenset(("nombre", "nombres"))
#: Whose name it is says another word: not of the person of the row.
_OF_OTHERS = frozenset(
    (
        *("mother", "father", "spouse", "maiden", "birth", "doctor", "physician", "manager"),
        *("contact", "middle", "nick"),
    )
)
_MOST_BIRTHS = 3
#: One of so many rows has a namesake of its birth at most; of fewer people, all differ by chance.
_FEW_NAMESAKES, _LEAST_PEOPLE = 100, 20
#: Whole names of two columns that mean no names by themselves.
_PARTS = frozenset((("first",), ("last",)))


@dataclass(frozen=True)
class FullName:
    """The columns with the names of people, and those with their birth."""

    names: tuple[ColumnProfile, ...]
    births: tuple[ColumnProfile, ...] = ()

    @property
    def columns(self) -> tuple[ColumnProfile, ...]:
        """All of them, the names first."""
        return (*self.names, *self.births)


def find_full_name(
    columns: Sequence[ColumnProfile], also: Sequence[ColumnProfile] = ()
) -> FullName | None:
    """Return the columns that name people together, by their names; None if there are none.

    A name alone is none, but with a birth. `also`: columns with whole names that are called
    otherwise, as patient.
    """
    are_both = {split_name(one.name) for one in columns}.issuperset(_PARTS)
    called = [one for one in columns if find_kind(one.name) == "name" and one.distinct > 1]
    called += [one for one in columns if are_both and split_name(one.name) in _PARTS]
    called = [one for one in called if not _OF_OTHERS.intersection(split_name(one.name))]
    called += [one for one in also if one not in called]
    births = [one for one in columns if find_kind(one.name) == "birth" and one.distinct > 1]
    first = _find(called, _FIRST) or _find_word(called, _SPANISH)
    last = _find([one for one in called if one is not first], _LAST)
    # `name` beside a first name is a surname.
    whole = next((one for one in called if one not in (first, last)), None)
    names = tuple(one for one in (last or whole, first) if one is not None)
    if len(names) < 2 and (last is not None or first is not None or not births):
        return None
    return FullName(names, (*births[:_MOST_BIRTHS],)) if names else None


def find_parts_of_name(names: Sequence[str]) -> tuple[str, str] | None:
    """Return the columns with the first and the last name of people, by their names.

    >>> find_parts_of_name(["id", "Vorname", "Nachname", "mother_first_name"])
    ('Vorname', 'Nachname')
    >>> find_parts_of_name(["id", "full_name", "first_seen"])
    """
    called = _list_called(names)
    first = next((name for name in called if _FIRST.search(_join(name))), None)
    others = [name for name in called if name != first]
    last = next((name for name in others if _LAST.search(_join(name))), None)
    return None if first is None or last is None else (first, last)


def find_whole_name(names: Sequence[str]) -> str | None:
    """Return the column with the whole name of people, by its name.

    >>> find_whole_name(["id", "patient_name"]), find_whole_name(["first_name", "file_name"])
    ('patient_name', None)
    """
    parts = (_FIRST, _LAST)
    called = [one for one in _list_called(names) if not any(of.search(_join(one)) for of in parts)]
    return next(iter(called), None)


def _list_called(names: Sequence[str]) -> list[str]:
    of_people = [name for name in names if find_kind(name) == "name"]
    return [name for name in of_people if not _OF_OTHERS.intersection(split_name(name))]


def _join(name: str) -> str:
    return "".join(split_name(name))


def find_names_of_each(
    engine: Engine, columns: Sequence[ColumnProfile]
) -> tuple[tuple[str, ...], int] | None:
    """Return the names and the birth that name each row of P, and rows of namesakes.

    None if P has none of these, if somebody is numbered, or if more rows agree than by chance.
    """
    full = find_full_name(columns)
    if full is None or not full.births:
        return None
    if any(numbers_people(one) for one in columns):
        return None
    named = (*full.names, full.births[0])
    equal = count_namesakes(engine, named)
    few = _FEW_NAMESAKES * equal.repeated <= equal.rows
    if not (few and equal.are_by_chance and equal.people >= _LEAST_PEOPLE):
        return None
    return tuple(one.name for one in named), equal.rows - equal.people


def _find(columns: Sequence[ColumnProfile], words: re.Pattern[str]) -> ColumnProfile | None:
    return next((one for one in columns if words.search("".join(split_name(one.name)))), None)


def _find_word(columns: Sequence[ColumnProfile], words: frozenset[str]) -> ColumnProfile | None:
    return next((one for one in columns if words.intersection(split_name(one.name))), None)


def find_panel_of_names(engine: Engine, columns: Sequence[ColumnProfile]) -> Panel | None:
    """Return the full name of people with several rows of P each; None if there are none.

    Certain if most have several and a birth is part of it, or by design. Where another column
    numbers people, each row by its own, a few namesakes are not asked about.
    """
    full = find_full_name(columns, list_called_by_names(engine, columns))
    if full is None:
        return None
    equal = count_namesakes(engine, full.columns)
    is_numbered = any(numbers_people(one) for one in columns)
    if equal.are_by_chance or (is_numbered and equal.are_few):
        return None
    found = look_at_rows(engine, columns, full.columns)
    if found.is_refuted:
        return None
    is_sure = bool(full.births) and not is_numbered
    is_certain = found.is_design or (is_sure and 2 * found.repeated >= equal.people)
    name, *others = (one.name for one in full.columns)
    named = name, equal.rows, equal.people
    return Panel(*named, is_certain=is_certain, time=found.time, within=tuple(others))

"""Finds columns of P that name people together: first name, surname and birth.

Namesakes are other people: so many rows as would be equal by chance are expected, from how often
each value occurs. Where far more are equal, somebody has several rows.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod

from sqlglot import exp

from dpsql.domain.column_words import find_kind, is_identifier, split_name
from dpsql.domain.numbered_words import names_number_alone, names_occasion
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.people.panels import Panel, look_at_rows
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.templates import column, identifier

_FIRST = re.compile("first|given|forename|fname|vorname|prenom")
_LAST = re.compile("last|surname|family|lname|nachname|familienname|apellido")
#: A first name in Spanish, beside apellidos, and a surname in French, beside a prenom.
_SPANISH = frozenset(("nombre", "nombres"))
#: Whose name it is says another word: not of the person of the row.
_OF_OTHERS = frozenset(
    (
        *("mother", "father", "spouse", "maiden", "birth", "doctor", "physician", "manager"),
        *("contact", "middle", "nick"),
    )
)
#: Fewer people may be equal by chance.
_LEAST_PEOPLE = 20
#: So many times what chance lets expect, and some more, are no chance: namesakes go together, as
#: names of a region or of a decade do.
_TIMES_CHANCE, _FEW = 10, 2
#: Of rows that repeat another, one in so many: a register with fewer has some people twice.
_OF_ROWS = 20
_MOST_BIRTHS = 3


@dataclass(frozen=True)
class FullName:
    """The columns with the names of people, and those with their birth."""

    names: tuple[ColumnProfile, ...]
    births: tuple[ColumnProfile, ...] = ()

    @property
    def columns(self) -> tuple[ColumnProfile, ...]:
        """All of them, the names first."""
        return (*self.names, *self.births)


def find_full_name(columns: Sequence[ColumnProfile]) -> FullName | None:
    """Return the columns that name people together, by their names; None if there are none.

    A name alone is none, but with a birth.
    """
    called = [one for one in columns if find_kind(one.name) == "name" and one.distinct > 1]
    called = [one for one in called if not _OF_OTHERS.intersection(split_name(one.name))]
    births = [one for one in columns if find_kind(one.name) == "birth" and one.distinct > 1]
    first = _find(called, _FIRST) or _find_word(called, _SPANISH)
    last = _find([one for one in called if one is not first], _LAST)
    # `name` beside a first name is a surname.
    whole = next((one for one in called if one not in (first, last)), None)
    names = tuple(one for one in (last or whole, first) if one is not None)
    if len(names) < 2 and (last is not None or first is not None or not births):
        return None
    return FullName(names, (*births[:_MOST_BIRTHS],)) if names else None


def _find(columns: Sequence[ColumnProfile], words: re.Pattern[str]) -> ColumnProfile | None:
    return next((one for one in columns if words.search("".join(split_name(one.name)))), None)


def _find_word(columns: Sequence[ColumnProfile], words: frozenset[str]) -> ColumnProfile | None:
    return next((one for one in columns if words.intersection(split_name(one.name))), None)


def find_panel_of_names(engine: Engine, columns: Sequence[ColumnProfile]) -> Panel | None:
    """Return the full name of people with several rows of P each; None if there are none.

    Certain if most have several and a birth is part of it, or by design. Where another column
    numbers people, each row by its own, a few namesakes are not asked about.
    """
    full = find_full_name(columns)
    if full is None:
        return None
    rows, people, expected = _count(engine, full)
    repeated = rows - people
    if people < _LEAST_PEOPLE or repeated <= _TIMES_CHANCE * expected + _FEW:
        return None
    is_numbered = any(_numbers_people(one) for one in columns)
    if is_numbered and _OF_ROWS * repeated < rows:
        return None
    found = look_at_rows(engine, columns, full.columns)
    if found.is_refuted:
        return None
    is_sure = bool(full.births) and not is_numbered
    is_certain = found.is_design or (is_sure and 2 * found.repeated >= people)
    name, *others = (one.name for one in full.columns)
    return Panel(name, rows, people, is_certain=is_certain, time=found.time, within=tuple(others))


def _numbers_people(one: ColumnProfile) -> bool:
    """Whether a column has a number of people in each row, and not one of rows or orders."""
    is_named = is_identifier(one.name) and not names_occasion(one.name)
    return is_named and one.distinct == one.rows and not names_number_alone(one.name)


def _count(engine: Engine, full: FullName) -> tuple[int, int, float]:
    """Return rows with a full name, distinct full names, and pairs of namesakes by chance.

    Pairs are only counted where some rows repeat a full name.
    """
    ((people, rows, _),) = engine.fetch(namesakes_query([[one.name for one in full.columns]]))
    rows, people = int(rows or 0), int(people)
    if rows == people:
        return rows, people, 0
    single = namesakes_query([[one.name] for one in full.columns])
    shares = (float(squares) / float(present) ** 2 for _, present, squares in engine.fetch(single))
    return rows, people, rows * rows / 2 * prod(shares)


def namesakes_query(groups: Sequence[Sequence[str]]) -> exp.Query:
    """Return the query that counts, per group of columns, the values, rows, and equal pairs of P.

    Pairs in both orders, each row with itself among them.
    """
    return _union([*_list_counts(groups)])


def _list_counts(groups: Sequence[Sequence[str]]) -> Iterator[exp.Select]:
    rows = exp.column("row_count")
    for names in groups:
        values = (
            exp.select(exp.alias_(exp.Count(this=exp.Star()), "row_count"))
            .from_(exp.Table(this=identifier(PUBLIC)))
            .where(*(column(name).is_(exp.null()).not_() for name in names))
            .group_by(*map(column, names))
        )
        squares = exp.cast(rows.copy(), "DOUBLE") * exp.cast(rows.copy(), "DOUBLE")
        yield exp.select(
            exp.alias_(exp.Count(this=exp.Star()), "value_count"),
            exp.alias_(exp.Sum(this=rows.copy()), "row_count"),
            exp.alias_(exp.Sum(this=squares), "pair_count"),
        ).from_(values.subquery("named"))


def _union(counts: Sequence[exp.Select]) -> exp.Query:
    return counts[0] if len(counts) == 1 else exp.union(*counts, distinct=False)

"""Tells which columns may say when a row was: by their names, or by years as values."""

from collections.abc import Iterator, Sequence

from sqlglot import exp

from dpsql.domain.column_words import (
    find_kind,
    is_called_time,
    is_time,
    says_when,
    split_name,
)
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.templates import column, identifier

#: Words of what people do several times for a study, or pass through: as a number, it orders rows.
_COURSES = frozenset(
    word
    for words in (
        "session sess sitzung seance sesion assessment measurement messung followup fup fu cycle",
        "zyklus wk wks phase stage grade attempt exam interview sequence seq repetition rep",
        "replicate timepoint tp episode testday studyday stufe klassenstufe versuch durchgang obs",
    )
    for word in words.split()
)
#: Since people came into a study, if the rows of each differ in it.
_SPANS = frozenset(("days", "weeks", "months", "tage", "wochen", "monate", "jours", "semaines"))
#: What people have several of, where a number says so.
_COUNTED = frozenset(("contact", "kontakt", "visit", "besuch", "visita", "call"))
_NUMBERS = frozenset(("nr", "no", "num", "number", "nummer", "of", "study", "test", "day", "week"))
_NUMBERING = frozenset(("nr", "no", "num", "number", "nummer"))
_SINCE = frozenset(("since", "from", "after", "baseline", "enrolment", "enrollment", "seit"))
#: Years at which people were asked, of which few tables have more.
_FIRST_YEAR, _LAST_YEAR, _MOST_YEARS = 1900, 2100, 100
_YEAR_DIGITS = 4
#: Columns of years by whatever name that are looked for.
_MOST_ASKED = 12


def may_be_time(one: ColumnProfile) -> bool:
    """Whether a column may be the time of the rows of somebody, by its name or its years."""
    return is_time(one.name) or (has_years(one) and not find_kind(one.name))


def numbers_course(name: str) -> bool:
    """Whether the whole name is that of a number of sessions, stages and the like.

    >>> [numbers_course(name) for name in ("session", "exam_no", "wk", "exam_score", "day")]
    [True, True, True, False, False]
    >>> [numbers_course(name) for name in ("examno", "contact_no", "contact", "days", "days_lost")]
    [True, True, False, True, False]
    """
    words = {part for word in split_name(name) for part in _split_number(word)}
    courses = _COURSES | _COUNTED if words & _NUMBERING else _COURSES
    if words & courses:
        return words <= courses | _NUMBERS
    return bool(words & _SPANS) and words <= _SPANS | _NUMBERS | _SINCE


def _split_number(word: str) -> tuple[str, ...]:
    """Return the words of a number in one word, as of examno.

    >>> _split_number("examno"), _split_number("session")
    (('exam', 'no'), ('session',))
    """
    known = _COURSES | _COUNTED
    ends = (end for end in _NUMBERING if word.endswith(end) and word.removesuffix(end) in known)
    end = next(ends, "")
    return (word.removesuffix(end), end) if end else (word,)


def has_years(one: ColumnProfile) -> bool:
    """Whether all values of a column are years, of which there are several, and not many."""
    ends = one.least, one.greatest
    if not one.reads_as_number or one.has_fractions or ends[0] is None or ends[1] is None:
        return False
    return _FIRST_YEAR <= ends[0] < ends[1] <= _LAST_YEAR and 1 < one.distinct <= _MOST_YEARS


def is_time_of_all(one: ColumnProfile) -> bool:
    """Whether a column says nothing but when a row was.

    A year of something else has a name of several words, or one that is known.
    """
    return is_called_time(one.name) or (_may_be_any_time(one.name) and has_years(one))


def may_have_times(engine: Engine) -> bool:
    """Whether a column of P is called as the time of rows or their day is, or may have years."""
    types = engine.columns(PUBLIC)
    if any(map(says_when, types)):
        return True
    families = ("integer", "text")
    asked = [n for n, one in types.items() if one.family in families and _may_be_any_time(n)]
    if not asked:
        return False
    ends = [*_list_ends(asked[:_MOST_ASKED])]
    query = exp.select(*ends).from_(exp.Table(this=identifier(PUBLIC)))
    found = ["" if one is None else str(one) for one in engine.fetch(query)[0]]
    return any(map(_are_years, found[::2], found[1::2]))


def _list_ends(names: Sequence[str]) -> Iterator[exp.Expr]:
    for number, name in enumerate(names):
        yield exp.alias_(exp.Min(this=column(name)), f"least_{number}")
        yield exp.alias_(exp.Max(this=column(name)), f"greatest_{number}")


def _are_years(least: str, greatest: str) -> bool:
    both = (least, greatest)
    if not all(len(one) == _YEAR_DIGITS and one.isdecimal() for one in both):
        return False
    return _FIRST_YEAR <= int(least) < int(greatest) <= _LAST_YEAR


def _may_be_any_time(name: str) -> bool:
    """Whether a name is one word that says nothing else that is known."""
    return len(split_name(name)) == 1 and not find_kind(name)

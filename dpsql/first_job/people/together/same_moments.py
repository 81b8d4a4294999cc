"""Finds rows of P of one moment that are of one person, as far as what describes people tells.

Who has a row for each act, test or charge of one incident, visit or arrest is in P several times
at one time of day, with one sex, race and age. So are two people by chance, or as they are friends
or of one school class: it is only asked.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, product

from dpsql.domain.column_words import (
    find_kind,
    find_kind_of_few,
    is_known_less,
    names_day,
    split_name,
)
from dpsql.domain.numbered_words import names_other_person
from dpsql.domain.several_rows import OwnMoment
from dpsql.engines.base import ColumnType, Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.dependent.repeats import count_distinct
from dpsql.first_job.people.keys import agree
from dpsql.first_job.people.one_row_each import is_made
from dpsql.first_job.people.panels import Panel
from dpsql.first_job.people.renamed_ids import may_name
from dpsql.first_job.people.rows_of_people import find_column_kind, look_at_rows
from dpsql.first_job.people.rows_of_private import profile_time
from dpsql.first_job.people.together.moment_pairs import MomentPairs, count_moment_pairs
from dpsql.first_job.people.together.namesakes import Namesakes, count_equal, numbers_people
from dpsql.first_job.profile import Profile
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.templates import column

#: What describes somebody, of each kind so many columns; where two people of a moment may be.
_DESCRIBING = {"name": 2, "birth": 1, "sex": 1, "age": 1, "race": 1, "nationality": 1}
_PLACES, _MOST_PLACES, _FEWEST_DESCRIBING = ("place", "postcode"), 2, 2
#: Days or times of day that are looked at, those of most values first; fewer values tell nothing.
_MOST_MOMENTS, _FEWEST_MOMENTS = 3, 20
#: Rows of a moment, at most: more are those of an import, of an hour, or of no known moment; or
#: else the many tests of one person.
_TOGETHER = (20, 200)
#: One row of so many may lack such a value: it is no row of anybody then.
_FEW_NULLS = 10
#: Of pairs of rows of one moment, one in so many is of one person, as most are that agree: where
#: friends came together, and others, fewer of both seem to be.
_PAIRS_OF_ONE, _ALIKE_OF_ONE = 6, 0.6
#: Fewer pairs may agree by chance, or so many times more than those of any two rows.
_LEAST_PAIRS, _TIMES_CHANCE = 20, 4
#: Of pairs of any two rows, one in so many at most agrees in what describes people.
_TELLING = 10
#: A place is part of it if it leaves nine of ten pairs of one person.
_NEARLY_ALL = 0.9
#: Whole names of the parts of a moment, the day among them.
_PARTS = frozenset(("year", "month", "day", "hour", "minute", "time", "jahr", "monat", "tag"))
_DAYS_OF_PARTS = frozenset(("day", "tag"))
_WORDS_OF_MOMENTS = frozenset(("datetime", "timestamp", "zeitpunkt", "at", "when"))
_TIMES_OF_DAY = frozenset(("time", "hour", "uhrzeit", "zeit", "heure", "hora", "stunde"))


def may_be_of_moments(name: str, type_: ColumnType) -> bool:
    """Whether a column may be looked at by `find_panel_of_moments`, by its name and type.

    >>> text = ColumnType("text", "VARCHAR")
    >>> [may_be_of_moments(name, text) for name in ("arrest_date", "sex", "city", "pid", "charge")]
    [True, True, True, True, False]
    """
    is_part = bool({*split_name(name)} & (_PARTS | _TIMES_OF_DAY))
    is_known = find_kind_of_few(name) in (*_DESCRIBING, *_PLACES, "identifier")
    return says_moment(name, type_) or is_part or is_known


def says_moment(name: str, type_: ColumnType) -> bool:
    """Whether a column may say when a row was, to the day or the second, by its name and type.

    >>> text = ColumnType("text", "VARCHAR")
    >>> [says_moment(name, text) for name in ("arrest_date", "seen_at", "birth_date", "sex")]
    [True, True, False, False]
    """
    is_time = type_.family in ("date", "timestamp", "time") or names_day(name)
    is_time = is_time or bool({*split_name(name)} & _WORDS_OF_MOMENTS)
    return is_time and find_kind(name) not in ("birth", "death")


def find_panel_of_moments(engine: Engine, columns: Sequence[ColumnProfile]) -> Panel | None:
    """Return a moment and what describes people, where rows that agree in these are of one person.

    None where a column numbers people, or where two people of a moment may agree as often. It is
    never certain.
    """
    if any(numbers_people(one) for one in columns if not is_made(one)):
        return None
    chosen = _find_moment(engine, columns)
    return None if chosen is None else _name_people(engine, columns, chosen)


def with_private_moment(engine: Engine, found: Profile) -> Profile:
    """Return the profile with a moment whose rows of T may be of one person each, if there is one.

    Of a T without a key, where no column of T names people, and nothing else is asked of its rows.
    Which columns describe people, P's tell; T may have a time of its own.
    """
    known: tuple[object, ...] = (found.panel, found.pair, found.own_repeats, found.renamed)
    known += (found.renamed_pair, found.text_of_pair, found.private_waves, found.public_count)
    own = {name: found.private[name] for name in found.own}
    if any(one is not None for one in (*known, found.answer)) or any(map(may_name, own)):
        return found
    columns = [one for one in found.public if agree(one.type, own.get(one.name))]
    public = {one.name for one in found.public}
    times = [name for name in own if name not in public and says_moment(name, own[name])]
    columns += [profile_time(engine, name, own[name]) for name in times[:_MOST_MOMENTS]]
    chosen = _find_moment(engine, columns, PRIVATE)
    if chosen is None:
        return found
    names = _list_names(chosen)
    people = count_distinct(engine, PRIVATE, names)
    is_few = Namesakes(found.private_rows, people, 0).are_few
    moment = OwnMoment(tuple(names), found.private_rows, people)
    return found if is_few else replace(found, private_moment=moment)


def _find_moment(
    engine: Engine, columns: Sequence[ColumnProfile], table: str = PUBLIC
) -> list[ColumnProfile] | None:
    """Return what describes people, and a moment, in which most rows that agree are of one."""
    describing = [*list_describing(columns)]
    if len(describing) < _FEWEST_DESCRIBING:
        return None
    places = [*_take(_PLACES, columns, _MOST_PLACES)]
    for moment, together in product(list_moments(columns), _TOGETHER):
        found: list[tuple[float, list[ColumnProfile]]] = []
        for number in range(len(places), -1, -1):
            own = [*moment, *places[:number]]
            if any(one in describing for one in own):
                continue
            names = _list_names(own), _list_names(describing)
            pairs = count_moment_pairs(engine, *names, together, table)
            if _are_of_one(pairs):
                # The day stands last: a text that begins with it would read as a day.
                chosen = [*describing, *own[len(moment) :], *moment]
                found.append((pairs.of_one * pairs.pairs, chosen))
        most = max((of_one for of_one, _ in found), default=0.0)
        for of_one, chosen in found:
            if of_one >= _NEARLY_ALL * most:
                return chosen
    return None


def _are_of_one(found: MomentPairs) -> bool:
    """Whether many pairs of rows of a moment are of one person, and hardly others agree so."""
    if found.alike < _LEAST_PAIRS or _TELLING * found.by_chance > 1:
        return False
    if found.alike < _TIMES_CHANCE * found.by_chance * found.pairs:
        return False
    of_one = found.of_one
    return _PAIRS_OF_ONE * of_one >= 1 and of_one * found.pairs >= _ALIKE_OF_ONE * found.alike


def _name_people(
    engine: Engine, columns: Sequence[ColumnProfile], chosen: Sequence[ColumnProfile]
) -> Panel | None:
    """Return the panel of people in all of P; None if too few rows repeat to be asked about."""
    *within, name = _list_names(chosen)
    ((people, rows, _),) = count_equal(engine, [[column(one.name) for one in chosen]])
    equal = Namesakes(rows, people, 0)
    if equal.are_by_chance or equal.are_few:
        return None
    time = look_at_rows(engine, columns, chosen).time
    return Panel(name, rows, people, is_certain=False, time=time, within=tuple(within))


def list_describing(columns: Sequence[ColumnProfile]) -> Iterator[ColumnProfile]:
    """Yield what describes the person of a row: name, birth, sex, age, race, nationality."""
    for kind, most in _DESCRIBING.items():
        yield from _take((kind,), columns, most)


def _take(
    kinds: Sequence[str], columns: Sequence[ColumnProfile], most: int
) -> Sequence[ColumnProfile]:
    """Return columns of some kinds, of the person of a row, with a value in most rows."""
    own = [one for one in columns if one.distinct > 1 and find_column_kind(one) in kinds]
    of_person = (
        one for one in own if not is_known_less(one.name) and not names_other_person(one.name)
    )
    whole = [one for one in of_person if _FEW_NULLS * (one.rows - one.present) <= one.rows]
    return sorted(whole, key=lambda one: -one.distinct)[:most]


def list_moments(columns: Sequence[ColumnProfile]) -> Iterator[Sequence[ColumnProfile]]:
    """Yield what says when a row was: a time, a day with its time of day, or a day in its parts."""
    whole = [one for one in columns if _FEW_NULLS * (one.rows - one.present) <= one.rows]
    days = [one for one in whole if _is_day(one) and one.distinct >= _FEWEST_MOMENTS]
    days = sorted(days, key=lambda one: -one.distinct)[:_MOST_MOMENTS]
    clock = [one for one in whole if one not in days and _is_time_of_day(one)]
    yield from chain([[one, *clock[:1]] for one in days if clock], [[one] for one in days])
    parts = [one for one in whole if split_name(one.name)[1:] == () and _is_part(one)]
    if not days and any({*split_name(one.name)} & _DAYS_OF_PARTS for one in parts):
        yield parts


def _is_day(one: ColumnProfile) -> bool:
    is_date = one.reads_as_date or one.has_mixed_dates or one.type.family == "timestamp"
    return is_date and find_kind(one.name) not in ("birth", "death")


def _is_time_of_day(one: ColumnProfile) -> bool:
    is_named = bool({*split_name(one.name)} & _TIMES_OF_DAY) and not names_day(one.name)
    may_be = one.type.family in ("text", "integer") and one.distinct > 1
    return one.type.family == "time" or (is_named and may_be)


def _is_part(one: ColumnProfile) -> bool:
    return bool({*split_name(one.name)} & _PARTS) and one.distinct > 1


def _list_names(columns: Sequence[ColumnProfile]) -> list[str]:
    return [one.name for one in columns]

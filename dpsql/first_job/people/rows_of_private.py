"""Finds what tells the rows apart of a T that has several of each person, where P has one."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from sqlglot import exp

from dpsql.domain.column_words import find_kind, is_called_time, is_time, names_day, rank_interval
from dpsql.domain.levels.rules import DATE_PATTERN, NUMBER_PATTERN
from dpsql.domain.names import fold_name
from dpsql.domain.several_rows import Renamed
from dpsql.engines.base import ColumnType, Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.dependent.repeats import count_distinct
from dpsql.first_job.people.panels import Panel
from dpsql.first_job.people.rows_of_people import FEW_TWICE
from dpsql.first_job.people.times import may_be_time, numbers_course
from dpsql.first_job.texts.form import TextForm
from dpsql.first_job.texts.times import ORDERS, TimeOrder, find_left, find_order, fold_text
from dpsql.sql.counting.generalization import matches
from dpsql.sql.tables.keys import keys_query
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.templates import column, identifier

_DATES = ("date", "timestamp")
#: The rank of texts whose order is not known.
_UNORDERED = 3
#: Columns that T alone has and that are counted.
_MOST_ASKED = 8
#: Days as people write them: what stands between their parts, as a pattern.
_SIGNS = {".": "[.]", "/": "/", "-": "-"}
_TWO, _ABOVE_TWELVE = "[0-9]{1,2}", "(1[3-9]|2[0-9]|3[01])"
#: A day of each order, to tell the order by; no value of T.
_DAY_FIRST, _MONTH_FIRST = "31{0}12{0}2000", "12{0}31{0}2000"


def find_panel_of_private(
    engine: Engine,
    key: str,
    columns: Sequence[ColumnProfile],
    own: Collection[str],
    within: tuple[str, ...] = (),
) -> Panel | None:
    """Return the key of T as a panel, with the time of its rows; None if no row repeats another's.

    `columns`: of P, one of which T has, too, if the last row of each is known. `own`: of T.
    `within`: what names people of T together with the key.
    """
    names = (*within, key)
    rows, present, distinct = map(int, engine.fetch(keys_query(names, PRIVATE))[0])
    repeated = present - distinct
    if not repeated:
        return None
    possible = [
        one for one in columns if one.name in own and one.name not in names and _is_time(one)
    ]
    for one in sorted(possible, key=lambda one: (not may_be_time(one), -rank_interval(one.name))):
        if FEW_TWICE * (rows - count_distinct(engine, PRIVATE, [*names, one.name])) <= repeated:
            return Panel(key, present, distinct, is_certain=False, time=one, within=within)
    moment = next((one for one in possible if one.reads_as_date), None)
    return Panel(key, present, distinct, is_certain=False, moment=moment, within=within)


def find_panel_of_renamed(
    engine: Engine, renamed: Renamed, columns: Sequence[ColumnProfile], own: Collection[str]
) -> Panel | None:
    """Return what `find_panel_of_private` does, of a column of T that P calls otherwise."""
    panel = find_panel_of_private(engine, renamed.private, columns, own)
    return None if panel is None else replace(panel, name=renamed.public)


def find_own_time(engine: Engine, panel: Panel | None = None) -> ColumnProfile | None:
    """Return a time that T alone has, by which the last row of its people is known; or None.

    Or else the time of the `panel`, if T writes it in another way than P: as text of another order.

    A date comes before a number, and texts such as wave 2 after these; texts of no known order are
    last. Of its values only how many are dates, numbers or such texts is read, and of dates such as
    31.12.2020 how many have the day first.
    """
    if (time := _find_unlike(engine, panel)) is not None:
        return time
    public = [fold_name(name) for name in engine.columns(PUBLIC)]
    asked = [
        (name, type_)
        for name, type_ in engine.columns(PRIVATE).items()
        if fold_name(name) not in public and _may_be_time(name, type_)
    ]
    times = _read_times(engine, asked[:_MOST_ASKED]) if asked else []
    known = [one for one in times if _rank(one) < _UNORDERED]
    if not known and panel is not None:
        known = [*_list_courses(engine, panel, public)]
    return min(known or filter(_is_called_time, times), key=_rank, default=None)


def _is_called_time(one: ColumnProfile) -> bool:
    return is_called_time(one.name)


def _list_courses(engine: Engine, panel: Panel, public: Collection[str]) -> Iterator[ColumnProfile]:
    """Yield numbers of sessions and the like of T, of which hardly two rows of a person have one.

    `public`: P's columns, folded.
    """
    types = engine.columns(PRIVATE)
    if not {*panel.names} <= types.keys():
        return
    rows, present, distinct = map(int, engine.fetch(keys_query(panel.names, PRIVATE))[0])
    own = [
        (name, type_)
        for name, type_ in types.items()
        if fold_name(name) not in public and numbers_course(name) and type_.family == "integer"
    ]
    for one in _read_times(engine, own[:_MOST_ASKED]) if own and present == rows else ():
        twice = rows - count_distinct(engine, PRIVATE, [*panel.names, one.name])
        if one.present == rows and FEW_TWICE * twice <= rows - distinct:
            yield one


def _rank(one: ColumnProfile) -> int:
    """Order dates before numbers, and these before texts of a known order, and others."""
    if one.reads_as_date or one.reads_as_number:
        return int(not one.reads_as_date)
    return _UNORDERED - bool(one.values)


def _find_unlike(engine: Engine, panel: Panel | None) -> ColumnProfile | None:
    """Return the time of P's panel as T has it, if that is of another type, or in another form."""
    time = None if panel is None else panel.latest
    private = None if time is None else engine.columns(PRIVATE).get(time.name)
    if time is None or private is None or private.family not in ("text", "integer", *_DATES):
        return None
    is_other = private.family != time.type.family and {private.family, time.type.family} != {
        *_DATES
    }
    if not is_other and private.family != "text":
        return None
    (own,) = _read_times(engine, [(time.name, private)])
    is_in_order = find_order(own.values) is find_order(time.values) or time.form is not None
    return own if is_other or own.reads_as_date or not is_in_order else None


def _read_times(engine: Engine, asked: Sequence[tuple[str, ColumnType]]) -> list[ColumnProfile]:
    """Return what is known of columns of T, by how many of their values have which form."""
    counts = [count for name, _ in asked for count in _count_forms(name)]
    query = exp.select(*counts).from_(exp.Table(this=identifier(PRIVATE)))
    found = iter([*map(int, engine.fetch(query)[0])])
    times = []
    for name, type_ in asked:
        rows, present, numbers, dates = islice(found, 4)
        one = _profile(name, type_, rows, present, numbers, dates)
        of_signs = {sign: (next(found), next(found), next(found)) for sign in _SIGNS}
        orders = [order for order in ORDERS if (next(found), next(found) < 2) == (present, True)]
        examples = orders[0].examples if orders and present else ()
        times.append(replace(one, form=_find_form(present, of_signs), values=examples))
    return times


def profile_time(engine: Engine, name: str, type_: ColumnType) -> ColumnProfile:
    """Return what is known of a time of T, by how many of its values have which form."""
    return _read_times(engine, [(name, type_)])[0]


def _may_be_time(name: str, type_: ColumnType) -> bool:
    is_told = is_time(name) or names_day(name) or rank_interval(name) or type_.family in _DATES
    may_be = type_.family in (*_DATES, "text", "integer")
    return bool(is_told) and may_be and find_kind(name) not in ("birth", "death")


def _count_forms(name: str) -> list[exp.Expr]:
    """Return how many rows have a value, and how many values are numbers, or days.

    Of days between other signs: all, those that have the day first, and those that have the month.
    Of each form of texts whose order is known, how many values have it, and in how many ways.
    """
    text = exp.cast(column(name), "VARCHAR")
    folded = fold_text(text)
    return [
        exp.Count(this=exp.Star()),
        exp.Count(this=column(name)),
        *(exp.Count(this=_only(matches(text, one))) for one in (NUMBER_PATTERN, DATE_PATTERN)),
        *(exp.Count(this=_only(matches(text, one))) for one in _list_days()),
        *(count for one in ORDERS for count in _count_order(folded, one)),
    ]


def _count_order(text: exp.Expr, order: TimeOrder) -> list[exp.Expr]:
    ways: exp.Expr = exp.Literal.number(0)
    if order.apart:
        left = exp.Distinct(expressions=[find_left(text, order)])
        ways = exp.Count(this=left)
    return [exp.Count(this=_only(matches(text, f"^({order.pattern})$"))), ways]


def _list_days() -> Iterator[str]:
    for sign in _SIGNS.values():
        for first, second in ((_TWO, _TWO), (_ABOVE_TWELVE, _TWO), (_TWO, _ABOVE_TWELVE)):
            yield f"^{first}{sign}{second}{sign}[0-9]{{4}}$"


def _find_form(present: int, counts: Mapping[str, tuple[int, int, int]]) -> TextForm | None:
    """Return how days are written whose order is certain, by an example; None if it is not.

    Between points, the day is first unless a value says otherwise.

    >>> _find_form(9, {".": (9, 0, 0), "/": (0, 0, 0)}).plain
    {'31.12.2000': '2000-12-31'}
    >>> _find_form(9, {"/": (9, 0, 0)}), _find_form(9, {"/": (9, 1, 1)})
    (None, None)
    """
    for sign, (days, day_first, month_first) in counts.items():
        if not days or days < present or (day_first and month_first):
            continue
        if not day_first and not month_first and sign != ".":
            continue
        example = (_MONTH_FIRST if month_first else _DAY_FIRST).format(sign)
        return TextForm("dates", "", {example: "2000-12-31"})
    return None


def _only(condition: exp.Expr) -> exp.Expr:
    return exp.Case(ifs=[exp.If(this=condition, true=exp.Literal.number(1))])


def _profile(
    name: str, type_: ColumnType, rows: int, present: int, numbers: int, dates: int
) -> ColumnProfile:
    """Return what is known of a column of T, no value of which is read."""
    return ColumnProfile(
        name,
        type_,
        rows,
        present,
        distinct=present,
        numbers=numbers,
        dates=dates,
        codes=0,
        padded=0,
        shortest=0,
        longest=0,
        least=None,
        greatest=None,
    )


def _is_time(one: ColumnProfile) -> bool:
    """Whether a column may say when a row was, and not when somebody was born or died."""
    may_be = may_be_time(one) or one.reads_as_date or rank_interval(one.name)
    return bool(may_be) and find_kind(one.name) not in ("birth", "death")

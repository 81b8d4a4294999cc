"""Finds what tells the rows apart of a T that has several of each person, where P has one."""

from collections.abc import Collection, Sequence

from sqlglot import exp

from dpsql.domain.column_words import find_kind, is_time, rank_interval
from dpsql.domain.levels.rules import DATE_PATTERN, NUMBER_PATTERN
from dpsql.domain.names import fold_name
from dpsql.engines.base import ColumnType, Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.dependent.repeats import count_distinct
from dpsql.first_job.people.panels import FEW_TWICE, Panel
from dpsql.first_job.people.times import may_be_time
from dpsql.sql.counting.generalization import matches
from dpsql.sql.tables.keys import keys_query
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.templates import column, identifier

_DATES = ("date", "timestamp")
#: Columns that T alone has and that are counted.
_MOST_ASKED = 8


def find_panel_of_private(
    engine: Engine, key: str, columns: Sequence[ColumnProfile], own: Collection[str]
) -> Panel | None:
    """Return the key of T as a panel, with the time of its rows; None if no row repeats another's.

    `columns`: of P, one of which T has, too, if the last row of each is known. `own`: of T.
    """
    rows, present, distinct = map(int, engine.fetch(keys_query([key], PRIVATE))[0])
    repeated = present - distinct
    if not repeated:
        return None
    possible = [one for one in columns if one.name in own and one.name != key and _is_time(one)]
    for one in sorted(possible, key=lambda one: (not may_be_time(one), -rank_interval(one.name))):
        if FEW_TWICE * (rows - count_distinct(engine, PRIVATE, [key, one.name])) <= repeated:
            return Panel(key, present, distinct, is_certain=False, time=one)
    moment = next((one for one in possible if one.reads_as_date), None)
    return Panel(key, present, distinct, is_certain=False, moment=moment)


def find_own_time(engine: Engine) -> ColumnProfile | None:
    """Return a time that T alone has, by which the last row of its people is known; or None.

    A date comes before a number. Of its values only how many are dates, or numbers, is read.
    """
    public = [fold_name(name) for name in engine.columns(PUBLIC)]
    asked = [
        (name, type_)
        for name, type_ in engine.columns(PRIVATE).items()
        if fold_name(name) not in public and _may_be_time(name, type_)
    ]
    if not asked:
        return None
    counts = [count for name, _ in asked[:_MOST_ASKED] for count in _count_forms(name)]
    query = exp.select(*counts).from_(exp.Table(this=identifier(PRIVATE)))
    found = [*map(int, engine.fetch(query)[0])]
    times = [
        _profile(name, type_, *found[4 * number : 4 * number + 4])
        for number, (name, type_) in enumerate(asked[:_MOST_ASKED])
    ]
    possible = [one for one in times if one.reads_as_date or one.reads_as_number]
    return min(possible, key=lambda one: not one.reads_as_date, default=None)


def _may_be_time(name: str, type_: ColumnType) -> bool:
    is_told = is_time(name) or rank_interval(name) or type_.family in _DATES
    may_be = type_.family in (*_DATES, "text", "integer")
    return bool(is_told) and may_be and find_kind(name) not in ("birth", "death")


def _count_forms(name: str) -> list[exp.Expr]:
    """Return how many rows have a value, and how many values are numbers, or days."""
    text = exp.cast(column(name), "VARCHAR")
    return [
        exp.Count(this=exp.Star()),
        exp.Count(this=column(name)),
        *(exp.Count(this=_only(matches(text, one))) for one in (NUMBER_PATTERN, DATE_PATTERN)),
    ]


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

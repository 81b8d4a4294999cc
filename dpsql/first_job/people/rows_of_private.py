"""Finds what tells the rows apart of a T that has several of each person, where P has one."""

from collections.abc import Collection, Sequence

from dpsql.domain.column_words import find_kind, is_time, rank_interval
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.dependent.repeats import count_distinct
from dpsql.first_job.people.panels import FEW_TWICE, Panel
from dpsql.sql.tables.keys import keys_query
from dpsql.sql.tables.private_table import PRIVATE


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
    for one in sorted(possible, key=lambda one: (not is_time(one.name), -rank_interval(one.name))):
        if FEW_TWICE * (rows - count_distinct(engine, PRIVATE, [key, one.name])) <= repeated:
            return Panel(key, present, distinct, is_certain=False, time=one)
    moment = next((one for one in possible if one.reads_as_date), None)
    return Panel(key, present, distinct, is_certain=False, moment=moment)


def _is_time(one: ColumnProfile) -> bool:
    """Whether a column may say when a row was, and not when somebody was born or died."""
    may_be = is_time(one.name) or one.reads_as_date or rank_interval(one.name)
    return bool(may_be) and find_kind(one.name) not in ("birth", "death")

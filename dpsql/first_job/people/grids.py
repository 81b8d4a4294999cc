"""Whether each value of a column has one row at each time, as in a panel by its design.

Where rows are people who are there once each, values that many of them share meet one time several
times, and another time never. Names do not matter: so it is for people, households and districts.
"""

from collections.abc import Sequence

from dpsql.domain.column_words import is_time
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.dependent.repeats import count_distinct
from dpsql.sql.tables.private_table import PUBLIC

#: Fewer values may fill a grid by chance, or by a design of ages, say.
_LEAST_VALUES = 20
#: One cell of so many may be empty, or have two rows.
_FEW = 20


def may_fill(one: ColumnProfile, times: Sequence[ColumnProfile]) -> bool:
    """Whether a column of P has as many rows as one for each of its values at each time."""
    is_of_row = is_time(one.name) or one.reads_as_date
    return not is_of_row and any(_has_as_many(one, time) for time in times)


def fills(engine: Engine, one: ColumnProfile, times: Sequence[ColumnProfile]) -> bool:
    """Whether a column of P has one row for nearly each of its values at each time."""
    if not may_fill(one, times):
        return False
    return any(
        (_FEW - 1) * one.present <= _FEW * count_distinct(engine, PUBLIC, [one.name, time.name])
        for time in times
        if _has_as_many(one, time)
    )


def _has_as_many(one: ColumnProfile, time: ColumnProfile) -> bool:
    cells = one.distinct * time.distinct
    return (
        one.name != time.name
        and one.distinct >= _LEAST_VALUES
        and time.distinct > 1
        and (_FEW - 1) * cells <= _FEW * one.present <= (_FEW + 1) * cells
    )

"""Finds the columns that name people by their part in a case: an incident and a number in it, say.

Of a crash, a court file or a visit, whatever it is called, one or two columns name it, and numbers
or roles of its people start anew in each. One row of each case would leave out all others of it.
"""

from collections.abc import Sequence
from itertools import combinations

from sqlglot import exp

from dpsql.domain.column_words import find_kind, is_identifier
from dpsql.domain.numbered_words import (
    ends_as_number,
    may_number_members,
    names_event,
    names_number_alone,
    names_occasion,
    names_other_person,
    names_role,
)
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.people.together.designed_names import (
    LEAST_PEOPLE,
    is_short_value,
    keep_designed,
    may_differ,
)
from dpsql.first_job.people.together.namesakes import count_equal
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.templates import column, identifier

#: Columns that may name a case and are tried; as many as name one together.
_MOST_TRIED, _SIZES = 5, (1, 2)
#: Numbers of a case have few gaps: hardly twice as many values as one case has people.
_FEW_GAPS = 2
#: Kinds of columns that may name a case.
_NAMING = ("", "identifier", "place", "household", "record", "thing")


def find_members(engine: Engine, columns: Sequence[ColumnProfile]) -> tuple[str, ...] | None:
    """Return one or two columns of a case, and the number or role of somebody in it; or None.

    All rows of P differ in these together, though chance would let many agree. None where one
    column numbers people in all rows.
    """
    if any(may_number_members(one.name) and one.distinct == one.rows for one in columns):
        return None
    roles = [one for one in columns if names_role(one.name) and _may_be_part(one)]
    others = [one for one in columns if one not in roles and _may_name_case(one)]
    others = sorted(others, key=lambda one: (not _is_called(one.name), -one.distinct))
    # A number of nothing else may be one of people only beside what happened to several of them.
    numbers = [one for one in columns if _numbers_alone(one.name) and _may_be_part(one)]
    for size in _SIZES if roles or numbers else ():
        cases = [*combinations(others[:_MOST_TRIED], size)]
        sets = [(*case, role) for case in cases for role in roles]
        events = [case for case in cases if any(names_event(one.name) for one in case)]
        sets += [(*case, one) for case in events for one in numbers if one not in case]
        for *case, role in keep_designed(engine, [one for one in sets if may_differ(one)]):
            if _starts_anew(engine, case, role):
                names = [one.name for one in columns if one in case]
                return (*names, role.name)
    return None


def _may_be_part(one: ColumnProfile) -> bool:
    """Whether a column may be a part of a name: each row has a short value, and some share it."""
    return 1 < one.distinct < one.present == one.rows and is_short_value(one)


def _may_name_case(one: ColumnProfile) -> bool:
    is_day = one.reads_as_date or names_other_person(one.name)
    is_kind = find_kind(one.name) in _NAMING or names_occasion(one.name)
    return _may_be_part(one) and is_kind and not is_day


def _is_called(name: str) -> bool:
    return names_occasion(name) or is_identifier(name) or may_number_members(name)


def _numbers_alone(name: str) -> bool:
    return names_number_alone(name) and ends_as_number(name)


def _starts_anew(engine: Engine, case: Sequence[ColumnProfile], role: ColumnProfile) -> bool:
    """Whether cases repeat, and one of them has about as many people as there are roles.

    Somebody's own number would have more values than one case has people.
    """
    ((cases, rows, _),) = count_equal(engine, [[column(one.name) for one in case]])
    if rows - cases < LEAST_PEOPLE:
        return False
    row_count = exp.alias_(exp.Count(this=exp.Star()), "row_count")
    each = exp.select(row_count).from_(exp.Table(this=identifier(PUBLIC)))
    each = each.group_by(*(column(one.name) for one in case))
    most = exp.select(exp.Max(this=exp.column("row_count"))).from_(each.subquery("cases"))
    return role.distinct <= _FEW_GAPS * int(engine.fetch(most)[0][0])

"""Finds the columns that name people by their part in a case: an incident and a number in it, say.

Of a crash, a court file or a visit, whatever it is called, one or two columns name it, and numbers
or roles of its people start anew in each. One row of each case would leave out all others of it.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from sqlglot import exp

from dpsql.domain.column_words import find_kind, is_identifier, names_part
from dpsql.domain.numbered_words import (
    ends_as_number,
    may_number_members,
    names_act,
    names_event,
    names_group,
    names_number_alone,
    names_occasion,
    names_other_person,
    names_role,
)
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.people.rows_of_people import look_at_rows
from dpsql.first_job.people.together.designed_names import (
    LEAST_PEOPLE,
    is_short_value,
    keep_designed,
    may_differ,
)
from dpsql.first_job.people.together.namesakes import count_equal
from dpsql.first_job.people.together.pairs import Pair
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
        # One person has several charges: with these, a case names more than people.
        tried = [one for one in others if size == 1 or not names_act(one.name)]
        cases = [*combinations(tried[:_MOST_TRIED], size)]
        sets = [(*case, role) for case in cases for role in roles]
        events = [case for case in cases if any(names_event(one.name) for one in case)]
        sets += [(*case, one) for case in events for one in numbers if one not in case]
        for *case, role in keep_designed(engine, [one for one in sets if may_differ(one)]):
            if _are_rows_of_one(engine, columns, case, role):
                continue
            if _starts_anew(engine, case, role):
                names = [one.name for one in columns if one in case]
                return (*names, role.name)
    return None


def count_cases(engine: Engine, columns: Sequence[ColumnProfile]) -> list[Pair]:
    """Return a case and the number, role or name of somebody in it, with several rows there."""
    if any(may_number_members(one.name) and one.distinct == one.rows for one in columns):
        return []
    callers = [one for one in columns if _calls_somebody(one)]
    roles = [one for one in columns if names_role(one.name) and _may_be_part(one)]
    roles = [one for one in roles if one not in callers]
    if not (roles or callers):
        return []
    called = [one for one in columns if _is_called(one.name) and _may_name_case(one)]
    cases = [one for one in called if one not in roles and not names_act(one.name)]
    found = []
    for case, role in product(cases[:_MOST_TRIED], (*roles, *callers)):
        if role in callers:
            found += [*_count_called(engine, case, role)] if names_occasion(case.name) else []
            continue
        if role.distinct >= case.distinct:
            continue
        ((pairs, rows, _),) = count_equal(engine, [[column(case.name), column(role.name)]])
        if pairs == rows or not _starts_anew(engine, [case], role):
            continue
        # A number of nothing known may be a person's, whose rows have several roles.
        is_shared = names_occasion(case.name) or names_group(case.name)
        if is_shared or look_at_rows(engine, columns, [case]).is_of_several:
            found.append(Pair(role, case, pairs, rows, is_of_case=True))
    return found


def _count_called(engine: Engine, case: ColumnProfile, called: ColumnProfile) -> Iterator[Pair]:
    """Yield a case and what its people are called, if cases have several people, with some rows."""
    both = [column(case.name), column(called.name)]
    ((pairs, rows, _),) = count_equal(engine, [both])
    if case.distinct + LEAST_PEOPLE <= pairs < rows:
        yield Pair(called, case, pairs, rows, is_of_case=True, is_called=True)


def _calls_somebody(one: ColumnProfile) -> bool:
    """Whether a column has the whole names of people in a case, by its name and its values."""
    is_name = find_kind(one.name) == "name" and not names_part(one.name)
    is_name = (is_name or names_role(one.name)) and not names_other_person(one.name)
    is_text = one.type.family == "text" and not one.reads_as_number
    return is_name and is_text and _may_be_part(one) and one.distinct >= LEAST_PEOPLE


def _are_rows_of_one(
    engine: Engine,
    columns: Sequence[ColumnProfile],
    case: Sequence[ColumnProfile],
    role: ColumnProfile,
) -> bool:
    """Whether one of two columns names a case, and the other differs in rows of one person."""
    called = [one for one in case if _is_called(one.name)] if len(case) > 1 else []
    looked = (look_at_rows(engine, columns, [one, role]) for one in called)
    return any(rows.kept and not rows.is_refuted for rows in looked)


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
    """Whether people of cases differ, and one case has about as many as there are roles.

    Somebody's own number would have more values than one case has people.
    """
    names = [column(one.name) for one in case]
    (cases, _, _), (people, _, _) = count_equal(engine, [names, [*names, column(role.name)]])
    if people - cases < LEAST_PEOPLE:
        return False
    members = exp.Count(this=exp.Distinct(expressions=[column(role.name)]))
    each = exp.select(exp.alias_(members, "people_count")).from_(exp.Table(this=identifier(PUBLIC)))
    each = each.group_by(*(column(one.name) for one in case))
    most = exp.select(exp.Max(this=exp.column("people_count"))).from_(each.subquery("cases"))
    return role.distinct <= _FEW_GAPS * int(engine.fetch(most)[0][0])

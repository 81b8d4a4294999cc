"""Finds columns that are NULL where an outcome says no: a date of death beside whether one died.

Whether such a column is NULL tells the outcome. Where that is left out, so is the column.
"""

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.kinds import name_kind
from dpsql.first_job.profile import Profile
from dpsql.first_job.roles import IS_STUDIED, MOST_KNOWN, find_role
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.templates import column, identifier

#: Fewer rows that are NULL, or not, may agree with an outcome by chance.
_LEAST_ROWS = 5
#: Each outcome reads the table once.
_MOST_OUTCOMES = 10


def with_outcome_nulls(engine: Engine, found: Profile) -> Profile:
    """Return the profile with the columns whose NULLs follow from an outcome, and its name."""
    roles = {
        one.name: find_role(
            one, name_kind(one, found), is_counted=found.public_count is not None
        ).reason
        for one in found.public
    }
    names = [one.name for one in found.public if not roles[one.name] and _has_gaps(one)]
    outcomes = [
        one.name
        for one in found.public
        if roles[one.name] == IS_STUDIED and 1 < one.distinct + one.has_nulls <= MOST_KNOWN
    ]
    told: dict[str, str] = {}
    for outcome in outcomes[:_MOST_OUTCOMES] if names else []:
        rows = engine.fetch(_count_query(outcome, names))
        for number, name in enumerate(names, 1):
            if all(int(row[number]) in (0, int(row[0])) for row in rows):
                told.setdefault(name, outcome)
    return replace(found, outcome_nulls=told)


def _has_gaps(one: ColumnProfile) -> bool:
    return min(one.present, one.rows - one.present) >= _LEAST_ROWS


def _count_query(outcome: str, names: Sequence[str]) -> exp.Query:
    """Return the query that counts, by value of an outcome, the rows, and those with a value."""
    counts = [exp.alias_(exp.Count(this=exp.Star()), "all_rows")]
    counts += [
        exp.alias_(exp.Count(this=column(name)), f"present_{number}")
        for number, name in enumerate(names)
    ]
    query = exp.select(*counts).from_(exp.Table(this=identifier(PUBLIC)))
    return query.group_by(column(outcome))


def tell_outcome_nulls(outcome: str) -> str:
    """Say that the NULLs of a column tell an outcome.

    >>> tell_outcome_nulls("died").partition(",")[0]
    'it is NULL exactly where died says so'
    """
    return (
        f"it is NULL exactly where {outcome} says so, which seems to be what a study looks at (an"
        " outcome, a treatment, a follow-up), and which few know of others; if they do, list it"
        " above"
    )

"""Finds when rows were collected: the start and the end of filling in a survey, on the same day.

They tell of the row, and not of the person. When something of people began and ended, a job or a
stay, is hardly ever the same day for nearly all.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from dpsql.domain.column_words import split_name
from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.profile import Profile
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.templates import column, identifier

_TIME = "(?:date|time|datetime|datum|zeit|fecha)?"
_START = re.compile(rf"(?:start|started|begin|beginn|debut|inicio){_TIME}")
_END = re.compile(
    rf"(?:end|ended|finish|finished|recorded|submit|submitted|completed|ende|fin){_TIME}"
)
#: Of a hundred rows, so many have both on one day.
_SAME_DAY, _FIRST_OF_TIME = 90, 10
#: Fewer rows may agree by chance.
_LEAST_ROWS = 20


def with_row_times(engine: Engine, found: Profile) -> Profile:
    """Return the profile with the columns that say when a row was collected."""
    dates = [one for one in found.public if one.reads_as_date and one.form is None]
    starts = [one.name for one in dates if _START.fullmatch(_join(one))]
    ends = [one.name for one in dates if _END.fullmatch(_join(one))]
    if not starts or not ends or found.public_rows < _LEAST_ROWS:
        return found
    query = _count_query(starts[0], ends)
    counts = [int(n or 0) for n in engine.fetch(query)[0]]
    same = [
        name
        for name, n in zip(ends, counts, strict=True)
        if 100 * n >= _SAME_DAY * found.public_rows
    ]
    return replace(found, row_times=(starts[0], *same)) if same else found


def _join(one: ColumnProfile) -> str:
    return "".join(split_name(one.name))


def _count_query(start: str, ends: Sequence[str]) -> exp.Query:
    """Return the query that counts, for each end, the rows whose start is on the same day."""
    counts = []
    for number, end in enumerate(ends):
        case = exp.Case(
            ifs=[exp.If(this=_day(start).eq(_day(end)), true=exp.Literal.number(1))],
            default=exp.Literal.number(0),
        )
        counts.append(exp.alias_(exp.Sum(this=case), f"same_{number}"))
    return exp.select(*counts).from_(exp.Table(this=identifier(PUBLIC)))


def _day(name: str) -> exp.Substring:
    return exp.Substring(
        this=exp.cast(column(name), "VARCHAR"),
        start=exp.Literal.number(1),
        length=exp.Literal.number(_FIRST_OF_TIME),
    )

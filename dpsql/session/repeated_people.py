"""Asks whether P has a row per person, where an identifier or an e-mail, by its name, repeats."""

import logging
from collections.abc import Sequence
from typing import Literal

from sqlglot import exp

from dpsql.domain.column_words import find_kind, is_identifier
from dpsql.domain.job import Job
from dpsql.domain.numbered_words import names_occasion, reaches_people
from dpsql.domain.several_rows import ask_of_alike, ask_of_people, may_repeat_people
from dpsql.engines.base import Engine
from dpsql.inputs.places import Place
from dpsql.sql.tables.file_copies import name_files
from dpsql.sql.tables.key_writings import count_merged, list_alike
from dpsql.sql.tables.private_table import PUBLIC
from dpsql.sql.tables.public_and_private import Tables
from dpsql.sql.templates import column, identifier

#: How much of P is read: all rows; all only if some of the first repeat; none.
LookedAt = Literal["all", "first", "none"]
#: In a smaller table values may be equal by chance, whatever the column is called.
_LEAST_PEOPLE = 20
#: The values of all rows cost half as much as a run. Several rows of each of a million people are
#: seen in these, unless each wave of a panel is longer and stands together.
_FIRST = 50_000
_log = logging.getLogger("dpsql")


def warn_of_repeated_people(
    engine: Engine, job: Job, tables: Tables, looked_at: LookedAt, places: Sequence[Place | None]
) -> None:
    """Log a warning if an identifier of P repeats: somebody may have several rows.

    One scan of these columns. Rows that stand for several people, a key, and a column that the job
    names as one of persons, are checked elsewhere, and answer this unless they may number visits.
    `places`: P and T, for a statement that writes alike what differs in case and spaces alone.
    """
    if looked_at == "none" or job.is_estimated or tables.people is not None:
        return
    if looked_at == "all":
        _warn_of_alike(engine, job, places)
    checked = [one for one in (job.person, job.private.key) if one is not None]
    if checked and not all(map(names_occasion, checked)):
        return
    names = [
        one
        for one in tables.public_columns
        if one not in checked and (is_identifier(one) or find_kind(one) == "contact")
    ]
    if looked_at == "first" and names:
        first = _count(engine, names, _FIRST)
        names = [name for name, (present, distinct) in first.items() if distinct < present]
    if not names:
        return
    for name, (present, distinct) in _count(engine, names).items():
        # Not of a column that many people share.
        if may_repeat_people(name, present, distinct) and present >= _LEAST_PEOPLE:
            _log.warning(ask_of_people(present - distinct, name))
            return


def _warn_of_alike(engine: Engine, job: Job, places: Sequence[Place | None]) -> None:
    """Log a warning if values of what names people in P differ in case and spaces alone."""
    columns = engine.columns(PUBLIC)
    key = job.private.key
    named = [one for one in (job.person, key) if one is not None]
    names = named or [one for one in columns if reaches_people(one)]
    for name in dict.fromkeys(names):
        if columns[name].family != "text" or not (values := count_merged(engine, name)):
            continue
        paths = name_files(places[: 1 + (name == key)])
        copies = " ".join(list_alike(paths, name))
        _log.warning(ask_of_alike(values, name) + (f", as DuckDB does by {copies}" * bool(copies)))
        return


def _count(
    engine: Engine, names: Sequence[str], first: int | None = None
) -> dict[str, tuple[int, int]]:
    """Return how many values, and distinct ones, each column of P has, or has in its first rows."""
    rows = exp.select(*map(column, names)).from_(exp.Table(this=identifier(PUBLIC)))
    if first is not None:
        rows = rows.limit(first)
    counts = [count for name in names for count in _count_values(column(name))]
    found = [*map(int, engine.fetch(exp.select(*counts).from_(rows.subquery("looked_at")))[0])]
    return dict(zip(names, zip(found[::2], found[1::2], strict=True), strict=True))


def _count_values(value: exp.Expr) -> tuple[exp.Expr, exp.Expr]:
    distinct = exp.Distinct(expressions=[value.copy()])
    return exp.Count(this=value), exp.Count(this=distinct)

"""Finds how people whom several columns name are written in P, if T writes them in another way.

A CSV has 13.0 for 13 where pandas saw a missing cell; other tables have other letters.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.engines.base import ColumnType, Engine
from dpsql.first_job.people.keys import agree
from dpsql.sql.tables.key_writings import DECIMALS, Writing, count_unknown, find_writing
from dpsql.sql.tables.keys import keys_query
from dpsql.sql.tables.private_table import PRIVATE, PUBLIC
from dpsql.sql.templates import column, identifier

_PEOPLE = "people"


@dataclass(frozen=True)
class Lost:
    """Rows of T whose people P lacks as they are, and those that are `left` if written alike.

    `alike`: the columns that are written so in both tables.
    """

    rows: int
    left: int
    writing: Writing | None = None
    alike: tuple[str, ...] = ()


def find_lost(engine: Engine, types: Mapping[str, tuple[ColumnType, ColumnType]]) -> Lost:
    """Return how many rows of T name people whom P lacks, and how more of them are found.

    `types`: of P and of T, by the columns that name people together in both.
    """
    cast = {name: DECIMALS for name, both in types.items() if not agree(*both)}
    rows = _count_lost(engine, [*types], cast)
    if not rows:
        return Lost(0, 0)
    found: dict[str, Writing] = {}
    for name in types:
        if name in cast:
            continue
        all_rows, present, _ = map(int, engine.fetch(keys_query([name], PRIVATE))[0])
        unknown = count_unknown(engine, name) - (all_rows - present)
        if unknown and (how := find_writing(engine, name, unknown)) is not None:
            found[name] = how[0]
    if not found:
        return Lost(rows, rows)
    writing = next(iter(found.values()))
    alike = tuple(name for name, one in found.items() if one is writing)
    left = _count_lost(engine, [*types], cast | dict.fromkeys(alike, writing))
    return Lost(rows, left, writing, alike) if left < rows else Lost(rows, rows)


def _count_lost(engine: Engine, names: Sequence[str], folds: Mapping[str, Writing]) -> int:
    """Count rows of T with a value in each column whose people P lacks, if they are written so."""
    own = exp.Table(this=identifier(PRIVATE))
    values = [
        exp.alias_(_fold(column(name), folds.get(name)), f"v{i}") for i, name in enumerate(names)
    ]
    people = exp.select(*values).distinct().from_(exp.Table(this=identifier(PUBLIC)))
    same = [
        column(f"v{i}", _PEOPLE).eq(_fold(column(name, PRIVATE), folds.get(name)))
        for i, name in enumerate(names)
    ]
    given = [column(name, PRIVATE).is_(exp.null()).not_() for name in names]
    rows = exp.select(exp.Count(this=exp.Star())).from_(own)
    rows = rows.join(people.subquery(_PEOPLE), on=exp.and_(*same), join_type="left")
    lacking = column("v0", _PEOPLE).is_(exp.null())
    return int(engine.fetch(rows.where(exp.and_(*given, lacking)))[0][0])


def _fold(value: exp.Expr, writing: Writing | None) -> exp.Expr:
    return value if writing is None else writing.fold(value)

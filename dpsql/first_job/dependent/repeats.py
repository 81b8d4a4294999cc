"""Finds columns of P that say the same as an earlier one: codes beside names, for instance."""

from collections.abc import Sequence

from sqlglot import exp

from dpsql.engines.base import Engine
from dpsql.first_job.columns import ColumnProfile
from dpsql.first_job.dependent.copies import is_named_as_copy
from dpsql.sql.templates import column, identifier

#: Fewer values may agree by chance, more are no categories.
_LEAST_VALUES, _MOST_VALUES = 3, 10_000
#: Each comparison reads the table once.
_MOST_COMPARED = 20


def find_repeats(engine: Engine, table: str, columns: Sequence[ColumnProfile]) -> dict[str, str]:
    """Return, of columns with one value per value of an earlier one, the name of the earlier.

    Logs and squares by their names come last, and what has more NULLs after what has fewer: these
    say nothing else.
    """
    names = [one.name for one in columns]

    def rank(one: ColumnProfile) -> tuple[bool, int]:
        return is_named_as_copy(one.name, names), one.rows - one.present

    columns = sorted(columns, key=rank)
    repeats: dict[str, str] = {}
    compared = 0
    for number, one in enumerate(columns):
        for other in columns[:number]:
            is_full = other.present == one.present or 2 * one.present > one.rows
            if (
                other.distinct != one.distinct
                or not is_full
                or not _LEAST_VALUES <= one.distinct <= _MOST_VALUES
            ):
                continue
            if other.name in repeats or 2 * one.distinct > one.rows or compared == _MOST_COMPARED:
                continue
            compared += 1
            if _count_pairs(engine, table, one.name, other.name) == one.distinct:
                repeats[one.name] = other.name
                break
    return repeats


def _count_pairs(engine: Engine, table: str, one: str, other: str) -> int:
    """Count the distinct pairs of values of two columns, in rows that have both."""
    are_there = [column(name).is_(exp.null()).not_() for name in (one, other)]
    pairs = exp.select(column(one), column(other)).distinct()
    pairs = pairs.from_(exp.Table(this=identifier(table))).where(*are_there)
    count = exp.select(exp.Count(this=exp.Star())).from_(pairs.subquery("pairs"))
    return int(engine.fetch(count)[0][0])


def count_distinct(engine: Engine, table: str, names: Sequence[str]) -> int:
    """Count the distinct tuples of some columns; NULL is a value."""
    tuples = exp.select(*map(column, names)).distinct().from_(exp.Table(this=identifier(table)))
    count = exp.select(exp.Count(this=exp.Star())).from_(tuples.subquery("tuples"))
    return int(engine.fetch(count)[0][0])

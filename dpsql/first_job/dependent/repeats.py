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

    Logs and squares by their names come last.
    """
    names = [one.name for one in columns]
    columns = sorted(columns, key=lambda one: is_named_as_copy(one.name, names))
    repeats: dict[str, str] = {}
    compared = 0
    for number, one in enumerate(columns):
        for other in columns[:number]:
            alike = (other.distinct, other.present) == (one.distinct, one.present)
            if not alike or not _LEAST_VALUES <= one.distinct <= _MOST_VALUES:
                continue
            if other.name in repeats or 2 * one.distinct > one.rows or compared == _MOST_COMPARED:
                continue
            compared += 1
            nulls = int(one.has_nulls)
            if count_distinct(engine, table, [one.name, other.name]) == one.distinct + nulls:
                repeats[one.name] = other.name
                break
    return repeats


def count_distinct(engine: Engine, table: str, names: Sequence[str]) -> int:
    """Count the distinct tuples of some columns; NULL is a value."""
    tuples = exp.select(*map(column, names)).distinct().from_(exp.Table(this=identifier(table)))
    count = exp.select(exp.Count(this=exp.Star())).from_(tuples.subquery("tuples"))
    return int(engine.fetch(count)[0][0])

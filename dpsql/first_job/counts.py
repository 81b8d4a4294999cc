"""Recognizes tables whose rows stand for several people, by the name and values of a column."""

from collections.abc import Mapping

from dpsql.engines.base import ColumnType, Engine
from dpsql.first_job.repeats import count_distinct
from dpsql.sql.tables.people import MOST_PEOPLE, PeopleColumn, check_people_query

#: What a column of counts is called, in lower case; the last words of longer names count, too.
_NAMES = (
    *("people", "persons", "population", "pop", "count", "counts", "cases", "n", "number"),
    *("freq", "frequency", "total", "inhabitants", "residents", "headcount", "patients"),
)
#: Of one row, all columns are told apart.
_LEAST_ROWS = 2
_FAMILIES = ("text", "integer", "decimal", "float")


def find_count(
    engine: Engine, table: str, types: Mapping[str, ColumnType], rows: int
) -> tuple[str, int] | None:
    """Return the column with the people of each row of a table, and their sum; None if it has none.

    Its name says so, its values are whole numbers, and the other columns tell all rows apart, as
    they do in a table that was grouped by them. Where one of several is enough for that, it may be
    a person's number, and each row one person.
    """
    if rows < _LEAST_ROWS:
        return None
    for name, type_ in types.items():
        others = [one for one in types if one != name]
        if not _is_named_so(name) or type_.family not in _FAMILIES or not others:
            continue
        counts = PeopleColumn(name, table, type_)
        empty, strange, people = map(int, engine.fetch(check_people_query(counts))[0])
        if empty or strange or not 0 < people <= MOST_PEOPLE:
            continue
        is_unique = [count_distinct(engine, table, [one]) == rows for one in others]
        if all(is_unique) == any(is_unique) and count_distinct(engine, table, others) == rows:
            return name, people
    return None


def _is_named_so(name: str) -> bool:
    words = name.casefold().replace("-", "_").replace(" ", "_").split("_")
    return words[-1] in _NAMES or words[0] in ("n", "count", "number")

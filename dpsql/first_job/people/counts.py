"""Recognizes tables whose rows stand for several people, by the name and values of a column.

Rows of a table that was grouped by its other columns differ in these although many people share
them. Rows of people who hardly share anything differ, too: there a number of children is no count.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from sqlglot import exp

from dpsql.domain.column_words import split_name
from dpsql.engines.base import ColumnType, Engine
from dpsql.first_job.dependent.repeats import count_distinct
from dpsql.sql.tables.people import MOST_PEOPLE, PeopleColumn, check_people_query
from dpsql.sql.templates import column, identifier

#: What a column of counts is called, in lower case; the last words of longer names count, too.
_OF_PEOPLE = (
    *("people", "persons", "population", "inhabitants", "residents", "headcount"),
    *("personen", "einwohner", "personnes", "habitants", "personas", "habitantes"),
)
_NAMES = (
    *(*_OF_PEOPLE, "pop", "count", "counts", "cases", "n", "number", "patients"),
    *("freq", "frequency", "total", "anzahl", "effectif", "effectifs"),
)
#: Of one row, all columns are told apart.
_LEAST_ROWS = 2
_FAMILIES = ("text", "integer", "decimal", "float")
#: Pairs of rows with one tuple that are expected by chance, at least, doubled: none is by design.
_MANY_PAIRS, _SOME_PAIRS = 20, 2
#: A column of few values: so many rows have each. Without it, tuples of a grouped table are equal.
_ROWS_EACH, _MOST_LEFT_OUT = 20, 6


@dataclass(frozen=True)
class Counts:
    """A column that may state the people of each row, and their sum.

    `is_certain`: the rows differ as those of a grouped table do. `says_people`: so does its name.
    """

    name: str
    people: int
    is_certain: bool
    says_people: bool


def find_count(
    engine: Engine, table: str, types: Mapping[str, ColumnType], rows: int
) -> Counts | None:
    """Return the column that may have the people of each row of a table; None if it has none.

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
            says_people = bool({*split_name(name)[-1:]} & {*_OF_PEOPLE})
            is_certain = _is_grouped(engine, table, others, rows, says_people=says_people)
            return Counts(name, people, is_certain, says_people)
    return None


def _is_grouped(
    engine: Engine, table: str, names: Sequence[str], rows: int, *, says_people: bool
) -> bool:
    """Whether rows that all differ in some columns would hardly do so if they were people.

    They have most of the possible tuples; or so many tuples of people would be equal by chance; or
    they are, without one column.
    """
    counts = [exp.Count(this=exp.Distinct(expressions=[column(name)])) for name in names]
    query = exp.select(*counts).from_(exp.Table(this=identifier(table)))
    values = dict(zip(names, map(int, engine.fetch(query)[0]), strict=True))
    tuples = prod(max(number, 1) for number in values.values())
    least = _SOME_PAIRS if says_people else _MANY_PAIRS
    if 2 * rows >= tuples or rows**2 >= least * tuples:
        return True
    few = [name for name, number in values.items() if 1 < number <= rows // _ROWS_EACH]
    return any(
        10 * count_distinct(engine, table, [other for other in names if other != name]) <= 7 * rows
        for name in few[:_MOST_LEFT_OUT]
    )


def _is_named_so(name: str) -> bool:
    return bool({*split_name(name)[-1:]} & {*_NAMES}) or name in ("count_star()", "count(*)")

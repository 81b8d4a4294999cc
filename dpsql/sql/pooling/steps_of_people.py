"""On which steps some people settle; nothing of who of them is in T."""

from collections.abc import Sequence

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.engines.base import Engine
from dpsql.sql.counting.tuples import value_name
from dpsql.sql.pooling.climbers import SETTLED
from dpsql.sql.templates import column, identifier, render

_PEOPLE = "people_to_place"


def find_steps_of(engine: Engine, people: Sequence[Sequence[Leaf]]) -> list[int]:
    """Return the number of the step of each person, 0 for the start, by their values as text."""
    columns = len(people[0]) if people else 0
    if not columns:
        return []
    defined = {"number": "BIGINT"} | {value_name(j).name: "VARCHAR" for j in range(columns)}
    engine.upload(_PEOPLE, defined, [(number, *values) for number, values in enumerate(people)])
    found = [0] * len(people)
    for number, step in engine.fetch(steps_of_people_query(columns)):
        found[int(number)] = int(step)
    engine.drop(_PEOPLE)
    return found


def steps_of_people_query(columns: int) -> exp.Query:
    """The statement that finds those of the people who were uploaded that climb."""
    names = [value_name(j).name for j in range(columns)]
    return render(
        "list_steps_of_people",
        people=identifier(_PEOPLE),
        settled=identifier(SETTLED),
        is_settled=exp.and_(
            *(
                exp.NullSafeEQ(
                    this=column(name, "people"),
                    expression=exp.cast(column(name, "settled"), "VARCHAR"),
                )
                for name in names
            )
        ),
    )

"""Which boxes a few people of P are in, for a preview; nothing of who of them is in T."""

from collections.abc import Sequence

from sqlglot import exp

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.engines.base import Engine
from dpsql.sql.axes import order_name
from dpsql.sql.partition.boxes import BOXES, high_name, low_name
from dpsql.sql.shown_classes import list_values_at
from dpsql.sql.templates import column, identifier, render

_PEOPLE = "example_people"
#: The first and the last value of a box in one quasi-identifier.
Range = tuple[Leaf, Leaf]


def find_boxes_of(engine: Engine, people: Sequence[Sequence[Leaf]]) -> list[list[Range] | None]:
    """Return the box of each of a few people, given by their values as text; None if in no box.

    Where boxes overlap, it is the first of those that a person is in.
    """
    columns = len(people[0]) if people else 0
    if not columns:
        return []
    defined = {"number": "BIGINT"} | {_value_name(j): "VARCHAR" for j in range(columns)}
    engine.upload(_PEOPLE, defined, [(number, *values) for number, values in enumerate(people)])
    rows = engine.fetch(boxes_of_people_query(columns))
    engine.drop(_PEOPLE)
    ends = {j: {int(row[1 + 2 * j + k]) for row in rows for k in (0, 1)} for j in range(columns)}
    leaves = {
        (j, int(position)): leaf
        for j, position, leaf in list_values_at(engine, ends if rows else {})
    }
    found: list[list[Range] | None] = [None] * len(people)
    for number, *positions in reversed(rows):
        found[int(number)] = [
            (leaves[j, int(positions[2 * j])], leaves[j, int(positions[2 * j + 1])])
            for j in range(columns)
        ]
    return found


def boxes_of_people_query(columns: int) -> exp.Query:
    """The statement that finds the boxes of the people who were uploaded."""
    return render(
        "list_boxes_of_people",
        people=identifier(_PEOPLE),
        boxes=identifier(BOXES),
        columns=[_describe(j) for j in range(columns)],
    )


def _describe(j: int) -> dict[str, exp.Expr]:
    places = f"places_of_{j}"
    position, low, high = (
        column("position", places),
        *(exp.Column(this=name, table=identifier("boxes")) for name in (low_name(j), high_name(j))),
    )
    return {
        "low": low_name(j),
        "high": high_name(j),
        "order": identifier(order_name(j)),
        "places": identifier(places),
        "is_place": exp.NullSafeEQ(
            this=column(_value_name(j), "people"), expression=column("leaf", places)
        ),
        "is_inside": exp.Between(this=position, low=low, high=high),
    }


def _value_name(j: int) -> str:
    return f"value_{j}"

"""Lets the rows of T climb whose classes are expected to have too few people of P."""

from sqlglot import exp

from dpsql.domain.levels.lattice import Node
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.counting.tuples import TUPLES, value_name
from dpsql.sql.lattice.frequency_set import Levels, code_name
from dpsql.sql.pooling.climbers import SETTLED, settled_query
from dpsql.sql.statistics.class_shares import CodedTables, double
from dpsql.sql.templates import column, identifier, render

_SHARED = "shared"


def settle(statistics: CodedTables, start: Node, least: float) -> None:
    """Materialize the tuples of T whose class at the start has less than the share `least`.

    They settle on the step after it, at the root. From the root nobody climbs.
    """
    lattice = statistics.levels.lattice
    if start == lattice.root:
        statistics.engine.materialize(SETTLED, settled_query(lattice, [start], 1))
        return
    statistics.engine.materialize(SETTLED, climbers_query(statistics, start, least))


def climbers_query(statistics: CodedTables, start: Node, least: float) -> exp.Query:
    """The statement that lists these tuples, with their step and their rows of T."""
    lattice = statistics.levels.lattice
    joined = Levels(lattice, start).joined
    codes = [
        column(f"code_{start.levels[j]}", leaves_name(j)).eq(
            column(code_name(j, start.levels[j]).name, _SHARED)
        )
        for j in joined
    ]
    return render(
        "list_expected_climbers",
        values=[
            {"value": column(value_name(j).name, TUPLES), "name": value_name(j)}
            for j in range(len(lattice.heights))
        ],
        joins=[
            {
                "leaves": identifier(leaves_name(j)),
                "condition": exp.NullSafeEQ(
                    this=column(value_name(j).name, TUPLES),
                    expression=column("value", leaves_name(j)),
                ),
            }
            for j in joined
        ],
        classes=statistics.classes_query(start, with_codes=True),
        is_of_class=exp.and_(*codes),
        least=double(least),
    )

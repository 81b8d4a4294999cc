"""Lets the people of rare classes climb, in the engine: who settles on which step.

Only tuples of rare classes leave the start; every other step reads what the step before left, so
that a path of many steps costs little more than the first. Definitions: `domain.pooling`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.domain.pooling import NextLevel, Pooling, PoolingPath, Step, find_next
from dpsql.engines.base import Engine
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.counting.tuples import TUPLES, TableSizes, value_name
from dpsql.sql.lattice.frequency_set import Levels, code_name, node_codes
from dpsql.sql.templates import column, identifier, render

#: Tuples that did not settle at the start, with the number of their step.
SETTLED = "settled"


def settle(
    engine: Engine, lattice: Lattice, sizes: TableSizes, start: Node, least: int, path: PoolingPath
) -> Pooling:
    """Materialize the table of those who climb, and return who settles where."""
    if start == lattice.root:
        engine.materialize(SETTLED, settled_query(lattice, [start], least))
        return Pooling(least, (Step(start, sizes.public_rows, sizes.private_rows),))
    climb = _Climb(engine, lattice, start, least)
    steps = climb.go(path)
    climbed_public = sum(step.public_rows for step in steps)
    climbed_private = sum(step.private_rows for step in steps)
    stayed = Step(start, sizes.public_rows - climbed_public, sizes.private_rows - climbed_private)
    return Pooling(least, (stayed, *steps))


def climbers_query(lattice: Lattice, start: Node, least: int) -> exp.Query:
    """The statement that lists the tuples whose class at the start has too few people."""
    levels = Levels(lattice, start)
    return render(
        "list_climbers",
        values=[
            {"value": column(value_name(j).name, TUPLES), "name": value_name(j)}
            for j in range(len(lattice.heights))
        ],
        codes=[column(f"code_{start.levels[j]}", leaves_name(j)) for j in levels.joined],
        joins=_join_leaves(levels.joined, TUPLES),
        least=exp.Literal.number(least),
    )


def code_query(lattice: Lattice, start: Node) -> exp.Query:
    """The statement that codes the labels that those who leave the start can come to have."""
    levels = Levels(lattice, start)
    climbers = name_climbers(0)
    values = [value_name(j) for j in range(len(lattice.heights))]
    return render(
        "code_climbers",
        values=[{"value": column(name.name, climbers), "name": name} for name in values],
        codes=[{"value": value, "name": name} for value, name in levels.codes],
        joins=_join_leaves(levels.joined, climbers),
        climbers=identifier(climbers),
    )


def group_query(lattice: Lattice, start: Node, least: int, number: int, node: Node) -> exp.Query:
    """The statement that groups those who come to `node`, step `number` after the start."""
    return render(
        "group_climbers",
        values=[value_name(j) for j in range(len(lattice.heights))],
        codes=[name for _, name in Levels(lattice, start).codes],
        classes=node_codes(node, lattice),
        climbers=identifier(name_climbers(number)),
        least=exp.Literal.number(least),
    )


def next_levels_query(lattice: Lattice, number: int, node: Node, least: int) -> exp.Query:
    """The statement that measures the next levels for those who do not settle at `node`.

    They are in the table of climbers with this number.
    """
    heights = lattice.heights
    return render(
        "measure_next_levels",
        columns=[
            {
                "number": exp.Literal.number(j),
                "coded": code_name(j, level),
                "code": identifier(f"code_{level}"),
                "next_code": identifier(f"code_{level + 1}"),
                "leaves": identifier(f"leaves_{level}"),
                "next_leaves": identifier(f"leaves_{level + 1}"),
                "all_leaves": identifier(f"leaves_{heights[j]}"),
                "table": identifier(leaves_name(j)),
            }
            for j, level in enumerate(node.levels)
            if level < heights[j]
        ],
        climbers=identifier(name_climbers(number)),
        settles=_settles(lattice, node, least),
    )


def settled_query(lattice: Lattice, nodes: Sequence[Node], least: int) -> exp.Query:
    """The statement that lists who settled after the start; `nodes` are all, the start first."""
    steps: list[dict[str, exp.Expr]] = [
        {
            "number": exp.Literal.number(number),
            "climbers": identifier(name_climbers(number + 1)),
            "settles": _settles(lattice, node, least),
        }
        for number, node in enumerate(nodes)
        if number
    ]
    nobody = {
        "number": exp.Literal.number(0),
        "climbers": identifier(TUPLES),
        "settles": exp.false(),
    }
    values = [value_name(j) for j in range(len(lattice.heights))]
    return render("list_settled", values=values, steps=steps or [nobody])


def name_climbers(number: int) -> str:
    """The table of those who come to a step after the start.

    0: those who leave the start; 1: the same with codes; then those of step 1, 2, ….
    """
    return f"climbers_{number}"


def _settles(lattice: Lattice, node: Node, least: int) -> exp.Expr:
    """Whether a tuple that came to a node settles there."""
    if node == lattice.root:
        return exp.true()
    return column("class_people") >= least


@dataclass(frozen=True)
class _Climb:
    """People on their way from a start that is not the root."""

    engine: Engine
    lattice: Lattice
    start: Node
    least: int

    def go(self, path: PoolingPath) -> list[Step]:
        """Take all steps, and materialize who settled on each."""
        engine = self.engine
        engine.materialize(name_climbers(0), climbers_query(self.lattice, self.start, self.least))
        engine.materialize(name_climbers(1), code_query(self.lattice, self.start))
        engine.drop(name_climbers(0))
        node, (_, _, left) = self.start, self._count(1, self.start)
        steps: list[Step] = []
        while left:
            next_levels = self._measure(len(steps) + 1, node) if path == "columns" else {}
            node = find_next(self.lattice, node, path, next_levels)
            number = len(steps) + 1
            query = group_query(self.lattice, self.start, self.least, number, node)
            engine.materialize(name_climbers(number + 1), query)
            public, private, left = self._count(number + 1, node)
            steps.append(Step(node, public, private))
        self._list_settled(steps)
        return steps

    def _count(self, number: int, node: Node) -> tuple[int, int, int]:
        """Count who settles at a node, of P and of T, and who goes on."""
        query = render(
            "count_settled",
            settles=_settles(self.lattice, node, self.least),
            climbers=identifier(name_climbers(number)),
        )
        public, private, left = map(int, self.engine.fetch(query)[0])
        return public, private, left

    def _measure(self, number: int, node: Node) -> dict[int, NextLevel]:
        """Measure what the next levels do to those who do not settle at a node."""
        query = next_levels_query(self.lattice, number, node, self.least)
        return {int(j): NextLevel(*map(int, one)) for j, *one in self.engine.fetch(query)}

    def _list_settled(self, steps: Sequence[Step]) -> None:
        """Materialize who settled, and drop the tables of the steps."""
        nodes = [self.start, *(step.node for step in steps)]
        self.engine.materialize(SETTLED, settled_query(self.lattice, nodes, self.least))
        for number in range(1, len(steps) + 2):
            self.engine.drop(name_climbers(number))


def _join_leaves(axes: Sequence[int], tuples: str) -> list[dict[str, exp.Expr]]:
    return [
        {
            "leaves": identifier(leaves_name(j)),
            "condition": exp.NullSafeEQ(
                this=column(value_name(j).name, tuples), expression=column("value", leaves_name(j))
            ),
        }
        for j in axes
    ]

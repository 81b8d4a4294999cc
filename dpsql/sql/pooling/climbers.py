"""Lets the people of rare classes climb, in the engine: who settles on which step.

Only tuples of rare classes leave the start; every other step reads what the step before left, so
that a path of many steps costs little more than the first. Definitions: `domain.pooling`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.lattice import Lattice, Node
from dpsql.domain.pooling import Pooling, PoolingPath, Step, find_next
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
        _list_none(engine, lattice, start)
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
        engine.materialize(_name_step(0), climbers_query(self.lattice, self.start, self.least))
        engine.materialize(_name_step(1), self._code_query())
        engine.drop(_name_step(0))
        node, left, labels = self.start, *self._look(1)
        steps: list[Step] = []
        while left:
            node = find_next(self.lattice, node, path, labels)
            number = len(steps) + 1
            engine.materialize(_name_step(number + 1), self._group_query(number, node))
            public, private, left, labels = self._count(number + 1, node)
            steps.append(Step(node, public, private))
        self._list_settled(steps)
        return steps

    def _look(self, number: int) -> tuple[int, dict[int, int]]:
        """Count the people who left the start, and their labels there."""
        _, _, left, labels = self._count(number, self.start)
        return left, labels

    def _code_query(self) -> exp.Query:
        levels = Levels(self.lattice, self.start)
        return render(
            "code_climbers",
            values=[
                {"value": column(name.name, _name_step(0)), "name": name} for name in self._values
            ],
            codes=[{"value": value, "name": name} for value, name in levels.codes],
            joins=_join_leaves(levels.joined, _name_step(0)),
            climbers=identifier(_name_step(0)),
        )

    def _group_query(self, number: int, node: Node) -> exp.Query:
        return render(
            "group_climbers",
            values=self._values,
            codes=[name for _, name in Levels(self.lattice, self.start).codes],
            classes=node_codes(node, self.lattice),
            climbers=identifier(_name_step(number)),
            least=exp.Literal.number(self.least),
        )

    def _count(self, number: int, node: Node) -> tuple[int, int, int, dict[int, int]]:
        """Count who settles at a node, who goes on, and the labels of those by axis."""
        heights = self.lattice.heights
        axes = [j for j, level in enumerate(node.levels) if level < heights[j]]
        query = render(
            "count_settled",
            settles=self._settles(node),
            labels=[
                {"code": code_name(j, node.levels[j]), "name": identifier(f"labels_{j}")}
                for j in axes
            ],
            climbers=identifier(_name_step(number)),
        )
        public, private, left, *labels = map(int, self.engine.fetch(query)[0])
        return public, private, left, dict(zip(axes, labels, strict=True))

    def _settles(self, node: Node) -> exp.Expr:
        if node == self.lattice.root:
            return exp.true()
        return column("class_people") >= self.least

    def _list_settled(self, steps: Sequence[Step]) -> None:
        """Materialize who settled, and drop the tables of the steps."""
        if not steps:
            _list_none(self.engine, self.lattice, self.start)
        else:
            query = render(
                "list_settled",
                values=self._values,
                steps=[
                    {
                        "number": exp.Literal.number(number),
                        "climbers": identifier(_name_step(number + 1)),
                        "settles": self._settles(step.node),
                    }
                    for number, step in enumerate(steps, 1)
                ],
            )
            self.engine.materialize(SETTLED, query)
        for number in range(1, len(steps) + 2):
            self.engine.drop(_name_step(number))

    @property
    def _values(self) -> list[exp.Identifier]:
        return [value_name(j) for j in range(len(self.lattice.heights))]


def _list_none(engine: Engine, lattice: Lattice, start: Node) -> None:
    """Materialize an empty table of those who climb."""
    values = [value_name(j) for j in range(len(lattice.heights))]
    settled = {
        "number": exp.Literal.number(0),
        "climbers": identifier(TUPLES),
        "settles": exp.false(),
    }
    engine.materialize(SETTLED, render("list_settled", values=values, steps=[settled]))


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


def _name_step(number: int) -> str:
    return f"climbers_{number}"

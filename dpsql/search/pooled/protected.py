"""Sensitive values of the rows of T in memory: are they protected in the classes that settle?

A table of these rows is a class table of T alone with one axis more, the sensitive value, which no
step raises. So it is rolled up as other class tables are, and each of its rows finds its class. A
histogram is judged by the model's Python, exactly; the engine judges the release again by SQL.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.levels.lattice import Node
from dpsql.privacy.sensitive import Judge, SensitiveModel
from dpsql.search.class_tables.class_table import ClassTable, CodesAbove
from dpsql.search.class_tables.classes import Classes
from dpsql.search.class_tables.grouped_codes import Codes

Counts = NDArray[np.int64]
Chosen = NDArray[np.bool_]


@dataclass(frozen=True)
class Arrived:
    """The classes that come to a step, and which of them settle there."""

    table: ClassTable
    settles: Chosen


@dataclass(frozen=True)
class ClassedRows:
    """Rows of T of some classes: the number of the class, the sensitive value, how many rows."""

    classes: Codes
    values: Codes
    rows: Counts

    def of(self, chosen: Chosen) -> "ClassedRows":
        """Return the rows of some of the classes, chosen by number."""
        kept = chosen[self.classes]
        return ClassedRows(self.classes[kept], self.values[kept], self.rows[kept])

    def numbered(self, numbers: Codes) -> "ClassedRows":
        """Return the rows with other numbers of their classes; equal ones are one class."""
        return ClassedRows(numbers[self.classes], self.values, self.rows)


@dataclass(frozen=True)
class ProtectedColumn:
    """One sensitive column: the rows of T by value, and what judges a class of them.

    `classes` are those of T with the number of the value as the last axis; `values` by number.
    """

    classes: Classes
    codes_above: CodesAbove
    values: Sequence[Leaf]
    models: Sequence[SensitiveModel]
    judges: Sequence[Judge]

    @classmethod
    def of(
        cls,
        raw: ClassTable,
        codes_above: CodesAbove,
        table: dict[Leaf, int],
        models: Sequence[SensitiveModel],
    ) -> "ProtectedColumn":
        """Return the column; `table` has the rows of T of each value, in the order of values."""
        texts = [value for value in table if value is not None]
        placed = [model.placed(texts) if model.has_natural_order else model for model in models]
        judges = [model.judge(table) for model in placed]
        return cls(Classes(codes_above, raw), codes_above, list(table), placed, judges)

    def place(self, table: ClassTable) -> ClassedRows:
        """Find the class of each row of T, at the node of a table of all classes."""
        rows = self.classes.at(_beside(table.node))
        return ClassedRows(table.find_classes(rows), self._values_of(rows), rows.private)

    def follow(self, steps: Sequence[Arrived], numbers: Codes) -> ClassedRows:
        """Let the rows of T settle; the classes that settle have these numbers, step by step."""
        rows = self.classes.at(_beside(steps[0].table.node))
        found: list[ClassedRows] = []
        first = 0
        for step in steps:
            if not len(rows):
                break
            node = _beside(step.table.node)
            rows = rows if rows.node == node else rows.roll_up(node, self.codes_above)
            placed = ClassedRows(step.table.find_classes(rows), self._values_of(rows), rows.private)
            settled = np.cumsum(step.settles) - 1 + first
            of_class = np.zeros(len(step.settles), dtype=np.int64)
            of_class[step.settles] = numbers[settled[step.settles]]
            found.append(placed.of(step.settles).numbered(of_class))
            first += int(np.count_nonzero(step.settles))
            rows = rows.select(~step.settles[placed.classes])
        return ClassedRows(
            np.concatenate([one.classes for one in found]),
            np.concatenate([one.values for one in found]),
            np.concatenate([one.rows for one in found]),
        )

    def list_violating(self, placed: ClassedRows) -> Iterator[int]:
        """Yield the numbers of classes that violate a model, the least first, one by one."""
        order = np.lexsort((placed.values, placed.classes))
        classes, values, rows = placed.classes[order], placed.values[order], placed.rows[order]
        if not len(order):
            return
        is_new = classes[1:] != classes[:-1]
        is_first = np.concatenate(([True], is_new | (values[1:] != values[:-1])))
        firsts = np.flatnonzero(is_first)
        classes, values = classes[firsts], values[firsts].tolist()
        counts = np.add.reduceat(rows, firsts).tolist()
        begins = np.flatnonzero(np.concatenate(([True], classes[1:] != classes[:-1]))).tolist()
        for begin, end in pairwise([*begins, len(counts)]):
            leaves = map(self.values.__getitem__, values[begin:end])
            histogram = dict(zip(leaves, counts[begin:end], strict=True))
            if not all(judge(histogram) for judge in self.judges):
                yield int(classes[begin])

    def violates(self, placed: ClassedRows) -> bool:
        """Whether some class violates a model."""
        return next(self.list_violating(placed), None) is not None

    def find_greatest_violating(self, table: ClassTable, above: int) -> int:
        """Return the people of P in the largest class that violates a model; 0 if none does.

        Classes of at most so many people are not judged.
        """
        by_size = np.argsort(-table.public, kind="stable")
        places = np.empty(len(table), dtype=np.int64)
        places[by_size] = np.arange(len(table))
        placed = self.place(table).of(table.public > above).numbered(places)
        worst = next(self.list_violating(placed), None)
        return 0 if worst is None else int(table.public[by_size[worst]])

    def _values_of(self, rows: ClassTable) -> Codes:
        return rows.codes[len(rows.node.levels) - 1]


def _beside(node: Node) -> Node:
    """The node with the axis of the sensitive value, which stays as it is."""
    return Node((*node.levels, 0))

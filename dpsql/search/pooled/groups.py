"""What rows of T cost at least if so many people settle together, by groups of the columns.

Let a row of T settle from a start v at a node w ≥ v that is not the root of the lattice, in a class
of at least m people of P. These people share the row's labels at w in every column, so they share
them in the columns of a group G as well. So among all of P's people, grouped by their labels at w
in G alone, the row's class has at least m. The same holds of what the models demand of the counts
of a class with rows of T (`search.pooled.excess`). At the root classes of any size settle. So in
the columns of G the row costs at least

    the least cost in G of the nodes of G above v's levels that are the root of G, or where the
    row's class by G alone has as many people and rows as it needs.

A row costs the sum of its columns. So for groups that divide the columns among them, these least
costs are summed up over the groups and over the rows of T: no release from v with m costs less,
whatever the path. Each group is counted at its own nodes only, which are few; the bounds of all
starts follow by sums. They are ascending in m. It holds only if no two levels share a text.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.search.class_tables.class_table import ClassTable, CodesAbove
from dpsql.search.class_tables.classes import Classes
from dpsql.search.pooled.excess import Excess
from dpsql.search.sums import LARGEST_INT64

Counts = NDArray[np.int64]
#: Distinct tuples of a group, times its nodes, at most; a group of one column may have more.
MOST_CELLS = 1_000_000
#: So many of them are kept for later searches, 16 bytes each.
_KEPT_CELLS = 2_000_000


@dataclass(frozen=True)
class _Group:
    """Some columns, and what they cost at least: by number of people, and the start's levels."""

    columns: tuple[int, ...]
    costs: NDArray[Any]


#: Columns, and the least people and rows of T of a class with rows of T.
_Asked = tuple[tuple[int, ...], int, int]


@dataclass
class KnownGroups:
    """What was counted of groups, for later searches of the same classes.

    Bounds do not depend on δmax, so that a frontier counts them once. `cells`: rows of T, and their
    people and costs by node; `sums`: the costs by number of people.
    """

    cells: dict[_Asked, tuple[ClassTable, Counts, NDArray[Any]]] = field(default_factory=dict)
    sums: dict[tuple[_Asked, int], NDArray[Any]] = field(default_factory=dict)

    def keep(self, asked: _Asked, found: tuple[ClassTable, Counts, NDArray[Any]]) -> None:
        """Keep the cells of a group, unless they are too many."""
        if asked in self.cells:
            return
        kept = sum(people.size for _, people, _ in self.cells.values())
        if kept + found[1].size <= _KEPT_CELLS:
            self.cells[asked] = found


class GroupBounds:
    """Lower bounds of the costs of all starts, for some numbers of people that settle together."""

    def __init__(
        self, numbers: Sequence[int], divisions: Sequence[Sequence[_Group]], axes: Sequence[int]
    ) -> None:
        """`divisions`: groups that divide the columns, in several ways; `numbers` ascend."""
        self._numbers = np.array(numbers, dtype=np.int64)
        self._divisions = divisions
        self._axes = axes

    def bound(self, positions: Counts, least: Counts) -> Any:
        """Bound the costs of starts, by their positions and how many people settle together."""
        number = np.searchsorted(self._numbers, least, side="right")
        levels = dict(zip(self._axes, positions.T, strict=True))
        sums = [
            sum(group.costs[(number, *(levels[j] for j in group.columns))] for group in groups)
            for groups in self._divisions
        ]
        return np.max(sums, axis=0)


def find_group_bounds(
    lattice: Lattice,
    classes: Classes,
    codes_above: CodesAbove,
    costs: Sequence[Sequence[NDArray[Any]]],
    excess: Excess,
    numbers: Sequence[int],
    most_cells: int = MOST_CELLS,
    tell: Callable[[], None] = lambda: None,
    known: KnownGroups | None = None,
) -> GroupBounds:
    """Count groups of columns; `costs`: what one row of T costs, by column, level and label.

    `tell`: called before each step of the work; it may raise. `known`: of searches of the same
    classes and costs, to which what is counted is added.
    """
    given = lattice, classes, codes_above, costs, excess, numbers, most_cells, tell
    counter = _Counter(*given, KnownGroups() if known is None else known)
    # Columns of one level only cost nothing less: they are left out.
    raised = [j for j, height in enumerate(lattice.heights) if height]
    many_first = sorted(raised, key=lambda j: -len(costs[j][0]))
    divisions: list[list[tuple[int, ...]]] = []
    for order in (many_first, many_first[::-1]):
        division = list(counter.divide(order))
        if division not in divisions:
            divisions.append(division)
    counted = {one: counter.count(one) for division in divisions for one in division}
    return GroupBounds(
        numbers, [[counted[one] for one in each] for each in divisions], lattice.axes
    )


@dataclass(frozen=True)
class _Counter:
    """Counts the classes by groups of columns."""

    lattice: Lattice
    classes: Classes
    codes_above: CodesAbove
    costs: Sequence[Sequence[NDArray[Any]]]
    excess: Excess
    numbers: Sequence[int]
    most_cells: int
    tell: Callable[[], None]
    known: KnownGroups

    def divide(self, order: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Divide the columns into groups: each takes those that it can hold, in this order."""
        left = list(order)
        while left:
            taken: list[int] = []
            for j in left:
                if not taken or self._count_cells([*taken, j]) <= self.most_cells:
                    taken.append(j)
            left = [j for j in left if j not in taken]
            yield tuple(sorted(taken))

    def _count_cells(self, columns: Sequence[int]) -> int:
        nodes = prod(self.lattice.heights[j] + 1 for j in columns)
        if nodes > self.most_cells:
            return nodes
        return len(self.classes.at(self._place(columns, [0] * len(columns)))) * nodes

    def _place(self, columns: Sequence[int], levels: Sequence[int]) -> Node:
        """The node with these levels, and all other columns at their roots."""
        placed = dict(zip(columns, levels, strict=True))
        return Node(tuple(placed.get(j, height) for j, height in enumerate(self.lattice.heights)))

    def count(self, columns: tuple[int, ...]) -> _Group:
        """Find the least costs of a group, for any number of people and each of the numbers."""
        asked, sums = (
            (columns, self.excess.least_public, self.excess.least_private),
            self.known.sums,
        )
        numbers = (1, *self.numbers)
        if left := [least for least in numbers if (asked, least) not in sums]:
            cells = self.known.cells.get(asked) or self._count_cells_of(columns)
            self.known.keep(asked, cells)
            sums.update({(asked, least): self._sum_up(*cells, least) for least in left})
        return _Group(columns, np.stack([sums[asked, least] for least in numbers]))

    def _count_cells_of(self, columns: tuple[int, ...]) -> tuple[ClassTable, Counts, NDArray[Any]]:
        """Return the rows of T, and by node the people in the class of each, and what it costs."""
        finest = self.classes.at(self._place(columns, [0] * len(columns)))
        rows = finest.select(finest.private > 0)
        shape = tuple(self.lattice.heights[j] + 1 for j in columns)
        dtype = self.costs[columns[0]][0].dtype
        people = np.empty((len(rows), *shape), dtype=np.int64)
        costs = np.empty((len(rows), *shape), dtype=dtype)
        for levels in product(*map(range, shape)):
            self.tell()
            place: tuple[slice | int, ...] = (slice(None), *levels)
            people[place], costs[place] = self._look(columns, levels, rows)
        return rows, people, costs

    def _look(
        self, columns: Sequence[int], levels: Sequence[int], rows: ClassTable
    ) -> tuple[Counts, NDArray[Any]]:
        """The people in the class of each row at a node, 0 if it fails, and what the row costs."""
        node = self._place(columns, levels)
        table = self.classes.at(node)
        costs: NDArray[Any] = np.zeros(len(rows), dtype=self.costs[columns[0]][0].dtype)
        codes = {}
        for j, level in zip(columns, levels, strict=True):
            if level == self.lattice.heights[j]:
                costs = costs + self.costs[j][level][0]
                continue
            codes[j] = self.codes_above(j, 0, level)[rows.codes[j]] if level else rows.codes[j]
            costs = costs + self.costs[j][level][codes[j]]
        at_node = ClassTable(node, codes, table.radices, rows.public, rows.private)
        classes = table.find_classes(at_node)
        fails = (table.private < self.excess.least_private) | (
            table.public < self.excess.least_public
        )
        return np.where(fails, 0, table.public)[classes], costs

    def _sum_up(
        self, rows: ClassTable, people: Counts, costs: NDArray[Any], least: int
    ) -> NDArray[Any]:
        """What the rows cost together, each at the cheapest node above a start."""
        self.tell()
        largest = LARGEST_INT64 if costs.dtype != object else int(costs.max(initial=0)) + 1
        cheapest = np.where(people >= least, costs, largest)
        root: tuple[slice | int, ...] = (slice(None), *(-1 for _ in range(costs.ndim - 1)))
        cheapest[root] = costs[root]
        for axis in range(1, costs.ndim):
            turned = np.minimum.accumulate(np.flip(cheapest, axis), axis=axis)
            cheapest = np.flip(turned, axis)
        found: NDArray[Any] = np.tensordot(rows.private.astype(costs.dtype), cheapest, axes=(0, 0))
        return found

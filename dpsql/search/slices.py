"""Slices of a large frequency set, on which most failing nodes are refuted.

A slice holds everybody who has one label of one quasi-identifier, on the level below its root. Take
a node that keeps this quasi-identifier below the root: all people of a class have the same label
there, so each class lies wholly in the slice or wholly outside. A class of the slice that violates
a model is therefore a class of P that does, and the node fails. Only nodes that no slice refutes
need the whole set. Of all labels that with the greatest presence is taken, as δmax breaks there.
"""

from functools import cached_property

from sqlglot import exp

from dpsql.domain.lattice import Lattice, Node
from dpsql.engines.base import Engine
from dpsql.sql.frequency_set import code_name
from dpsql.sql.leaves import leaves_name
from dpsql.sql.templates import identifier, render

#: A smaller frequency set is grouped faster than it is sliced.
LEAST_TUPLES = 1_000_000
#: Shares of P that a slice may have: as few people refute little, and many cost as much as all.
LEAST_SHARE, MOST_SHARE = 100, 5
#: Slices that a node is counted on before the whole set.
MOST_SLICES = 2


class Slices:
    """Slices by the quasi-identifier that they have one label of."""

    def __init__(self, engine: Engine, lattice: Lattice, public_rows: int, rows: int) -> None:
        """Slice the frequency set of so many `rows` that `engine` holds, when it is asked for."""
        self._engine = engine
        self._lattice = lattice
        self._public_rows = public_rows
        self._rows = rows
        self._made: set[int] = set()

    def table(self, node: Node, turn: int = 0) -> str | None:
        """Name a slice of which every class of `node` is wholly a part or not at all.

        There may be several: the next one at each `turn`, None if there are no more.
        """
        if self._rows < LEAST_TUPLES:
            return None
        heights = self._lattice.heights
        fitting = [(j, cell) for j, cell in self._cells.items() if node.levels[j] < heights[j]]
        return self._make(*fitting[turn]) if turn < len(fitting) else None

    @cached_property
    def _cells(self) -> dict[int, int]:
        """Code of the label to slice by, per quasi-identifier that has one."""
        cells = {}
        for j, height in enumerate(self._lattice.heights):
            if height:
                for (cell,) in self._engine.fetch(cell_query(j, height, self._public_rows)):
                    cells[j] = cell
        return cells

    def _make(self, j: int, cell: int) -> str:
        name = f"slice_{j}"
        if j not in self._made:
            self._engine.materialize(name, slice_query(j, self._lattice.heights[j], cell))
            self._made.add(j)
        return name


def cell_query(j: int, height: int, public_rows: int) -> exp.Query:
    """The statement that finds the label of quasi-identifier `j` to slice by, below its root."""
    return render(
        "find_cell",
        leaves=identifier(leaves_name(j)),
        code=identifier(f"code_{height - 1}"),
        least=exp.Literal.number(public_rows // LEAST_SHARE),
        most=exp.Literal.number(public_rows // MOST_SHARE),
    )


def slice_query(j: int, height: int, cell: int) -> exp.Query:
    """The statement that takes the slice of a label, given by its code below the root."""
    code = exp.Column(this=code_name(j, height - 1))
    return render("take_slice", code=code, cell=exp.Literal.number(cell))

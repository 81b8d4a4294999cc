"""Slices of a large frequency set, on which most failing nodes are refuted.

A slice holds everybody who has one label of one quasi-identifier, on the level below its root. Take
a node that keeps this quasi-identifier below the root: all people of a class have the same label
there, so each class lies wholly in the slice or wholly outside. A class of the slice that violates
a model is therefore a class of P that does, and the node fails. Only nodes that no slice refutes
need the whole set. Of the labels of a moderate share of P the slice is that with the greatest
presence, as δmax breaks there; which label that is neither Python nor a dump of statements learns.
"""

from fractions import Fraction
from itertools import islice

from sqlglot import exp

from dpsql.domain.lattice import Lattice, Node
from dpsql.engines.base import Engine
from dpsql.sql.frequency_set import code_name
from dpsql.sql.leaves import leaves_name
from dpsql.sql.tables import count_rows
from dpsql.sql.templates import identifier, render

#: A smaller frequency set is grouped faster than it is sliced.
LEAST_TUPLES = 1_000_000
#: Shares of P that a slice may have: few people refute little, and many cost as much as all.
LEAST_SHARE, MOST_SHARE = Fraction(1, 100), Fraction(1, 5)
#: Slices that a node is counted on before the whole set.
MOST_SLICES = 2


class Slices:
    """Slices by the quasi-identifier that they have one label of, in the order of the job."""

    def __init__(self, engine: Engine, lattice: Lattice, public_rows: int, rows: int) -> None:
        """Slice the frequency set of so many `rows` that `engine` holds, when it is asked for."""
        self._engine = engine
        self._lattice = lattice
        self._public_rows = public_rows
        self._rows = rows
        self._tables: dict[int, str | None] = {}

    def table(self, node: Node, turn: int = 0) -> str | None:
        """Name a slice of which every class of `node` is wholly a part or not at all.

        There may be several: the next one at each `turn`, None if there are no more.
        """
        if self._rows < LEAST_TUPLES:
            return None
        levels = enumerate(zip(node.levels, self._lattice.heights, strict=True))
        tables = (self._find(j) for j, (level, height) in levels if level < height)
        return next(islice((table for table in tables if table), turn, None), None)

    def _find(self, j: int) -> str | None:
        """Name the slice by quasi-identifier `j`, None if no label of it is of a moderate share."""
        if j not in self._tables:
            name = f"slice_{j}"
            query = slice_query(j, self._lattice.heights[j], self._public_rows)
            self._engine.materialize(name, query)
            self._tables[j] = name if count_rows(self._engine, name, exp.true()) else None
        return self._tables[j]


def slice_query(j: int, height: int, public_rows: int) -> exp.Query:
    """The statement that takes the slice by quasi-identifier `j`; no row if it has none."""
    return render(
        "take_slice",
        code=exp.Column(this=code_name(j, height - 1)),
        leaves=identifier(leaves_name(j)),
        label=identifier(f"code_{height - 1}"),
        least=exp.Literal.number(int(public_rows * LEAST_SHARE)),
        most=exp.Literal.number(int(public_rows * MOST_SHARE)),
    )

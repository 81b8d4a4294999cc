"""Parts of a large frequency set that are counted before the whole, or instead of it.

A slice holds everybody who has one label of one quasi-identifier, on the level below its root. Take
a node that keeps this quasi-identifier below the root: all people of a class have the same label
there, so each class lies wholly in the slice or wholly outside. A class of the slice that violates
a model is therefore a class of P that does, and the node fails. What two slices have in common is a
slice in this sense for nodes that keep both quasi-identifiers below their roots. Only nodes that no
slice refutes need the whole set. Of the labels of a moderate share of P the slice is that with the
greatest presence, as δmax breaks there; which label that is neither Python nor a dump of statements
learns.

The private part holds the rows with people of T. Costs by classes sum over the classes of T and are
the same there. A node that costs too much is no optimum, whether it holds or not.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from sqlglot import exp

from dpsql.domain.lattice import Lattice, Node
from dpsql.engines.base import Engine
from dpsql.sql.frequency_set import FREQUENCY_SET, code_name
from dpsql.sql.leaves import leaves_name
from dpsql.sql.tables import count_rows
from dpsql.sql.templates import identifier, render

PRIVATE_PART = "private_part"
#: A smaller frequency set is grouped faster than it is sliced.
LEAST_TUPLES = 1_000_000
#: Shares of P that a slice may have: few people refute little, and many cost as much as all.
LEAST_SHARE, MOST_SHARE = Fraction(1, 100), Fraction(1, 5)
#: Quasi-identifiers by which a node is sliced before it is counted on the whole set.
MOST_SLICED = 2


class Parts:
    """Parts of a frequency set, taken when they are first asked for; none of a small set."""

    def __init__(self, engine: Engine, lattice: Lattice, public_rows: int, rows: int) -> None:
        """Slice the frequency set of so many `rows` that `engine` holds."""
        self._engine = engine
        self._lattice = lattice
        self._public_rows = public_rows
        self._large = rows >= LEAST_TUPLES
        self._tables: dict[tuple[int, ...], str | None] = {}
        self._private_part_is_taken = False

    def slices(self, node: Node) -> Iterator[str]:
        """Name slices of which every class of `node` is wholly a part or not at all, small first.

        These are what the slices by the first two quasi-identifiers have in common, and the slices.
        """
        if not self._large:
            return
        levels = enumerate(zip(node.levels, self._lattice.heights, strict=True))
        below_root = (j for j, (level, height) in levels if level < height)
        found = list(islice((j for j in below_root if self._find(j)), MOST_SLICED))
        if len(found) > 1 and (common := self._find(*found)):
            yield common
        yield from (table for j in found if (table := self._find(j)))

    def private_part(self) -> str | None:
        """Name the part with people of T; None if it would save nothing."""
        if not self._large:
            return None
        if not self._private_part_is_taken:
            self._engine.materialize(PRIVATE_PART, render("take_private_part"))
            self._private_part_is_taken = True
        return PRIVATE_PART

    def _find(self, *axes: int) -> str | None:
        """Name the slice by these quasi-identifiers; None if one has no label of such a share."""
        if axes not in self._tables:
            *finer, j = axes
            source = (self._find(*finer) if finer else None) or FREQUENCY_SET
            name = "_".join(("slice", *map(str, axes)))
            query = slice_query(j, self._lattice.heights[j], self._public_rows, source)
            self._engine.materialize(name, query)
            self._tables[axes] = name if count_rows(self._engine, name, exp.true()) else None
        return self._tables[axes]


def slice_query(j: int, height: int, public_rows: int, source: str = FREQUENCY_SET) -> exp.Query:
    """The statement that takes the slice by quasi-identifier `j`; no row if it has none."""
    return render(
        "take_slice",
        source=identifier(source),
        code=exp.Column(this=code_name(j, height - 1)),
        leaves=identifier(leaves_name(j)),
        label=identifier(f"code_{height - 1}"),
        least=exp.Literal.number(int(public_rows * LEAST_SHARE)),
        most=exp.Literal.number(int(public_rows * MOST_SHARE)),
    )

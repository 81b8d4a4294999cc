"""Excerpts of a large frequency set that are counted before the whole, or instead of it.

A slice contains everybody with one label of one quasi-identifier, on the level below its root. Take
a node that has this quasi-identifier below the root: all people of a class have the same label
there, so each class lies wholly in the slice or wholly outside. A class of the slice that violates
a model is therefore a class of P that does, and the node fails. The same is true of the
intersection of two slices, for nodes that have both quasi-identifiers below their roots. Only nodes
that no slice refutes need the whole set. Among the labels with a moderate share of P, the slice has
the one of greatest presence, where a violation of δmax is most likely. The statement chooses this
label, so neither Python nor a dump of statements contains it.

The private excerpt contains the rows with people of T. Its classes are the classes of T, and costs
by classes depend on nothing else. A node that costs too much is no optimum, whether it holds or
not.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from sqlglot import exp

from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.engines.base import Engine
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.counting.tuples import TableSizes
from dpsql.sql.lattice.frequency_set import FREQUENCY_SET, code_name
from dpsql.sql.tables.public_and_private import count_rows
from dpsql.sql.templates import identifier, render

PRIVATE_EXCERPT = "private_excerpt"
#: In a smaller frequency set, grouping is faster than taking excerpts.
LEAST_TUPLES = 1_000_000
#: Share of P that the label of a slice may have: few people refute few nodes, and many people cost
#: as much as all.
LEAST_SHARE, MOST_SHARE = Fraction(1, 100), Fraction(1, 5)
#: Least number of tuples in the intersection of two slices; a smaller one would refute little.
LEAST_COMMON = 10_000
#: Greatest share of T in the tuples; above it, the private excerpt would save little.
MOST_PRIVATE = Fraction(1, 4)
#: Quasi-identifiers by which a node is sliced before it is counted on the whole set.
MOST_SLICED = 2


class Excerpts:
    """Excerpts of a frequency set, taken when they are first needed; none of a small set."""

    def __init__(self, engine: Engine, lattice: Lattice, sizes: TableSizes, rows: int) -> None:
        """Prepare excerpts of the frequency set of `engine`, which has so many `rows`."""
        self._engine = engine
        self._lattice = lattice
        self._public_rows = sizes.public_rows
        self._is_large = rows >= LEAST_TUPLES
        # An empty T has nothing to count.
        self._is_of_use = 0 < sizes.private_rows <= MOST_PRIVATE * rows
        #: By quasi-identifiers: whether their slice exists and is large enough to be used.
        self._slices: dict[tuple[int, ...], bool] = {}
        self._private_excerpt_is_taken = False

    def slices(self, node: Node) -> Iterator[str]:
        """Yield names of slices; each class of `node` lies in a slice wholly or not at all.

        Uses the first two quasi-identifiers that have a slice: first the intersection of both
        slices, then each of them.
        """
        if not self._is_large:
            return
        levels = enumerate(zip(node.levels, self._lattice.heights, strict=True))
        below_root = (j for j, (level, height) in levels if level < height)
        found = list(islice((j for j in below_root if self._is_sliced(j)), MOST_SLICED))
        if len(found) > 1 and self._is_sliced(*found):
            yield slice_name(*found)
        yield from map(slice_name, found)

    def private_excerpt(self) -> str | None:
        """Return the name of the excerpt with people of T; None if it would save little."""
        if not self._is_large or not self._is_of_use:
            return None
        if not self._private_excerpt_is_taken:
            self._engine.materialize(PRIVATE_EXCERPT, render("take_private_excerpt"))
            self._private_excerpt_is_taken = True
        return PRIVATE_EXCERPT

    def _is_sliced(self, *by: int) -> bool:
        """Whether there is a slice by one quasi-identifier, or by the second within the first's."""
        if by not in self._slices:
            *enclosing, j = by
            source = slice_name(*enclosing) if enclosing else FREQUENCY_SET
            table = slice_name(*by)
            height = self._lattice.heights[j]
            self._engine.materialize(table, slice_query(j, height, self._public_rows, source))
            least = LEAST_COMMON if enclosing else 1
            self._slices[by] = count_rows(self._engine, table, exp.true()) >= least
            if not self._slices[by]:
                self._engine.drop(table)
        return self._slices[by]


def slice_name(*by: int) -> str:
    """Name of the table of a slice by one quasi-identifier, or of an intersection by several."""
    return "_".join(("slice", *map(str, by)))


def slice_query(j: int, height: int, public_rows: int, source: str = FREQUENCY_SET) -> exp.Query:
    """The statement that takes the slice of `source` by quasi-identifier `j`; it may be empty."""
    return render(
        "take_slice",
        source=identifier(source),
        code=exp.Column(this=code_name(j, height - 1)),
        leaves=identifier(leaves_name(j)),
        label=identifier(f"code_{height - 1}"),
        least=exp.Literal.number(int(public_rows * LEAST_SHARE)),
        most=exp.Literal.number(int(public_rows * MOST_SHARE)),
    )

"""A sample of T's tuples in memory: which of two nodes costs more by classes, as it seems.

A cost by classes of T is known only by counting them. Where these are too many to be kept, a count
takes as long as a scan of them; on a sample it takes a millisecond. The costs of the sample's own
classes are no bounds of T's costs: a search uses them to choose what it counts, never to decide.
"""

from dpsql.domain.found.statistics import PrivateClasses
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.engines.base import Engine
from dpsql.search.class_tables.class_table import ClassTable
from dpsql.search.class_tables.codes_above import CodesAbove
from dpsql.search.sums import LARGEST_INT64
from dpsql.sql.counting.tuples import TableSizes
from dpsql.sql.lattice.class_table import fetch_sample

#: Tuples of a sample, about: twice as many take twice as long and spare few counts.
SAMPLED = 20_000


class PrivateSample:
    """The sample of one table of tuples with people of T; it is fetched when it is first needed."""

    def __init__(
        self, engine: Engine, lattice: Lattice, base: Node, sizes: TableSizes, codes: CodesAbove
    ) -> None:
        """Prepare a sample of tuples at `base`; `codes` are those of the same engine."""
        self._engine, self._lattice, self._base, self._sizes = engine, lattice, base, sizes
        self._codes = codes
        self._is_fetched = False
        self._table: ClassTable | None = None
        self._measured: dict[Node, PrivateClasses] = {}

    def measure(self, table: str, node: Node) -> PrivateClasses | None:
        """Measure the sample's classes at an ancestor of the base; None if there is no sample.

        `table`: the tuples that the sample is taken of, the same at each call.
        """
        if not self._is_fetched:
            self._is_fetched = True
            self._table = self._fetch(table)
        if self._table is None:
            return None
        if node not in self._measured:
            rolled = self._table.roll_up(node, self._codes)
            fits = self._sizes.private_rows**2 < LARGEST_INT64
            self._measured[node] = rolled.measure_private(squares_fit=fits)
        return self._measured[node]

    def _fetch(self, table: str) -> ClassTable | None:
        levels = enumerate(zip(self._base.levels, self._lattice.heights, strict=True))
        axes = {j: level for j, (level, height) in levels if level < height}
        radices = self._codes.learn(axes)
        if not axes or radices is None:
            return None
        step = max(1, self._sizes.private_rows // SAMPLED)
        sampled = fetch_sample(self._engine, self._base, self._lattice, table, step)
        *codes, _, private = sampled
        if not len(private):
            return None
        return ClassTable(
            self._base, dict(zip(axes, codes, strict=True)), radices, private, private
        )

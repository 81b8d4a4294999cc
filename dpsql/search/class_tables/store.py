"""The class tables of a search: fetched from the engine where they are small, kept, rolled up.

They hold codes and counts, never a value, and never the frequency set of a census: their size is
bounded. Models judge them by the same predicate as SQL does (`search.class_tables.vectorized`).
"""

from collections.abc import Sequence
from fractions import Fraction
from math import inf, prod

import numpy as np

from dpsql.domain.found.explored import LinkRisk
from dpsql.domain.found.presence_bars import PresenceBar
from dpsql.domain.found.statistics import NodeStatistics, Presence, PrivateClasses
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.engines.base import Engine
from dpsql.privacy.model import PrivacyModel, any_violation
from dpsql.search.class_tables.class_table import ClassTable
from dpsql.search.class_tables.codes_above import CodesAbove
from dpsql.search.class_tables.presence import measure_presence
from dpsql.search.class_tables.risk import measure_risk
from dpsql.search.class_tables.vectorized import find_violating
from dpsql.search.sums import LARGEST_INT64
from dpsql.sql.counting.tuples import TableSizes
from dpsql.sql.lattice.class_table import fetch_classes
from dpsql.sql.lattice.frequency_set import FrequencySet

#: A smaller frequency set is counted as fast as its classes are fetched.
LEAST_TUPLES = 2_000
#: Classes of a table, and of all that are kept, at most: 10 and 100 MB at ten quasi-identifiers.
MOST_CLASSES, MOST_KEPT = 100_000, 1_000_000
#: A node that has no more classes is counted from them.
FEW_CLASSES = 20_000
#: Tables that are kept, at most: to look through more takes longer than they save.
MOST_TABLES = 256


class ClassTables:
    """Class tables of one frequency set: of nodes that were fetched, and of T."""

    def __init__(
        self,
        engine: Engine,
        lattice: Lattice,
        models: Sequence[PrivacyModel],
        sizes: TableSizes,
        frequency_set: FrequencySet,
    ) -> None:
        """Make class tables of the frequency set that `engine` holds."""
        self._engine = engine
        self._lattice = lattice
        self._base = frequency_set.base
        self._violation = any_violation(models, sizes.public_rows)
        self._is_large = frequency_set.rows >= LEAST_TUPLES
        self._all_fit = self._is_large and frequency_set.rows <= MOST_CLASSES
        self._squares_fit = sizes.private_rows**2 < LARGEST_INT64
        self.codes = CodesAbove(engine, lattice, MOST_KEPT)
        self._fetched: set[Node] = set()
        #: Whether the codes of labels were fetched; None: not asked yet.
        self._has_codes: bool | None = None
        self._tables, self._private_tables = KeptTables(), KeptTables()
        self._private_is_fetched = False

    def fetch(self, node: Node) -> bool:
        """Fetch the classes of a node, unless the set is small or they are many; whether any do."""
        if not self._is_large:
            return False
        if self._tables.find_below(node) is None and node not in self._fetched:
            self._fetched.add(node)
            self._tables.add(self._fetch(self._refine(node)))
        return self._tables.find_below(node) is not None

    def fetch_few(self, node: Node) -> None:
        """Fetch the classes of a node if they are surely few: as quick as to count them.

        If the node fails, its classes are at hand for its ancestors.
        """
        is_root = node == self._lattice.root
        if self._is_large and not is_root and self._combine_labels(node) <= FEW_CLASSES:
            self.fetch(node)

    def find(self, node: Node) -> ClassTable | None:
        """Return the classes of a node if they are at hand, or surely few; else None."""
        self.fetch_few(node)
        return self._roll_up(node)

    def _refine(self, node: Node) -> Node:
        """Return the node, or a descendant of it whose classes are surely not too many, either.

        They decide the descendant's other ancestors, too, and are fetched by one statement as well.
        """
        levels = list(node.levels)
        raised = [j for j, level in enumerate(levels) if level > self._base.levels[j]]
        while raised:
            left = []
            for j in raised:
                levels[j] -= 1
                if self._combine_labels(Node(tuple(levels))) > MOST_CLASSES // 2:
                    levels[j] += 1
                elif levels[j] > self._base.levels[j]:
                    left.append(j)
            raised = left
        return Node(tuple(levels))

    def _combine_labels(self, node: Node) -> float:
        """How many classes a node has at most: the combinations of its labels."""
        if self._has_codes is None:
            learned = self.codes.learn(_axes(self._base, self._lattice))
            self._has_codes = learned is not None
        if not self._has_codes:
            return inf
        return prod((self.codes.learn(_axes(node, self._lattice)) or {}).values())

    def count(self, node: Node) -> NodeStatistics | None:
        """Count a node from the table of a descendant; None if there is none."""
        found = self._roll_up(node)
        if found is None:
            return None
        return NodeStatistics(self._count_violating(found), self._measure_private(found))

    def measure_greatest(self, node: Node) -> tuple[Fraction, bool] | None:
        """The greatest presence of a node and whether it holds, from the table of a descendant."""
        self.fetch(node)
        found = self._roll_up(node)
        if found is None:
            return None
        return found.find_greatest_presence(), not self._count_violating(found)

    def measure_presence(self, node: Node, bars: Sequence[PresenceBar]) -> Presence | None:
        """Everybody's presence at a node, from the table of a descendant."""
        self.fetch(node)
        found = self._roll_up(node)
        return None if found is None else measure_presence(found.public, found.private, bars)

    def measure_risk(self, node: Node) -> LinkRisk | None:
        """How hard rows of T are to link at a node, from the table of a descendant."""
        found = self._roll_up(node)
        return None if found is None else measure_risk(found.public, found.private)

    def fetch_private(self) -> bool:
        """Fetch the classes of T at the base, if they are few and all tuples many; whether so."""
        if self._is_large and not self._private_is_fetched:
            self._private_is_fetched = True
            self._private_tables.add(self._fetch(self._base, of_private=True))
        return self._private_tables.find_below(self._lattice.root) is not None

    def count_private(self, node: Node) -> PrivateClasses | None:
        """Count the classes of T of a node, from those of the base; None if they are too many."""
        found = self.count_least_private(node)
        return found and found[1]

    def count_least_private(self, node: Node) -> tuple[int, PrivateClasses] | None:
        """Count the rows of T in its least class of a node, and these classes; or None, as above.

        The least is 0 if T has no rows.
        """
        table = self._private_tables.find_below(node) if self.fetch_private() else None
        if table is None:
            return None
        rolled = table.roll_up(node, self.codes)
        self._private_tables.add(rolled)
        least = int(rolled.private.min()) if len(rolled) else 0
        return least, self._measure_private(rolled)

    def _roll_up(self, node: Node) -> ClassTable | None:
        """The classes of a node, from a table that is kept, or from all tuples if they fit."""
        if self._all_fit:
            self.fetch(self._base)
        table = self._tables.find_below(node)
        if table is None or table.node == node:
            return table
        found = table.roll_up(node, self.codes)
        self._tables.add(found)
        return found

    def _count_violating(self, table: ClassTable) -> int:
        counts = {"public_count": table.public, "private_count": table.private}
        return int(np.count_nonzero(find_violating(self._violation, counts)))

    def _measure_private(self, table: ClassTable) -> PrivateClasses:
        return table.measure_private(squares_fit=self._squares_fit)

    def _fetch(self, node: Node, *, of_private: bool = False) -> ClassTable | None:
        columns = fetch_classes(
            self._engine, node, self._lattice, MOST_CLASSES, of_private=of_private
        )
        if columns is None:
            return None
        *codes, public, private = columns
        axes = _axes(node, self._lattice)
        radices = self.codes.learn(axes)
        if radices is None:
            return None
        if of_private:
            public = private
        return ClassTable(node, dict(zip(axes, codes, strict=True)), radices, public, private)


def _axes(node: Node, lattice: Lattice) -> dict[int, int]:
    """The levels of a node by quasi-identifier, without those at the root."""
    levels = enumerate(zip(node.levels, lattice.heights, strict=True))
    return {j: level for j, (level, height) in levels if level < height}


class KeptTables:
    """The table that was added first, and the last ones; others go where there are too many."""

    def __init__(self) -> None:
        """Keep nothing yet."""
        self._tables: list[ClassTable] = []
        self._levels = np.empty((0, 0), dtype=np.int64)
        self._rows = np.empty(0, dtype=np.int64)

    def add(self, table: ClassTable | None) -> None:
        """Keep a table; None is none."""
        if table is None:
            return
        levels = np.array([table.node.levels], dtype=np.int64)
        self._levels = np.vstack((self._levels, levels)) if self._tables else levels
        self._rows = np.append(self._rows, len(table))
        self._tables.append(table)
        while len(self._tables) > MOST_TABLES or self._rows[1:].sum() > max(MOST_KEPT, len(table)):
            del self._tables[1]
            self._levels = np.delete(self._levels, 1, axis=0)
            self._rows = np.delete(self._rows, 1)

    def find_below(self, node: Node) -> ClassTable | None:
        """The smallest table of a descendant of `node`, or of itself."""
        if not self._tables:
            return None
        below = np.flatnonzero((self._levels <= np.array(node.levels)).all(axis=1))
        return self._tables[below[np.argmin(self._rows[below])]] if len(below) else None

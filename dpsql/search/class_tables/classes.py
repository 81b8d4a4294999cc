"""The class tables of any nodes, each rolled up from the smallest one below it that is kept."""

from math import prod

from dpsql.domain.levels.lattice import Node
from dpsql.search.class_tables.class_table import ClassTable, CodesAbove
from dpsql.search.class_tables.store import KeptTables

#: A table that is rolled up to others has so many times fewer classes than the raw values.
_SHRINKS, _FEW_CLASSES = 8, 10_000


class Classes:
    """The class tables of any nodes above one whose classes are known."""

    def __init__(self, codes_above: CodesAbove, raw: ClassTable) -> None:
        """Begin with the classes of the raw values."""
        self._codes_above = codes_above
        self._raw = raw
        self._kept = KeptTables()
        self._kept.add(raw)
        self._labels: dict[tuple[int, int], int] = {}

    def at(self, node: Node) -> ClassTable:
        """Return the classes of a node."""
        smallest = self._kept.find_below(node)
        assert smallest is not None  # noqa: S101 - the raw values are below every node
        few = len(self._raw) // _SHRINKS
        if len(smallest) > max(few, _FEW_CLASSES):
            # Rolled up in two steps: the table between is small, and serves other nodes as well.
            smallest = self._roll_up(smallest, self._lower(node, smallest.node, few))
        return self._roll_up(smallest, node)

    def _roll_up(self, table: ClassTable, node: Node) -> ClassTable:
        if table.node == node:
            return table
        found = table.roll_up(node, self._codes_above)
        self._kept.add(found)
        return found

    def _lower(self, node: Node, base: Node, most: int) -> Node:
        """Return a node between that surely has at most so many classes; `node` if there is none.

        The levels are lowered in turn, each as often as it is possible.
        """
        levels = list(node.levels)
        classes = prod(self._count_labels(j, level) for j, level in enumerate(levels))
        lowered = [j for j, level in enumerate(levels) if level > base.levels[j]]
        while lowered:
            left = []
            for j in lowered:
                finer = self._count_labels(j, levels[j] - 1)
                more = classes // self._count_labels(j, levels[j]) * finer
                if more <= most:
                    classes, levels[j] = more, levels[j] - 1
                    left += [j] if levels[j] > base.levels[j] else []
            lowered = left
        return Node(tuple(levels))

    def _count_labels(self, j: int, level: int) -> int:
        """How many labels a level has, at most."""
        if (j, level) not in self._labels:
            found = self._raw.radices.get(j, 1)
            if j in self._raw.radices and level:
                found = int(self._codes_above(j, 0, level).max(initial=0)) + 1
            self._labels[j, level] = found
        return self._labels[j, level]

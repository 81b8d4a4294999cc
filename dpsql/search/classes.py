"""The class tables of any nodes, each rolled up from the smallest one below it that is kept."""

from dpsql.domain.lattice import Node
from dpsql.search.class_table import ClassTable, CodesAbove
from dpsql.search.class_table_store import KeptTables


class Classes:
    """The class tables of any nodes above one whose classes are known."""

    def __init__(self, codes_above: CodesAbove, raw: ClassTable) -> None:
        """Begin with the classes of the raw values."""
        self._codes_above = codes_above
        self._kept = KeptTables()
        self._kept.add(raw)

    def at(self, node: Node) -> ClassTable:
        """Return the classes of a node."""
        smallest = self._kept.find_below(node)
        assert smallest is not None  # noqa: S101 - the raw values are below every node
        if smallest.node == node:
            return smallest
        found = smallest.roll_up(node, self._codes_above)
        self._kept.add(found)
        return found

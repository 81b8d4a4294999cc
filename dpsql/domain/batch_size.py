"""How many nodes of a lattice a statement counts: more if a statement is expensive to send."""

from dataclasses import dataclass


@dataclass(frozen=True)
class BatchSize:
    """At most `largest` nodes, fewer if few nodes are open: these would decide each other.

    >>> [BatchSize(4, 1024).of(open_nodes) for open_nodes in (1, 1023, 1024, 10_000)]
    [1, 1, 2, 4]
    """

    largest: int
    open_per_node: int

    def of(self, open_nodes: int) -> int:
        """Number of nodes of the next statement, if so many nodes are open."""
        return min(self.largest, 1 + open_nodes // self.open_per_node)

"""How many nodes of a lattice a statement counts: more where a statement is dear to send."""

from dataclasses import dataclass


@dataclass(frozen=True)
class BatchSize:
    """At most `largest` nodes, and one for so many open ones: the last few decide each other.

    >>> [BatchSize(4, 1024).of(open_nodes) for open_nodes in (1, 1023, 1024, 10_000)]
    [1, 1, 2, 4]
    """

    largest: int
    open_per_node: int

    def of(self, open_nodes: int) -> int:
        """Nodes of the next statement where so many are open."""
        return min(self.largest, 1 + open_nodes // self.open_per_node)

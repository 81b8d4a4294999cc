"""Sinking: from a node that seems to cost too much to a descendant that does, and closes more.

A node that costs too much closes its ancestors, as costs never fall under generalization: the
finer it is, the more it closes. So before a node is priced, the search sinks from it, as a sample
of T directs it, to a node whose children all seem to cost less than the best. The sample decides
only which node is priced, its whole count what is closed.
"""

from collections.abc import Callable, Sequence

from dpsql.domain.levels.lattice import Node
from dpsql.search.checker import NodeChecker

#: Takes nodes; how many open nodes each closes if it costs too much, or 0 if it seems not to.
CountClosed = Callable[[Sequence[Node]], Sequence[int]]


def sink(checker: NodeChecker, node: Node, count_closed: CountClosed) -> Node:
    """Sink from a node that seems to cost too much; without a sample the node itself."""
    if checker.sample_private(node) is None:
        return node
    while True:
        children = [
            child
            for child in checker.lattice.children(node)
            if all(map(int.__ge__, child.levels, checker.base.levels))
        ]
        closed = count_closed(children)
        if not any(closed):
            return node
        node = children[closed.index(max(closed))]

"""Ascent: from a node that fails to an ancestor that fails, too, and decides far more.

Proof. A node that fails rules out its descendants, if all models are monotone (`knowledge`). Its
classes decide each of its ancestors exactly (`class_table`). So whatever ancestor the ascent ends
at, it was counted and fails; its descendants, those of the first node among them, fail with it.
Ancestors that hold on the way were counted as well. The order of steps decides how much is ruled
out, never what is true: a step goes to the failing parent that rules out most, and the ascent ends
where no failing parent rules out more. There no generalization by one level fails that would help:
where all is unknown, the node is a maximal failing one, of which every proof must count some.
"""

from collections.abc import Callable, Sequence

from dpsql.domain.found.statistics import NodeStatistics
from dpsql.domain.levels.lattice import Node
from dpsql.search.checker import NodeChecker

#: Takes nodes; how many that are not known yet each of them would rule out if it fails.
CountRuledOut = Callable[[Sequence[Node]], Sequence[int]]


def ascend(
    checker: NodeChecker, node: Node, count_ruled_out: CountRuledOut
) -> tuple[Node, dict[Node, NodeStatistics]]:
    """Ascend from a node that failed on the whole frequency set.

    Return the failing ancestor that the ascent ends at, which may be the node itself, and the
    ancestors that were found to hold.
    """
    holding: dict[Node, NodeStatistics] = {}
    if not checker.monotone:
        return node, holding
    start, (most,) = node, count_ruled_out([node])
    while True:
        parents = checker.lattice.parents(node)
        ruled_out = dict(zip(parents, count_ruled_out(parents), strict=True))
        worth = [parent for parent in parents if ruled_out[parent] > most]
        found = checker.count_above(start, worth) if worth else None
        counted = {one: counts for one, counts in (found or {}).items() if counts is not None}
        holding |= {parent: counts for parent, counts in counted.items() if counts.holds}
        failing = [parent for parent in counted if parent not in holding]
        if not failing:
            return node, holding
        node = max(failing, key=ruled_out.__getitem__)
        most = ruled_out[node]

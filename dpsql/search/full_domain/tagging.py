"""Counts nodes and tags what follows: one step of the searches for all minimal nodes."""

from collections.abc import Sequence

from dpsql.domain.found.statistics import NodeStatistics
from dpsql.domain.levels.lattice import Node
from dpsql.search.checker import NodeChecker
from dpsql.search.full_domain.ascent import ascend
from dpsql.search.full_domain.knowledge import Knowledge


def tag_nodes(
    checker: NodeChecker, knowledge: Knowledge, nodes: Sequence[Node]
) -> dict[Node, NodeStatistics]:
    """Refute the nodes, or count them; tag what follows, and return those that hold.

    From nodes that were counted and fail, ascend: ancestors that hold are returned, too.
    """
    refuted = checker.refute(nodes, thoroughly=nodes)
    to_count = [node for node in nodes if node not in refuted]
    counted = dict(zip(to_count, checker.count(to_count), strict=True))
    holding = {node: found for node, found in counted.items() if found.holds}
    for node in nodes:
        if node in counted and node not in holding:
            failing, above = ascend(checker, node, knowledge.count_unknown_below)
            knowledge.learn(failing, holds=False)
            holding |= above
        else:
            knowledge.learn(node, holds=node in holding)
    for node in holding:
        knowledge.learn(node, holds=True)
    return holding

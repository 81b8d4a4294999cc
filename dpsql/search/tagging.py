"""Counts nodes and tags what follows: one step of the searches for all minimal nodes."""

from collections.abc import Sequence

from dpsql.domain.lattice import Node
from dpsql.domain.statistics import NodeStatistics
from dpsql.search.checker import NodeChecker
from dpsql.search.knowledge import Knowledge


def tag_nodes(
    checker: NodeChecker, knowledge: Knowledge, nodes: Sequence[Node]
) -> dict[Node, NodeStatistics]:
    """Refute the nodes, or count them; tag each of them, and return those that hold."""
    refuted = checker.refute(nodes, thoroughly=nodes)
    to_count = [node for node in nodes if node not in refuted]
    counted = dict(zip(to_count, checker.count(to_count), strict=True))
    holding = {node: found for node, found in counted.items() if found.holds}
    for node in nodes:
        knowledge.learn(node, holds=node in holding)
    return holding

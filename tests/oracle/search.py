"""Exhaustive search: which nodes hold, which of them are minimal, which one is the optimum.

What SPALM (paper, section 4) must find, found by trying every node of the lattice.
"""

from fractions import Fraction

from tests.oracle.cost import COSTS
from tests.oracle.instance import Instance
from tests.oracle.presence import holds
from tests.oracle.table import Node


def find_holding_nodes(instance: Instance) -> list[Node]:
    """Return every node that satisfies the models, sorted by level vector."""
    return [node for node in instance.list_nodes() if holds(instance, node)]


def is_at_most(lower: Node, upper: Node) -> bool:
    """Return whether the second node generalizes the first, or equals it."""
    return all(low <= high for low, high in zip(lower, upper, strict=True))


def find_minimal_nodes(holding: list[Node]) -> list[Node]:
    """Return the holding nodes that generalize no other holding node."""
    return [
        node
        for node in holding
        if not any(other != node and is_at_most(other, node) for other in holding)
    ]


def find_optimum(instance: Instance, holding: list[Node]) -> tuple[Fraction, Node] | None:
    """Return (cost, node) of the best holding node; None if no node holds.

    Least cost first; ties by the least sum of levels, then by the level vector.
    """
    if not holding:
        return None
    cost_of = COSTS[instance.metric]
    ranked = [(cost_of(instance, node), sum(node), node) for node in holding]
    cost, _, node = min(ranked)
    return cost, node

"""Exhaustive search: which nodes hold, which of them are minimal, optimal, or on the frontier.

What SPALM (paper, section 4) must find, found by trying every node of the lattice.
"""

from dataclasses import replace
from fractions import Fraction

from tests.oracle.losses.cost import COSTS, find_loss
from tests.oracle.models.presence import count_classes, find_presence, holds
from tests.oracle.tables.instance import Instance
from tests.oracle.tables.table import Node


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


def find_frontier(instance: Instance) -> list[tuple[Fraction, Fraction, Node]]:
    """Return (greatest presence, loss, node) of every node that no other node dominates.

    Over the nodes that hold when delta has no upper bound; sorted by presence. A node dominates
    another if it is no worse in both and better in one; of equal ones the tie rule keeps one.
    """
    models = instance.models
    if models.delta is not None:
        models = replace(models, delta=(models.delta[0], Fraction(1)))
    unbounded = replace(instance, models=models)
    rated: dict[tuple[Fraction, Fraction], Node] = {}
    ordered = sorted(find_holding_nodes(unbounded), key=lambda node: (sum(node), node))
    for node in ordered:
        _, greatest = find_presence(count_classes(instance, node))
        rated.setdefault((greatest, find_loss(instance, node)), node)
    return [
        (*rating, node)
        for rating, node in sorted(rated.items())
        if not any(
            other != rating and other[0] <= rating[0] and other[1] <= rating[1] for other in rated
        )
    ]

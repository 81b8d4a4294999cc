"""All minimal nodes for one δmax, from the counts of a frontier and as many more as that takes.

The counts are greatest presences, so each decides its node for any δmax; models are monotone.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

import numpy as np

from dpsql.domain.levels.lattice import Node
from dpsql.domain.limits import Limits
from dpsql.search.checker import NodeChecker
from dpsql.search.full_domain.frontier import Rate
from dpsql.search.full_domain.greatest_presence import GreatestPresence
from dpsql.search.full_domain.knowledge import (
    FAILS,
    HOLDS,
    Knowledge,
    choose_batch,
    count_above,
    count_below,
)
from dpsql.search.full_domain.lattice_view import tag_all

K = TypeVar("K", bound=NodeChecker)


def find_minimal_from(
    checker: K,
    rate: Rate[K],
    counted: Sequence[GreatestPresence],
    delta_max: Fraction | None,
    floor: Node,
    limits: Limits,
) -> tuple[dict[Node, Fraction], bool]:
    """Return the minimal nodes with their greatest presence, and whether all were found.

    When the time of the `limits` is over, it returns those that are minimal for certain.
    """
    known = {one.node: one.presence for one in counted}
    knowledge = tag_all(checker.lattice, counted, delta_max)
    knowledge.rule_out_below(floor)
    while (unknown := knowledge.unknown).any() and not limits.are_over:
        even = np.minimum(count_below(unknown), count_above(unknown))
        size = checker.batch_size.of(int(np.count_nonzero(unknown)))
        for one in rate(checker, choose_batch(unknown, even, checker.lattice, size)):
            known[one.node] = one.presence
            allowed = delta_max is None or one.presence <= delta_max
            knowledge.learn(one.node, holds=one.holds and allowed)
    is_whole = not knowledge.unknown.any()
    nodes = [node for node in knowledge.minimal_nodes() if is_whole or _is_sure(knowledge, node)]
    # A node that holds by tag alone has a counted one below it, so that a minimal one was counted.
    return {node: known[node] for node in nodes}, is_whole


def _is_sure(knowledge: Knowledge, node: Node) -> bool:
    """Whether every predecessor that is looked at is known to fail."""
    tags, lowest = knowledge.tags, knowledge.lattice.lowest.levels
    for j, level in enumerate(node.levels):
        if level > lowest[j]:
            below = Node((*node.levels[:j], level - 1, *node.levels[j + 1 :]))
            if tags[knowledge.lattice.position(below)] != FAILS:
                return False
    return bool(tags[knowledge.lattice.position(node)] == HOLDS)

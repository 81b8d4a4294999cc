"""A certificate: the optimum, and failing nodes that prove it to whoever counts only these.

Every node that is better than the optimum (cheaper, or first among equals) lies below a listed
node that fails. Where all models are monotone a node fails if one above it does. So the optimum is
proven by counting the listed nodes and the optimum, and no search has to be believed. The list
tells of T what a release does not: which nodes fail. It is for the data holder.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.found.statistics import TableStatistics
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.metrics.metric import SeparableMetric
from dpsql.search.checker import NodeChecker
from dpsql.search.full_domain.ascent import ascend
from dpsql.search.full_domain.knowledge import count_below
from dpsql.search.sums import sum_heights, sum_levels


@dataclass(frozen=True)
class Certificate:
    """The optimum, and nodes that fail: every better node is one of them or below one."""

    optimum: Node
    failing: tuple[Node, ...]


def certify(
    checker: NodeChecker, metric: SeparableMetric, table: TableStatistics, optimum: Node
) -> Certificate:
    """Find failing nodes that prove an optimum; `checker` must be monotone."""
    lattice = checker.lattice
    better = find_better(lattice, metric, table, optimum)
    failing = []
    for j, level in enumerate(checker.base.levels):
        if level > lattice.lowest.levels[j]:
            # Below the floor a level fails although all other columns are suppressed.
            heights = lattice.heights
            node = Node((*heights[:j], level - 1, *heights[j + 1 :]))
            if better[lattice.descendants(node)].any():
                failing.append(node)
                better[lattice.descendants(node)] = False

    def count_better(nodes: Sequence[Node]) -> list[int]:
        return [int(np.count_nonzero(better[lattice.descendants(node)])) for node in nodes]

    while better.any():
        most = np.where(better, count_below(better), 0)
        start = lattice.node_at(int(np.argmax(most)))
        checker.count([start])
        node, _ = ascend(checker, start, count_better)
        failing.append(node)
        better[lattice.descendants(node)] = False
    return Certificate(optimum, tuple(sorted(failing)))


def list_faults(
    checker: NodeChecker,
    metric: SeparableMetric,
    table: TableStatistics,
    certificate: Certificate,
) -> list[str]:
    """Count the nodes of a certificate, and return what it does not prove; empty if it does."""
    lattice = checker.lattice
    optimum, *failing = checker.count([certificate.optimum, *certificate.failing])
    faults = []
    if not optimum.holds:
        faults.append("the optimum does not satisfy the job")
    if held := sum(one.holds for one in failing):
        faults.append(f"{held} of the failing nodes satisfy the job")
    left = find_better(lattice, metric, table, certificate.optimum)
    for node in certificate.failing:
        left[lattice.descendants(node)] = False
    if number := int(np.count_nonzero(left)):
        faults.append(f"{number} better nodes lie below none of the failing ones")
    return faults


def find_better(
    lattice: Lattice, metric: SeparableMetric, table: TableStatistics, optimum: Node
) -> NDArray[np.bool_]:
    """Which nodes that are looked at come before the optimum.

    By cost, then sum of levels, then level vector.
    """
    costs = np.asarray(metric.round(sum_levels(lattice, metric.level_costs(table))))
    heights = sum_heights(lattice)
    at = lattice.position(optimum)
    index = np.arange(lattice.size).reshape(lattice.shape)
    equal = costs == costs[at]
    lower = heights < heights[at]
    same = (heights == heights[at]) & (index < index[at])
    found = np.asarray((costs < costs[at]) | (equal & (lower | same)))
    is_looked_at = np.zeros(lattice.shape, dtype=np.bool_)
    is_looked_at[lattice.looked_at] = True
    return found & is_looked_at

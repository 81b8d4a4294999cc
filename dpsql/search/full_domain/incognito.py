"""Incognito: all minimal nodes that hold, bottom up, and the best of them (LeFevre et al. 2005).

Subsets of the quasi-identifiers are searched by size. A node of a subset is a node of the lattice
whose other quasi-identifiers are at their roots. It generalizes every node that has its levels on
the subset, so if it fails they fail, nodes of larger subsets included. Within a subset nodes are
counted from the least height up, and ancestors of a node that holds are not counted.

Exactness. Every node ends up tagged, and every minimal node that holds is counted: only a holding
node below it could have tagged it. Costs never fall towards the root, nor do sums of levels, so the
optimum is a minimal node. The algorithm needs monotone models, and has no result before it has
found all minimal nodes.
"""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.found.statistics import NodeStatistics, TableStatistics
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.domain.limits import NO_LIMITS, Limits
from dpsql.domain.progress import Progress
from dpsql.errors import ConfigError
from dpsql.faces import name_option
from dpsql.metrics.metric import Metric, SeparableMetric
from dpsql.search.checker import NodeChecker
from dpsql.search.full_domain.knowledge import Knowledge
from dpsql.search.full_domain.spalm import LARGEST_LEVEL, SearchResult, Watch
from dpsql.search.full_domain.tagging import tag_nodes
from dpsql.search.sums import sum_heights


def find_optimum(
    checker: NodeChecker,
    metric: Metric,
    table: TableStatistics,
    watch: Watch | None = None,
    limits: Limits = NO_LIMITS,
) -> SearchResult:
    """Find the node of least cost that holds; ties by the sum of levels, then the level vector.

    Raises:
        ConfigError: a model is not monotone, or `limits` would end the search before its proof.
    """
    if not checker.monotone:
        raise ConfigError(
            "incognito: needs models that are monotone under generalization; a constraint of this"
            " job is not. Write algorithm: spalm"
        )
    if limits != NO_LIMITS:
        raise ConfigError(
            f"incognito ends with its proof; drop {name_option('gap')} and"
            f" {name_option('time_limit')}, or use spalm"
        )
    lattice = checker.lattice
    knowledge = Knowledge(lattice, monotone=True)
    # Subsets of one quasi-identifier are decided already: below the floor, their nodes fail.
    knowledge.rule_out_below(checker.base)
    holding: dict[Node, NodeStatistics] = {}
    heights = sum_heights(lattice).ravel()
    checked = rounds = 0
    size = max(LARGEST_LEVEL, checker.batch_size.largest)
    for subset in list_subsets(lattice):
        while batch := _choose(knowledge, subset, heights, size):
            holding |= tag_nodes(checker, knowledge, batch)
            checked += len(batch)
            rounds += 1
            if watch:
                known = lattice.size - int(np.count_nonzero(knowledge.unknown))
                watch(Progress(lattice.size, known, checked, None, holding=len(holding)))
    ranked = [
        (_cost(metric, node, holding[node], table), node.height, node)
        for node in knowledge.minimal_nodes()
    ]
    best = min(ranked)[2] if ranked else None
    return SearchResult(
        best, holding[best] if best else None, lattice.size, checked, rounds, True, 0.0
    )


def list_subsets(lattice: Lattice) -> Iterator[NDArray[np.intp]]:
    """For each subset of the quasi-identifiers, smallest first, the flat indices of its nodes.

    >>> [nodes.tolist() for nodes in list_subsets(Lattice((1, 1)))]
    [[3], [1, 3], [2, 3], [0, 1, 2, 3]]
    """
    index = np.arange(lattice.size).reshape(lattice.shape)
    ends = lattice.position(lattice.highest)
    for size in range(index.ndim + 1):
        for subset in combinations(range(index.ndim), size):
            part = tuple(
                slice(None) if axis in subset else ends[axis] for axis in range(index.ndim)
            )
            yield np.ravel(index[part])


def _choose(
    knowledge: Knowledge, subset: NDArray[np.intp], heights: NDArray[np.int64], size: int
) -> list[Node]:
    """Choose up to `size` untagged nodes of least height; none of them can decide another."""
    open_nodes = subset[knowledge.unknown.ravel()[subset]]
    if not len(open_nodes):
        return []
    found = heights[open_nodes]
    lowest = open_nodes[found == found.min()][:size]
    return [knowledge.lattice.node_at(int(index)) for index in lowest]


def _cost(metric: Metric, node: Node, counted: NodeStatistics, table: TableStatistics) -> int:
    if isinstance(metric, SeparableMetric):
        return metric.node_cost(node.levels, table)
    return metric.cost(counted.private, table)

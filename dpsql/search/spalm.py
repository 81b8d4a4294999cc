"""SPALM: the least-cost full-domain generalization that holds, proven (Nergiz et al. 2007, 6.1).

The paper walks the lattice from the root and drops the descendants of failing nodes. This keeps its
tags and their proof, but counts next the node that leaves the fewest open whichever way it falls.

Exactness. A node is open while it is untagged and its bound may still beat the incumbent. Bounds
never exceed the true cost: separable costs are known exactly; others are monotone, so a counted
node's cost bounds its ancestors. A tag HOLDS comes from a counted node below, which costs no more
and has fewer levels, so no tagged node is missed as the optimum. The search ends when no node is
open: every node cheaper than the incumbent has failed, by count or by tag. Nodes below the floor
fail by the counts of one quasi-identifier (sql/level_statistics). A node that a slice refutes fails
too (search/slices), but its classes were not all counted: its cost is not known and bounds nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.lattice import Lattice, Node
from dpsql.domain.statistics import NodeStatistics, TableStatistics
from dpsql.metrics.metric import Metric, SeparableMetric
from dpsql.search.checker import Checker
from dpsql.search.knowledge import Knowledge, choose_batch, count_above, count_below
from dpsql.search.open_nodes import Key, OpenNodes
from dpsql.search.sums import LARGEST_INT64, sum_heights, sum_levels

#: Nodes of one statement, and open nodes per node of a statement: a small lattice gains little from
#: a round trip saved and loses by nodes counted in vain.
LARGEST_BATCH, OPEN_PER_NODE = 4, 1024
#: Nodes of one statement where a whole level is counted at once.
LARGEST_LEVEL = 32


@dataclass(frozen=True)
class Progress:
    """How far a search is: nodes of the lattice, known by count or tag, and counted.

    `best` is the value of the best node so far, `bound` the best that is still possible.
    """

    nodes: int
    known: int
    checked: int
    best: float | None
    bound: float | None = None


@dataclass(frozen=True)
class Limits:
    """When to end a search before its proof: at a gap, or at a moment of `time.monotonic`."""

    gap: float = 0.0
    deadline: float = inf

    def reached(self, gap: float) -> bool:
        """Whether a search with this gap may end."""
        return 0 < self.gap >= gap or monotonic() > self.deadline


NO_LIMITS = Limits()


@dataclass(frozen=True)
class SearchResult:
    """What a search found: the optimum, or None if no node holds; `optimal` is proven.

    `gap`: by which share of its value a node that was not decided could be better; 0 if proven.
    """

    node: Node | None
    counted: NodeStatistics | None
    nodes: int
    checked: int
    rounds: int
    optimal: bool
    gap: float


@dataclass(frozen=True)
class MinimalNodesResult:
    """All minimal nodes that hold, by level vector, with their counts."""

    nodes: dict[Node, NodeStatistics]
    checked: int


Watch = Callable[[Progress], None]


def find_optimum(
    checker: Checker,
    metric: Metric,
    table: TableStatistics,
    watch: Watch | None = None,
    limits: Limits = NO_LIMITS,
) -> SearchResult:
    """Find the node of least cost that holds; ties by the sum of levels, then the level vector.

    With `limits` the search may end before its proof, with the best node found so far. For a gap
    where costs are known by counting alone, the floor is counted first: no node costs less.
    """
    lattice, pricing = checker.lattice, _Pricing(metric, table)
    open_nodes = OpenNodes(lattice, pricing.bounds(lattice), checker.base)
    best: Key | None = None
    holding: dict[Node, NodeStatistics] = {}
    checked, rounds, gap = 0, 0, 0.0
    if limits.gap and not pricing.known_before:
        (lowest,) = checker.count([checker.base])
        open_nodes.raise_bounds(checker.base, pricing.cost(checker.base, lowest))
        checked = 1
    batch = [lattice.root]
    while batch:
        rounds += 1
        for node, counted in zip(batch, checker.decide(batch), strict=True):
            checked += 1
            cost = pricing.cost(node, counted)
            if counted.complete and not pricing.known_before:
                open_nodes.raise_bounds(node, cost)
            if counted.holds:
                holding[node] = counted
                key = open_nodes.key(node, cost)
                best = key if best is None else min(best, key)
                open_nodes.close_worse_than(best)
            elif checker.monotone:
                open_nodes.close_descendants(node)
            open_nodes.close(node)
        if best is not None and not pricing.known_before:
            open_nodes.close_worse_than(best)
        if not len(open_nodes):
            break
        gap = pricing.gap(best, open_nodes.least_bound())
        if watch:
            value = None if best is None else metric.value(best.cost, table)
            known = lattice.size - len(open_nodes)
            bound = metric.value(open_nodes.least_bound(), table)
            watch(Progress(lattice.size, known, checked, value, bound))
        if best is not None and limits.reached(gap):
            break
        batch = open_nodes.choose(_batch_size(len(open_nodes)))
    found = None if best is None else lattice.node_at(best.flat_index)
    counted_best = None if found is None else holding[found]
    proven = not len(open_nodes)
    return SearchResult(
        found, counted_best, lattice.size, checked, rounds, proven, 0.0 if proven else gap
    )


def find_minimal_nodes(checker: Checker, watch: Watch | None = None) -> MinimalNodesResult:
    """Find all minimal nodes that hold.

    Every node ends up tagged, those below the floor without a count. Of the others at least the
    minimal and the maximal failing nodes must be counted; from the root downwards exactly the
    holding and the maximal failing ones are (SPALM's own order, a level per statement). That is
    best where few nodes hold; if the node in the middle holds, the nodes that split the open ones
    evenly are counted instead.
    """
    lattice = checker.lattice
    knowledge = Knowledge(lattice, monotone=checker.monotone)
    knowledge.rule_out_below(checker.base)
    heights = sum_heights(lattice)
    holding: dict[Node, NodeStatistics] = {}
    checked = 0
    few_hold: bool | None = None
    batch = [lattice.root]
    while batch:
        results = checker.decide(batch)
        for node, counted in zip(batch, results, strict=True):
            checked += 1
            knowledge.learn(node, holds=counted.holds)
            if counted.holds:
                holding[node] = counted
        if checked == 2:
            few_hold = not results[0].holds
        unknown = knowledge.unknown
        if watch:
            known = lattice.size - int(np.count_nonzero(unknown))
            watch(Progress(lattice.size, known, checked, None))
        if few_hold:
            batch = choose_batch(unknown, heights, lattice, LARGEST_LEVEL)
        else:
            even = np.minimum(count_below(unknown), count_above(unknown))
            size = 1 if few_hold is None else _batch_size(int(np.count_nonzero(unknown)))
            batch = choose_batch(unknown, even, lattice, size)
    # A node that holds by tag alone has a counted one below it, so it is not minimal.
    return MinimalNodesResult({n: holding[n] for n in knowledge.minimal_nodes()}, checked)


def _batch_size(open_nodes: int) -> int:
    return min(LARGEST_BATCH, 1 + open_nodes // OPEN_PER_NODE)


class _Pricing:
    """What nodes cost by one metric on one table, as far as it is known before they are counted."""

    def __init__(self, metric: Metric, table: TableStatistics) -> None:
        self.metric = metric
        self.table = table
        self.known_before = isinstance(metric, SeparableMetric)
        self._levels = metric.level_costs(table) if isinstance(metric, SeparableMetric) else []

    def bounds(self, lattice: Lattice) -> NDArray[Any]:
        """Exact costs of all nodes where they are separable, else what no node stays below."""
        if isinstance(self.metric, SeparableMetric):
            return np.asarray(self.metric.round(sum_levels(lattice, self._levels)))
        dtype = np.int64 if self.table.private_rows**2 < LARGEST_INT64 else object
        return np.full(lattice.shape, self.metric.least_cost(self.table), dtype=dtype)

    def cost(self, node: Node, counted: NodeStatistics) -> int:
        """Cost of a counted node."""
        if isinstance(self.metric, SeparableMetric):
            return self.metric.sum_costs(node.levels, self._levels)
        return self.metric.cost(counted, self.table)

    def gap(self, best: Key | None, bound: int) -> float:
        """How much better than `best` an open node could be, as a share of the best value.

        It is infinite where nothing is found, and where a value of 0 has no shares.
        """
        if best is None:
            return inf
        value, least = (self.metric.value(cost, self.table) for cost in (best.cost, bound))
        if value == least:
            return 0.0
        return abs(value - least) / abs(value) if value else inf

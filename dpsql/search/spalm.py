"""SPALM: the least-cost full-domain generalization that holds, proven (Nergiz et al. 2007, 6.1).

The paper walks the lattice from the root and drops the descendants of failing nodes. This keeps its
tags and their proof, but counts next the node that leaves the fewest open whichever way it falls.

Exactness. A node is open while it is untagged and its bound may still beat the incumbent. Bounds
never exceed the true cost: separable costs are known exactly; others are monotone, so a counted
node's cost bounds its ancestors. A tag HOLDS comes from a counted node below, which costs no more
and has fewer levels, so no tagged node is missed as the optimum. The search ends when no node is
open: every node cheaper than the incumbent has failed, by count or by tag.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.lattice import Lattice, Node
from dpsql.domain.statistics import NodeStatistics, TableStatistics
from dpsql.metrics.metric import ClassMetric, Metric, SeparableMetric
from dpsql.search.checker import Checker
from dpsql.search.knowledge import Knowledge, choose_batch, count_above, count_below

#: Nodes of one statement, and open nodes per node of a statement: a small lattice gains little from
#: a round trip saved and loses by nodes counted in vain.
LARGEST_BATCH, OPEN_PER_NODE = 8, 64
#: Nodes of one statement where a whole level is counted at once.
LARGEST_LEVEL = 32
_LARGEST_INT64 = 2**62


@dataclass(frozen=True)
class Progress:
    """How far a search is: nodes of the lattice, known by count or tag, counted, still open."""

    nodes: int
    known: int
    checked: int
    best: float | None


@dataclass(frozen=True)
class SearchResult:
    """What a search found: the optimum, or None if no node holds; `optimal` is proven."""

    node: Node | None
    counted: NodeStatistics | None
    nodes: int
    checked: int
    optimal: bool


@dataclass(frozen=True)
class MinimalNodesResult:
    """All minimal nodes that hold, by level vector, with their counts."""

    nodes: dict[Node, NodeStatistics]
    checked: int


Watch = Callable[[Progress], None]


def find_optimum(
    checker: Checker, metric: Metric, table: TableStatistics, watch: Watch | None = None
) -> SearchResult:
    """Find the node of least cost that holds; ties by the sum of levels, then the level vector."""
    lattice = checker.lattice
    knowledge = Knowledge(lattice, monotone=checker.monotone)
    bounds = _start_bounds(lattice, metric, table)
    heights = _sum_levels(lattice, [list(range(height + 1)) for height in lattice.heights])
    index = np.arange(lattice.size).reshape(lattice.shape)
    best: tuple[int, int, int] | None = None
    holding: dict[Node, NodeStatistics] = {}
    checked = 0
    batch = [lattice.root]
    while batch:
        for node, counted in zip(batch, checker.count(batch), strict=True):
            checked += 1
            knowledge.learn(node, holds=counted.holds)
            cost = _learn_cost(bounds, node, counted, lattice, metric, table)
            if counted.holds:
                holding[node] = counted
                key = (cost, node.height, int(index[lattice.position(node)]))
                best = key if best is None else min(best, key)
        if best is None and checker.monotone:
            break
        candidates = knowledge.unknown
        if best is not None:
            candidates &= _may_beat(best, bounds, heights, index)
        if watch:
            known = lattice.size - int(np.count_nonzero(candidates))
            value = None if best is None else metric.value(best[0], table)
            watch(Progress(lattice.size, known, checked, value))
        score = np.minimum(count_below(candidates), _count_beaten(candidates, bounds))
        batch = choose_batch(candidates, score, lattice, _batch_size(candidates))
    if best is None:
        return SearchResult(None, None, lattice.size, checked, optimal=True)
    found = lattice.node_at(best[2])
    return SearchResult(found, holding[found], lattice.size, checked, optimal=True)


def find_minimal_nodes(checker: Checker, watch: Watch | None = None) -> MinimalNodesResult:
    """Find all minimal nodes that hold.

    Every node ends up tagged. At least the minimal and the maximal failing nodes must be counted;
    from the root downwards exactly the holding and the maximal failing ones are (SPALM's own order,
    a level per statement). That is best where few nodes hold; if the node in the middle holds, the
    nodes that split the open ones evenly are counted instead.
    """
    lattice = checker.lattice
    knowledge = Knowledge(lattice, monotone=checker.monotone)
    heights = _sum_levels(lattice, [list(range(height + 1)) for height in lattice.heights])
    holding: dict[Node, NodeStatistics] = {}
    checked = 0
    few_hold: bool | None = None
    batch = [lattice.root]
    while batch:
        results = checker.count(batch)
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
            size = 1 if few_hold is None else _batch_size(unknown)
            batch = choose_batch(unknown, even, lattice, size)
    # A node that holds by tag alone has a counted one below it, so it is not minimal.
    return MinimalNodesResult({n: holding[n] for n in knowledge.minimal_nodes()}, checked)


def _batch_size(open_nodes: NDArray[np.bool_]) -> int:
    return min(LARGEST_BATCH, 1 + int(np.count_nonzero(open_nodes)) // OPEN_PER_NODE)


def _start_bounds(lattice: Lattice, metric: Metric, table: TableStatistics) -> NDArray[Any]:
    """Exact costs of all nodes where they are separable, else a bound that says nothing."""
    if isinstance(metric, ClassMetric):
        dtype = np.int64 if table.private_rows**2 < _LARGEST_INT64 else object
        return np.full(lattice.shape, -_LARGEST_INT64, dtype=dtype)
    return np.asarray(metric.round(_sum_levels(lattice, metric.level_costs(table))))


def _sum_levels(lattice: Lattice, level_costs: list[list[int]]) -> NDArray[Any]:
    """Sum one cost per quasi-identifier over the whole lattice, exactly."""
    largest = sum(max(costs) for costs in level_costs)
    dtype = np.int64 if largest < _LARGEST_INT64 else object
    constant = sum(costs[0] for j, costs in enumerate(level_costs) if j not in lattice.axes)
    total = np.full(lattice.shape, constant, dtype=dtype)
    for axis, j in enumerate(lattice.axes):
        shape = [1] * len(lattice.axes)
        shape[axis] = -1
        total += np.array(level_costs[j], dtype=dtype).reshape(shape)
    return total


def _learn_cost(
    bounds: NDArray[Any],
    node: Node,
    counted: NodeStatistics,
    lattice: Lattice,
    metric: Metric,
    table: TableStatistics,
) -> int:
    """Return the node's cost; where it was not known before, let it bound the ancestors."""
    if isinstance(metric, SeparableMetric):
        return int(bounds[lattice.position(node)])
    cost = metric.cost(counted, table)
    above = bounds[lattice.ancestors(node)]
    np.maximum(above, cost, out=above)
    return cost


def _may_beat(
    best: tuple[int, int, int], bounds: NDArray[Any], heights: NDArray[Any], index: NDArray[Any]
) -> NDArray[np.bool_]:
    """Nodes whose bound, sum of levels and level vector come before the incumbent's."""
    cost, height, position = best
    earlier = (heights < height) | ((heights == height) & (index < position))
    return np.asarray((bounds < cost) | ((bounds == cost) & earlier))


def _count_beaten(candidates: NDArray[np.bool_], bounds: NDArray[Any]) -> NDArray[np.int64]:
    """For every candidate, how many candidates its holding would rule out: those not cheaper."""
    costs = bounds[candidates]
    order = np.argsort(costs, kind="stable")
    beaten = np.empty(len(costs), dtype=np.int64)
    beaten[order] = np.arange(len(costs), 0, -1)
    counts = np.zeros(candidates.shape, dtype=np.int64)
    counts[candidates] = beaten
    return counts

"""SPALM: the least-cost full-domain generalization that holds, proven (Nergiz et al. 2007, 6.1).

The paper walks the lattice from the root and drops the descendants of failing nodes. This search
uses the paper's tags and their proof, but next counts the node that leaves the fewest nodes open
whether it holds or fails.

Exactness. A node is open while it is untagged and its bound may still beat the incumbent. Bounds
never exceed the true cost: separable costs are known exactly; others are monotone, so a node whose
classes of T are counted bounds its ancestors. A tag HOLDS comes from a counted node below, which
costs no more and has a smaller sum of levels, so no tagged node is missed as the optimum. The
search ends when no node is open: every node cheaper than the incumbent has failed, by its own
count, by that of a slice (excerpts), by a tag, or below the floor by the counts of one
quasi-identifier (sql/lattice/level_statistics). Nodes that cost more may stay undecided.
A sample of T (private_sample) chooses which of them are priced; only their counts raise bounds.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.found.statistics import NodeStatistics, PrivateClasses, TableStatistics
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.domain.limits import NO_LIMITS, Limits, find_gap
from dpsql.domain.progress import Progress
from dpsql.metrics.metric import Metric, SeparableMetric
from dpsql.search.checker import NodeChecker
from dpsql.search.full_domain.ascent import ascend
from dpsql.search.full_domain.knowledge import Knowledge, choose_batch, count_above, count_below
from dpsql.search.full_domain.open_nodes import Key, OpenNodes
from dpsql.search.full_domain.sinking import sink
from dpsql.search.full_domain.tagging import tag_nodes
from dpsql.search.sums import LARGEST_INT64, sum_heights, sum_levels

#: Most nodes of one statement, if a whole layer is counted at once.
LARGEST_LEVEL = 32
#: Nodes that are priced for each that is counted, where costs depend on classes.
PRICED = 4


@dataclass(frozen=True)
class SearchResult:
    """The result of a search: the best node, or None if none holds; `optimal`: it is proven.

    `gap`: by which share of its value an undecided node could be better; 0 if proven.
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


@dataclass(frozen=True)
class Nested:
    """The nodes below all of some nodes, and if `above`, also those above one of them."""

    nodes: tuple[Node, ...]
    above: bool


Watch = Callable[[Progress], None]


def find_optimum(
    checker: NodeChecker,
    metric: Metric,
    table: TableStatistics,
    watch: Watch | None = None,
    limits: Limits = NO_LIMITS,
    known: Sequence[Node] = (),
    nested: Nested | None = None,
) -> SearchResult:
    """Find the node of least cost that holds; ties by the sum of levels, then the level vector.

    The `known` nodes are counted first, as long as they are open: it costs nothing to count them
    again. They are not among those that are checked. `nested`: only the nodes that it names are
    looked at; the result is the best of these.

    With `limits` the search may end before its proof, with the best node found so far. If there is
    a limit for the gap and costs are known only by counting, the floor is counted first: no node
    costs less.
    """
    lattice, pricing = checker.lattice, _Pricing(metric, table)
    state = _State(checker, pricing, nested)
    open_nodes = state.open_nodes
    checked, rounds, gap = 0, 0, inf
    if limits.gap and not pricing.known_before:
        state.count([checker.base])
        checked, rounds = 1, 1
    state.count_open(known)
    batch, size = [lattice.highest], 1
    while len(open_nodes):
        rounds += 1
        checked += state.decide(batch, size)
        if not len(open_nodes):
            break
        bound = open_nodes.least_bound()
        gap = pricing.gap(state.best, bound)
        if watch:
            value = None if state.best is None else metric.value(state.best.cost, table)
            decided = lattice.size - len(open_nodes)
            watch(Progress(lattice.size, decided, checked, value, metric.value(bound, table)))
        if state.best is not None and limits.reached(gap):
            break
        size = checker.batch_size.of(len(open_nodes))
        batch = open_nodes.choose(
            size if pricing.known_before else size * PRICED,
            costs_are_known=pricing.known_before,
        )
    proven = not len(open_nodes)
    return SearchResult(
        None if state.best is None else lattice.node_at(state.best.flat_index),
        state.counted,
        lattice.size,
        checked,
        rounds,
        proven,
        0.0 if proven else gap,
    )


def find_minimal_nodes(checker: NodeChecker, watch: Watch | None = None) -> MinimalNodesResult:
    """Find all minimal nodes that hold.

    Every node ends up tagged, nodes below the floor without a count. Of the others, at least the
    minimal holding and the maximal failing nodes must be counted. From the root downwards (SPALM's
    own order, a layer per statement), exactly the holding and the maximal failing nodes are
    counted. That is best if few nodes hold. If the node in the middle holds, the nodes that split
    the open ones evenly are counted instead.
    """
    lattice = checker.lattice
    knowledge = Knowledge(lattice, monotone=checker.monotone)
    knowledge.rule_out_below(checker.base)
    heights = sum_heights(lattice)
    holding: dict[Node, NodeStatistics] = {}
    checked = 0
    few_hold: bool | None = None
    largest_level = max(LARGEST_LEVEL, checker.batch_size.largest)
    batch = [lattice.highest]
    while batch:
        holding |= tag_nodes(checker, knowledge, batch)
        checked += len(batch)
        if checked == 2:
            few_hold = batch[0] not in holding
        unknown = knowledge.unknown
        if watch:
            known = lattice.size - int(np.count_nonzero(unknown))
            watch(Progress(lattice.size, known, checked, None, holding=len(holding)))
        if few_hold:
            batch = choose_batch(unknown, heights, lattice, largest_level)
        else:
            even = np.minimum(count_below(unknown), count_above(unknown))
            size = 1 if few_hold is None else checker.batch_size.of(int(np.count_nonzero(unknown)))
            batch = choose_batch(unknown, even, lattice, size)
    # A node that holds by tag alone has a counted one below it, so it is not minimal.
    return MinimalNodesResult({n: holding[n] for n in knowledge.minimal_nodes()}, checked)


class _State:
    """The open nodes of a search, and the best of those that were found to hold."""

    def __init__(
        self, checker: NodeChecker, pricing: "_Pricing", nested: Nested | None = None
    ) -> None:
        lattice = checker.lattice
        # The base is below the limits where what is counted besides, an earlier release, is.
        floor = Node(tuple(map(max, checker.base.levels, lattice.lowest.levels)))
        self.open_nodes = OpenNodes(lattice, pricing.bounds(lattice), floor)
        if lattice.highest != lattice.root:
            self.open_nodes.keep_nested([lattice.highest], above=False)
        if nested is not None:
            self.open_nodes.keep_nested(nested.nodes, above=nested.above)
        self.best: Key | None = None
        self.counted: NodeStatistics | None = None
        self._checker = checker
        self._pricing = pricing
        self._priced: set[Node] = set()

    def decide(self, nodes: Sequence[Node], most: int) -> int:
        """Close nodes: they cost too much, a slice refutes them, or they are counted.

        Return how many were refuted or counted: at most `most` of those that do not cost too much.
        A node that costs too much closes its ancestors. If it fails as well, its descendants close,
        too; but to find this out, only its first slice is counted.
        """
        # Without a best node, no cost is too high.
        if self.best is not None and not self._pricing.known_before:
            self._price(nodes)
        open_ = [node for node in nodes if self.open_nodes.is_open(node)]
        cheap, dear = open_[:most], [node for node in nodes if node not in open_][:most]
        asked = [*cheap, *dear] if self._checker.monotone else cheap
        refuted = self._checker.refute(asked, thoroughly=cheap)
        for node in refuted:
            self._fail(node)
        self.count([node for node in cheap if node not in refuted])
        return len(cheap)

    def count(self, nodes: Sequence[Node]) -> None:
        """Close nodes by counting all their classes."""
        for node, counted in zip(nodes, self._checker.count(nodes), strict=True):
            cost = self._bound(node, counted.private)
            if counted.holds:
                self._hold(node, cost, counted)
            elif not counted.rules_out_finer:
                self.open_nodes.close(node)
            else:
                failing, holding = ascend(self._checker, node, self.open_nodes.count_below)
                self._fail(failing)
                for ancestor, found in holding.items():
                    self._hold(ancestor, self._bound(ancestor, found.private), found)
        self._close_worse()

    def count_open(self, nodes: Sequence[Node]) -> None:
        """Count the nodes that are still open, the coarsest first: if one fails, it closes most."""
        for node in sorted(nodes, key=lambda node: -node.height):
            if self.open_nodes.is_open(node):
                self.count([node])

    def _hold(self, node: Node, cost: int, counted: NodeStatistics) -> None:
        """Take a node that holds for the best, if it is; one that is not looked at never is."""
        key = self.open_nodes.key(node, cost)
        if (self.best is None or key < self.best) and self.open_nodes.is_open(node):
            self.best, self.counted = key, counted

    def _price(self, nodes: Sequence[Node]) -> None:
        """Close the nodes that cost too much, if their classes of T can be counted at less cost."""
        dear = [node for node in nodes if self._seems_dear(node)]
        # A closed node is priced, too: its ancestors may be open, and cost no less.
        self._price_all(dict.fromkeys(sink(self._checker, node, self._closing) for node in dear))
        # What is open still: the node that it sank to costs less than it seemed.
        self._price_all(node for node in dear if self.open_nodes.is_open(node))

    def _price_all(self, nodes: Iterable[Node]) -> None:
        """Price the nodes that are not priced yet."""
        asked = [node for node in nodes if node not in self._priced]
        priced = self._checker.count_private(asked) if asked else None
        if priced is None:
            return
        self._priced.update(asked)
        for node, classes in zip(asked, priced, strict=True):
            self._bound(node, classes)
        self._close_worse()

    def _seems_dear(self, node: Node) -> bool:
        """Whether a node costs as much as the best on the sample of T; True if there is none."""
        best = self.best and self.open_nodes.lattice.node_at(self.best.flat_index)
        costs = [
            self._pricing.cost(one, classes)
            for one in (node, best)
            if one is not None and (classes := self._checker.sample_private(one)) is not None
        ]
        return len(costs) < 2 or costs[0] >= costs[1]

    def _closing(self, nodes: Sequence[Node]) -> list[int]:
        """How many open nodes each node closes if it costs too much; 0 if it seems not to."""
        counts = self.open_nodes.count_above(nodes)
        return [c if self._seems_dear(n) else 0 for n, c in zip(nodes, counts, strict=True)]

    def _bound(self, node: Node, classes: PrivateClasses) -> int:
        """Return the cost of a node with these classes; its ancestors cost no less."""
        cost = self._pricing.cost(node, classes)
        if not self._pricing.known_before:
            self.open_nodes.raise_bounds(node, cost)
        return cost

    def _close_worse(self) -> None:
        """Close the nodes that cannot beat the best, including the best itself."""
        if self.best is not None:
            self.open_nodes.close_worse_than(self.best)

    def _fail(self, node: Node) -> None:
        self.open_nodes.close(node)
        if self._checker.monotone:
            self.open_nodes.close_descendants(node)


class _Pricing:
    """The costs of nodes by one metric on one table, and what is known of them before counting."""

    def __init__(self, metric: Metric, table: TableStatistics) -> None:
        self.metric = metric
        self.table = table
        self.known_before = isinstance(metric, SeparableMetric)
        self._levels = metric.level_costs(table) if isinstance(metric, SeparableMetric) else []

    def bounds(self, lattice: Lattice) -> NDArray[Any]:
        """Return exact costs of all nodes if the metric is separable, else a lower bound."""
        if isinstance(self.metric, SeparableMetric):
            return np.asarray(self.metric.round(sum_levels(lattice, self._levels)))
        dtype = np.int64 if self.table.private_rows**2 < LARGEST_INT64 else object
        return np.full(lattice.shape, self.metric.least_cost(self.table), dtype=dtype)

    def cost(self, node: Node, classes: PrivateClasses) -> int:
        """Cost of a node with these classes."""
        if isinstance(self.metric, SeparableMetric):
            return self.metric.sum_costs(node.levels, self._levels)
        return self.metric.cost(classes, self.table)

    def gap(self, best: Key | None, bound: int) -> float:
        """How much better than `best` an open node could be, as a share of the best value.

        It is infinite if no node holds so far, or if the best value is 0 and could be better.
        """
        if best is None:
            return inf
        return find_gap(*(self.metric.value(cost, self.table) for cost in (best.cost, bound)))

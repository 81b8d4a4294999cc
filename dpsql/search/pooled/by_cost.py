"""Starts in the order of their costs as plain nodes, for any metric."""

from collections.abc import Iterator
from heapq import heappop, heappush

from dpsql.domain.found.statistics import TableStatistics
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.metrics.metric import Metric, SeparableMetric
from dpsql.search.class_tables.classes import Classes
from dpsql.search.pooled.row_costs import list_by_cost
from dpsql.search.pooled.settling import measure_private


def list_starts(
    metric: Metric, table: TableStatistics, lattice: Lattice, classes: Classes
) -> Iterator[tuple[int, Node]]:
    """Yield all nodes by cost, sum of levels and levels, with their costs."""
    if isinstance(metric, SeparableMetric):
        yield from list_by_cost(metric, table, lattice)
        return

    def price(node: Node) -> tuple[int, int, Node]:
        private = measure_private(classes.at(node).private)
        return metric.cost(private, table), node.height, node

    # A node costs no more than its parents: once it is the least, all below it were yielded.
    open_, seen = [price(lattice.raw)], {lattice.raw}
    while open_:
        cost, _, node = heappop(open_)
        yield cost, node
        for parent in lattice.parents(node):
            if parent not in seen:
                seen.add(parent)
                heappush(open_, price(parent))

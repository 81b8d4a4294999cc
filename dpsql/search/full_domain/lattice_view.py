"""Decides all nodes from counted ones, for a picture of the lattice, layer by layer.

The counts of a frontier are greatest presences, so they decide nodes for any δmax. The ancestors of
a proven optimum hold. If its metric is separable, every node that ranks before it fails.
"""

from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from dpsql.domain.found.statistics import TableStatistics
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.metrics.metric import Metric, SeparableMetric
from dpsql.search.full_domain.greatest_presence import GreatestPresence
from dpsql.search.full_domain.knowledge import FAILS, HOLDS, UNKNOWN, Knowledge
from dpsql.search.sums import sum_heights, sum_levels


def tag_all(
    lattice: Lattice, counted: Iterable[GreatestPresence], delta_max: Fraction | None
) -> Knowledge:
    """Tag every node that the counts decide under monotone models; `delta_max` may be None."""
    knowledge = Knowledge(lattice, monotone=True)
    for one in counted:
        holds = one.holds and (delta_max is None or one.presence <= delta_max)
        knowledge.learn(one.node, holds=holds)
    return knowledge


def tag_around_optimum(
    knowledge: Knowledge, optimum: Node, metric: Metric, table: TableStatistics
) -> None:
    """Tag the ancestors of a proven optimum as holding, nodes that rank before it as failing."""
    knowledge.learn(optimum, holds=True)
    if not isinstance(metric, SeparableMetric):
        return
    lattice = knowledge.lattice
    costs = np.asarray(metric.round(sum_levels(lattice, metric.level_costs(table))))
    heights, index = sum_heights(lattice), np.arange(lattice.size).reshape(lattice.shape)
    place = lattice.position(optimum)
    earlier = (heights < optimum.height) | ((heights == optimum.height) & (index < index[place]))
    knowledge.tags[(costs < costs[place]) | ((costs == costs[place]) & earlier)] = FAILS


def count_by_layer(knowledge: Knowledge) -> list[tuple[int, int, int]]:
    """Count, per sum of levels from 0 up, the nodes that hold, that fail, and the others."""
    heights = sum_heights(knowledge.lattice).ravel()
    tags = knowledge.tags.ravel()
    most = knowledge.lattice.root.height
    columns = [
        np.bincount(heights[tags == tag], minlength=most + 1).tolist()
        for tag in (HOLDS, FAILS, UNKNOWN)
    ]
    return list(zip(*columns, strict=True))

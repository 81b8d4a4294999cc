"""What counted nodes tell of all others, for a picture of the lattice, layer by layer.

A frontier's counts are of greatest presences, so that they tell which nodes hold for any δmax. Of
an optimum that was proven by a separable metric it is known, too, that every node which ranks
before it fails; and that its ancestors hold.
"""

from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from dpsql.domain.lattice import Lattice, Node
from dpsql.domain.statistics import TableStatistics
from dpsql.metrics.metric import Metric, SeparableMetric
from dpsql.search.greatest_presence import GreatestPresence
from dpsql.search.knowledge import FAILS, HOLDS, UNKNOWN, Knowledge
from dpsql.search.sums import sum_heights, sum_levels


def tag_all(
    lattice: Lattice, counted: Iterable[GreatestPresence], delta_max: Fraction | None
) -> Knowledge:
    """Tag every node that follows from counts under monotone models; None allows any presence."""
    knowledge = Knowledge(lattice, monotone=True)
    for one in counted:
        holds = one.holds and (delta_max is None or one.presence <= delta_max)
        knowledge.learn(one.node, holds=holds)
    return knowledge


def tag_around_optimum(
    knowledge: Knowledge, optimum: Node, metric: Metric, table: TableStatistics
) -> None:
    """Tag what a proven optimum tells of the nodes above it, and of those that rank before it."""
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
    """Count the nodes that hold, that fail, and the others, by their sums of levels from 0 up."""
    heights = sum_heights(knowledge.lattice).ravel()
    tags = knowledge.tags.ravel()
    most = knowledge.lattice.root.height
    columns = [
        np.bincount(heights[tags == tag], minlength=most + 1).tolist()
        for tag in (HOLDS, FAILS, UNKNOWN)
    ]
    return list(zip(*columns, strict=True))

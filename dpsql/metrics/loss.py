"""LM, the loss metric (Iyengar 2002): the share of a hierarchy's leaves that a value stands for.

Mean over the rows of T and the quasi-identifiers of (leaves under the value − 1)/(leaves − 1); 0
for a hierarchy of one leaf. If the job weighs its quasi-identifiers, it is the weighted mean.
Monotone: a more general value covers a superset of leaves.
"""

from fractions import Fraction
from math import lcm

from dpsql.domain.found.statistics import PublishedColumn, TableStatistics
from dpsql.metrics.metric import SeparableMetric


class Loss(SeparableMetric):
    """Costs on the scale of the least common multiple of all (leaves − 1)."""

    def level_costs(self, table: TableStatistics) -> list[list[int]]:
        """Σ over T of (leaves under the value − 1), scaled."""
        scale = _scale(table)
        return [
            [
                table.weigh(j) * level.leaves_lost * (scale // (level.leaves - 1 or 1))
                for level in levels
            ]
            for j, levels in enumerate(table.levels)
        ]

    def value(self, cost: int, table: TableStatistics) -> float:
        """Return the mean, between 0 and 1."""
        cells = table.private_rows * table.whole_weight
        return float(Fraction(cost, _scale(table) * cells)) if cells else 0.0

    def published_cost(self, column: PublishedColumn, table: TableStatistics) -> int:
        """Σ of (leaves under the value − 1), scaled."""
        return column.weight * column.leaves_lost * (_scale(table) // (column.leaves - 1 or 1))

    def published_value(self, cost: int, table: TableStatistics) -> float:
        """As of a node."""
        return self.value(cost, table)


def _scale(table: TableStatistics) -> int:
    return lcm(*(levels[0].leaves - 1 or 1 for levels in table.levels))

"""Precision (Sweeney): 1 − the mean of level / height; the cost is what is missing to 1.

Strictly monotone in the levels. A quasi-identifier of height 0 loses nothing.
"""

from fractions import Fraction
from math import lcm

from dpsql.domain.found.statistics import PublishedColumn, TableStatistics
from dpsql.metrics.metric import SeparableMetric


class Precision(SeparableMetric):
    """Costs on the scale of the least common multiple of the heights."""

    def level_costs(self, table: TableStatistics) -> list[list[int]]:
        """Level / height, scaled."""
        scale = _scale(table)
        return [
            [level * (scale // (len(levels) - 1 or 1)) for level in range(len(levels))]
            for levels in table.levels
        ]

    def value(self, cost: int, table: TableStatistics) -> float:
        """Return the precision: 1 for the raw table, 0 for total suppression."""
        return float(1 - Fraction(cost, _scale(table) * len(table.levels)))

    def published_cost(self, column: PublishedColumn, table: TableStatistics) -> int:
        """Σ of level / height, scaled."""
        return column.levels * (_scale(table) // (column.height or 1))

    def published_value(self, cost: int, table: TableStatistics) -> float:
        """Return 1 − the mean over rows and quasi-identifiers of level / height."""
        cells = table.private_rows * len(table.levels)
        return float(1 - Fraction(cost, _scale(table) * cells)) if cells else 1.0


def _scale(table: TableStatistics) -> int:
    return lcm(*(len(levels) - 1 or 1 for levels in table.levels))

"""DM, discernibility (Bayardo & Agrawal 2005): each row of T costs the number of rows equal to it.

Σ over the classes of T of n_T². Monotone: (a + b)² ≥ a² + b².
"""

from dpsql.domain.found.statistics import PrivateClasses, TableStatistics
from dpsql.metrics.metric import ClassMetric


class Discernibility(ClassMetric):
    """The sum itself is the cost."""

    def cost(self, classes: PrivateClasses, table: TableStatistics) -> int:
        """Σ n_T²."""
        return classes.squared_private_counts

    def least_cost(self, table: TableStatistics) -> int:
        """Return the cost if every row of T is a class of its own: n ≤ n²."""
        return table.private_rows

    def value(self, cost: int, table: TableStatistics) -> float:
        """Σ n_T²."""
        return cost

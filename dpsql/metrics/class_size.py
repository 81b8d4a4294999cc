"""Average class size (C_avg of LeFevre 2006, AECS of ARX): |T| / number of classes of T.

Monotone: merging never adds classes. The cost is the negated number of classes, which ranks nodes
in the same order.
"""

from fractions import Fraction

from dpsql.domain.found.statistics import PrivateClasses, TableStatistics
from dpsql.metrics.metric import ClassMetric


class ClassSize(ClassMetric):
    """Fewer classes cost more."""

    def cost(self, classes: PrivateClasses, table: TableStatistics) -> int:
        """Return minus the number of classes of T."""
        return -classes.count

    def least_cost(self, table: TableStatistics) -> int:
        """Return the cost if every row of T is a class of its own."""
        return -table.private_rows

    def value(self, cost: int, table: TableStatistics) -> float:
        """Rows of T per class; 0 if T is empty."""
        return float(Fraction(table.private_rows, -cost)) if cost else 0.0

"""The two kinds of metric; they differ in what a search can know before it counts classes.

Every cost is monotone: it never falls when a node is generalized (the module of each metric has the
proof). Costs are integers, so that ties are exact; `value` turns a cost into the number that is
reported.
"""

from abc import ABC, abstractmethod
from typing import Any

from dpsql.domain.found.statistics import PrivateClasses, PublishedColumn, TableStatistics


class SeparableMetric(ABC):
    """A cost that is a sum over the quasi-identifiers; known for all nodes before any check.

    A node's cost is the sum of its level costs, rounded to multiples of `resolution`.
    """

    resolution = 1

    def node_cost(self, levels: tuple[int, ...], table: TableStatistics) -> int:
        """Cost of one node, in units of `resolution`."""
        return self.sum_costs(levels, self.level_costs(table))

    def sum_costs(self, levels: tuple[int, ...], level_costs: list[list[int]]) -> int:
        """Cost of one node, from the level costs of its table."""
        costs = zip(level_costs, levels, strict=True)
        return int(self.round(sum(of_levels[level] for of_levels, level in costs)))

    def round(self, cost: Any) -> Any:
        """Round a sum of level costs, or an array of them, to units of `resolution`."""
        return (cost + self.resolution // 2) // self.resolution

    def largest_sum(self, cost: int) -> int:
        """The largest sum of level costs that is rounded to a cost."""
        return (cost + 1) * self.resolution - self.resolution // 2 - 1

    @abstractmethod
    def level_costs(self, table: TableStatistics) -> list[list[int]]:
        """Cost of each level of each quasi-identifier, on one common scale."""

    @abstractmethod
    def value(self, cost: int, table: TableStatistics) -> float:
        """The reported value of a node of this cost."""

    @abstractmethod
    def published_cost(self, column: PublishedColumn, table: TableStatistics) -> int:
        """Cost of one quasi-identifier whose rows are published on several levels.

        The sum over the rows of what each of them costs on its own: costs of disjoint sets of rows
        add up. Rounded like a node's once it is summed over the quasi-identifiers.
        """

    @abstractmethod
    def published_value(self, cost: int, table: TableStatistics) -> float:
        """The reported value of the sum of these costs over all rows of T, before rounding."""


class ClassMetric(ABC):
    """A cost that depends on the equivalence classes; known for a node once it is counted."""

    @abstractmethod
    def cost(self, classes: PrivateClasses, table: TableStatistics) -> int:
        """Cost of a node with these classes."""

    @abstractmethod
    def least_cost(self, table: TableStatistics) -> int:
        """A lower bound of the cost over all nodes."""

    @abstractmethod
    def value(self, cost: int, table: TableStatistics) -> float:
        """The reported value."""


Metric = SeparableMetric | ClassMetric

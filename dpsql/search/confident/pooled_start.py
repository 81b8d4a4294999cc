"""One start of a pooled release where P is known from tables of statistics only.

Classes that are expected to have enough people settle; all other labels of the domain are one class
at the root (`domain.expected_pooling`). The criterion is B on these classes.

Let m grow. Then fewer classes settle, and the class at the root takes them in: the classes for
m + 1 are unions of those for m. So the rows of T cost no less. Without δmin, Σ f never rises as
classes merge (`checker`), and models that allow pruning hold on if they held; so the numbers with
which a start holds are all those from some number on, and the least of them is the best release of
this start. It is found by halving. With δmin, or other models, that is not so: then the numbers
that are tried are those of `domain.pooling`, ascending.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import fsum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.expected_pooling import count_expected, find_largest, least_share
from dpsql.domain.levels.lattice import Lattice
from dpsql.domain.pooling import Pooling, Step, list_candidates
from dpsql.domain.threshold import PresenceBounds
from dpsql.errors import ResourceError
from dpsql.metrics.metric import SeparableMetric
from dpsql.privacy.confidence.arrays import Counts, Mask, Shares
from dpsql.privacy.confidence.criterion import DOUBT, holds_with, judge
from dpsql.privacy.confidence.independent import SharedClasses
from dpsql.privacy.confidence.large_classes import sum_small
from dpsql.privacy.confidence.law import Law
from dpsql.privacy.model import PrivacyModel, any_violation
from dpsql.search.class_tables.class_table import ClassTable
from dpsql.search.class_tables.vectorized import find_violating
from dpsql.search.confident.label_shares import LabelShares
from dpsql.search.pooled.protected import ClassedRows, ProtectedColumn
from dpsql.search.pooled.row_costs import RowCosts

#: So many of the classes that need others most are judged before the rest.
_FIRST = 64
#: Sums of doubles that are so close to what is allowed are added once more, exactly.
_CLOSE = 1e-7


@dataclass(frozen=True)
class Demands:
    """What a job asks of the classes: δ with a confidence, and models of the rows of T."""

    law: Law[SharedClasses]
    bounds: PresenceBounds | None
    asked: Fraction
    models: Sequence[PrivacyModel]
    protected: Sequence[ProtectedColumn]

    @property
    def monotone(self) -> bool:
        """Whether whatever holds goes on holding as classes merge."""
        return not (self.bounds and self.bounds.minimum) and all(
            model.monotone_under_generalization for model in self.models
        )

    def has_confidence(self, classes: SharedClasses) -> bool:
        """Whether δ holds of these classes with the confidence, all added exactly."""
        return self.bounds is None or judge(self.law, classes, self.bounds, self.asked).holds


@dataclass(frozen=True)
class ExpectedSettling:
    """The rules: who settles by the statistics of `size` people of P, and what a row of T costs.

    `is_monotone`: whether `demands` and the models of the protected columns allow halving.
    """

    lattice: Lattice
    size: int
    shares: LabelShares
    demands: Demands
    costs: RowCosts
    is_monotone: bool

    @property
    def metric(self) -> SeparableMetric:
        """The metric of the costs."""
        return self.costs.metric

    def open(self, table: ClassTable) -> "Start":
        """Return the classes of T at a start, with what the statistics say of them.

        Raises:
            ResourceError: the statistics have too many tuples or labels.
        """
        shares, labels = self.shares.of_classes(table), self.shares.of_labels(table.node)
        if shares is None or labels is None:
            raise ResourceError(
                "algorithm: pooled with population: holds the tables of statistics in memory, and"
                " these have too many tuples or labels; name fewer columns, or write algorithm:"
                " spalm"
            )
        order = np.lexsort((table.private, -shares))
        return Start(self, table.select(order), shares[order], labels)

    def list_numbers(self) -> list[int]:
        """Return the numbers of people that are tried where halving is not allowed."""
        return [1, *list_candidates(self.size)]


@dataclass(frozen=True)
class Published:
    """The classes of T that a release shows: those that settled, then the one at the root.

    `settled`: how many of the start's classes settled, those of the largest shares. `rest`: the
    share of the class at the root, and `rest_rows` its rows of T; it is one of the classes if it
    has rows.
    """

    least: int
    settled: int
    rest: float
    rest_rows: int
    classes: SharedClasses


@dataclass(frozen=True)
class Start:
    """The classes of T of one node, those of the largest shares first: `table` and `shares`."""

    rules: ExpectedSettling
    table: ClassTable
    shares: Shares
    labels: Sequence[Shares]

    @property
    def _is_root(self) -> bool:
        return self.table.node == self.rules.lattice.root

    def publish(self, least: int) -> Published:
        """Return the classes if so many people settle together."""
        bound = float(least_share(self.rules.size, least))
        settled = self._count_settled(least)
        rest = 0.0 if self._is_root else sum_small(self.labels, bound)
        members, shares = self.table.private[:settled], self.shares[:settled]
        rows = int(self._rows_left[settled])
        if rows:
            members, shares = np.append(members, rows), np.append(shares, rest)
        return Published(least, settled, rest, rows, SharedClasses(members, shares))

    def cost(self, settled: int) -> Any:
        """What the rows of T cost, before rounding, if so many classes settle."""
        return self._settled_costs[settled] + int(self._rows_left[settled]) * self._at_root

    def find_fewest(self, most_cost: int) -> int | None:
        """Return how few classes may settle if that costs at most so much; None if it never does.

        Costs fall as more classes settle.
        """
        counts = self._rows_left.astype(self._settled_costs.dtype)
        fits = np.flatnonzero(self._settled_costs + counts * self._at_root <= most_cost)
        return int(fits[0]) if len(fits) else None

    def find_greatest_number(self, fewest: int) -> int:
        """Return the greatest number of people with which so many classes settle, or more.

        It is 0 if they never do: the statistics give one of them no people.
        """
        size = self.rules.size
        if self._is_root or not fewest:
            return size
        found = min(size, find_largest(size, float(self.shares[fewest - 1])))
        # A double on the bound may be rounded to its other side.
        while found > 1 and self._count_settled(found) < fewest:
            found -= 1
        return found

    def holds(self, least: int) -> bool:
        """Whether the demands hold if so many people settle together."""
        demands, settled = self.rules.demands, self._count_settled(least)
        if self._first_violating < settled or self._surely_lacks(settled):
            return False
        found = self.publish(least)
        rows = np.array([found.rest_rows])
        if found.rest_rows and self._find_violating(rows).any():
            return False
        if demands.bounds is not None and not self._has_confidence(found):
            return False
        return not any(
            column.violates(placed.numbered(np.minimum(np.arange(len(self.table)), settled)))
            for column, placed in self._placed
        )

    def find_least(self, high: int) -> int | None:
        """Return the least number with which the start holds, up to `high`; None if none does."""
        if not high or not self.holds(high):
            return None
        low = 0
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.holds(middle) else (middle, high)
        return high

    def pool(self, found: Published) -> Pooling:
        """Return the steps, with the people that are expected on each."""
        rules = self.rules
        total = int(self._rows_left[0])
        if self._is_root:
            return Pooling(found.least, (Step(self.table.node, rules.size, total),))
        people = count_expected(rules.size, found.rest)
        stayed = Step(self.table.node, rules.size - people, total - found.rest_rows)
        if not people and not found.rest_rows:
            return Pooling(found.least, (stayed,))
        return Pooling(found.least, (stayed, Step(rules.lattice.root, people, found.rest_rows)))

    def _count_settled(self, least: int) -> int:
        if self._is_root:
            return len(self.table)
        bound = float(least_share(self.rules.size, least))
        return int(np.searchsorted(-self.shares, -bound, side="right"))

    def _has_confidence(self, found: Published) -> bool:
        demands = self.rules.demands
        assert demands.bounds is not None  # noqa: S101 - the caller looked
        if not demands.bounds.minimum:
            total = self._sum_violations(found.settled)
            if found.rest_rows:
                at_root = found.classes.take(np.array([found.settled]))
                total += float(demands.law.violations(at_root, demands.bounds)[0])
            if abs(total - float(1 - demands.asked)) > _CLOSE and total > _CLOSE:
                return holds_with(total, demands.asked)
        return demands.has_confidence(found.classes)

    def _surely_lacks(self, settled: int) -> bool:
        """Whether a few of the classes that settle violate δ too probably already."""
        demands = self.rules.demands
        if demands.bounds is None:
            return False
        chosen = self._by_need[self._by_need < settled][:_FIRST]
        some = self._classes.take(chosen)
        total = float(demands.law.violations(some, demands.bounds).sum())
        return total > float(1 - demands.asked) + DOUBT

    @cached_property
    def _classes(self) -> SharedClasses:
        return SharedClasses(self.table.private, self.shares)

    @cached_property
    def _by_need(self) -> Counts:
        """The numbers of the classes, those with fewest expected others for their rows first."""
        others = self.rules.demands.law.expect(self._classes)
        order: Counts = np.argsort(others / np.maximum(self.table.private, 1), kind="stable")
        return order

    def _sum_violations(self, settled: int) -> float:
        """Return Σ f over the first classes; what was found once is kept."""
        demands, known = self.rules.demands, self._violations
        assert demands.bounds is not None  # noqa: S101 - the caller looked
        first = int(np.count_nonzero(~np.isnan(known)))
        if first < settled:
            more = self._classes.take(np.arange(first, settled))
            known[first:settled] = demands.law.violations(more, demands.bounds)
        return fsum(known[:settled].tolist())

    @cached_property
    def _violations(self) -> Shares:
        """What f is of each class, as far as it was asked for; then NaN, (K,)."""
        return np.full(len(self.table), np.nan)

    @cached_property
    def _first_violating(self) -> int:
        """The number of the first class that violates a model of T by its rows; K if none does."""
        violating = np.flatnonzero(self._find_violating(self.table.private))
        return int(violating[0]) if len(violating) else len(self.table)

    def _find_violating(self, rows: Counts) -> Mask:
        """Which classes of so many rows violate a model; T stands in the place of P."""
        models, table = self.rules.demands.models, self.rules.costs.table
        violation = any_violation(models, table.public_rows)
        return find_violating(violation, {"public_count": rows, "private_count": rows})

    @cached_property
    def _placed(self) -> list[tuple[ProtectedColumn, ClassedRows]]:
        """The rows of T with their sensitive values, by the number of their class."""
        return [(column, column.place(self.table)) for column in self.rules.demands.protected]

    @cached_property
    def _rows_left(self) -> Counts:
        """The rows of T that do not settle if so many classes do, (K + 1,)."""
        private = self.table.private
        return int(private.sum()) - np.concatenate(([0], np.cumsum(private)))

    @cached_property
    def _settled_costs(self) -> NDArray[Any]:
        """What the rows of the first classes cost, (K + 1,)."""
        each = self.rules.costs.of_classes(self.table)
        sums = np.cumsum(each * self.table.private.astype(each.dtype))
        return np.concatenate((np.zeros(1, dtype=each.dtype), sums))

    @property
    def _at_root(self) -> int:
        return self.rules.costs.at_root

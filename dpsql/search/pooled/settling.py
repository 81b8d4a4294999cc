"""Where the people of a class table settle, and what that costs: pooling on counts in memory.

The statements of `sql.pooling` say the same of any number of people; here one start is tried with
many numbers of people that settle together. Equal texts of labels on different levels are one
class, as they are in a release.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sqlglot import exp

from dpsql.domain.found.statistics import PrivateClasses, TableStatistics
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.domain.pooling import Pooling, PoolingPath, Step, find_next
from dpsql.metrics.metric import Metric, SeparableMetric
from dpsql.privacy.model import PrivacyModel, any_violation
from dpsql.search.class_tables.class_table import ClassTable, CodesAbove, find_greatest_presence
from dpsql.search.class_tables.classes import Classes
from dpsql.search.class_tables.vectorized import find_violating
from dpsql.search.pooled.excess import Excess
from dpsql.search.pooled.groups import GroupBounds, KnownGroups, find_group_bounds
from dpsql.search.pooled.leaving import LeavingRows
from dpsql.search.pooled.next_levels import NextLevels
from dpsql.search.pooled.protected import Arrived, ProtectedColumn
from dpsql.search.pooled.row_costs import RowCosts
from dpsql.search.sums import LARGEST_INT64
from dpsql.sql.pooling.labels import Labels

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class PricedClasses:
    """The classes of a node, with what one row of T of each costs if it settles there."""

    table: ClassTable
    of_row: NDArray[Any]

    @cached_property
    def costs(self) -> NDArray[Any]:
        """What the rows of T of each class cost here."""
        return self.of_row * self.table.private


@dataclass(frozen=True)
class _Group:
    """The classes that settle on one step; `texts` where labels of several levels share some."""

    arrived: Arrived
    public: Counts
    private: Counts
    texts: Counts


@dataclass(frozen=True)
class Settled:
    """Who settles where from one start so that the job holds, and what it costs.

    `public`, `private`: the counts of the published classes.
    """

    pooling: Pooling
    cost: int
    public: Counts = field(compare=False, repr=False)
    private: Counts = field(compare=False, repr=False)

    @property
    def greatest_presence(self) -> Fraction:
        """The greatest n_T / n_P of a published class."""
        return find_greatest_presence(self.public, self.private)


@dataclass(frozen=True)
class Settling:
    """The rules by which people settle and are judged: a path, a metric, the models of a job."""

    lattice: Lattice
    path: PoolingPath
    codes_above: CodesAbove
    labels: Sequence[Sequence[Labels]]
    models: Sequence[PrivacyModel]
    metric: Metric
    table: TableStatistics
    protected: Sequence[ProtectedColumn] = ()

    def under(self, path: PoolingPath, models: Sequence[PrivacyModel]) -> Self:
        """The same people under another path and other models; what labels cost is not lost."""
        found = replace(self, path=path, models=models)
        found.__dict__["_known_groups"] = self._known_groups
        for name in ("texts_are_shared", "_costs", "_next_levels"):
            if name in self.__dict__:
                found.__dict__[name] = self.__dict__[name]
        return found

    @property
    def is_monotone(self) -> bool:
        """Whether what satisfies all models still does once classes are merged."""
        judged = (model for column in self.protected for model in column.models)
        return all(model.monotone_under_generalization for model in self.models) and all(
            model.monotone_under_generalization for model in judged
        )

    @cached_property
    def has_bounds(self) -> bool:
        """Whether bounds of starts are known: rows have their own costs, no texts are shared."""
        return isinstance(self.metric, SeparableMetric) and not self.texts_are_shared

    def find_group_bounds(
        self, classes: Classes, numbers: Sequence[int], tell: Callable[[], None]
    ) -> GroupBounds:
        """Bound what starts cost with these numbers of people, by groups of columns.

        `tell`: called again and again; it may raise.
        """
        costs, excess = self._costs.of_labels, Excess.of(self.models)
        given = self.lattice, classes, self.codes_above, costs, excess, numbers
        return find_group_bounds(*given, tell=tell, known=self._known_groups)

    @cached_property
    def leaving(self) -> LeavingRows:
        """Finds the rows of T that cannot settle at a node or below."""
        excess = Excess.of(self.models)
        costs = self._costs.of_labels
        return LeavingRows(self.lattice, self.path, excess, costs, self.codes_above)

    @cached_property
    def _costs(self) -> RowCosts:
        metric = self.metric
        assert isinstance(metric, SeparableMetric)  # noqa: S101 - the caller asked
        return RowCosts(metric, self.table, self.labels, self.codes_above)

    @cached_property
    def _known_groups(self) -> KnownGroups:
        return KnownGroups()

    @cached_property
    def _next_levels(self) -> NextLevels:
        return NextLevels(self.lattice, self.codes_above, self.labels)

    @cached_property
    def _violation(self) -> exp.Expr:
        return any_violation(self.models, self.table.public_rows)

    def price(self, table: ClassTable) -> PricedClasses:
        """Return classes with what their rows of T cost; 0 if the metric judges classes."""
        if not isinstance(self.metric, SeparableMetric):
            return PricedClasses(table, np.zeros(len(table), dtype=np.int64))
        return PricedClasses(table, self._costs.of_classes(table))

    def settle_by_root(
        self, start: PricedClasses, numbers: Sequence[int], most_cost: int | None = None
    ) -> Settled | None:
        """Return the first of these numbers, in ascending order, with which the start holds.

        The path is ``root``, no texts are shared, and all classes of the start that violate a model
        have fewer people than each number. So the class at the root decides. Return None if none
        holds, or surely costs more than `most_cost`.
        """
        table = start.table
        order = table.by_size
        ordered = table.public[order], table.private[order]
        climbing = np.searchsorted(ordered[0], np.array(numbers))
        is_root = table.node == self.lattice.root
        if is_root:
            # All settle at the root, however few they are.
            climbing[:] = len(table)
        # People of P and rows of T that climb, if that many of the smallest classes do.
        public, private = (np.concatenate(([0], np.cumsum(counts)))[climbing] for counts in ordered)
        counts = {"public_count": public, "private_count": private}
        fails = find_violating(self._violation, counts) & (climbing > 0)
        placed = [(column, column.place(table)) for column in self.protected]
        for i in np.flatnonzero(~fails).tolist():
            stays, left = order[climbing[i] :], (int(public[i]), int(private[i]))
            found = self._settle_or_go_to_root(start, numbers[i], stays, left)
            if most_cost is not None and found.cost > most_cost:
                return None
            climbs = np.full(len(table), True)
            climbs[stays] = False
            together = np.zeros(len(table), dtype=np.int64)
            if not any(
                column.violates(rows.of(climbs).numbered(together)) for column, rows in placed
            ):
                return found
        return None

    def _settle_or_go_to_root(
        self, start: PricedClasses, least: int, stays: Counts, left: tuple[int, int]
    ) -> Settled:
        """Let some classes settle at the start, and all people of the others at the root.

        `left`: these people of P, and their rows of T.
        """
        table, (public, private) = start.table, left
        sizes = self.table.public_rows - public, self.table.private_rows - private
        is_root = table.node == self.lattice.root
        stayed = [] if is_root else [Step(table.node, *sizes)]
        climbed = [Step(self.lattice.root, public, private)] if public else []
        published = [
            np.append(counts[stays], np.array([one] if public else [], dtype=np.int64))
            for counts, one in ((table.public, public), (table.private, private))
        ]
        if isinstance(self.metric, SeparableMetric):
            cost = self._round(int(start.costs[stays].sum()) + private * self._costs.at_root)
        else:
            cost = self.metric.cost(measure_private(published[1]), self.table)
        return Settled(Pooling(least, (*stayed, *climbed)), cost, *published)

    def settle(
        self, start: PricedClasses, least: int, most_cost: int | None = None
    ) -> Settled | None:
        """Let the people of a class table settle, at least so many together.

        Return None if that does not hold, or surely costs more than `most_cost`. Classes of the
        start that violate a model must have fewer people, unless texts are shared.
        """
        groups: list[_Group] = []
        steps: list[Step] = []
        cost, priced = 0, start
        while True:
            table = priced.table
            is_root = table.node == self.lattice.root
            settles = np.full(len(table), True) if is_root else table.public >= least
            public, private = table.public[settles], table.private[settles]
            is_judged = (steps or is_root) and not self.texts_are_shared
            if is_judged and self.count_violating(public, private):
                return None
            cost += int(priced.costs[settles].sum())
            texts = self._number_texts(table, settles)
            groups.append(_Group(Arrived(table, settles), public, private, texts))
            steps.append(Step(table.node, int(public.sum()), int(private.sum())))
            if settles.all():
                break
            left = table.select(~settles)
            node = self.find_next(left)
            if most_cost is not None and isinstance(self.metric, SeparableMetric):
                # Whoever goes on costs no less at a later step.
                each = priced.of_row[~settles] + self._costs.rise(left, node)
                if self._round(cost + int((each * left.private).sum())) > most_cost:
                    return None
            priced = self.price(left.roll_up(node, self.codes_above))
        public, private, numbers = self._publish(groups)
        if self.texts_are_shared and self.count_violating(public, private):
            return None
        if not isinstance(self.metric, SeparableMetric):
            cost = self.metric.cost(measure_private(private), self.table)
        found = Settled(Pooling(least, tuple(steps)), self._round(cost), public, private)
        if most_cost is not None and found.cost > most_cost:
            return None
        arrived = [group.arrived for group in groups]
        if any(one.violates(one.follow(arrived, numbers)) for one in self.protected):
            return None
        return found

    def find_next(self, left: ClassTable) -> Node:
        """Return the node that the people of some classes climb to, below the root."""
        next_levels = self._next_levels.measure(left) if self.path == "columns" else {}
        return find_next(self.lattice, left.node, self.path, next_levels)

    def count_violating(self, public: Counts, private: Counts) -> int:
        """Count the classes that violate a model."""
        return int(np.count_nonzero(self.find_violating(public, private)))

    def find_violating(self, public: Counts, private: Counts) -> NDArray[np.bool_]:
        """Which classes of so many people of P and rows of T violate a model."""
        counts = {"public_count": public, "private_count": private}
        return find_violating(self._violation, counts)

    def find_greatest_violating(self, table: ClassTable) -> int:
        """Return the people of P in the largest class that violates a model; 0 if none does."""
        counts = {"public_count": table.public, "private_count": table.private}
        violating = table.public[find_violating(self._violation, counts)]
        greatest = int(violating.max(initial=0))
        for column in self.protected:
            greatest = max(greatest, column.find_greatest_violating(table, greatest))
        return greatest

    @cached_property
    def texts_are_shared(self) -> bool:
        """Whether a text stands for other values on one level of its column than on another.

        A text that stands for the same values on several levels merges nothing: the people of a
        class of such texts are together at each step, so that they settle together.
        """
        return any(self._is_shared(j) for j in range(len(self.labels)))

    def _is_shared(self, j: int) -> bool:
        of_levels = [self._list_texts(j, level) for level in range(len(self.labels[j]))]
        for below, above in combinations(of_levels, 2):
            both = np.intersect1d(below, above)
            meant = np.isin(below, both) | np.isin(above, both)
            if (below[meant] != above[meant]).any():
                return True
        return False

    def _list_texts(self, j: int, level: int) -> Counts:
        """The number of the text that each raw value has on a level."""
        texts, raw = self.labels[j][level].texts, len(self.labels[j][0].texts)
        if level == len(self.labels[j]) - 1:
            return np.repeat(texts[:1], raw)
        return texts[self.codes_above(j, 0, level)] if level else texts

    def _publish(self, groups: Sequence[_Group]) -> tuple[Counts, Counts, Counts]:
        """The counts of the published classes, of P and of T; the class of each that settled."""
        public = np.concatenate([group.public for group in groups])
        private = np.concatenate([group.private for group in groups])
        if len(groups) < 2 or not self.texts_are_shared:
            return public, private, np.arange(len(public))
        texts = np.concatenate([group.texts for group in groups])
        _, numbers = np.unique(texts, axis=0, return_inverse=True)
        numbers = numbers.reshape(-1)
        sums = [np.zeros(int(numbers.max(initial=-1)) + 1, dtype=np.int64) for _ in range(2)]
        for one, counts in zip(sums, (public, private), strict=True):
            np.add.at(one, numbers, counts)
        return sums[0], sums[1], numbers

    def _number_texts(self, table: ClassTable, chosen: NDArray[np.bool_]) -> Counts:
        """The numbers of the texts of each class, if any text is shared."""
        if not self.texts_are_shared:
            return np.empty((0, 0), dtype=np.int64)
        size = int(np.count_nonzero(chosen))
        columns = [
            self.labels[j][level].texts[table.codes[j][chosen]]
            if j in table.codes
            else np.full(size, self.labels[j][level].texts[0])
            for j, level in enumerate(table.node.levels)
        ]
        return np.stack(columns, axis=1)

    def _round(self, cost: int) -> int:
        return int(self.metric.round(cost)) if isinstance(self.metric, SeparableMetric) else cost


def measure_private(private: Counts) -> PrivateClasses:
    """The classes of T among classes with so many rows of T each."""
    rows = private[private > 0]
    if int(rows.sum()) ** 2 >= LARGEST_INT64:
        rows = rows.astype(object)
    return PrivateClasses(len(rows), int((rows * rows).sum()))

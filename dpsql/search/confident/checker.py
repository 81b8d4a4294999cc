"""Judges nodes by the confidence with which δ holds in the P that nobody has listed.

The criterion is B: the probabilities that the classes violate δ sum to at most 1 − c. Proof that a
search may prune by it: the others of a merged class are the sum of those of its parts, and a merged
class that violates δ has a part that does, as its presence lies between theirs. So its probability
is at most the sum of those of the parts, and Σ f never rises as classes merge. If δmin is above 0,
the labels that no row of T has are one event more, that somebody has them. Two classes of a coarser
node may each take a share of them, and then Σ f may rise by a product of two small numbers. So with
δmin nothing is pruned: every node that may be cheaper is judged.

The engine sends buckets: classes with the same rows of T whose shares differ by a thousandth. Their
ends bound Σ f from both sides. Only where the bounds do not decide are all classes of the node
fetched.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import fsum
from typing import Generic, Protocol

import numpy as np

from dpsql.domain.batch_size import BatchSize
from dpsql.domain.found.statistics import NodeStatistics, PrivateClasses
from dpsql.domain.found.verdict import Verdict
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.domain.threshold import PresenceBounds
from dpsql.engines.base import Engine
from dpsql.privacy.confidence.arrays import Counts
from dpsql.privacy.confidence.buckets import bracket_buckets
from dpsql.privacy.confidence.criterion import Confidence, holds_with, judge
from dpsql.privacy.confidence.law import C, Law
from dpsql.privacy.demands import list_demands
from dpsql.privacy.model import PrivacyModel
from dpsql.search.sensitive import count_violating
from dpsql.sql.lattice.frequency_set import Levels
from dpsql.sql.lattice.sensitive_set import SensitiveSet
from dpsql.sql.statistics.buckets import Buckets

#: So many buckets of a node are judged before the rest.
_FIRST = 16


class CodedStatistics(Protocol[C]):
    """The interface of what an engine knows of P; `sql.statistics.class_shares` explains it."""

    @property
    def engine(self) -> Engine:
        """Where it lies."""

    @property
    def levels(self) -> Levels:
        """The levels that have codes."""

    def count_buckets(self, nodes: Sequence[Node]) -> list[Buckets[C]]:
        """Count the classes of T at each node, in groups."""

    def list_classes(self, node: Node) -> C:
        """List the classes of T at a node."""

    def find_weakest(self, node: Node) -> list[tuple[int, Fraction]]:
        """Find the classes that have most people of T for their share, with exact shares."""


class MemoryOfClasses(Protocol[C]):
    """The interface of classes of T in memory; `search.confident.class_shares` explains it."""

    def fetch(self, node: Node) -> bool:
        """Fetch the classes of a node, and so of its ancestors; whether they are few enough."""

    def find_buckets(self, node: Node) -> Buckets[C] | None:
        """Return the classes of T of a node in groups; None if they are too many."""


@dataclass(frozen=True)
class ConfidentChecker(Generic[C]):
    """Judges nodes by `bounds` with the confidence `asked`, and by models of T alone.

    Without `bounds` presence is no demand.
    """

    statistics: CodedStatistics[C]
    law: Law[C]
    bounds: PresenceBounds | None
    asked: Fraction
    models: tuple[PrivacyModel, ...]
    sensitive: tuple[SensitiveSet, ...]
    #: The classes of T in memory, where statistics are tables; None: the engine counts all nodes.
    memory: MemoryOfClasses[C] | None = None

    @property
    def lattice(self) -> Lattice:
        """All nodes."""
        return self.statistics.levels.lattice

    @property
    def base(self) -> Node:
        """The floor of the models of T, below which nothing holds."""
        return self.statistics.levels.base

    @property
    def monotone(self) -> bool:
        """Whether every demand allows pruning; see above."""
        judged = (model for coded in self.sensitive for model in coded.models)
        return (
            not (self.bounds and self.bounds.minimum)
            and all(model.monotone_under_generalization for model in self.models)
            and all(model.monotone_under_generalization for model in judged)
        )

    @property
    def batch_size(self) -> BatchSize:
        """How many nodes a statement of this engine counts."""
        return self.statistics.engine.batch_size

    def count(self, nodes: Sequence[Node]) -> list[NodeStatistics]:
        """Count the classes of T at the nodes; a node that lacks the confidence has a violation."""
        known = {node: found for node in nodes if (found := self._remember(node)) is not None}
        asked = [node for node in nodes if node not in known]
        if asked:
            known |= zip(asked, self.statistics.count_buckets(asked), strict=True)
        counted = [self._judge(node, known[node]) for node in nodes]
        holding = [node for node, one in zip(nodes, counted, strict=True) if one.holds]
        violating = count_violating(self.statistics.engine, self.lattice, self.sensitive, holding)
        return [
            replace(one, violating_classes=one.violating_classes + violating.get(node, 0))
            for node, one in zip(nodes, counted, strict=True)
        ]

    def count_private(self, nodes: Sequence[Node]) -> list[PrivateClasses] | None:
        """Count the classes of T alone: that saves nothing, as nothing else is counted."""
        return None

    def sample_private(self, node: Node) -> PrivateClasses | None:
        """Count the classes of a sample of T: that saves little."""
        return None

    def refute(self, nodes: Sequence[Node], thoroughly: Sequence[Node]) -> set[Node]:
        """Refute nodes without a full count: none are."""
        return set()

    def count_above(
        self, node: Node, ancestors: Sequence[Node]
    ) -> dict[Node, NodeStatistics | None] | None:
        """Count ancestors of a node from its classes; None if the classes are too many.

        An ancestor that its classes do not decide, or that sensitive columns may refuse, is None.
        """
        if self.memory is None or not self.memory.fetch(node):
            return None
        found: dict[Node, NodeStatistics | None] = {}
        for one in ancestors:
            buckets = self._remember(one)
            counts = self._judge(one, buckets) if buckets is not None else None
            found[one] = None if counts is None or (counts.holds and self.sensitive) else counts
        return found

    def _remember(self, node: Node) -> Buckets[C] | None:
        """The classes of a node in groups, from memory; None if they are not there."""
        return self.memory.find_buckets(node) if self.memory is not None else None

    def judge_all(self, node: Node) -> Confidence | None:
        """Judge all classes of a node; None if presence is no demand."""
        if self.bounds is None:
            return None
        return judge(self.law, self.statistics.list_classes(node), self.bounds, self.asked)

    def judge(self, node: Node, confidence: Confidence | None) -> tuple[Verdict, ...]:
        """Return a verdict on the confidence, and one per model of T; classes are those of T."""
        found = []
        if confidence is not None:
            found.append(Verdict("confidence", str(self.asked), confidence.holds))
        (buckets,) = self.statistics.count_buckets([node])
        found += [
            demand.judge(_count_broken(buckets, [demand.model]))
            for demand in list_demands(self.models)
        ]
        for coded in self.sensitive:
            for model in coded.models:
                alone = (replace(coded, models=(model,)),)
                engine = self.statistics.engine
                broken = count_violating(engine, self.lattice, alone, [node])[node]
                found += [
                    Verdict(name, asked, not broken, broken)
                    for name, asked in model.parameters.items()
                ]
        return tuple(found)

    def _judge(self, node: Node, buckets: Buckets[C]) -> NodeStatistics:
        pairs = list(zip(buckets.numbers.tolist(), buckets.low.members.tolist(), strict=True))
        private = PrivateClasses(
            sum(number for number, _ in pairs), sum(number * rows**2 for number, rows in pairs)
        )
        violating = _count_broken(buckets, self.models)
        if not violating and self.bounds is not None:
            violating = int(not self._has_confidence(node, buckets, self.bounds))
        return NodeStatistics(violating, private)

    def _has_confidence(self, node: Node, buckets: Buckets[C], bounds: PresenceBounds) -> bool:
        numbers, low, high = buckets.numbers, buckets.low, buckets.high
        others = 0.0
        if bounds.minimum:
            # All labels that no row of T has are one class more.
            joined = self.law.join_empty(buckets.total)
            empty = joined.take(np.array([len(joined.members) - 1]))
            others = fsum(self.law.violations(empty, bounds).tolist())
        first = self._find_likeliest(buckets)
        some = high.take(first)
        bracket = bracket_buckets(self.law, numbers[first], some, some, bounds)
        if not holds_with(bracket.least + others, self.asked):
            return False
        bracket = bracket_buckets(self.law, numbers, low, high, bounds)
        if holds_with(bracket.most + others, self.asked):
            return True
        if not holds_with(bracket.least + others, self.asked):
            return False
        found = self.judge_all(node)
        return found is not None and found.holds

    def _find_likeliest(self, buckets: Buckets[C]) -> Counts:
        """Find a few buckets that have most people of T for the others that are expected."""
        others = self.law.expect(buckets.high) / np.maximum(buckets.high.members, 1)
        order: Counts = np.argsort(others, kind="stable")
        return order[:_FIRST]


def _count_broken(buckets: Buckets[C], models: Sequence[PrivacyModel]) -> int:
    """Count the classes of T that break a model; people of P that are not in T do not count."""
    return sum(
        number
        for number, rows in zip(buckets.numbers.tolist(), buckets.low.members.tolist(), strict=True)
        if not all(model.holds(rows, rows) for model in models)
    )

"""The frontier: the least cost for each greatest presence that a node of the lattice attains.

Generalizing merges classes, and a merged presence is a mediant of its parts (Nergiz et al. 2007,
Theorem 1): the greatest presence of a node never rises towards the root. So the search lowers a
limit on it: the best node of all is the first point, the best node below that point's presence is
the next, until no node lies below the limit. The root, whose one presence is |T|/|P|, is counted
first.

Exactness. Nodes are ranked by cost, sum of levels and level vector before any is counted. If a
counted node holds and its presence is below the limit, its ancestors are tagged: they are below the
limit, too, and rank behind it, as costs never fall towards the root. Any other count rules the node
out with its descendants, for every lower limit as well. A node is open while it has no tag and
ranks before the best counted node below the limit. If no node is open, every node that ranks before
the best is ruled out: the best is the next point. A point that costs the same as the next one is
dominated by it and dropped.
"""

from bisect import insort
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.batch_size import BatchSize
from dpsql.domain.found.statistics import TableStatistics
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.domain.limits import NO_LIMITS, Limits
from dpsql.domain.progress import FrontierProgress
from dpsql.errors import ConfigError
from dpsql.faces import name_function
from dpsql.metrics.metric import SeparableMetric
from dpsql.search.checker import NodeChecker
from dpsql.search.full_domain.greatest_presence import GreatestPresence
from dpsql.search.full_domain.knowledge import (
    FAILS,
    HOLDS,
    UNKNOWN,
    Knowledge,
    choose_batch,
    count_below,
)
from dpsql.search.full_domain.spalm import Watch
from dpsql.search.sums import sum_heights, sum_levels

#: Nodes per statement, unless the engine takes more: larger batches save round trips, but count
#: more nodes in vain.
LEAST_BATCH = BatchSize(8, 64)
#: The count of an open node decides others in any case, that of a node behind the best only if it
#: is ruled out. But that lasts for all lower limits, so it has weight, too: one to this many.
_ODDS = 3


K = TypeVar("K", bound=NodeChecker)


@dataclass(frozen=True)
class Point:
    """A node of the frontier: no other node is better in both cost and greatest presence."""

    node: Node
    greatest_presence: Fraction
    cost: int


@dataclass(frozen=True)
class FrontierResult:
    """All points, greatest presence ascending and cost descending; none if no node holds.

    `counted`: every node that was counted on the way. `is_whole`: the search came to its end.
    Otherwise these are the points of greatest presence. `best_counted`: of less presence than
    theirs, counted nodes that no other counted one betters; another node may.
    """

    points: tuple[Point, ...]
    counted: tuple[GreatestPresence, ...]
    is_whole: bool = True
    best_counted: tuple[Point, ...] = ()

    @property
    def checked(self) -> int:
        """How many nodes were counted."""
        return len(self.counted)


#: Counts nodes by a checker: greatest presence, and whether the models hold, in their order.
Rate = Callable[[K, Sequence[Node]], list[GreatestPresence]]


def find_frontier(
    checker: K,
    rate: Rate[K],
    metric: SeparableMetric,
    table: TableStatistics,
    watch: Watch | None = None,
    limits: Limits = NO_LIMITS,
) -> FrontierResult:
    """Find the frontier over the nodes that satisfy the checker's models, or a part of it in time.

    `rate` counts nodes; what it returns as presence never rises towards the root. `limits`: of
    their time.

    Raises:
        ConfigError: a model is not monotone, so that a node decides nothing about its descendants.
    """
    if not checker.monotone:
        raise ConfigError(
            "frontier: needs models that are monotone under generalization; a constraint of this"
            f" job is not. Remove it, or run {name_function('anonymize')} with algorithm: spalm"
        )
    lattice = checker.lattice
    level_costs = metric.level_costs(table)
    walk = _Walk(checker, rank_nodes(lattice, level_costs))
    points: list[Point] = []
    counted: list[GreatestPresence] = []
    batch = [lattice.highest]
    while batch and not limits.are_over:
        found = rate(checker, batch)
        walk.learn(found)
        counted += found
        batch = walk.choose()
        while not batch and walk.best is not None:
            best = walk.best
            cost = metric.sum_costs(best.node.levels, level_costs)
            if points and points[-1].cost == cost:
                points.pop()
            points.append(Point(best.node, best.presence, cost))
            walk.lower_limit(best.presence)
            batch = walk.choose()
        if watch:
            value = metric.value(points[-1].cost, table) if points else None
            known = walk.ruled_out
            told = FrontierProgress(lattice.size, known, len(counted), value, points=len(points))
            watch(told)
    proven, is_whole = tuple(reversed(points)), not batch
    if is_whole:
        return FrontierResult(proven, tuple(counted))
    limit = proven[0].greatest_presence if proven else Fraction(2)
    below = [
        Point(one.node, one.presence, metric.sum_costs(one.node.levels, level_costs))
        for one in counted
        if one.holds and one.presence < limit
    ]
    return FrontierResult(proven, tuple(counted), False, tuple(_find_best(below)))


def _find_best(points: Iterable[Point]) -> list[Point]:
    """Return the points that none of no more presence betters in cost, presence ascending."""
    best: list[Point] = []
    for point in sorted(points, key=lambda one: (one.greatest_presence, one.cost, one.node.levels)):
        if not best or point.cost < best[-1].cost:
            best.append(point)
    return best


class _Walk:
    """The state of the search while the limit falls: tags, and counted nodes below the limit."""

    def __init__(self, checker: NodeChecker, rank: NDArray[np.int64]) -> None:
        self.lattice = checker.lattice
        self._batch_size = checker.batch_size
        self.best: GreatestPresence | None = None
        self._rank = rank
        self._knowledge = Knowledge(checker.lattice, monotone=True)
        self._knowledge.rule_out_below(checker.base)
        #: Counted nodes that hold below the limit, best first, with their ranks.
        self._below_limit: list[tuple[int, GreatestPresence]] = []
        #: Above every presence.
        self._limit = Fraction(2)

    @property
    def ruled_out(self) -> int:
        """Number of nodes that cannot be a point below the limit."""
        return int(np.count_nonzero(self._knowledge.tags == FAILS))

    def learn(self, counted: Sequence[GreatestPresence]) -> None:
        """Record counted nodes."""
        for one in counted:
            holds = one.holds and one.presence < self._limit
            self._knowledge.learn(one.node, holds=holds)
            if holds:
                insort(self._below_limit, (self._rank_of(one), one), key=itemgetter(0))
        self.best = self._below_limit[0][1] if self._below_limit else None

    def lower_limit(self, limit: Fraction) -> None:
        """Lower the limit of presence; nodes that were ruled out stay ruled out."""
        self._limit = limit
        tags = self._knowledge.tags
        tags[tags == HOLDS] = UNKNOWN
        counted, self._below_limit = self._below_limit, []
        self.learn([one for _, one in counted])

    def choose(self) -> list[Node]:
        """Choose nodes whose counts leave few nodes open; [] if no node is open.

        They are open nodes or ancestors of open nodes.
        """
        untagged = self._knowledge.unknown
        is_open = untagged.copy()
        if self.best is not None:
            is_open &= self._rank < self._rank_of(self.best)
        below = count_below(is_open)
        either_way = np.minimum(below, _count_behind(is_open, self._rank))
        score = np.maximum(_ODDS * either_way, below)
        found = int(np.count_nonzero(is_open))
        size = max(LEAST_BATCH.of(found), self._batch_size.of(found))
        return choose_batch(untagged & (below > 0), score, self.lattice, size)

    def _rank_of(self, counted: GreatestPresence) -> int:
        return int(self._rank[self.lattice.position(counted.node)])


def rank_nodes(lattice: Lattice, level_costs: list[list[int]]) -> NDArray[np.int64]:
    """Number all nodes by cost, then sum of levels, then level vector, as ties are broken.

    >>> rank_nodes(Lattice((1, 1)), [[0, 3], [0, 5]])
    array([[0, 2],
           [1, 3]])
    """
    heights = sum_heights(lattice)
    costs = sum_levels(lattice, level_costs)
    # Stable sorts keep what was sorted before; flat indices are in the order of level vectors.
    order = np.argsort(heights.ravel(), kind="stable")
    order = order[np.argsort(costs.ravel()[order], kind="stable")]
    rank = np.empty(lattice.size, dtype=np.int64)
    rank[order] = np.arange(lattice.size)
    return rank.reshape(lattice.shape)


def _count_behind(candidates: NDArray[np.bool_], rank: NDArray[np.int64]) -> NDArray[np.int64]:
    """For every candidate, how many candidates do not rank before it; 0 for all others."""
    ranks = rank[candidates]
    behind = np.empty(len(ranks), dtype=np.int64)
    behind[np.argsort(ranks)] = np.arange(len(ranks), 0, -1)
    counts = np.zeros(candidates.shape, dtype=np.int64)
    counts[candidates] = behind
    return counts

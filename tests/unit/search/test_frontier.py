"""The frontier is the one that trying every node finds, ties included, node by node."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsql.domain.batch_size import BatchSize
from dpsql.domain.found.statistics import TableStatistics
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.domain.limits import Limits
from dpsql.errors import ConfigError
from dpsql.metrics.metric import SeparableMetric
from dpsql.search.full_domain.frontier import find_frontier, rank_nodes
from dpsql.search.full_domain.greatest_presence import GreatestPresence
from tests.oracle.search.floor import find_floor

TABLE = TableStatistics(public_rows=100, private_rows=50, levels=())
#: What an engine in this process takes at once, and a server.
EMBEDDED, SERVER = BatchSize(4, 1024), BatchSize(64, 1)
LATTICES = st.lists(st.integers(0, 3), min_size=1, max_size=4).map(lambda h: Lattice(tuple(h)))


@dataclass
class LevelCosts(SeparableMetric):
    """Any costs that are sums over the quasi-identifiers."""

    costs: list[list[int]]

    def level_costs(self, table):
        return self.costs

    def value(self, cost, table):
        return float(cost)

    published_cost = published_value = None


@dataclass
class FakeChecker:
    """Knows the truth about every node: whether it holds, and its presence in twelfths."""

    lattice: Lattice
    holds: np.ndarray
    twelfths: np.ndarray
    monotone: bool = True
    batch_size: BatchSize = EMBEDDED

    @property
    def base(self):
        """What counting each quasi-identifier on its own tells."""
        return find_floor(self.lattice, self.holds, self.monotone)

    def tell(self, node):
        place = self.lattice.position(node)
        return GreatestPresence(
            node, Fraction(int(self.twelfths[place]), 12), bool(self.holds[place])
        )


def nodes_of(lattice):
    return [Node(levels) for levels in product(*(range(h + 1) for h in lattice.heights))]


@st.composite
def truths(draw):
    """A lattice, which nodes hold, presences that never rise and costs that never fall upwards."""
    lattice = draw(LATTICES)
    holds = np.zeros(lattice.shape, dtype=bool)
    bottom = Node((0,) * len(lattice.heights))
    for node in draw(st.lists(st.sampled_from([bottom, *nodes_of(lattice)]), max_size=3)):
        holds[lattice.ancestors(node)] = True
    size = lattice.size
    drawn = draw(st.lists(st.integers(0, 12), min_size=size, max_size=size))
    twelfths = np.array(drawn).reshape(lattice.shape)
    for axis in range(twelfths.ndim):
        flipped = np.flip(twelfths, axis)
        np.maximum.accumulate(flipped, axis=axis, out=flipped)
    level_costs = [
        sorted(draw(st.lists(st.integers(0, 3), min_size=height + 1, max_size=height + 1)))
        for height in lattice.heights
    ]
    factor = draw(st.sampled_from([1, 2**62]))
    batch = draw(st.sampled_from([EMBEDDED, SERVER]))
    return FakeChecker(lattice, holds, twelfths, batch_size=batch), [
        [c * factor for c in cs] for cs in level_costs
    ]


def frontier_by_trying_all(checker, cost):
    """Points (presence, cost, node) that no other node dominates; ties as everywhere."""
    told = [checker.tell(node) for node in nodes_of(checker.lattice)]
    rows = [(cost(one.node), one.presence, one.node) for one in told if one.holds]
    points = []
    for presence in sorted({row[1] for row in rows}):
        within = [row for row in rows if row[1] <= presence]
        least, smallest, node = min(within, key=lambda r: (r[0], r[1], r[2].height, r[2].levels))
        if smallest == presence:
            points.append((presence, least, node))
    return points


@given(truths())
@settings(deadline=None, max_examples=400)
def test_frontier_is_that_of_trying_all(drawn):
    checker, costs = drawn
    total = lambda node: sum(costs[j][level] for j, level in enumerate(node.levels))  # noqa: E731
    asked, seen = [], []

    def count(_, nodes):
        asked.extend(nodes)
        return [checker.tell(node) for node in nodes]

    found = find_frontier(checker, count, LevelCosts(costs), TABLE, seen.append)
    points = [(point.greatest_presence, point.cost, point.node) for point in found.points]
    assert points == frontier_by_trying_all(checker, total)
    assert all(one[0] < two[0] and one[1] > two[1] for one, two in pairwise(points))
    assert found.checked == len(asked) == len(set(asked))
    assert asked[0] == checker.lattice.root
    known = [progress.known for progress in seen]
    assert known == sorted(known)
    assert known[-1] == checker.lattice.size
    assert seen[-1].checked == found.checked


class Turns(Limits):
    """Time for so many looks at nodes."""

    turns = 0

    @property
    def are_over(self) -> bool:
        """After the last of them."""
        object.__setattr__(self, "turns", self.turns - 1)
        return self.turns < 0


@given(truths(), st.integers(0, 6))
@settings(deadline=None)
def test_what_was_found_in_time_is_true(drawn, turns):
    checker, costs = drawn
    total = lambda node: sum(costs[j][level] for j, level in enumerate(node.levels))  # noqa: E731
    limits = Turns()
    object.__setattr__(limits, "turns", turns)

    def count(_, nodes):
        return [checker.tell(node) for node in nodes]

    found = find_frontier(checker, count, LevelCosts(costs), TABLE, limits=limits)
    whole = frontier_by_trying_all(checker, total)
    if found.is_whole:
        assert [(one.greatest_presence, one.cost, one.node) for one in found.points] == whole
        assert not found.best_counted
    for one in found.points:
        # It may be no point itself, if another node costs as much and has less presence.
        assert one.cost == min(
            cost for presence, cost, _ in whole if presence <= one.greatest_presence
        )
    told = [*found.best_counted, *found.points]
    assert all(one.greatest_presence < two.greatest_presence for one, two in pairwise(told))
    for one in found.best_counted:
        told = checker.tell(one.node)
        assert (told.holds, told.presence, total(one.node)) == (
            True,
            one.greatest_presence,
            one.cost,
        )


@given(truths())
@settings(deadline=None)
def test_ranks_are_those_of_the_rule_for_ties(drawn):
    checker, costs = drawn
    rank = rank_nodes(checker.lattice, costs)
    total = lambda node: sum(costs[j][level] for j, level in enumerate(node.levels))  # noqa: E731
    ordered = sorted(nodes_of(checker.lattice), key=lambda n: (total(n), n.height, n.levels))
    assert [rank[checker.lattice.position(node)] for node in ordered] == list(range(rank.size))


def test_models_that_are_not_monotone_are_refused():
    lattice = Lattice((1,))
    checker = FakeChecker(lattice, np.ones(2, dtype=bool), np.zeros(2), monotone=False)
    with pytest.raises(ConfigError, match=r"frontier: .* algorithm: spalm"):
        find_frontier(checker, None, LevelCosts([[0, 1]]), TABLE)

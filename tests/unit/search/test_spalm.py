"""The search finds the optimum that trying every node finds, ties included, node by node."""

from dataclasses import dataclass, field
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsql.domain.batch_size import BatchSize
from dpsql.domain.found.statistics import (
    LevelStatistics,
    NodeStatistics,
    PrivateClasses,
    TableStatistics,
)
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.domain.limits import Limits
from dpsql.metrics.catalog import METRICS
from dpsql.metrics.metric import ClassMetric, SeparableMetric
from dpsql.search.full_domain.spalm import Nested, find_minimal_nodes, find_optimum
from tests.oracle.search.floor import find_floor

TABLE = TableStatistics(public_rows=100, private_rows=50, levels=())
A_TENTH = Limits(gap=0.1)
#: What an engine in this process takes at once, and a server.
EMBEDDED, SERVER = BatchSize(4, 1024), BatchSize(64, 1)


@dataclass
class FakeChecker:
    """Knows the truth about every node, and notes what it is asked."""

    lattice: Lattice
    holds: np.ndarray
    squares: np.ndarray
    monotone: bool = True
    excerpts: bool = False
    ascends: bool = False
    batch_size: BatchSize = EMBEDDED
    #: By node what a sample of T costs, right or wrong.
    sampled: np.ndarray | None = None
    asked: list[Node] = field(default_factory=list)
    priced: list[Node] = field(default_factory=list)
    counted: list[Node] = field(default_factory=list)
    thorough: list[Node] = field(default_factory=list)

    @property
    def base(self):
        """What counting each quasi-identifier on its own tells."""
        return find_floor(self.lattice, self.holds, self.monotone)

    def refute(self, nodes, thoroughly):
        """Refute every other failing node, of those to be refuted thoroughly all."""
        assert all(a >= b for n in nodes for a, b in zip(n.levels, self.base.levels, strict=True))
        assert set(thoroughly) <= set(nodes)
        self.asked += [node for node in nodes if node not in self.priced]
        self.thorough += thoroughly
        if not self.excerpts:
            return set()
        easy = {node for node in nodes if node.height % 2 or node in thoroughly}
        return {node for node in easy if not self.holds[self.lattice.position(node)]}

    def count_private(self, nodes):
        if not self.excerpts:
            return None
        self.asked += nodes
        self.priced = nodes
        return [self.classes(node) for node in nodes]

    def sample_private(self, node):
        if self.sampled is None:
            return None
        return PrivateClasses(3, int(self.sampled[self.lattice.position(node)]))

    def count(self, nodes):
        self.counted += nodes
        return [self.tell(node) for node in nodes]

    def tell(self, node):
        return NodeStatistics(int(not self.holds[self.lattice.position(node)]), self.classes(node))

    def count_above(self, node, ancestors):
        """Count ancestors of a node that was counted and fails."""
        assert node in self.counted
        assert not self.holds[self.lattice.position(node)]
        assert all(a >= b for n in ancestors for a, b in zip(n.levels, node.levels, strict=True))
        return {one: self.tell(one) for one in ancestors} if self.ascends else None

    def classes(self, node):
        return PrivateClasses(3, int(self.squares[self.lattice.position(node)]))


@dataclass
class LevelCosts(SeparableMetric):
    """Any costs that are sums over the quasi-identifiers."""

    costs: list[list[int]]
    resolution: int = 1

    def level_costs(self, table):
        return self.costs

    def value(self, cost, table):
        return float(cost)

    published_cost = published_value = None


class Squares(ClassMetric):
    """A cost known only once a node is counted."""

    def cost(self, classes, table):
        return classes.squared_private_counts

    def least_cost(self, table):
        return 0

    def value(self, cost, table):
        return cost


def nodes_of(lattice):
    return [Node(levels) for levels in product(*(range(h + 1) for h in lattice.heights))]


LATTICES = st.lists(st.integers(0, 3), min_size=1, max_size=4).map(lambda h: Lattice(tuple(h)))


@st.composite
def truths(draw, monotone=True):
    """A lattice, which nodes hold, and costs that never fall towards the root."""
    lattice = draw(LATTICES)
    nodes = nodes_of(lattice)
    some = draw(st.lists(st.sampled_from(nodes), max_size=4))
    holds = np.zeros(lattice.shape, dtype=bool)
    for node in some:
        holds[lattice.ancestors(node) if monotone else lattice.position(node)] = True
    steps = draw(st.lists(st.integers(0, 2), min_size=lattice.size, max_size=lattice.size))
    squares = np.array(steps, dtype=np.int64).reshape(lattice.shape)
    for axis in range(squares.ndim):
        np.maximum.accumulate(squares, axis=axis, out=squares)
    level_costs = [
        sorted(draw(st.lists(st.integers(0, 3), min_size=height + 1, max_size=height + 1)))
        for height in lattice.heights
    ]
    excerpts, ascends = draw(st.booleans()), draw(st.booleans())
    batch = draw(st.sampled_from([EMBEDDED, SERVER]))
    sampled = None
    if excerpts and draw(st.booleans()):
        guesses = draw(st.lists(st.integers(0, 2), min_size=lattice.size, max_size=lattice.size))
        sampled = np.array(guesses).reshape(lattice.shape)
    return (
        FakeChecker(lattice, holds, squares, monotone, excerpts, ascends, batch, sampled),
        level_costs,
    )


def best_by_trying_all(checker, cost):
    holding = [
        node for node in nodes_of(checker.lattice) if checker.holds[checker.lattice.position(node)]
    ]
    return min(holding, key=lambda n: (cost(n), sum(n.levels), n.levels), default=None)


def assert_optimal(checker, metric, cost):
    seen = []
    found = find_optimum(checker, metric, TABLE, seen.append)
    assert found.node == best_by_trying_all(checker, cost)
    assert found.optimal
    assert found.nodes == checker.lattice.size
    assert found.checked == len(checker.thorough) == len(set(checker.thorough))
    assert checker.asked[0] == checker.lattice.root
    for progress in seen:
        assert progress.checked <= progress.known <= progress.nodes
    assert [p.known for p in seen] == sorted(p.known for p in seen)
    assert all(one.best is None or two.best <= one.best for one, two in pairwise(seen))


@given(truths(), st.data())
def test_nodes_that_are_known_are_counted_first_and_change_no_optimum(truth, data):
    checker, level_costs = truth
    some = data.draw(st.lists(st.sampled_from(nodes_of(checker.lattice)), unique=True))
    metric = data.draw(st.sampled_from([Squares(), LevelCosts(level_costs)]))
    found = find_optimum(checker, metric, TABLE, known=some)
    assert found.node == find_optimum(checker, metric, TABLE).node
    assert found.optimal


def is_below(one, other):
    return all(a <= b for a, b in zip(one.levels, other.levels, strict=True))


@given(truths(), st.booleans(), st.booleans(), st.data())
@settings(deadline=None, max_examples=300)
def test_what_is_not_looked_at_is_never_the_optimum(drawn, above, by_class, data):
    """Limits leave nodes out, and so do nodes to nest with; the base may lie below the limits."""
    checker, costs = drawn
    whole = checker.lattice
    some = st.sampled_from(nodes_of(whole))
    ends = zip(data.draw(some).levels, data.draw(some).levels, strict=True)
    least, most = zip(*map(sorted, ends), strict=True)
    checker.lattice = Lattice(whole.heights, least, most)
    others = tuple(data.draw(st.lists(some, max_size=2)))
    nested = Nested(others, above=above) if others else None

    def is_looked_at(node):
        fits = nested is None or all(is_below(node, one) for one in others)
        fits |= above and any(is_below(one, node) for one in others)
        return fits and checker.lattice.looks_at(node)

    def cost(node):
        if by_class:
            return checker.squares[whole.position(node)]
        return sum(costs[j][level] for j, level in enumerate(node.levels))

    holding = [n for n in nodes_of(whole) if checker.holds[whole.position(n)] and is_looked_at(n)]
    metric = Squares() if by_class else LevelCosts(costs)
    found = find_optimum(checker, metric, TABLE, nested=nested)
    best = min(holding, key=lambda n: (cost(n), n.height, n.levels), default=None)
    assert found.node == best
    assert found.optimal


@given(truths(), st.floats(0.01, 0.9))
@settings(deadline=None, max_examples=200)
def test_a_gap_bounds_what_was_left_undecided(drawn, gap):
    checker, costs = drawn
    total = lambda node: sum(costs[j][level] for j, level in enumerate(node.levels))  # noqa: E731
    best = best_by_trying_all(checker, total)
    found = find_optimum(checker, LevelCosts(costs), TABLE, limits=Limits(gap=gap))
    if best is None:
        assert found.node is None
        return
    assert checker.holds[checker.lattice.position(found.node)]
    assert (
        total(found.node) - total(best) <= found.gap * total(found.node) <= gap * total(found.node)
    )
    assert not found.optimal or (found.node, found.gap) == (best, 0)


@given(truths(), st.floats(0.01, 0.9))
@settings(deadline=None, max_examples=200)
def test_a_gap_bounds_costs_that_only_counts_tell(drawn, gap):
    checker, _ = drawn
    checker.squares += 1
    cost = lambda node: int(checker.squares[checker.lattice.position(node)])  # noqa: E731
    best = best_by_trying_all(checker, cost)
    found = find_optimum(checker, Squares(), TABLE, limits=Limits(gap=gap))
    if best is None:
        assert found.node is None
        return
    assert cost(found.node) - cost(best) <= found.gap * cost(found.node) <= gap * cost(found.node)
    assert not found.optimal or (found.node, found.gap) == (best, 0)


def test_a_gap_ends_a_search_whose_costs_only_counts_tell():
    lattice = Lattice((4, 4))
    holds = np.zeros(lattice.shape, dtype=bool)
    holds[2:, 2:] = True
    squares = np.add.outer(np.arange(5), np.arange(5)) + 100
    found = find_optimum(FakeChecker(lattice, holds, squares), Squares(), TABLE, limits=A_TENTH)
    assert (found.node, found.checked, found.optimal) == (Node((2, 2)), 1, True)
    holds[2, 2] = False
    found = find_optimum(FakeChecker(lattice, holds, squares), Squares(), TABLE, limits=A_TENTH)
    assert (found.node, found.checked, found.optimal) == (lattice.root, 2, False)


def test_a_deadline_keeps_the_best_node_that_holds_so_far():
    lattice = Lattice((3, 3))
    holds = np.ones(lattice.shape, dtype=bool)
    checker = FakeChecker(lattice, holds, np.ones(lattice.shape, dtype=int))
    costs = LevelCosts([[0, 1, 2, 3], [0, 1, 2, 3]])
    found = find_optimum(checker, costs, TABLE, limits=Limits(deadline=0.0))
    assert (found.node, found.checked, found.optimal) == (lattice.root, 1, False)
    assert found.gap == 1.0


@given(truths())
@settings(deadline=None, max_examples=300)
def test_optimum_of_separable_costs(drawn):
    checker, costs = drawn
    total = lambda node: sum(costs[j][level] for j, level in enumerate(node.levels))  # noqa: E731
    assert_optimal(checker, LevelCosts(costs), total)


@given(truths())
@settings(deadline=None, max_examples=300)
def test_optimum_of_costs_by_class(drawn):
    checker, _ = drawn
    assert_optimal(checker, Squares(), lambda node: checker.squares[checker.lattice.position(node)])


@given(truths(monotone=False))
@settings(deadline=None, max_examples=200)
def test_optimum_under_models_that_are_not_monotone(drawn):
    checker, costs = drawn
    assert_optimal(checker, Squares(), lambda node: checker.squares[checker.lattice.position(node)])
    checker.asked, checker.priced, checker.thorough = [], [], []
    total = lambda node: sum(costs[j][level] for j, level in enumerate(node.levels))  # noqa: E731
    assert_optimal(checker, LevelCosts(costs), total)


@given(truths())
@settings(deadline=None, max_examples=200)
def test_costs_beyond_64_bits_do_not_change_the_optimum(drawn):
    checker, costs = drawn
    huge = [[cost * 10**40 for cost in levels] for levels in costs]
    total = lambda node: sum(huge[j][level] for j, level in enumerate(node.levels))  # noqa: E731
    assert_optimal(checker, LevelCosts(huge), total)


@given(truths())
@settings(deadline=None, max_examples=200)
def test_costs_that_differ_by_less_than_the_resolution_tie(drawn):
    checker, costs = drawn
    noisy = [[10 * cost + (j + i) % 2 for i, cost in enumerate(c)] for j, c in enumerate(costs)]
    metric = LevelCosts(noisy, resolution=10)
    total = lambda node: sum(costs[j][level] for j, level in enumerate(node.levels))  # noqa: E731
    assert_optimal(checker, metric, total)


@given(truths())
@settings(deadline=None, max_examples=200)
def test_minimal_nodes_are_those_that_trying_all_finds(drawn):
    checker, _ = drawn
    found = find_minimal_nodes(checker)
    assert list(found.nodes) == minimal_by_trying_all(checker)
    assert found.checked == len(checker.asked) == len(set(checker.asked))


@given(truths(monotone=False))
@settings(deadline=None)
def test_without_monotonicity_every_node_is_counted(drawn):
    checker, _ = drawn
    assert find_minimal_nodes(checker).checked == checker.lattice.size
    assert set(checker.asked) == set(nodes_of(checker.lattice))


def minimal_by_trying_all(checker):
    lattice = checker.lattice
    return [
        node
        for node in nodes_of(lattice)
        if checker.holds[checker.lattice.position(node)]
        and checker.holds[lattice.descendants(node)].sum() == 1
    ]


@pytest.mark.parametrize("metric", [Squares(), LevelCosts([[0, 1], [0, 1, 2]])])
def test_a_root_that_fails_ends_the_search_after_one_count(metric):
    lattice = Lattice((1, 2))
    checker = FakeChecker(lattice, np.zeros(lattice.shape, bool), np.zeros(lattice.shape, int))
    found = find_optimum(checker, metric, TABLE)
    assert (found.node, found.checked, found.optimal) == (None, 1, True)
    minimal = find_minimal_nodes(checker)
    assert (minimal.nodes, minimal.checked) == ({}, 1)


def test_ties_go_to_fewer_levels_then_to_the_smaller_vector():
    lattice = Lattice((2, 2))
    holds = np.zeros(lattice.shape, dtype=bool)
    for levels in ((0, 2), (1, 1), (2, 0)):
        holds[lattice.ancestors(Node(levels))] = True
    equal = np.ones(lattice.shape, dtype=int)
    assert find_optimum(FakeChecker(lattice, holds, equal), Squares(), TABLE).node.levels == (0, 2)
    holds[lattice.ancestors(Node((1, 0)))] = True
    assert find_optimum(FakeChecker(lattice, holds, equal), Squares(), TABLE).node.levels == (1, 0)


def test_a_node_that_costs_too_much_is_priced_where_it_closes_most():
    """A search that a sample guides asks about fewer nodes than one that prices where it stands."""
    lattice = Lattice((4, 4))
    holds = np.zeros(lattice.shape, dtype=bool)
    holds[lattice.ancestors(Node((2, 2)))] = True
    squares = np.add.outer(np.arange(5), np.arange(5))
    plain = FakeChecker(lattice, holds, squares, excerpts=True)
    guided = FakeChecker(lattice, holds, squares, excerpts=True, sampled=squares)
    for checker in (plain, guided):
        assert find_optimum(checker, Squares(), TABLE).node == Node((2, 2))
    assert len(set(guided.asked)) < len(set(plain.asked))


def test_a_lattice_of_one_node():
    lattice = Lattice((0,))
    checker = FakeChecker(lattice, np.ones((1,), bool), np.ones((1,), int))
    assert find_optimum(checker, Squares(), TABLE).node == Node((0,))


@pytest.mark.parametrize("name", ["loss", "precision", "entropy"])
def test_the_metrics_of_a_job_are_searched_like_any_other(name):
    def level(lost, *groups):
        return LevelStatistics(lost, 4, groups)

    steps = (level(0, (1, 4)), level(4, (2, 2)), level(12, (4, 1)))
    table = TableStatistics(8, 4, (steps, steps))
    lattice = Lattice((2, 2))
    holds = np.zeros(lattice.shape, dtype=bool)
    holds[lattice.ancestors(Node((1, 1)))] = True
    holds[lattice.ancestors(Node((2, 0)))] = True
    checker = FakeChecker(lattice, holds, np.zeros(lattice.shape, int))
    metric = METRICS[name]
    cost = lambda node: metric.node_cost(node.levels, table)  # noqa: E731
    assert find_optimum(checker, metric, table).node == best_by_trying_all(checker, cost)


def test_what_costs_too_much_is_neither_counted_nor_refuted_thoroughly():
    """(0, 1) and (1, 0) hold; of the next best to be asked each is dearer than the best so far."""
    lattice = Lattice((1, 1, 1))
    holds = np.zeros(lattice.shape, dtype=bool)
    holds[1, 1, :] = holds[1, :, 1] = True
    squares = np.array([[[1, 2], [3, 9]], [[4, 5], [8, 10]]])
    checker = FakeChecker(lattice, holds, squares, excerpts=True)
    found = find_optimum(checker, Squares(), TABLE)
    assert found.node == Node((1, 0, 1))
    dear = {n for n in checker.asked if squares[n.levels] > squares[found.node.levels]}
    assert set(checker.counted) <= set(checker.asked)
    assert dear - {lattice.root} - set(checker.counted)
    assert not (dear - set(checker.counted)) & set(checker.thorough)

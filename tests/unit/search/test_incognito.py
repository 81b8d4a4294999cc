"""Incognito finds the optimum that SPALM finds and that trying every node finds."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings

from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.domain.limits import Limits
from dpsql.errors import ConfigError
from dpsql.search.full_domain import spalm
from dpsql.search.full_domain.incognito import find_optimum
from tests.unit.search.test_spalm import (
    TABLE,
    FakeChecker,
    LevelCosts,
    Squares,
    best_by_trying_all,
    truths,
)


def assert_optimal(checker, metric, cost):
    seen = []
    found = find_optimum(checker, metric, TABLE, seen.append)
    assert found.node == best_by_trying_all(checker, cost)
    again = replace(checker, asked=[], priced=[], counted=[], thorough=[])
    assert found.node == spalm.find_optimum(again, metric, TABLE).node
    assert found.optimal
    assert found.checked == len(checker.asked) == len(set(checker.asked))
    assert found.checked == (seen[-1].checked if seen else 0)
    assert not seen or seen[-1].known == found.nodes
    if found.node is not None:
        private = checker.classes(found.node)
        assert found.counted.private == private


@given(truths())
@settings(deadline=None, max_examples=300)
def test_optimum_of_separable_costs(drawn):
    checker, costs = drawn
    total = lambda node: sum(costs[j][level] for j, level in enumerate(node.levels))  # noqa: E731
    assert_optimal(checker, LevelCosts(costs), total)


@given(truths())
@settings(deadline=None, max_examples=300)
def test_optimum_of_costs_that_only_counts_tell(drawn):
    checker, _ = drawn
    cost = lambda node: int(checker.squares[checker.lattice.position(node)])  # noqa: E731
    assert_optimal(checker, Squares(), cost)


def test_a_failing_subset_spares_its_supersets():
    """The last one holds at its root alone; with that known, no node below it is counted."""
    lattice = Lattice((2, 2, 2))
    holds = np.zeros(lattice.shape, dtype=bool)
    holds[1:, 1:, 2] = True
    checker = FakeChecker(lattice, holds, np.zeros(lattice.shape, dtype=int))
    found = find_optimum(checker, Squares(), TABLE)
    assert found.node == Node((1, 1, 2))
    assert all(node.levels[2] == 2 for node in checker.asked)


def test_it_needs_monotone_models_and_no_early_end():
    lattice = Lattice((1, 1))
    holds = np.ones(lattice.shape, dtype=bool)
    squares = np.zeros(lattice.shape, dtype=int)
    with pytest.raises(ConfigError, match="algorithm: spalm"):
        find_optimum(FakeChecker(lattice, holds, squares, monotone=False), Squares(), TABLE)
    with pytest.raises(ConfigError, match="use spalm"):
        find_optimum(FakeChecker(lattice, holds, squares), Squares(), TABLE, limits=Limits(0.1))

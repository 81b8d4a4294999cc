"""k-anonymizers looked for a k that gives presence, on the example and where k = 3 undoes k = 2."""

from fractions import Fraction as F

import pytest

from tests.oracle.search.least_k import (
    anonymize_by_cuts,
    anonymize_full_domain,
    find_least_k,
    list_larger_k_that_fail,
    try_each_k,
)
from tests.oracle.search.partitions import Part, Strategy
from tests.oracle.tables.instance import Instance
from tests.oracle.tables.ladders import make_explicit_ladder
from tests.oracle.tables.orders import order_by_number
from tests.oracle.tables.running_example import make_example
from tests.oracle.tables.table import Row

ALL = F(0), F(1)


@pytest.mark.parametrize("metric", ["loss", "discernibility"])
def test_no_k_gives_presence_on_the_example(metric: str) -> None:
    """Section 5.1 of Nergiz et al.: optima generalize age to >40, where all are members."""
    anonymize = anonymize_full_domain(make_example(metric=metric))
    trials = try_each_k(anonymize, range(2, 7), (F(1, 2), F(2, 3)))
    releases = [trial.release for trial in trials]
    assert [release and release.actual_k for release in releases] == [2, 5, 5, 5, None]
    assert [release and release.presence for release in releases] == [ALL] * 4 + [None]
    assert find_least_k(trials) is None
    assert list_larger_k_that_fail(trials) == []
    assert find_least_k(try_each_k(anonymize, range(2, 7), ALL)) == 2


def test_a_larger_k_may_fail_in_the_full_domain() -> None:
    letters = make_explicit_ladder(
        [("a", "A", "*"), ("b", "A", "*"), ("c", "B", "*"), ("d", "B", "*")]
    )
    ends = make_explicit_ladder([("x", "*"), ("y", "*")])
    private: list[Row] = [("a", "x"), ("b", "x"), ("b", "y"), ("c", "x"), ("c", "y"), ("d", "x")]
    public = (*private, ("a", "y"), ("b", "x"), ("b", "x"))
    instance = Instance((letters, ends), public, tuple(private))
    trials = try_each_k(anonymize_full_domain(instance), range(1, 8), (F(0), F(3, 4)))
    assert [trial.is_present for trial in trials] == [False, True, False, True, True, True, False]
    assert [trial.release and trial.release.cost for trial in trials[1:3]] == [F(1, 2), F(2, 3)]
    assert find_least_k(trials) == 2
    assert list_larger_k_that_fail(trials) == [3, 7]


def test_a_larger_k_may_fail_where_private_rows_are_cut() -> None:
    public = tuple((value,) for value in (2, 3, 3, 4, 5, 5, 5, 5, 5))
    private = tuple((value,) for value in (2, 3, 4, 5, 5, 5))
    orders = (order_by_number(value for (value,) in public),)
    anonymize = anonymize_by_cuts(Part(public, private), orders, Strategy("next", "first"))
    trials = try_each_k(anonymize, range(1, 7), (F(0), F(2, 3)))
    releases = [trial.release for trial in trials]
    assert [release and release.actual_k for release in releases] == [1, 2, 3, 6, 6, 6]
    assert [release and release.presence[1] for release in releases[:3]] == [1, F(2, 3), F(3, 4)]
    assert find_least_k(trials) == 2
    assert list_larger_k_that_fail(trials) == [3]

"""Which limit of presence the frontier of pooled releases is searched under next."""

from dataclasses import dataclass
from fractions import Fraction

import pytest

from dpsql.search.pooled.limits_of_presence import SearchedLimits, drop_dominated

SIZES = 10, 1


@dataclass(frozen=True)
class Found:
    """A release."""

    greatest_presence: Fraction
    cost: int


def search(asked, frontier):
    """Return the limits in the order in which they are searched, and the points.

    `frontier`: the cost by presence.
    """
    searched, limits, found = SearchedLimits(), [], []
    while (limit := searched.choose_next(asked, SIZES)) is not None:
        limits.append(limit)
        known = [(cost, share) for share, cost in frontier.items() if share <= limit]
        best = Found(min(known)[1], min(known)[0]) if known else None
        searched = searched.and_at(limit, best)
        found += [best] if best else []
    return limits, {one.greatest_presence: one.cost for one in drop_dominated(found)}


FRONTIER = {Fraction(n, 10): 100 - n * n for n in (2, 3, 6, 7, 9)} | {Fraction(1): 0}


@pytest.mark.parametrize("asked", [[], [3], [3, 5, 1], [9, 1, 6, 2], [10]])
def test_whatever_comes_first_the_whole_frontier_is_found(asked):
    first = [Fraction(n, 10) for n in asked]
    limits, points = search([*first, Fraction(1)], FRONTIER)
    assert points == FRONTIER
    assert len(limits) == len(set(limits))
    assert limits[0] == [*first, 1][0]


def test_by_itself_each_limit_lies_below_the_one_before():
    limits, _ = search([Fraction(1)], FRONTIER)
    assert limits == sorted(limits, reverse=True)


def test_what_is_decided_or_lies_below_the_prior_is_not_searched():
    asked = [Fraction(1, 20), Fraction(3, 4), Fraction(7, 10), Fraction(1)]
    limits, _ = search(asked, FRONTIER)
    assert limits[:2] == [Fraction(3, 4), 1]


def test_the_gap_with_the_greatest_loss_comes_first():
    asked = [Fraction(3, 10), Fraction(7, 10), Fraction(1)]
    limits, _ = search(asked, FRONTIER)
    # 91 to 51 between the first two, 51 to 0 between the others.
    assert limits[3] == Fraction(9, 10)


def test_nothing_below_a_limit_that_no_release_keeps():
    limits, points = search([Fraction(1, 2), Fraction(1)], {Fraction(9, 10): 5, Fraction(1): 0})
    assert limits[0] == Fraction(1, 2) and min(limits) == Fraction(1, 2)
    assert points == {Fraction(9, 10): 5, Fraction(1): 0}


def test_between_releases_that_cost_the_same_nothing_is_searched():
    same = [Found(Fraction(n, 10), 5) for n in (3, 9)]
    searched = SearchedLimits().and_at(Fraction(1), same[1]).and_at(Fraction(1, 2), same[0])
    assert searched.choose_next([], SIZES) == Fraction(2, 7)


def test_no_limit_costs_less_than_a_lower_one_without_a_search_between():
    """Of the same releases none would; if one ever did, the gap is not taken for searched."""
    odd = [Found(Fraction(3, 10), 4), Found(Fraction(9, 10), 5)]
    searched = SearchedLimits().and_at(Fraction(1), odd[1]).and_at(Fraction(1, 2), odd[0])
    searched = searched.and_at(Fraction(2, 7), None)
    assert searched.choose_next([], SIZES) == Fraction(8, 9)

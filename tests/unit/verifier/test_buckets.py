"""How the verifier chooses buckets: within its limits, and as its description says."""

from fractions import Fraction
from itertools import islice
from math import isclose, log, prod

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dpsql.verifier.boxes.buckets import Reach, choose_shifts, count_shifts


def make_reach(positions, boxes):
    """Buckets that boxes of these (first, last) positions overlap, by counting them."""
    buckets = (
        sum((last >> shift) - (first >> shift) + 1 for first, last in boxes)
        for shift in range(count_shifts(positions))
    )
    return Reach(positions, tuple(buckets))


@st.composite
def reaches(draw):
    boxes = draw(st.integers(1, 6))
    found = []
    for _ in range(draw(st.integers(1, 3))):
        positions = draw(st.sampled_from([1, 2, 3, 8, 100, 1000]))
        ends = st.tuples(*[st.integers(0, positions - 1)] * 2).map(sorted)
        found.append(make_reach(positions, draw(st.lists(ends, min_size=boxes, max_size=boxes))))
    return found, boxes


def count_listings(found, boxes, shifts):
    """How often boxes are listed, if each axis is as spread as the others."""
    each = (Fraction(one.buckets[s], one.buckets[-1]) for one, s in zip(found, shifts, strict=True))
    return boxes * prod(each)


def count_comparisons(found, boxes, tuples, shifts):
    """How many tuples are compared with a box, if both are spread evenly."""
    buckets = prod(one.count_buckets(s) for one, s in zip(found, shifts, strict=True))
    return count_listings(found, boxes, shifts) * tuples / buckets


def list_costs(found, boxes, tuples, shifts):
    """Refine the axis of the least price while it saves more comparisons than it adds listings.

    Yields the cost of each way that is the cheapest at every step: several where prices are equal.
    """

    def added(one):
        return count_listings(found, boxes, one) - count_listings(found, boxes, shifts)

    def saved(one):
        before = count_comparisons(found, boxes, tuples, shifts)
        return before - count_comparisons(found, boxes, tuples, one)

    def price(one):
        listed = count_listings(found, boxes, one) / count_listings(found, boxes, shifts)
        before = count_comparisons(found, boxes, tuples, shifts)
        return log(listed) / log(before / count_comparisons(found, boxes, tuples, one))

    finer = [
        [*shifts[:j], shift, *shifts[j + 1 :]]
        for j in range(len(found))
        for shift in range(shifts[j])
    ]
    # Rounding decides whether to gain nothing.
    assume(all(added(one) != saved(one) for one in finer))
    worth = [one for one in finer if added(one) < saved(one)]
    if not worth:
        listed = count_listings(found, boxes, shifts)
        yield listed + count_comparisons(found, boxes, tuples, shifts)
        return
    least = min(map(price, worth))
    for one in worth:
        if isclose(price(one), least, rel_tol=1e-9, abs_tol=1e-12):
            yield from list_costs(found, boxes, tuples, one)


@given(reaches(), st.sampled_from([1, 10, 1000]))
@settings(deadline=None)
def test_the_axis_is_refined_that_saves_most_for_its_listings(made, tuples):
    found, boxes = made
    coarsest = [len(one.buckets) - 1 for one in found]
    costs = set(islice(list_costs(found, boxes, tuples, coarsest), 200))
    shifts = choose_shifts(found, boxes, tuples)
    cost = count_listings(found, boxes, shifts) + count_comparisons(found, boxes, tuples, shifts)
    assert cost in costs


def test_a_shift_for_each_power_of_two_the_last_leaves_one_bucket():
    for positions in range(1, 70):
        last = count_shifts(positions) - 1
        counts = [Reach(positions, ()).count_buckets(shift) for shift in range(last + 1)]
        assert counts[0] == positions
        assert counts[-1] == 1
        assert 1 not in counts[:-1]


def test_boxes_are_listed_a_limited_number_of_times():
    """Each of the boxes spans all: finer buckets only list it more often."""
    wide = [make_reach(2**20, [(0, 2**19)] * 4 + [(7, 7)] * 4)] * 2
    chosen = choose_shifts(wide, 8, 10**12)
    listings = prod(
        Fraction(reach.buckets[shift], 8) for reach, shift in zip(wide, chosen, strict=True)
    )
    assert 8 * listings <= 250_000_000_000
    few = choose_shifts(wide, 8, 10**5)
    assert 8 * prod(Fraction(r.buckets[s], 8) for r, s in zip(wide, few, strict=True)) <= 2_000_000


def test_combinations_of_buckets_can_be_numbered():
    narrow = [make_reach(2**25, [(9, 9)] * 100)] * 3
    chosen = choose_shifts(narrow, 100, 10**30)
    combinations = prod(Reach.count_buckets(r, s) for r, s in zip(narrow, chosen, strict=True))
    assert combinations == 2**62


@pytest.mark.parametrize("tuples", [0, 5])
def test_without_boxes_nothing_is_refined(tuples):
    assert choose_shifts([Reach(4, (0, 0, 0))], 0, tuples) == [2]
    assert choose_shifts([make_reach(4, [(1, 1)])], 1, 0) == [2]

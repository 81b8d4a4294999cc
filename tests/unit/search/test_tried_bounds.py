"""At which δmax boxes and cuts are tried for a curve."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpsql.use_cases.optima.tried_bounds import MOST_TRIED, choose_tried

SHARES = st.fractions(min_value=Fraction(1, 1000), max_value=1, max_denominator=1000)


@given(st.sets(SHARES, min_size=1, max_size=40), st.none() | SHARES)
def test_the_ends_and_the_jobs_are_tried_and_no_more_than_eight(attained, own):
    tried = choose_tried(attained, own)
    assert tried == sorted(set(tried))
    assert len(tried) <= MOST_TRIED
    assert {min(attained), max(attained)} <= set(tried)
    assert own is None or own in tried
    assert min(tried) == min(attained) or tried[0] == own


@pytest.mark.parametrize("attained", [("1/12", "1"), ("1/20", "1/13", "1/12", "1")])
def test_a_wide_gap_between_points_of_others_is_filled(attained):
    tried = choose_tried(set(map(Fraction, attained)), Fraction(11, 100))
    assert Fraction(11, 100) in tried
    assert all(later <= 3 * former for former, later in pairwise(tried))


def test_where_nothing_is_attained_the_jobs_alone_is_tried():
    assert choose_tried([], Fraction(1, 5)) == [Fraction(1, 5)]
    assert choose_tried([], None) == []

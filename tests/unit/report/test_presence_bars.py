"""The bars of presence: each presence once, and none at a bound of δ beyond it."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpsql.domain.found.presence_bars import find_bar, find_bars
from dpsql.domain.threshold import PresenceBounds

ENDS = [
    Fraction(0),
    Fraction(1, 1000),
    Fraction(1, 20),
    Fraction(1, 2),
    Fraction(2, 3),
    Fraction(19, 20),
    Fraction(10**18 - 1, 10**18),
    Fraction(1),
]
PAIRS = [PresenceBounds(low, high) for low, high in product(ENDS, ENDS) if low <= high]


def holds(bar, share):
    """Whether a presence lies in a bar, by the ends of the bar alone."""
    above = share >= bar.low if bar.with_low else share > bar.low
    return above and (share <= bar.high if bar.with_high else share < bar.high)


@pytest.mark.parametrize("bounds", [None, *PAIRS], ids=str)
def test_each_presence_lies_in_one_bar(bounds):
    bars = find_bars(bounds)
    shares = {Fraction(i, n) for n in (1, 3, 20, 40, 1000) for i in range(n + 1)} | set(ENDS)
    for share in shares:
        (found,) = [i for i, bar in enumerate(bars) if holds(bar, share)]
        for factor in (1, 7):
            counts = share.denominator * factor, share.numerator * factor
            assert find_bar(bars, *counts) == found


@pytest.mark.parametrize("bounds", PAIRS, ids=str)
def test_a_bar_lies_within_delta_or_beyond_it(bounds):
    for bar in find_bars(bounds):
        ends_inside = [
            bounds.minimum <= bar.low and bar.high <= bounds.maximum,
            bar.high < bounds.minimum or (bar.high == bounds.minimum and not bar.with_high),
            bar.low > bounds.maximum or (bar.low == bounds.maximum and not bar.with_low),
        ]
        assert sum(ends_inside) == 1


def test_without_delta_bars_are_twentieths_closed_on_the_right():
    bars = find_bars(None)
    assert [str(bar) for bar in bars[:2]] == ["[0, 1/20]", "(1/20, 1/10]"]
    assert (len(bars), str(bars[-1])) == (20, "(19/20, 1]")


@pytest.mark.parametrize(
    ("delta_max", "edges"),
    [
        ("1/5", "5 10 15 20 25"),
        ("1/10", "2 4 6 8 10 15"),
        ("7/100", "2 4 6 7 10"),
        ("1/20", "1 2 3 4 5 10"),
        ("1/1000", "0.02 0.04 0.06 0.08 0.1 5"),
    ],
)
def test_bars_up_to_a_small_delta_are_as_narrow_as_it_needs(delta_max, edges):
    bars = find_bars(PresenceBounds(Fraction(0), Fraction(delta_max)))
    found = [100 * bar.high for bar in bars]
    assert found[: len(edges.split())] == [Fraction(edge) for edge in edges.split()]


@given(st.fractions(min_value=0, max_value=1))
def test_four_to_eight_bars_lie_below_a_delta_of_up_to_a_third(delta_max):
    bars = find_bars(PresenceBounds(Fraction(0), delta_max))
    below = sum(bar.high <= delta_max for bar in bars if bar.low < bar.high)
    assert not delta_max or 4 <= below <= (9 if delta_max < Fraction(2, 5) else 20)
    above = [bar for bar in bars if bar.low >= delta_max and bar.low < bar.high]
    assert len(above) <= 20


def test_what_delta_does_not_bound_adds_no_bar():
    assert find_bars(PresenceBounds(Fraction(0), Fraction(1))) == find_bars(None)

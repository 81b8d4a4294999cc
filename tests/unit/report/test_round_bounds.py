"""The δmax that are tried lie on both sides of the job's, also next to |T|/|P| and to 100 %."""

from fractions import Fraction

import pytest

from dpsql.domain.round_bounds import choose_bounds


@pytest.mark.parametrize(
    ("least", "own", "expected"),
    [
        (8, 20, [20, 15, 25, 10, 30, 40, 50]),
        (2, 20, [20, 15, 25, 10, 30, 5, 40]),
        (40, 75, [75, 70, 80, 60, 85, 50, 90]),
        (46, 99, [99, 95, 100, 90, 85, 80, 75]),
        (46, 47, [47, 50, 60, 70, 75, 80, 85]),
        (70, 95, [95, 90, 99, 85, 100, 80, 75]),
        (0, 1, [1, Fraction(1, 2), 2, Fraction(1, 5), 5, Fraction(1, 10), 10]),
        (46, 100, [100, 99, 95, 90, 85, 80, 75]),
        (10, None, [15, 20, 10, 25, 30, 40]),
        (60, None, [75, 80, 70, 85, 60, 90]),
    ],
)
def test_bounds_on_both_sides_are_tried_in_turn(least, own, expected):
    share = None if own is None else Fraction(own, 100)
    found = choose_bounds(Fraction(least, 100), share, 6)
    assert [100 * one for one in found] == expected


def test_nothing_below_the_least_is_tried():
    assert choose_bounds(Fraction(1), Fraction(9, 10), 6) == [1]

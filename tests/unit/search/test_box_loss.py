"""What ranges of numbers, dates and other values cost, exactly."""

from fractions import Fraction as F

import pytest

from dpsql.metrics.box_loss import ColumnEnds, measure_box_loss, read_number


@pytest.mark.parametrize(
    ("less", "more", "distance"),
    [
        ("-3", "2.5", F(11, 2)),
        ("1e2", "101", F(1)),
        ("2023-12-31", "2024-03-01", F(61)),
        ("2024-01-01 00:00:00", "2024-01-01 06:00:00", F(1, 4)),
        ("2024-01-01 00:00:00+02", "2024-01-01 00:00:00+00", F(1, 12)),
        ("00:00:00.000001", "12:00:00.000001", F(1, 2)),
        ("false", "true", F(1)),
    ],
)
def test_values_have_distances(less, more, distance):
    assert read_number(more) - read_number(less) == distance


@pytest.mark.parametrize("text", ["", "x", "inf", "nan", "2024-13-01"])
def test_other_texts_have_none(text):
    with pytest.raises(ValueError, match=r"."):
        read_number(text)


def test_the_mean_is_over_rows():
    """Two rows of [0, 4] and one of [2, 2] on a line of 8, and on one of a single value."""
    ends = ((F(0), -2), (F(4), 2), (F(2), 1), (F(2), -1))
    assert measure_box_loss(ColumnEnds(ends, F(8)), 3) == F(1, 3)
    assert measure_box_loss(ColumnEnds((), F(0)), 3) == 0


def test_a_range_from_null_to_a_number_costs_all():
    assert measure_box_loss(ColumnEnds(((F(1), -1), (F(1), 1)), F(5), whole_rows=2), 3) == F(2, 3)


def test_nothing_released_costs_nothing():
    assert measure_box_loss(ColumnEnds((), F(5)), 0) == 0

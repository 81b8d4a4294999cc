"""Thresholds of risk, and how risks are written."""

from fractions import Fraction

import pytest

from dpsql.domain.found.risks import (
    SizedClasses,
    find_least_people,
    find_risks,
    is_above,
    read_threshold,
    spell,
)
from dpsql.errors import ConfigError


@pytest.mark.parametrize(
    ("words", "threshold", "people"),
    [
        ("ema-health-canada", Fraction(1, 11), 11),
        ("1/11", Fraction(1, 11), 11),
        # The rounded number of the regulators asks for one person more.
        ("0.09", Fraction(9, 100), 12),
        (Fraction(1, 20), Fraction(1, 20), 20),
        ("1", Fraction(1), 1),
        # A class may have as many people as a count.
        ("1/1000000000000", Fraction(1, 10**12), 10**12),
    ],
)
def test_a_threshold_is_a_number_of_people(words, threshold, people):
    assert read_threshold(words) == threshold
    assert find_least_people(threshold) == people
    assert not is_above(people, threshold)
    assert is_above(people - 1, threshold)


@pytest.mark.parametrize(
    "words", ["0", "0/5", "ema", "2", "3/2", "-1/11", "1/0", "1/10000000000000", ""]
)
def test_other_thresholds_are_refused(words):
    with pytest.raises(ConfigError, match=r"threshold.*ema-health-canada"):
        read_threshold(words)


def test_a_risk_of_very_many_digits_is_rounded():
    assert spell(Fraction(1, 10**99)) == f"1/{10**99}"
    assert spell(Fraction(10**100, 3 * 10**100 + 1)) == "0.333333333333333333"
    assert spell(None) is None


def test_means_over_classes_of_many_sizes_are_exact():
    """Their denominators have thousands of digits."""
    sizes = [SizedClasses(n, 1, 1, 1, 1, 1, 1) for n in range(1, 3000)]
    found = find_risks(sizes)
    assert found.marketer == sum((Fraction(1, n) for n in range(1, 3000)), Fraction(0)) / 2999
    assert found.to_dict()["marketer"].startswith("0.00286")

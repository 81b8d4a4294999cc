"""Confident presence against figures that were found by exact fractions and by enumeration."""

from fractions import Fraction as F

import numpy as np
import pytest

from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.confidence.criterion import judge
from dpsql.privacy.confidence.independent import IndependentLaw, SharedClasses
from dpsql.privacy.confidence.needs import least_others, most_others


def bounds(low, high):
    return PresenceBounds(F(low), F(high))


def classes(members, shares):
    return SharedClasses(np.array(members), np.array([float(F(share)) for share in shares]))


def law(others, members):
    """So many others, whom the shares describe."""
    return IndependentLaw(others + sum(members), sum(members), members_included=False)


SINGLE = [
    (3, "1/100", 1000, "0", "1/4", 9, None, 0.3316872631991611),
    (5, "1/50", 960, "0", "1/5", 20, None, 0.5422073577584444),
    (3, "1/100", 1000, "1/10", "1/4", 9, 27, 0.3316891840093665),
    (10, "1/200", 43265, "0", "1/20", 190, None, 0.03168397970037868),
    (40, "1/20", 43265, "1/50", "1/20", 760, 1960, 0.9999971609593946),
    (0, "1/1000", 1000, "1/50", "1/20", 0, 0, 0.6323045752290359),
]


@pytest.mark.parametrize(
    ("members", "share", "others", "low", "high", "least", "most", "violation"), SINGLE
)
def test_single_classes(members, share, others, low, high, least, most, violation):
    one, delta = classes([members], [share]), bounds(low, high)
    assert least_others(one.members, delta.maximum).tolist() == [least]
    if most is not None:
        assert most_others(one.members, delta.minimum).tolist() == [most]
    found = law(others, [members]).violations(one, delta)
    assert found[0] == pytest.approx(violation, abs=1e-12)


SMALL_WORLDS = [
    ([2, 1, 1], ["1/2", "1/4", "1/4"], 4, "1/4", "2/3", "19/64", "3/8"),
    ([2, 1, 0], ["1/2", "1/4", "1/4"], 6, "0", "1/2", "2919/4096", "733/1024"),
    ([2, 1, 0], ["1/2", "1/4", "1/4"], 6, "1/5", "1/2", "-467/4096", "163/1024"),
    ([3, 2], ["3/5", "2/5"], 4, "1/2", "2/3", "239/625", "432/625"),
]


@pytest.mark.parametrize(
    ("members", "shares", "others", "low", "high", "criterion", "joint"), SMALL_WORLDS
)
def test_small_worlds(members, shares, others, low, high, criterion, joint):
    found = judge(law(others, members), classes(members, shares), bounds(low, high), F(9, 10))
    assert 1 - found.total == pytest.approx(float(F(criterion)), abs=1e-12)
    assert found.least == pytest.approx(max(0, float(F(criterion))), abs=1e-12)
    assert found.least <= float(F(joint)) <= found.most + 1e-12
    assert not found.holds


def test_three_classes_and_the_merged_two():
    parts = judge(
        law(500, [6]), classes([3, 1, 2], [".02", ".01", ".015"]), bounds("0", "1/4"), F(9, 10)
    )
    assert parts.least == pytest.approx(0.3067012943, abs=1e-10)
    assert parts.most == pytest.approx(0.4463800565, abs=1e-10)
    merged = judge(law(500, [6]), classes([4, 2], [".03", ".015"]), bounds("0", "1/4"), F(9, 10))
    assert merged.least == pytest.approx(0.5799064264, abs=1e-10)


def test_a_condition_per_class_is_not_monotone():
    delta = bounds("0", "1/2")
    part = law(1000, [2]).violations(classes([1], [".001"]), delta)
    merged = law(1000, [2]).violations(classes([2], [".002"]), delta)
    assert 1 - part[0] == pytest.approx(0.6323045752290359, abs=1e-12)
    assert 1 - merged[0] == pytest.approx(0.5942650918886205, abs=1e-12)
    assert merged[0] <= 2 * part[0]

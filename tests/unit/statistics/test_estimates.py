"""Estimates from a sample: the vectors, exact sums, and the ends of buckets."""

import sys
from fractions import Fraction
from math import exp, log

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsql.errors import ConfigError
from dpsql.privacy.estimates.population_uniques import (
    PitmanLaw,
    estimate_uniques,
    find_conditional_share,
    find_zayatz_uniques,
    fit_pitman,
)
from dpsql.privacy.estimates.survey_weights import (
    WeighedClasses,
    estimate_risks,
    find_bucket,
    find_individual_risk,
)
from tests.oracle.knowledge import estimates as oracle

ZAYATZ = {1: 120, 2: 40, 3: 20, 4: 10, 5: 6, 10: 3}
PITMAN = {1: 300, 2: 40, 3: 15, 4: 6, 5: 4, 10: 2, 20: 1}


@pytest.mark.parametrize(
    ("sampled", "share", "risk"),
    [
        (1, Fraction(1, 10), 0.2558427881104496),
        (2, Fraction(1, 10), 0.08268413465439452),
        (3, Fraction(1, 10), 0.04636842948284503),
        (5, Fraction(1, 5), 0.047144633378027996),
        # The value of sdcMicro's own test, which its approximation misses.
        (3, Fraction(1, 36), 0.013552968371742479),
        (1, Fraction(2, 91), 0.08579128822375066),
    ],
)
def test_the_vectors_of_individual_risk(sampled, share, risk):
    assert find_individual_risk(sampled, float(sampled / share)) == pytest.approx(risk, rel=1e-14)


@given(st.integers(1, 120), st.fractions(Fraction(1, 30), Fraction(49, 50), max_denominator=60))
@settings(max_examples=60, deadline=None)
def test_an_individual_risk_is_the_sum_of_its_law(sampled, share):
    low, high = oracle.bound_individual_risk(sampled, share)
    found = find_individual_risk(sampled, float(sampled / share))
    assert low * (1 - 1e-12) <= found <= high * (1 + 1e-12)


@pytest.mark.parametrize("share", [0.5, 0.1, 1e-3, 1e-6, 1e-9])
def test_the_closed_forms_of_one_and_two_rows(share):
    odds = share / (1 - share)
    one, two = odds * log(1 / share), odds - odds**2 * log(1 / share)
    assert find_individual_risk(1, 1 / share) == pytest.approx(one, rel=1e-9)
    assert find_individual_risk(2, 2 / share) == pytest.approx(two, rel=1e-9)


def test_risks_at_the_ends():
    assert find_individual_risk(0, 0) == 1
    assert find_individual_risk(4, 4) == find_individual_risk(4, 2) == pytest.approx(1 / 4)
    # Of very many rows, and of very rare ones.
    assert find_individual_risk(10**6, 1e9) == pytest.approx(1e-9, rel=1e-5)
    assert find_individual_risk(40, 1e12) == pytest.approx(41 / 40 * 1e-12, rel=1e-3)
    # scipy's function and the series meet.
    for weight in (50, 100, 4000, 1e7):
        risks = [find_individual_risk(sampled, weight) for sampled in (39, 40, 41, 42)]
        assert risks == sorted(risks, reverse=True)
        assert risks[3] - risks[2] == pytest.approx(risks[1] - risks[0], rel=0.2)


CLASSES = st.lists(
    st.tuples(st.integers(0, 5), st.floats(1, 500), st.integers(1, 4)), min_size=1, max_size=12
)


@given(CLASSES, st.floats(0.001, 1))
@settings(max_examples=60, deadline=None)
def test_buckets_bracket_the_risks_of_their_classes(classes, threshold):
    """Classes are counted as SQL counts them: by rows of the sample and by bucket."""
    risks, buckets = [], {}
    for sampled, weight, rows in classes:
        weight = weight * sampled
        risks += [find_individual_risk(sampled, weight)] * rows
        key = sampled, find_bucket(weight) if sampled else None
        least, greatest, count, all_rows = buckets.get(key, (weight, weight, 0, 0))
        ends = min(least, weight), max(greatest, weight)
        buckets[key] = *ends, count + 1, all_rows + rows
    found = estimate_risks(
        [WeighedClasses(key[0], *bucket) for key, bucket in buckets.items()], threshold
    )
    slack = 1e-12
    assert found.greatest.greatest == max(risks)
    for bracket, true in (
        (found.greatest, max(risks)),
        (found.mean, sum(risks) / len(risks)),
        (found.expected, sum(risks)),
    ):
        assert bracket.least * (1 - slack) <= true <= bracket.greatest * (1 + slack)
        assert bracket.greatest <= bracket.least * exp(1 / 1024) * (1 + slack)
    assert found.above[0] <= sum(risk > threshold for risk in risks) <= found.above[1]
    assert found.unsampled == sum(rows for sampled, _, rows in classes if not sampled)


def test_nobody_has_no_risks():
    assert estimate_risks([]) is None
    assert estimate_risks([WeighedClasses(3, 30.0, 30.0, 2, 0)]) is None
    assert estimate_risks([WeighedClasses(3, 30.0, 30.0, 1, 2)]).above is None


@pytest.mark.parametrize(
    ("people", "share", "uniques"),
    [
        (1000, 0.5662171977455902, 188.73906591519673),
        (10000, 0.3568850718465813, 1189.616906155271),
        (100000, 0.3356930128788656, 11189.767095962186),
    ],
)
def test_the_vectors_of_zayatz(people, share, uniques):
    assert find_conditional_share(ZAYATZ, people) == pytest.approx(share, rel=1e-13)
    assert find_zayatz_uniques(ZAYATZ, people) == pytest.approx(uniques, rel=1e-13)


SIZES = st.dictionaries(st.integers(2, 30), st.integers(1, 9), max_size=5).flatmap(
    lambda sizes: st.integers(1, 40).map(lambda ones: {1: ones, **sizes})
)


@given(SIZES, st.integers(0, 3000))
@settings(max_examples=60, deadline=None)
def test_zayatz_is_the_share_of_its_law(sizes, more):
    people = sum(size * count for size, count in sizes.items()) + more
    exact = oracle.find_conditional_share(sizes, people)
    assert find_conditional_share(sizes, people) == pytest.approx(float(exact), rel=1e-11)


def test_zayatz_of_very_large_classes():
    """Not term by term."""
    sizes = {1: 1000, 50_000: 3}
    exact = oracle.find_conditional_share(sizes, 200_000)
    assert find_conditional_share(sizes, 200_000) == pytest.approx(float(exact), rel=1e-6)


def test_the_vector_of_pitman():
    """The vector is of a search that ends a little before the likelihood is greatest."""
    law = fit_pitman(PITMAN)
    assert law.theta == pytest.approx(111.22075844114924, rel=1e-6)
    assert law.alpha == pytest.approx(0.6936092688520614, rel=1e-6)
    given_law = PitmanLaw(111.22075844114924, 0.6936092688520614)
    assert given_law.find_uniques(5080) == pytest.approx(1566.4025107452155, rel=1e-11)
    assert given_law.find_uniques(50000) == pytest.approx(7696.659527071739, rel=1e-9)


@given(SIZES)
@settings(max_examples=60, deadline=None)
def test_a_fitted_law_is_the_most_likely(sizes):
    law = fit_pitman(sizes)
    if law is not None:
        rows = sum(size * count for size, count in sizes.items())
        by_theta, by_alpha = oracle.find_slopes(sizes, law.theta, law.alpha)
        assert abs(by_theta) * (law.theta + law.alpha) < 1e-5 * rows
        assert abs(by_alpha) * law.alpha * (1 - law.alpha) < 1e-5 * rows


@given(
    st.fractions(0, 50, max_denominator=8),
    st.fractions(Fraction(1, 10), Fraction(9, 10), max_denominator=10),
    st.integers(1, 40),
)
@settings(max_examples=60, deadline=None)
def test_expected_uniques_are_those_of_the_urn(theta, alpha, people):
    exact = oracle.expect_uniques(theta, alpha, people)
    found = PitmanLaw(float(theta), float(alpha)).find_uniques(people)
    assert found == pytest.approx(float(exact), rel=1e-10)


@pytest.mark.parametrize("sizes", [{1: 10}, {2: 5, 3: 1}, {7: 1}])
def test_a_sample_that_shows_no_law_has_none(sizes):
    assert fit_pitman(sizes) is None


def test_the_method_follows_from_the_size_of_the_sample():
    small, large = (estimate_uniques(PITMAN, people) for people in (50_000, 600))
    assert (small.recommended, small.indication) == ("pitman", small.pitman)
    assert (large.recommended, large.indication) == ("zayatz", large.zayatz)
    none = estimate_uniques({2: 5}, 1000)
    assert (none.zayatz, none.pitman, none.indication) == (None, None, None)
    for sizes, people in (({}, 10), ({1: 11}, 10)):
        with pytest.raises(ConfigError, match="sample of some of the people"):
            estimate_uniques(sizes, people)


def test_a_missing_library_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(ConfigError, match="the extra statistics"):
        find_individual_risk(1, 10.0)

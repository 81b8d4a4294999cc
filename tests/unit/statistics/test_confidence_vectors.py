"""Confident presence against figures that were found by exact fractions and by enumeration."""

import sys
from decimal import Decimal, localcontext
from fractions import Fraction as F

import numpy as np
import pytest

from dpsql.domain.threshold import PresenceBounds
from dpsql.errors import ConfigError, InputError
from dpsql.privacy.confidence.arrays import UNBOUNDED
from dpsql.privacy.confidence.averages import (
    critical_shares,
    estimate_presence,
    expected_presence,
)
from dpsql.privacy.confidence.criterion import holds_with, judge
from dpsql.privacy.confidence.independent import IndependentLaw, SharedClasses
from dpsql.privacy.confidence.least_delta import delta_at_confidence
from dpsql.privacy.confidence.needs import least_others, most_others
from dpsql.privacy.confidence.sample import SampledClasses, SampleLaw, find_pulls
from dpsql.privacy.confidence.sizes import IntervalLaw
from dpsql.privacy.confidence.strata import StrataClasses, StrataLaw
from dpsql.privacy.confidence.sums import add_all_below, add_below
from dpsql.privacy.confidence.tails import beta_binomial_below, binomial_below
from dpsql.privacy.special import load_special


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


def test_strata_of_two_regions():
    law = StrataLaw(np.array([604, 400]), np.array([4, 0]), members_included=False)
    cells = np.array([0, 1])
    one = StrataClasses(1, np.array([0, 0]), cells, np.array([4, 0]), np.array([0.02, 0.005]))
    found = law.violations(one, bounds("0", "1/4"))
    assert 1 - found[0] == pytest.approx(0.7422411147, abs=1e-10)


SAMPLES = [
    # Sampled people of the class, κ θ0, A − S, whether they are people of P; Pr[it holds]
    (20, 0.5, 1.0, False, 0.9993176743588641),
    (20, 0.5, 1.0, True, 0.9996736593617133),
    (20, 0.005, 1.0, False, 0.9989655594134801),
    (12, 0.5, 1.0, False, 0.8558722359315064),
    (12, 0.5, 1.0, True, 0.8677221399354739),
    (12, 0.005, 1.0, False, 0.8198151905120782),
]


@pytest.mark.parametrize(("sampled", "prior", "weight", "inside", "holds"), SAMPLES)
def test_samples_of_2000(sampled, prior, weight, inside, holds):
    members, others = np.array([10]), 43265
    law = SampleLaw(
        size=others + 10,
        private_rows=10,
        sampled=2000 if inside else 0,
        pull=2000 + weight,
        members_included=False,
    )
    known = np.array([sampled if inside else 0])
    pulls = find_pulls(np.array([sampled / 2000]), np.array([prior]), 2000)
    found = law.violations(SampledClasses(members, known, pulls), bounds("0", "1/20"))
    assert 1 - found[0] == pytest.approx(holds, abs=1e-10)


def test_an_interval_of_sizes():
    ends = (IndependentLaw(others + 3, 3, members_included=False) for others in (800, 1200))
    found = IntervalLaw(*ends).violations(classes([3], [".01"]), bounds("1/10", "1/4"))
    assert found[0] == pytest.approx(0.5925987574573472, abs=1e-12)


DELTAS = [
    ([3, 1, 2], [".02", ".01", ".015"], 500, ("2/5", "1/2", "2/3")),
    ([4, 2], [".03", ".015"], 500, ("1/3", "2/5", "1/2")),
    ([6], [".045"], 500, ("6/23", "2/7", "1/3")),
    ([10], [".005"], 43265, ("5/104", "5/101", "10/193")),
]


@pytest.mark.parametrize(("members", "shares", "others", "expected"), DELTAS)
def test_delta_at_confidence(members, shares, others, expected):
    one = classes(members, shares)
    found = [
        delta_at_confidence(law(others, members), one, F(0), asked)
        for asked in (F(9, 10), F(19, 20), F(99, 100))
    ]
    assert found == [F(each) for each in expected]


RATIOS = [
    (3, ".01", 1000, 0.24584378022787834, 0.23076923076923078),
    (5, ".02", 960, 0.21365707661988978, 0.2066115702479339),
    (10, ".005", 43265, 0.04437146151276472, 0.04418424831547553),
]


@pytest.mark.parametrize(("members", "share", "others", "mean", "plug_in"), RATIOS)
def test_expected_and_estimated_presence(members, share, others, mean, plug_in):
    one, model = classes([members], [share]), law(others, [members])
    assert expected_presence(model, one)[0] == pytest.approx(mean, abs=1e-12)
    assert estimate_presence(model, one)[0] == pytest.approx(plug_in, abs=1e-12)


CRITICAL = [
    ("9/10", (0.0005721566359339691, 0.0048034178732086095, 0.04518126478106989)),
    ("19/20", (0.0006168748202259387, 0.004927010589132864, 0.04554660963710225)),
    ("99/100", (0.0007067282338857942, 0.005164445237374077, 0.04623696421965903)),
]


@pytest.mark.parametrize(("asked", "shares"), CRITICAL)
def test_critical_shares(asked, shares):
    found = critical_shares(law(43265, [1]), np.array([1, 10, 100]), F(1, 20), F(asked))
    assert found == pytest.approx(shares, rel=1e-9)


@pytest.mark.parametrize("least", [0, 1, 3, 8, 9])
def test_an_interval_where_the_worst_size_lies_inside(least):
    """T has nearly all people of the other class, so that p falls quickly as N grows."""
    one = SharedClasses(np.array([0]), np.array([0.1]))
    rows = 8
    each = [IndependentLaw(size, rows) for size in range(rows + 1, rows + 40)]
    assert not each[0].contradicts(one).any()
    needs = np.array([least])
    found = IntervalLaw(each[0], each[-1])
    assert found.below(one, needs) == pytest.approx(max(law.below(one, needs) for law in each))
    assert found.above(one, needs) == pytest.approx(max(law.above(one, needs) for law in each))


def test_many_people_are_counted_exactly():
    """The tail is that of integers at any size; L does not overflow."""
    members = np.array([10**12])
    assert least_others(members, F(1, 3)).tolist() == [2 * 10**12]
    assert least_others(members, F(1, 10**18)).tolist() == [UNBOUNDED]
    assert most_others(members, F(1, 3)).tolist() == [2 * 10**12]
    assert least_others(np.array([0, 1]), F(0)).tolist() == [0, UNBOUNDED]


def test_statistics_that_contradict_the_data():
    model = IndependentLaw(1000, 20)
    one = classes([11, 9, 5], [".01", ".9", "0"])
    assert model.contradicts(one).tolist() == [True, False, True]
    assert model.violations(one, bounds("0", "1")).tolist() == [1, 0, 1]
    assert model.violations(one, bounds("0", "1/2")).tolist() == [1, 0, 1]
    found = judge(model, one, bounds("0", "1"), F(9, 10))
    assert (found.contradictions, found.holds, found.least) == (2, False, 0)
    assert delta_at_confidence(model, one, F(0), F(9, 10)) is None


def test_a_table_of_this_very_population_leaves_no_doubt():
    """Nobody but T is left over: the only world is P itself, and B is the exact check."""
    members, people = np.array([3, 2]), np.array([6, 2])
    model = IndependentLaw(8, 5)
    one = SharedClasses(members, people / 8)
    assert estimate_presence(model, one).tolist() == [0.5, 1]
    whole = SharedClasses(np.array([5]), np.array([1.0]))
    assert judge(model, whole, bounds("5/8", "5/8"), F(99, 100)).least == 1
    assert judge(model, whole, bounds("0", "3/5"), F(1, 100)).least == 0
    assert delta_at_confidence(model, whole, F(0), F(99, 100)) == F(5, 8)


@pytest.mark.parametrize("least", [0, 1, 900, 1000, 1100, 3000])
def test_large_strata_are_convolved(least):
    """Four strata of equal shares, told apart by too little to matter, are one."""
    shares = np.array([0.02, 0.02 + 1e-14, 0.02 - 1e-14, 0.02 + 2e-14])
    trials = np.array([20_000, 10_000, 15_000, 5_000])
    expected = binomial_below(np.array([least]), 50_000, np.array([0.02]))
    assert add_below(least, trials, shares) == pytest.approx(float(expected[0]), abs=1e-9)


def test_sums_that_need_no_convolution_are_bounded_from_above():
    random = np.random.default_rng(1)
    numbers = random.integers(2, 6, 400)
    starts = np.cumsum(numbers) - numbers
    trials, chances = random.integers(1, 60, numbers.sum()), random.random(numbers.sum())
    terms = [slice(at, at + number) for at, number in zip(starts, numbers, strict=True)]
    means = [float(trials[term] @ chances[term]) for term in terms]
    least = (np.array(means) * random.choice([0, 0.1, 0.8, 1, 1.2, 1.7, 4], 400)).astype(int)
    found = add_all_below(least, starts, numbers, trials, chances)
    exact = [
        add_below(int(one), trials[term], chances[term])
        for one, term in zip(least, terms, strict=True)
    ]
    assert found == pytest.approx(exact, rel=0, abs=1e-13)
    assert (found >= np.array(exact) - 1e-15).all()
    assert {0.0, 1.0} < set(found.tolist())


def test_shares_that_add_up_to_a_little_more_than_1():
    one = SharedClasses(np.array([5]), np.array([1 + 2**-52]))
    for included in (True, False):
        model = IndependentLaw(100, 5, included)
        assert model.violations(one, bounds("1/20", "1/20")).tolist() == [0]
        assert model.violations(one, bounds("0", "1/21")).tolist() == [1]


def test_doubt_decides_against_the_release():
    assert holds_with(0.0, F(99, 100))
    assert holds_with(0.05 - 2e-9, F(19, 20))
    assert not holds_with(0.05 - 1e-10, F(19, 20))
    assert not holds_with(1e-12, 1 - F(1, 10**10))


def test_a_population_must_have_room():
    with pytest.raises(InputError, match="size is less"):
        IndependentLaw(9, 10)
    with pytest.raises(InputError, match="size is less"):
        SampleLaw(20, 10, sampled=11, pull=12.0, members_included=False)
    with pytest.raises(InputError, match="1 of 2 sizes are less"):
        StrataLaw(np.array([5, 5]), np.array([6, 0]))
    strata = StrataLaw(np.array([5]), np.array([1]))
    with pytest.raises(ConfigError, match="the size of each stratum"):
        IntervalLaw(strata, strata)


def test_scipy_is_an_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(ConfigError, match=r"pip install '\.\[statistics\]'"):
        load_special()


@pytest.mark.parametrize(
    ("others", "a", "b", "least"),
    [(30_000, 3.7, 800.2, 100), (30_000, 0.02, 30.0, 5), (9_000, 700.125, 2000.5, 2_300)],
)
def test_beta_binomial_tails_are_exact_where_those_of_scipy_are_not(others, a, b, least):
    """Sixty digits decide: scipy's betabinom is off by 1e-11 here, and by 1e-8 for millions.

    So is the bound `most` of a sample if δmin is above 0, which has both tails.
    """
    with localcontext() as context:
        context.prec = 60
        left, right = Decimal(a), Decimal(b)
        chance = Decimal(1)
        for i in range(others):
            chance *= (right + i) / (left + right + i)
        below = Decimal(0)
        for k in range(least):
            below += chance
            chance *= (others - k) * (left + k) / ((k + 1) * (right + others - k - 1))
    found = beta_binomial_below(np.array([least]), others, np.array([a]), np.array([b]))
    assert found[0] == pytest.approx(float(below), abs=1e-14)
    law = SampleLaw(others, 0, sampled=0, pull=a + b, members_included=False)
    above = law.above(SampledClasses(np.array([1]), np.array([0]), np.array([a])), least - 1)
    assert above == pytest.approx([float(1 - below)], abs=1e-13)

"""δ from costs: the paper's section 4 in numbers, and what must hold of any choice."""

from fractions import Fraction
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpsql.delta_choice.choice import (
    Belief,
    Counts,
    Scenario,
    choose_delta,
    find_effect,
    round_inward,
    sweep,
)
from dpsql.delta_choice.membership_odds import (
    epsilon_to_presence,
    identifiability_to_scale,
    presence_to_epsilon,
)
from dpsql.domain.threshold import PresenceBounds
from dpsql.errors import ConfigError

PAPER = Counts(1000, 40)
ADULT = Counts(45_222, 1957)
COST = Fraction(10_000)


def scenario(up=None, down=None, *, sensitivity="1", prior="0.07"):
    """What is acceptable as shares of the cost."""
    return Scenario(
        Fraction(prior),
        COST,
        None if up is None else Fraction(up) * COST,
        None if down is None else Fraction(down) * COST,
        Fraction(sensitivity),
    )


@pytest.mark.parametrize(
    ("counts", "asked", "greatest", "least"),
    [
        (PAPER, scenario("0.01", "0.02"), "0.0503225806", "0.0193548387"),
        (ADULT, scenario("0.01", "0.02"), "0.0535627583", "0.0227006743"),
        (ADULT, scenario("0.01", "0.01"), "0.0535627583", "0.0329880356"),
        (PAPER, scenario("0.01", "0.02", sensitivity="0.9"), "0.0515662651", "0.0168674699"),
        (PAPER, scenario("0.93"), "1", "0"),
        (PAPER, scenario(None, "0.03875"), "1", "0"),
    ],
)
def test_the_vectors_of_the_paper(counts, asked, greatest, least):
    exact = choose_delta(counts, [asked]).exact
    assert [round(float(end), 10) for end in (exact.maximum, exact.minimum)] == [
        float(greatest),
        float(least),
    ]


def test_the_ends_of_the_paper_are_these_fractions_and_are_rounded_inward():
    found = choose_delta(PAPER, [scenario("0.01", "0.02")])
    assert found.exact == PresenceBounds(Fraction(3, 155), Fraction(39, 775))
    assert found.delta == PresenceBounds(Fraction("0.02"), Fraction("0.05"))
    assert [(one.cost_up, one.cost_down) for one in found.effects] == [
        (Fraction("96.875"), Fraction("193.75"))
    ]


def test_what_is_believed_at_each_presence():
    belief = Belief.of(PAPER, scenario())
    assert belief.if_absent == Fraction("0.03125")
    assert belief.at(Fraction("0.04")) == Fraction("0.07")
    assert belief.at(Fraction(1)) == 1
    assert belief.at(Fraction("0.05")) == Fraction("0.0796875")


def test_an_end_binds_just_before_it_is_the_end_of_all_probabilities():
    (bound,) = choose_delta(PAPER, [scenario("0.93", "0.03875")]).scenarios
    assert (bound.binds_below, bound.binds_above) == (False, False)
    (bound,) = choose_delta(PAPER, [scenario("0.9299999", "0.0387499")]).scenarios
    assert (bound.binds_below, bound.binds_above) == (True, True)


def test_equal_costs_up_and_down_are_closeness_of_the_presence_bit():
    found = choose_delta(PAPER, [scenario("0.01", "0.01")])
    assert round(float(found.closeness), 10) == 0.0103225806
    share = PAPER.share
    assert found.exact == PresenceBounds(share - found.closeness, share + found.closeness)


def test_membership_that_is_itself_the_harm():
    """Lottery winners: everybody of the prior is in T."""
    exact = choose_delta(PAPER, [scenario("0.01", "0.02", prior="0.04")]).exact
    assert exact == PresenceBounds(Fraction("0.02"), Fraction("0.05"))


def test_a_prevalence_of_seventy_in_all_americans():
    assert round(float(Counts(260_000_000, 70).share) * 100, 7) == 0.0000269


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        (scenario("0.01", prior="0.03"), "of all of P: the prior must be at least 0.04"),
        (scenario("0.01", prior="0.5", sensitivity="0.4"), "rarer in T .* without the condition"),
        (None, "name at least one"),
    ],
)
def test_worlds_that_are_not_are_refused(asked, complaint):
    with pytest.raises(ConfigError, match=complaint):
        choose_delta(PAPER, [asked] if asked else [])


@pytest.mark.parametrize("cost", [0, -5, "0", "0 %", Fraction(0), Fraction(-1)])
def test_the_bounds_of_a_cost_are_told_alike(cost):
    with pytest.raises(ConfigError, match=r"^cost lies above 0 and is at most 1000000000$"):
        Scenario(Fraction(1, 10), cost, 1)


@pytest.mark.parametrize(("people", "members"), [(0, 0), (5, 5), (5, 6), (5, -1)])
def test_t_is_a_part_of_p(people, members):
    with pytest.raises(ConfigError, match="T is a part of P, smaller"):
        Counts(people, members)


def test_where_membership_says_nothing_any_delta_will_do():
    found = choose_delta(PAPER, [scenario("0", "0", sensitivity="0.07")])
    assert found.delta == PresenceBounds(Fraction(0), Fraction(1))
    assert len(found.warnings) == 2


def test_where_nothing_is_acceptable_only_the_share_itself_is():
    found = choose_delta(ADULT, [scenario("0", "0")])
    assert found.delta == found.exact == PresenceBounds(ADULT.share, ADULT.share)
    assert found.warnings


SHARES = st.fractions(0, 1, max_denominator=1000)


@st.composite
def worlds(draw):
    """Counts and scenarios of one population that may be."""
    people = draw(st.integers(2, 10**6))
    counts = Counts(people, draw(st.integers(0, people - 1)))
    found = []
    for _ in range(draw(st.integers(1, 3))):
        sensitivity = draw(SHARES)
        absent = draw(st.fractions(0, sensitivity, max_denominator=1000)) if sensitivity else 0
        prior = counts.share * sensitivity + (1 - counts.share) * absent
        amounts = [draw(st.none() | SHARES) for _ in range(2)]
        found.append(Scenario(Fraction(prior), Fraction(1), *amounts, sensitivity))
    return counts, found


@given(worlds())
def test_no_scenario_pays_more_than_it_accepts_and_the_widest_pays_all(world):
    counts, scenarios = world
    found = choose_delta(counts, scenarios)
    assert found.exact.minimum <= found.delta.minimum <= counts.share
    assert counts.share <= found.delta.maximum <= found.exact.maximum
    for asked, effect in zip(scenarios, found.effects, strict=True):
        assert asked.acceptable is None or effect.cost_up <= asked.acceptable
        assert asked.acceptable_down is None or effect.cost_down <= asked.acceptable_down
    for one in found.scenarios:
        widest = find_effect(counts, one.scenario, one.bounds)
        assert not one.binds_above or widest.cost_up == one.scenario.acceptable
        assert not one.binds_below or widest.cost_down == one.scenario.acceptable_down


@given(SHARES, SHARES, SHARES)
def test_rounding_keeps_to_the_range_and_to_the_share(one, two, three):
    low, share, high = sorted((one, two, three))
    rounded = round_inward(PresenceBounds(low, high), share)
    assert low <= rounded.minimum <= share <= rounded.maximum <= high


def test_a_sweep_chooses_for_each_amount():
    found = sweep(PAPER, scenario("0"), [Fraction(100), Fraction(9300)])
    assert [str(choice.exact.maximum) for choice in found.values()] == ["39/775", "1"]
    assert [choice.exact.minimum for choice in found.values()] == [0, 0]


@pytest.mark.parametrize(
    ("delta", "prior", "epsilon"),
    [
        (("0", "0.05"), "0.04", 0.233615),
        (("0.02", "1"), "0.04", 0.713766),
        (("0.02", "0.05"), "0.04", 0.233615),
        (("0", "0.05"), "1957/45222", 0.151492),
        (("0", "1"), "0.04", inf),
        (("0.04", "1"), "0.04", 0.0),
    ],
)
def test_the_epsilon_that_delta_asks_for(delta, prior, epsilon):
    bounds = PresenceBounds(*map(Fraction, delta))
    assert round(presence_to_epsilon(bounds, Fraction(prior)), 6) == epsilon


def test_whoever_knows_the_size_of_t_finds_twice_as_much():
    bounds, prior = PresenceBounds(Fraction("0.02"), Fraction("0.05")), Fraction("0.04")
    both = [presence_to_epsilon(bounds, prior, size_known=one) for one in (False, True)]
    assert both[0] == 2 * both[1]
    assert epsilon_to_presence(1, prior, size_known=True) == epsilon_to_presence(2, prior)


def test_the_presence_that_epsilon_leaves_open():
    low, high = epsilon_to_presence(1, Fraction("0.04"))
    assert (round(low, 7), round(high, 6)) == (0.0150969, 0.101739)
    assert epsilon_to_presence(inf, Fraction("0.04")) == (0.0, 1.0)
    assert epsilon_to_presence(10**6, Fraction("0.04"))[1] == 1.0


@given(st.fractions("0.001", "0.999", max_denominator=10**4), st.floats(0, 10), st.booleans())
def test_epsilon_and_presence_are_each_others_inverse(prior, epsilon, size_known):
    low, high = map(Fraction, epsilon_to_presence(epsilon, prior, size_known=size_known))
    found = presence_to_epsilon(PresenceBounds(low, high), prior, size_known=size_known)
    assert found == pytest.approx(epsilon, rel=1e-6, abs=2e-9) or high == 1


@pytest.mark.parametrize(
    ("worlds_", "rho", "scale"),
    [(100, "0.1", 0.4170324), (1000, "0.01", 0.4325943), (10, "0.3", 0.7407810)],
)
def test_the_noise_of_differential_identifiability(worlds_, rho, scale):
    assert round(identifiability_to_scale(worlds_, Fraction(rho)), 7) == scale


@pytest.mark.parametrize(
    "call",
    [
        lambda: presence_to_epsilon(PresenceBounds(Fraction(0), Fraction(1)), Fraction(0)),
        lambda: presence_to_epsilon(PresenceBounds(Fraction(0), Fraction(1, 9)), Fraction(1, 2)),
        lambda: epsilon_to_presence(-1, Fraction(1, 2)),
        lambda: epsilon_to_presence(float("nan"), Fraction(1, 2)),
        lambda: identifiability_to_scale(10, Fraction(1, 10)),
        lambda: identifiability_to_scale(10, Fraction(1, 2), 0),
    ],
)
def test_questions_without_an_answer_are_refused(call):
    with pytest.raises(ConfigError):
        call()


def test_counts_are_whole_numbers_of_any_type():
    assert Counts(1000.0, np.int64(40)) == Counts(np.float64(1000), 40) == PAPER
    for rows, hint in (("1000", "a str$"), (10.5, "a float$"), ([1, 2], "a list: len"), (True, "")):
        with pytest.raises(ConfigError, match=f"public_rows: give a whole number of rows.*{hint}"):
            Counts(rows, 1)

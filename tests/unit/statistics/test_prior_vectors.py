"""Posteriors against figures found by exact fractions, and at the ends of what is drawn."""

from fractions import Fraction as F
from itertools import combinations

import numpy as np
import pytest

from dpsql.privacy.priors.decision import find_exact_extreme
from dpsql.privacy.priors.posterior import find_extremes, find_posteriors
from dpsql.verifier.adversary.posteriors import find_ends

SMALL = [
    ((".02", ".10", ".10"), 2, ("18/67", "58/67", "58/67")),
    ((".02", ".10", ".209"), 2, ("2672/12913", "11032/12913", "12122/12913")),
    (
        (".02", ".10", ".10", ".0022", ".02", ".209"),
        3,
        (
            "128602689/503963122",
            "392368585/503963122",
            "392368585/503963122",
            "60137/1960946",
            "128602689/503963122",
            "34960893/38766394",
        ),
    ),
]


@pytest.mark.parametrize(("rates", "members", "exact"), SMALL)
def test_small_classes(rates, members, exact):
    odds = np.array([float(F(rate) / (1 - F(rate))) for rate in rates])
    found = find_posteriors(odds, np.ones(len(odds), dtype=np.int64), members)
    assert found == pytest.approx([float(F(one)) for one in exact], rel=1e-13)


def test_merging_raises_a_posterior():
    """A person of odds 100 without anybody in T, and four of odds 1 with two: 1/2 before."""
    odds, people = np.array([100.0, 1.0]), np.array([1, 4])
    assert find_posteriors(odds, people, 2) == pytest.approx([200 / 203, 103 / 406])


@pytest.mark.parametrize(
    ("odds", "people", "members", "exact"),
    [
        # Fisher's noncentral hypergeometric law.
        ((1, 3), (600_000, 400_000), 37_000, (0.021126522172871365, 0.06081021674069295)),
        ((1, 10_000), (999_999, 1), 50, (4.9666705221890394e-05, 0.33334444481482717)),
    ],
)
def test_a_million_people(odds, people, members, exact):
    weights = np.array(odds, dtype=np.float64)
    found = find_posteriors(weights, np.array(people), members)
    assert found == pytest.approx(exact, rel=1e-12)
    assert find_extremes(weights, np.array(people), members) == pytest.approx(exact, rel=1e-12)


RATES = (F(1, 10**18), F(1, 10**6), F(1, 50), F(1, 2), 1 - F(1, 10**9), 1 - F(1, 10**18))


@pytest.mark.parametrize("people", [(1, 1, 1), (2, 3, 1), (1, 4, 2)])
def test_rates_that_are_all_but_0_or_1(people):
    """Both ways to compute a posterior agree with the fractions."""
    for rates in combinations(RATES, 3):
        odds = [rate / (1 - rate) for rate in rates]
        for members in range(1, sum(people)):
            exact = [
                float(find_exact_extreme(odds, np.array(people), members, greatest=greatest))
                for greatest in (False, True)
            ]
            doubles = np.array([float(one) for one in odds])
            assert find_extremes(doubles, np.array(people), members) == pytest.approx(
                exact, abs=1e-13
            )
            ends = find_ends(dict(zip(rates, people, strict=True)), members)
            assert ends == pytest.approx(exact, abs=1e-13)

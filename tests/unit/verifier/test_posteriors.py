"""The verifier decides posteriors at the very ends of δ as an enumeration of all T does."""

from fractions import Fraction as F
from itertools import combinations
from math import prod

import pytest

from dpsql.domain.threshold import PresenceBounds
from dpsql.verifier.adversary import posteriors
from dpsql.verifier.adversary.posteriors import find_ends, lies_within

#: The people of each rate, and how many of them are in T.
CLASSES = [
    ({F(1, 2): 2, F(1, 3): 1}, 1),
    ({F(1, 50): 1, F(1, 10): 2, F(209, 1000): 1}, 2),
    ({F(1, 3): 1, F(1, 5): 1}, 1),
    ({F(1): 1, F(1, 3): 2, F(1, 5): 1}, 2),
    ({F(0): 2, F(1, 3): 1, F(1, 4): 2}, 1),
    ({F(1, 3): 3}, 1),
    ({F(1, 3): 2, F(1, 4): 1}, 3),
    ({F(1, 3): 2, F(1, 4): 1}, 0),
    ({F(1): 1, F(1, 3): 2, F(1, 4): 1}, 1),
    ({F(1): 2}, 2),
    ({F(0): 2}, 0),
]
#: Far less than doubles tell apart.
SMALL = F(1, 10**30)


def enumerate_ends(people, members):
    rates = [rate for rate, number in people.items() for _ in range(number)]
    inside, everything = [F(0)] * len(rates), F(0)
    for chosen in combinations(range(len(rates)), members):
        chance = prod((one if k in chosen else 1 - one for k, one in enumerate(rates)), start=F(1))
        everything += chance
        for k in chosen:
            inside[k] += chance
    return min(inside) / everything, max(inside) / everything


@pytest.mark.parametrize(("people", "members"), CLASSES)
def test_ends_of_delta_are_decided_by_fractions(people, members):
    low, high = enumerate_ends(people, members)
    assert find_ends(people, members) == pytest.approx((float(low), float(high)), abs=1e-12)
    for minimum, maximum, holds in (
        (low, high, True),
        (max(F(0), low - F(1, 100)), min(F(1), high + F(1, 100)), True),
        (low + SMALL, F(2), False),
        (low + F(1, 100), F(2), False),
        (F(-1), high - SMALL, False),
        (F(-1), high - F(1, 100), False),
    ):
        assert lies_within(PresenceBounds(minimum, maximum), people, members) is holds


@pytest.mark.parametrize(("people", "members"), [({F(1): 2, F(1, 2): 1}, 1), ({F(0): 2}, 1)])
def test_a_class_that_contradicts_its_rates_has_no_posterior(people, members):
    assert find_ends(people, members) is None
    assert not lies_within(PresenceBounds(F(0), F(1)), people, members)


def test_what_takes_too_long_to_decide_is_outside_of_delta(monkeypatch):
    """Only where δ excludes nobody does such a class hold."""
    people, members = {F(1, 10**12): 5, 1 - F(1, 10**12): 5}, 5
    low, high = enumerate_ends(people, members)
    assert lies_within(PresenceBounds(low, high), people, members)
    monkeypatch.setattr(posteriors, "_MOST_STEPS", 49)
    assert not lies_within(PresenceBounds(low, high), people, members)
    assert not lies_within(PresenceBounds(F(0), high), people, members)
    assert lies_within(PresenceBounds(F(0), F(1)), people, members)

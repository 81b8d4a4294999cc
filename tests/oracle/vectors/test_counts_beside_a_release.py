"""By how much do noisy counts of T change anyone's odds: e^ε or e^(2ε)?

For an adversary to whom all tables T that match a release are equally likely, who so knows |T|;
and for one who believes of each person apart that they are in T. Exact: with a = 1/2, that is
ε = ln 2, all chances are fractions, up to a factor that odds do not have.
"""

from fractions import Fraction
from itertools import combinations, product
from math import prod

import pytest

ALPHA = Fraction(1, 2)
#: People of P: the class of the release that each is in, and the cell of the counts.
TABLES = [
    (("x", "a"), ("x", "b")),
    (("x", "a"), ("x", "a"), ("x", "b"), ("x", "b")),
    (("x", "a"), ("x", "b"), ("x", "c"), ("y", "a"), ("y", "b")),
    (("x", "a"), ("x", "a"), ("x", "b"), ("y", "b"), ("y", "b"), ("y", "c")),
]
GRID = range(-2, 5)


def list_matching(people, rows):
    """All T that have so many rows of each class."""
    groups = [
        combinations([i for i, (name, _) in enumerate(people) if name == one], number)
        for one, number in rows.items()
    ]
    return [frozenset().union(*chosen) for chosen in product(*groups)]


def weigh(people, table, told):
    """The chance of the noisy counts that were told, if T is this one, up to a factor."""
    return prod(
        ALPHA ** abs(count - sum(people[i][1] == cell for i in table))
        for cell, count in told.items()
    )


def list_factors(people, beliefs):
    """By how much each possible outcome multiplies the odds of each person that has odds.

    `beliefs`: the probability of each T before, up to a factor.
    """
    cells = sorted({cell for _, cell in people})
    for counts in product(GRID, repeat=len(cells)):
        told = dict(zip(cells, counts, strict=True))
        after = {table: chance * weigh(people, table, told) for table, chance in beliefs.items()}
        for person in range(len(people)):
            odds = [find_odds(one, person) for one in (beliefs, after)]
            if None not in odds:
                yield odds[1] / odds[0]


def find_odds(chances, person):
    """The odds that a person is in T; None if that is certain, or they are not."""
    inside = sum(chance for table, chance in chances.items() if person in table)
    outside = sum(chance for table, chance in chances.items() if person not in table)
    return Fraction(inside, outside) if inside and outside else None


def match_evenly(people, rows):
    return dict.fromkeys(list_matching(people, rows), 1)


def believe_apart(people, rates):
    """The probability of each T if people are in T independently, with these rates in turn."""
    chances = {}
    for inside in product((True, False), repeat=len(people)):
        factors = (
            rates[i % len(rates)] if one else 1 - rates[i % len(rates)]
            for i, one in enumerate(inside)
        )
        chances[frozenset(i for i, one in enumerate(inside) if one)] = prod(factors)
    return chances


@pytest.mark.parametrize("people", TABLES)
def test_odds_change_by_two_epsilon_at_most(people):
    """Exchanging a person for another of the class changes two counts by one."""
    classes = sorted({name for name, _ in people})
    sizes = [sum(name == one for name, _ in people) for one in classes]
    for numbers in product(*(range(size + 1) for size in sizes)):
        rows = dict(zip(classes, numbers, strict=True))
        for factor in list_factors(people, match_evenly(people, rows)):
            assert ALPHA**2 <= factor <= ALPHA**-2


def test_one_epsilon_is_not_enough():
    """Two people in a class of the release, one of them in T, counted apart."""
    assert max(list_factors(TABLES[0], match_evenly(TABLES[0], {"x": 1}))) == ALPHA**-2


RATES = [[Fraction(1, 2)], [Fraction(1, 10), Fraction(2, 3), Fraction(1, 4)]]


@pytest.mark.parametrize("rates", RATES)
@pytest.mark.parametrize("people", TABLES[:3])
def test_odds_of_independent_people_change_by_one_epsilon_at_most(people, rates):
    """Whether a person is in T says nothing of the others, so that one count changes."""
    factors = set(list_factors(people, believe_apart(people, rates)))
    assert {min(factors), max(factors)} == {ALPHA, 1 / ALPHA}


@pytest.mark.parametrize("rates", RATES)
@pytest.mark.parametrize("people", TABLES)
def test_whoever_learns_the_size_of_t_has_two_epsilon(people, rates):
    """Independent beliefs, equal or not, among the T of a known size; counts have met the bound."""
    everything = believe_apart(people, rates)
    for size in range(1, len(people)):
        beliefs = {table: chance for table, chance in everything.items() if len(table) == size}
        factors = set(list_factors(people, beliefs))
        assert min(factors) >= ALPHA**2
        assert max(factors) <= ALPHA**-2
        if len(people) == 2:
            assert {min(factors), max(factors)} == {ALPHA**2, ALPHA**-2}

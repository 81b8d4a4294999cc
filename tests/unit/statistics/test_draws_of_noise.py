"""What is drawn has the law that the theory says: chi-square, which a right draw fails by chance.

Where the generator can be seeded, the test is the same in every run. OpenDP's cannot be: there the
bound is one that a right draw exceeds once in a billion runs.
"""

from collections import Counter
from decimal import Context
from fractions import Fraction
from itertools import combinations
from math import comb, exp
from random import Random

import pytest

from dpsql.noise import empty_cells
from dpsql.noise.draw import Noise
from dpsql.noise.empty_cells import choose_empty, draw_reaching
from dpsql.noise.law import DiscreteLaplace
from dpsql.use_cases.counts import draw_cells
from dpsql.use_cases.counts.cells import Domain

chi2 = pytest.importorskip("scipy.stats", reason="chi-squares need scipy").chi2
ONCE_IN = 1e-9


def law(scale):
    """The chance of each noisy count of one empty cell, to beyond what can be drawn."""
    alpha = exp(-1 / scale)
    return {z: (1 - alpha) / (1 + alpha) * alpha ** abs(z) for z in range(-400, 401)}


def excess(scale):
    """The chance of each excess."""
    alpha = exp(-1 / scale)
    return {k: (1 - alpha) * alpha**k for k in range(400)}


def binomial(cells, share):
    return {n: comb(cells, n) * share**n * (1 - share) ** (cells - n) for n in range(cells + 1)}


def follows(drawn, expected):
    """Whether Pearson's statistic is one of so many draws of the `expected` chances.

    Values that are expected less than five times are taken together.
    """
    seen, size = Counter(drawn), len(drawn)
    kept = {value for value, chance in expected.items() if chance * size >= 5}
    pairs = [(seen[value], expected[value] * size) for value in kept]
    rest = size - sum(expected for _, expected in pairs)
    if rest >= 5:
        pairs.append((size - sum(count for count, _ in pairs), rest))
    else:
        assert sum(seen[value] for value in kept) > size - 50
    statistic = sum((count - expected) ** 2 / expected for count, expected in pairs)
    return statistic < chi2.isf(ONCE_IN, len(pairs) - 1)


@pytest.fixture
def seeded(monkeypatch):
    """The draws of empty cells, from a generator that begins the same in every run."""
    random = Random(20_230_907)
    monkeypatch.setattr(empty_cells, "SystemRandom", lambda: random)
    monkeypatch.setattr(empty_cells, "randbelow", random.randrange)
    monkeypatch.setattr(empty_cells, "randbits", random.getrandbits)


@pytest.mark.usefixtures("seeded")
@pytest.mark.parametrize(
    "cells", [pytest.param(9, id="by a list"), pytest.param(12, id="by tries")]
)
def test_the_places_are_uniform(cells):
    """Each pair of empty cells is as likely as each other."""
    occupied = {0, 5, 6}
    pairs = list(combinations([place for place in range(cells) if place not in occupied], 2))
    drawn = [tuple(choose_empty(cells, 2, occupied)) for _ in range(40 * len(pairs))]
    assert follows(drawn, {pair: 1 / len(pairs) for pair in pairs})


@pytest.mark.usefixtures("seeded")
@pytest.mark.parametrize(("cells", "least"), [(20, 1), (300, 5)])
def test_how_many_reach_a_count_is_binomial(cells, least):
    share = float(DiscreteLaplace(1.0).measure_tail(least, Context(prec=30)))
    drawn = [draw_reaching(DiscreteLaplace(1.0), cells, least) for _ in range(1000)]
    assert follows(drawn, binomial(cells, share))


@pytest.mark.parametrize("epsilon", [Fraction(1, 4), Fraction(1)])
def test_the_excesses_forget(epsilon):
    noise = Noise(epsilon)
    assert follows(noise.draw_excesses(4000), excess(noise.law.scale))


def test_excesses_of_hardly_any_noise_are_drawn_at_once():
    """At ε = 30 noise of 1 or more comes once in 10^13 draws."""
    assert Noise(Fraction(30)).draw_excesses(1000) == [0] * 1000


@pytest.mark.parametrize("epsilon", [Fraction(1, 4), Fraction(1), Fraction(3)])
@pytest.mark.parametrize("draws", [30_000, pytest.param(200_000, marks=pytest.mark.tier("all"))])
def test_the_noise_has_its_law(epsilon, draws):
    """So many draws tell a scale that is off by a tenth, and later ones by a thirtieth."""
    noise = Noise(epsilon)
    assert follows(noise.add_to([0] * draws), law(noise.law.scale))


@pytest.mark.parametrize("kind", ["drawn", "sampled"])
@pytest.mark.parametrize("tables", [400, pytest.param(4000, marks=pytest.mark.tier("all"))])
def test_cells_of_a_table_have_their_law_drawn_or_sampled(monkeypatch, kind, tables):
    """How many of 39 empty cells are published, which, and with what; and the counts of T."""
    monkeypatch.setattr(draw_cells, "MOST_CELLS", {"drawn": 100, "sampled": 10}[kind])
    domain = Domain((tuple("abcde"), tuple("0123456789")))
    true = {("a", digit): 1 for digit in "0123456789"} | {("b", "3"): 2}
    noise, least = Noise(Fraction(1)), 2
    found = [dict(draw_cells.draw_counts(domain, true, noise, least)) for _ in range(tables)]
    empty = [[(cell, n) for cell, n in table.items() if cell not in true] for table in found]
    share = float(noise.law.measure_tail(least, Context(prec=30)))
    assert follows([len(table) for table in empty], binomial(39, share))
    places = {cell: 1 / 39 for cell in domain if cell not in true}
    published = [cell for table in empty for cell, _ in table]
    assert follows(published, places)
    # Some 40 times is each expected.
    assert {*published} == {*places}
    assert follows([n - least for table in empty for _, n in table], excess(noise.law.scale))
    for cell, count in true.items():
        chances = {count + z: chance for z, chance in law(noise.law.scale).items()}
        shown = {n: chance for n, chance in chances.items() if n >= least}
        left_out = {None: 1 - sum(shown.values())}
        assert follows([table.get(cell) for table in found], shown | left_out)

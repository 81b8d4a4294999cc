"""Methods of benchmarks/microdata: numbers that were computed apart, and what each must keep."""

from fractions import Fraction
from itertools import product
from math import exp, inf, sqrt

import numpy as np
import pytest

from benchmarks.microdata.methods import ipa_strict
from benchmarks.microdata.methods.ipa_described import (
    THRESHOLD,
    draw_counterfeits,
    draw_suppressed,
    draw_values,
    find_chance_of_none,
    find_suppression_chances,
    release_described,
    weigh_exponentially,
)
from benchmarks.microdata.methods.ipa_strict import clip, fit, release_histogram
from benchmarks.microdata.methods.local_suppression import (
    MISSING,
    count_matches,
    release_suppressed,
    suppress,
)
from benchmarks.microdata.methods.moments import (
    count_queries,
    find_moments,
    find_noisy_moments,
    place,
    read_off,
    release_moments,
)
from benchmarks.microdata.methods.nodes import choose_node
from benchmarks.microdata.methods.rank_swapping import release_swapped, swap_ranks
from benchmarks.microdata.people import Column, People, make_column
from benchmarks.microdata.release import NOBODY, find_classes
from dpsql.noise.draw import Noise
from dpsql.noise.law import DiscreteLaplace

#: Of each law that is tested.
DRAWS = 40_000


def make_people(rows=400, seed=0):
    ages = [(str(age), f"{age // 10}0s", "any") for age in range(20, 60)]
    towns = [(town, town[0], "any") for town in ("ax", "ay", "bx", "by", "bz")]
    columns = (make_column("age", ages), make_column("town", towns))
    outcome = Column("outcome", (("no", "*"), ("yes", "*")))
    random = np.random.default_rng(seed)
    codes = np.stack([random.integers(0, size, rows) for size in (40, 5, 2)], axis=1)
    return People(f"people {rows} {seed}", columns, outcome, codes, codes[:, 0] + 1.0)


def is_share(found, expected, draws):
    """Whether a share of draws is within five standard deviations of its chance."""
    return abs(found - expected) <= 5 * sqrt(expected * (1 - expected) / draws)


@pytest.mark.parametrize(
    ("rows", "chance"),
    [(5, 0.9966310), (8, 0.9323324), (10, 0.5), (11, 0.1839397), (15, 0.0033690)],
)
def test_classes_are_suppressed_as_by_a_threshold_with_laplace_noise(rows, chance):
    (found,) = find_suppression_chances(np.array([rows]), 10, 1)
    assert found == pytest.approx(chance, abs=5e-8)
    random = np.random.default_rng(rows)
    drawn = draw_suppressed(np.full(DRAWS, rows), 1, random)
    assert is_share(drawn.mean(), chance, DRAWS)
    assert is_share(np.mean(rows < THRESHOLD + random.laplace(0, 1, DRAWS)), chance, DRAWS)


def test_one_row_changes_a_chance_of_suppression_by_a_factor_of_e_at_most():
    chances = find_suppression_chances(np.arange(41), THRESHOLD, 1)
    for one in (chances, 1 - chances):
        assert (abs(np.diff(np.log(one))) <= 1 + 1e-9).all()


@pytest.mark.parametrize(
    ("epsilon", "offset", "delta"),
    [
        (0.5, 20, 2.8259609916567496e-05),
        (1, 10, 3.3190008122064245e-05),
        (0.3, 20, 0.0014239006389166013),
        (0.1, 30, 0.026137174698719602),
        (1, 0, 0.7310585786300049),
    ],
)
def test_counterfeits_have_their_law_and_its_delta(epsilon, offset, delta):
    assert find_chance_of_none(epsilon, offset) == pytest.approx(delta)
    # Term by term: with offset s, n + max(0, s + Z) against n + 1 + max(0, s + Z).
    alpha = exp(-epsilon)
    law = [(1 - alpha) / (1 + alpha) * alpha ** abs(z) for z in range(-offset + 1, 900)]
    one = [alpha**offset / (1 + alpha), *law]
    other = [0.0, *one[:-1]]
    summed = sum(max(0.0, a - exp(epsilon) * b) for a, b in zip(one, other, strict=True))
    assert summed == pytest.approx(delta, rel=1e-6)
    drawn = draw_counterfeits(DRAWS, epsilon, np.random.default_rng(offset), offset)
    counted = np.bincount(drawn) / DRAWS
    for number, share in enumerate(counted[: 2 * offset + 4]):
        assert is_share(share, one[number], DRAWS)


def test_the_exponential_mechanism_has_its_chances():
    expected = [0.6896720861, 0.2537161816, 0.0566117322]
    assert weigh_exponentially(np.array([5, 3, 0]), 1) == pytest.approx(expected)


@pytest.mark.parametrize("number", [1, 2])
def test_a_class_splits_its_budget_among_its_counterfeits(number):
    """With twice the budget, two of a class are drawn as one is."""
    classes = np.full(DRAWS // number, number)
    drawn = draw_values(np.array([5, 3, 0]), classes, number, np.random.default_rng(number))
    for value, chance in enumerate([0.6896720861, 0.2537161816, 0.0566117322]):
        assert is_share(np.mean(drawn == value), chance, DRAWS)


def test_noise_of_the_histogram_is_two_sided_geometric(monkeypatch):
    """The vectors of the law at ε = 1, in what the method itself draws."""
    drawn = []

    class Kept(Noise):
        def add_to(self, counts):
            noisy = super().add_to(counts)
            drawn.extend(z - n for n, z in zip(counts, noisy, strict=True))
            return noisy

    monkeypatch.setattr(ipa_strict, "Noise", Kept)
    people = make_people()
    members = people.draw("random", 1)
    while len(drawn) < DRAWS:
        release_histogram(people, members, Fraction(1))
    noise = np.array(drawn)
    assert is_share(np.mean(noise == 0), 0.46211715726, len(drawn))
    assert is_share(np.mean(noise > 3), exp(-4) / (1 + exp(-1)), len(drawn))
    assert is_share(np.mean(noise < -3), exp(-4) / (1 + exp(-1)), len(drawn))


def test_a_margin_of_counts_is_the_next_whole_number():
    # The continuous law's quantile of 29.957 is between whole numbers.
    assert DiscreteLaplace(10.0).find_margin(Fraction(95, 100)) == 30


@pytest.mark.parametrize(("columns", "queries"), [(2, 5), (3, 9), (5, 20), (10, 65)])
def test_moments_need_so_many_queries(columns, queries):
    assert count_queries(columns) == queries


def test_one_person_more_or_another_one_changes_each_moment_by_one_at_most():
    random = np.random.default_rng(4)
    rows = random.random((20, 3))
    corners = [np.zeros(3), np.ones(3), random.random(3)]
    for one, other in product(corners, corners):
        for before, after in (([one], [other]), ([], [other])):
            pairs = zip(
                *(find_moments(np.vstack([rows, *x])) for x in (before, after)), strict=True
            )
            gaps = [abs(after - before).max() for before, after in pairs]
            assert max(gaps) <= 1 + 1e-9
            if one is corners[0] and other is corners[1]:
                assert gaps == pytest.approx([1, 1])


def test_noise_of_moments_has_the_scale_of_their_queries():
    """Of two columns, five queries share ε: the noise of each mean is 5 / ε on average."""
    random = np.random.default_rng(7)
    found = [find_noisy_moments(np.zeros((2, 2)), 0.5, random)[0] for _ in range(4000)]
    assert np.mean(abs(np.array(found) * 2)) == pytest.approx(10, rel=0.05)


def test_without_noise_moments_are_those_of_the_sample():
    rows = np.random.default_rng(3).random((50, 4))
    means, covariances = find_noisy_moments(rows, inf, np.random.default_rng(0))
    assert means == pytest.approx(rows.mean(axis=0))
    assert covariances == pytest.approx(np.cov(rows.T))


def test_noisy_moments_are_those_of_a_distribution():
    rows = np.random.default_rng(3).random((50, 4))
    _, covariances = find_noisy_moments(rows, 0.5, np.random.default_rng(1))
    assert np.allclose(covariances, covariances.T)
    assert (np.diag(covariances) >= 0).all()
    deviations = np.sqrt(np.diag(covariances))
    assert (abs(covariances) <= np.outer(deviations, deviations) + 1e-12).all()


def test_drawn_numbers_become_the_nearest_values():
    people = make_people()
    assert (read_off(people, place(people, people.codes)) == people.codes).all()
    moved = place(people, people.codes) + 0.4 / 39
    assert (read_off(people, moved)[:, 0] == people.codes[:, 0]).all()


@pytest.mark.parametrize("epsilon", [5, inf])
def test_rank_swapping_keeps_the_ranks_of_every_column(epsilon):
    rows = np.random.default_rng(5).random((80, 3))
    swapped = swap_ranks(rows, epsilon, np.random.default_rng(6))
    assert (np.argsort(rows, axis=0) == np.argsort(swapped, axis=0)).all()
    assert not np.isclose(rows, swapped).any()


def test_fitted_counts_are_the_nearest_of_their_sum():
    noisy = np.array([7, -3, 4, 2, 0, 1, -1])
    fitted = fit(noisy, 9)
    assert fitted.sum() == 9
    assert (fitted >= 0).all()
    nearest = ((fitted - noisy) ** 2).sum()
    random = np.random.default_rng(0)
    for _ in range(300):
        other = random.multinomial(9, np.full(7, 1 / 7))
        assert ((other - noisy) ** 2).sum() >= nearest
    assert clip(noisy).tolist() == [7, 0, 4, 2, 0, 1, 0]


@pytest.mark.parametrize("total", [1, 5, 40])
def test_fitted_counts_have_any_sum(total):
    for noisy in ([0, 0, 0], [-4, -2, -9], [3, 1, 2]):
        fitted = fit(np.array(noisy), total)
        assert fitted.sum() == total
        assert (fitted >= 0).all()


def test_a_histogram_without_noise_has_the_labels_of_t():
    people = make_people()
    members = people.draw("random", 1)
    release = release_histogram(people, members, Fraction(1), add_noise=list)
    classes = find_classes(people, choose_node(people, 1.0, clip).best)
    expected = np.column_stack(
        [classes.labels[classes.of_person[members]], people.codes[members, -1]]
    )
    found = np.column_stack([release.labels, release.informative])
    assert sorted(map(tuple, found)) == sorted(map(tuple, expected))
    assert release.origins is None


def test_noise_is_added_to_cells_in_which_nobody_is():
    people = make_people()
    members = people.draw("random", 1)
    seen = []
    release_histogram(people, members, Fraction(1), add_noise=lambda n: seen.append(n) or list(n))
    classes = find_classes(people, choose_node(people, 1.0, clip).best)
    assert len(seen[0]) == classes.size * 2
    assert sum(seen[0]) == len(members)


def test_levels_are_chosen_without_t():
    people = make_people(seed=2)
    other = People(people.name + "!", people.columns, people.informative, people.codes.copy(), 1)
    other.codes[:, -1] = 1 - other.codes[:, -1]
    one, two = choose_node(people, 1.0, clip), choose_node(other, 1.0, clip)
    assert one == two


def test_ipa_as_described_keeps_true_outcomes_and_adds_counterfeits():
    people = make_people()
    members = people.draw("random", 1)
    release = release_described(people, members, 4.0, np.random.default_rng(2))
    kept = release.origins != NOBODY
    assert (release.origins[kept] == members).all()
    assert (release.informative[kept] == people.codes[members, -1]).all()
    for number in np.flatnonzero(kept):
        for j, label in enumerate(release.labels[number]):
            assert people.known[release.origins[number], j] in release.meanings[j][label]


def test_ipa_suppresses_classes_below_the_threshold_and_invents_nobody_without_noise():
    people = make_people(3000)
    members = people.draw("random", 1)
    release = release_described(people, members, 800.0, np.random.default_rng(2))
    assert release.size == len(members)
    is_whole = (release.labels == [len(one) - 1 for one in release.meanings]).all(axis=1)
    _, sizes = np.unique(release.labels[~is_whole], axis=0, return_counts=True)
    assert is_whole.any()
    assert len(sizes) > 1
    assert sizes.min() >= THRESHOLD


def test_frequencies_with_missing_cells_are_those_of_pairs():
    # Figure 3 of Benschop, and the records of two keys, both counted in full.
    ages = [[0, 0], [1, 0], [2, 0], [3, 0], [MISSING, 0]]
    assert count_matches(np.array(ages)).tolist() == [2, 2, 2, 2, 5]
    keys = [[0, 0], [0, MISSING], [MISSING, 0], [1, 0], [MISSING, MISSING]]
    assert count_matches(np.array(keys)).tolist() == [4, 4, 5, 3, 5]


@pytest.mark.parametrize("k", [2, 5, 10])
def test_suppressed_cells_make_every_record_match_k(k):
    people = make_people()
    members = people.draw("skewed", 1)
    rows = suppress(people.known[members], k)
    assert count_matches(rows).min() >= k
    is_kept = rows != MISSING
    assert (rows[is_kept] == people.known[members][is_kept]).all()
    release = release_suppressed(people, members, k)
    assert release.size == len(members)
    assert (release.origins == members).all()


def test_methods_of_moments_release_values_of_the_columns():
    people = make_people()
    members = people.draw("random", 1)
    for release in (
        release_moments(people, members, 0.1, np.random.default_rng(0)),
        release_swapped(people, members, 0.1, np.random.default_rng(0)),
    ):
        assert release.size == len(members)
        assert (release.labels.max(axis=0) < [40, 5]).all()
        assert release.labels.min() >= 0
        assert set(release.informative) <= {0, 1}

"""What the papers prove of the models: merging classes breaks none, and how they relate.

Monotonicity: Theorem 1 of Nergiz et al. 2007, the same of diversity in Machanavajjhala et al. 2006,
the generalization property of Li et al. 2007.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations
from math import ceil

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.oracle.models.conditions import (
    Counts,
    Distance,
    count_presence,
    find_equal_distance,
    hierarchy_distance,
    is_close,
    is_distinct_diverse,
    is_entropy_diverse,
    is_k_anonymous,
    is_k_mapped,
    is_recursively_diverse,
    order_distance,
    satisfies_equation_1,
    satisfies_equation_2,
)
from tests.oracle.tables.ladders import make_explicit_ladder
from tests.oracle.tables.table import Value

VALUES = "abcd"
LADDER = make_explicit_ladder(
    [("a", "ab", "*"), ("b", "ab", "*"), ("c", "cd", "*"), ("d", "cd", "*")]
)


def _find_level(one: str, other: str) -> Fraction:
    """Return the least level on which two values have one label."""
    return Fraction(min(level for level in range(3) if LADDER[one][level] == LADDER[other][level]))


DISTANCES: dict[str, tuple[Distance, Callable[[str, str], Fraction]]] = {
    "equal": (find_equal_distance, lambda one, other: Fraction(one != other)),
    "ordered": (
        order_distance(VALUES),
        lambda one, other: Fraction(abs(VALUES.index(one) - VALUES.index(other)), 3),
    ),
    "hierarchical": (hierarchy_distance(LADDER), lambda one, other: _find_level(one, other) / 2),
}
"""Earth mover's distance of two histograms, and the ground distance of two values."""

histograms = st.fixed_dictionaries({value: st.integers(0, 6) for value in VALUES})
presences = st.integers(1, 12).flatmap(lambda n_p: st.tuples(st.just(n_p), st.integers(0, n_p)))
fractions = st.fractions(0, 1, max_denominator=12)
usual = settings(deadline=None)


def merge(one: Counts, other: Counts) -> Counts:
    return {value: one[value] + other[value] for value in VALUES}


@usual
@given(presences, presences, st.integers(1, 8), fractions, fractions)
def test_merging_breaks_no_model_of_counts(
    one: tuple[int, int], other: tuple[int, int], k: int, low: Fraction, high: Fraction
) -> None:
    models: list[Callable[[int, int], bool]] = [
        lambda n_p, n_t: is_k_anonymous(n_t, k),
        lambda n_p, n_t: is_k_mapped(n_p, n_t, k),
        lambda n_p, n_t: satisfies_equation_1(n_p, n_t, Fraction(k)),
        lambda n_p, n_t: satisfies_equation_2(n_p, n_t, (min(low, high), max(low, high))),
    ]
    merged = one[0] + other[0], one[1] + other[1]
    for holds in models:
        assert holds(*merged) or not (holds(*one) and holds(*other))


@usual
@given(histograms, histograms, st.integers(1, 4), st.fractions(0, 4, max_denominator=6))
def test_merging_breaks_no_diversity(one: Counts, other: Counts, ell: int, c: Fraction) -> None:
    models: list[Callable[[Counts], bool]] = [
        lambda counts: is_distinct_diverse(counts, ell),
        lambda counts: is_entropy_diverse(counts, Fraction(ell)),
        lambda counts: is_entropy_diverse(counts, 1 + c / 4),
        lambda counts: is_recursively_diverse(counts, c, ell),
        lambda counts: is_recursively_diverse(counts, c, ell, strict=False),
    ]
    for holds in models:
        assert holds(merge(one, other)) or not (holds(one) and holds(other))


@usual
@given(histograms, histograms, histograms, st.sampled_from(sorted(DISTANCES)))
def test_merging_brings_no_class_farther_than_its_parts(
    one: Counts, other: Counts, rest: Counts, name: str
) -> None:
    assume(any(one.values()) and any(other.values()))
    table = merge(merge(one, other), rest)
    distance, _ = DISTANCES[name]
    farthest = max(distance(one, table), distance(other, table))
    assert is_close(merge(one, other), table, farthest, distance)
    assert 0 <= distance(one, table) <= find_equal_distance(one, table)


@usual
@given(
    st.lists(st.sampled_from(VALUES), min_size=2, max_size=6),
    st.integers(1, 3),
    st.sampled_from(sorted(DISTANCES)),
)
def test_distances_are_the_least_work_of_moving_one_histogram_to_the_other(
    rows: list[str], part: int, name: str
) -> None:
    """Each row of the class, as often as the table is larger, goes to a row of the table."""
    assume(len(rows) % part == 0)
    distance, find_ground_distance = DISTANCES[name]
    moved = rows[: len(rows) // part] * part
    least = min(
        sum(map(find_ground_distance, moved, goals), Fraction(0)) for goals in permutations(rows)
    )
    whole: dict[Value, int] = {value: rows.count(value) for value in VALUES}
    assert distance(Counter[Value](moved), whole) == least / len(rows)


@usual
@given(presences, fractions, presences)
def test_closeness_of_presence_is_a_range_of_presence(
    of_class: tuple[int, int], t: Fraction, rest: tuple[int, int]
) -> None:
    n_p, n_t = of_class
    people, members = n_p + rest[0], n_t + rest[1]
    share, table = Fraction(members, people), count_presence(people, members)
    delta = max(share - t, Fraction(0)), min(share + t, Fraction(1))
    found = is_close(count_presence(n_p, n_t), table, t, find_equal_distance)
    assert found is satisfies_equation_2(n_p, n_t, delta)


@usual
@given(presences, st.fractions(Fraction(1, 12), 1, max_denominator=12), st.integers(1, 6))
def test_presence_with_k_anonymity_is_a_larger_k_map(
    of_class: tuple[int, int], delta_max: Fraction, k: int
) -> None:
    n_p, n_t = of_class
    if satisfies_equation_2(n_p, n_t, (Fraction(0), delta_max)) and is_k_anonymous(n_t, k):
        assert is_k_mapped(n_p, n_t, ceil(k / delta_max))

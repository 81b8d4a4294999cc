"""How far a distribution moves: by hand, and against the sum of all differences, one by one."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpsql.domain.hierarchy import LabelHierarchy
from dpsql.generalize.shifts import find_shift

PATHS = {
    "a": ("ab", "*"),
    "b": ("ab", "*"),
    "c": ("c", "*"),
    None: (None, "*"),
}
HIERARCHY = LabelHierarchy(PATHS, nulls_are_leaves=True)


@pytest.mark.parametrize(
    ("levels", "released", "shift"),
    [
        ([0], {"a": 3, "c": 1}, Fraction(0)),
        # a has 3 of 4, and half of the three under ab: 3/8 is lacking.
        ([1], {"ab": 3, "c": 1}, Fraction(3, 8)),
        # Everything has a fourth: 1/2 of a is lacking.
        ([2], {"*": 4}, Fraction(1, 2)),
        # One row of a climbed: 2 + 1/4 are left of its 3.
        ([0, 2], {"a": 2, "c": 1, "*": 1}, Fraction(3, 16)),
    ],
)
def test_rows_are_spread_evenly_over_what_a_label_stands_for(levels, released, shift):
    values = Counter({"a": 3, "b": 0, "c": 1})
    assert find_shift(HIERARCHY, levels, PATHS, values, Counter(released)) == shift


@given(st.lists(st.tuples(st.sampled_from(sorted(PATHS, key=str)), st.integers(0, 2)), min_size=1))
def test_it_is_half_the_sum_of_all_differences(rows: list[tuple[str | None, int]]) -> None:
    values = Counter(leaf for leaf, _ in rows)
    released = Counter(HIERARCHY.label(leaf, level) for leaf, level in rows)
    spread: Counter[str | None] = Counter()
    for label, number in released.items():
        under = [
            leaf for leaf in PATHS if label in {HIERARCHY.label(leaf, level) for level in range(3)}
        ]
        for leaf in under:
            spread[leaf] += Fraction(number, len(under))  # type: ignore[assignment]
    differences = sum((abs(values[leaf] - spread[leaf]) for leaf in PATHS), Fraction(0))
    found = find_shift(HIERARCHY, range(3), PATHS, values, released)
    assert found == Fraction(differences) / 2 / len(rows)

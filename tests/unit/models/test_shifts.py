"""How far a distribution moves: by hand, and against the sum of all differences, one by one."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpsql.domain.levels.hierarchy import LabelHierarchy
from dpsql.utility.meanings import Meanings
from dpsql.utility.shifts import find_shift

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
    meanings = Meanings.of_levels(HIERARCHY, levels, PATHS, released)
    assert find_shift(meanings, values, Counter(released)) == shift


def test_a_range_stands_for_the_values_between_its_ends():
    meanings = Meanings.of_ranges([None, "1", "2", "9"], [(0, 1), (1, 1), (1, 3)])
    assert [*meanings.by_label] == ["[NULL..1]", "1", "[1..9]"]
    released = Counter({"[NULL..1]": 2, "1": 1, "[1..9]": 3})
    # NULL 1, 1 three, 2 and 9 one each, of NULL 2 and 2 four.
    assert find_shift(meanings, Counter({None: 2, "2": 4}), released) == Fraction(4, 6)


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
    found = find_shift(Meanings.of_levels(HIERARCHY, range(3), PATHS, released), values, released)
    assert found == Fraction(differences) / 2 / len(rows)

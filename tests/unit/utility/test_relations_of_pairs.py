"""Correlations and associations of tables of counts: those of the rows, one by one."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpsql.utility.chance import (
    find_moments_of_chance,
    find_most_by_chance,
    is_by_chance,
    is_stronger,
    join_rare,
)
from dpsql.utility.meanings import Meanings
from dpsql.utility.pairs import (
    correlate_sums,
    count_known,
    find_association,
    find_correlation,
    find_most_weak,
    find_too_large,
    is_weak,
    make_tables,
    spread_sums,
)
from tests.oracle.losses import utility

CELLS = st.tuples(st.sampled_from([0.0, 1.0, 2.5, np.nan]), st.sampled_from([-1.0, 4.0, np.nan]))
ROWS = st.lists(CELLS, min_size=1, max_size=20)


def as_table(rows):
    firsts, seconds = [0.0, 1.0, 2.5, np.nan], [-1.0, 4.0, np.nan]
    table = np.zeros((4, 3))
    for one, other in rows:
        row = 3 if np.isnan(one) else firsts.index(one)
        column = 2 if np.isnan(other) else seconds.index(other)
        table[row, column] += 1
    return table, np.array(firsts), np.array(seconds)


@given(ROWS)
def test_the_correlation_is_that_of_the_rows_with_both_numbers(rows):
    found = find_correlation(*as_table(rows))
    known = np.array([row for row in rows if not np.isnan(row).any()])
    if not len(known) or len(set(known[:, 0])) < 2 or len(set(known[:, 1])) < 2:
        assert found is None
    else:
        assert found == pytest.approx(np.corrcoef(known.T)[0, 1], abs=1e-9)


@given(ROWS)
def test_sums_by_text_give_the_same_correlation(rows):
    known = [(one, other) for one, other in rows if not np.isnan(other)]
    sums = []
    for text in dict.fromkeys(str(one) for one, _ in known):
        numbers = [other for one, other in known if str(one) == text]
        sums.append((text, len(numbers), sum(numbers), sum(x * x for x in numbers)))
    numbers = {text: float(text) for text, *_ in sums}
    expected = find_correlation(*as_table(rows))
    assert correlate_sums(sums, numbers) == (
        None if expected is None else pytest.approx(expected, abs=1e-9)
    )


NUMBERS = {"0": 0.0, "1": 1.0, "10": 10.0, None: np.nan}
MEANING = {"0": ["0"], "low": ["0", "1"], "10": ["10"], "some": ["1", "10", None], "*": [*NUMBERS]}


def as_meanings(*labels):
    """Labels that overlap, as of pooled rows, or that do not."""
    values = tuple(NUMBERS)
    return Meanings(values, {one: [values.index(leaf) for leaf in MEANING[one]] for one in labels})


@given(st.sampled_from([("low", "10"), tuple(MEANING)]), st.data())
def test_a_correlation_of_labels_is_that_of_the_rows_spread_over_all_pairs(labels, data):
    rows = data.draw(st.lists(st.tuples(*[st.sampled_from(labels)] * 2), min_size=1, max_size=9))
    side, numbers = as_meanings(*labels), np.array([*NUMBERS.values()])
    table = make_tables(side, side, Counter(), Counter(rows)).spread
    expected = utility.find_correlation(utility.spread(rows, [MEANING] * 2), Fraction)
    # Doubles tell a correlation of 0 to the last digits.
    told = None if expected is None else pytest.approx(expected, abs=1e-9)
    assert find_correlation(table, numbers, numbers) == told


@given(st.sampled_from([("low", "10"), tuple(MEANING)]), st.data())
def test_a_correlation_with_a_kept_column_is_that_of_the_rows_spread(labels, data):
    kept = st.sampled_from(["-1", "2", "5"])
    row = st.tuples(st.sampled_from(labels), kept)
    rows = data.draw(st.lists(row, min_size=1, max_size=9))
    sums = []
    for label in dict.fromkeys(label for label, _ in rows):
        found = [int(number) for one, number in rows if one == label]
        sums.append((label, len(found), sum(found), sum(x * x for x in found)))
    as_it_is = {text: [text] for text in ("-1", "2", "5")}
    expected = utility.find_correlation(utility.spread(rows, [MEANING, as_it_is]), Fraction)
    told = None if expected is None else pytest.approx(expected, abs=1e-9)
    assert correlate_sums(spread_sums(as_meanings(*labels), sums), NUMBERS) == told


def test_the_variance_within_labels_counts():
    """Of ages that are uniform in both decades, labels explain three quarters of the variance."""
    ages = tuple(map(str, range(20)))
    decades = Meanings(ages, {"young": range(10), "old": range(10, 20)})
    sums = spread_sums(decades, [("young", 4, 0.0, 0.0), ("old", 4, 4.0, 4.0)])
    within, whole = (100 - 1) / 12, (400 - 1) / 12
    found = correlate_sums(sums, {age: float(age) for age in ages})
    assert found == pytest.approx((1 - within / whole) ** 0.5)


@pytest.mark.parametrize(
    ("first", "second"), [("aabbc", "xxyyy"), ("aaabbc", "xxyyzz"), ("abcdef", "xxxyyy")]
)
def test_the_moments_of_chance_are_those_of_all_ways_to_deal(first, second):
    squares = []
    for dealt in permutations(second):
        rows = list(zip(first, dealt, strict=True))
        found = [rows.count((a, b)) for a in sorted(set(first)) for b in sorted(set(second))]
        table = np.array(found, dtype=float).reshape(len(set(first)), -1)
        expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / len(rows)
        squares.append(((table - expected) ** 2 / expected).sum())
    assert find_moments_of_chance(table) == pytest.approx((np.mean(squares), np.var(squares)))


@pytest.mark.parametrize(
    ("first", "second"),
    [((1, 2, 2, 5, 9, 4), (3, 3, 7, 1, 0, 2)), ((0, 0, 0, 1, 1), (4, 1, 1, 1, 8))],
)
def test_a_correlation_of_chance_is_that_of_all_ways_to_deal(first, second):
    """The naive reference deals the numbers in every way; they are those of any column."""
    dealt = [np.corrcoef(first, one)[0, 1] for one in permutations(second)]
    rows = len(first)
    assert np.mean(dealt) == pytest.approx(0, abs=1e-12)
    assert np.var(dealt) == pytest.approx(1 / (rows - 1))
    # So few rows cannot show more than chance; ten times as many may.
    most = 3 * np.std(dealt)
    assert most > 1 and all(is_weak(one, rows) for one in (1, -1, *dealt))
    many = np.array(first * 12), np.array(second * 12)
    limit = 3 / (len(many[0]) - 1) ** 0.5
    own = np.corrcoef(*many)[0, 1]
    assert is_weak(own, len(many[0])) == (abs(own) <= limit)
    assert (is_weak(-limit, len(many[0])), is_weak(1.001 * limit, len(many[0]))) == (True, False)


@given(ROWS)
def test_rows_without_a_number_do_not_make_a_correlation_certain(rows):
    known = sum(not np.isnan(row).any() for row in rows)
    assert count_known(*as_table(rows)) == known


def test_only_what_random_columns_hardly_show_is_no_chance():
    # 40 ages of two people each, and an outcome that follows them, or does not.
    follows = np.array([[2.0, 0.0]] * 20 + [[0.0, 2.0]] * 20)
    apart = np.array([[1.0, 1.0]] * 20 + [[2.0, 0.0]] * 10 + [[0.0, 2.0]] * 10)
    assert (is_by_chance(follows), is_by_chance(apart)) == (False, True)
    assert find_association(apart) > 0.7
    # Everybody has a value of their own: every other column follows from it.
    assert is_by_chance(np.array([[1.0, 0.0]] * 10 + [[0.0, 1.0]] * 10))
    assert not is_by_chance(np.array([[5.0, 0.0], [3.0, 0.0]]))
    assert is_by_chance(np.array([[12.0, 10.0], [9.0, 11.0]]))
    assert not is_by_chance(np.array([[1200.0, 1000.0], [900.0, 1100.0]]))


def test_rare_values_do_not_hide_what_frequent_ones_show():
    """Two rare values of one row each may meet, and then χ² is as large as all rows are many."""
    related = np.array([[60.0, 40.0, 0.0], [35.0, 65.0, 1.0], [1.0, 0.0, 0.0]])
    met = np.array([[50.0, 50.0, 0.0], [51.0, 50.0, 0.0], [0.0, 0.0, 1.0]])
    assert (is_by_chance(related), is_by_chance(met)) == (False, True)
    # Neither the order of the values nor that of the columns matters.
    assert not is_by_chance(related[::-1, ::-1].T)
    # The rare ones are joined with the next, until all that are joined are no longer rare.
    assert join_rare(met).tolist() == [[51, 50], [50, 51]]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ([40, 30, 20, 5, 3, 1, 1], [50, 45, 2, 2, 1]),
        ([60, 30, 1, 1], [40, 40, 9, 1, 1, 1]),
        ([3] * 20, [45, 14, 1]),
        ([2] * 50, [60, 39, 1]),
        ([98, 2], [97, 3]),
    ],
)
def test_random_columns_are_hardly_ever_related(first, second):
    """The naive reference deals the values; rare ones among them make χ² lean to the right."""
    rows, columns = (np.repeat(np.arange(len(one)), one) for one in (first, second))
    draw, found = np.random.default_rng(7), 0
    for _ in range(1_000):
        table = np.zeros((len(first), len(second)))
        np.add.at(table, (rows, draw.permutation(columns)), 1)
        found += not is_by_chance(table)
    assert found <= 25


def test_rows_with_null_in_either_column_are_left_out():
    side = Meanings(("a", "b", None), {"*": [0, 1, 2], "a": [0]})
    own = Counter({("a", "a"): 3, ("b", "b"): 2, (None, None): 7, ("a", None): 1})
    known = make_tables(side, side, own, Counter({("*", "a"): 3})).leave_out_nulls(side, side)
    assert known.own.tolist() == [[3, 0], [0, 2]]
    assert known.spread.tolist() == [[1, 0], [1, 0]]


def test_an_association_is_0_to_1():
    assert find_association(np.array([[3.0, 0.0, 0.0], [0.0, 2.0, 1.0]])) == pytest.approx(1)
    assert find_association(np.array([[2.0, 4.0], [3.0, 6.0]])) == 0
    assert find_association(np.array([[2.0, 4.0], [0.0, 0.0]])) is None
    # By the sum of squares over what independent columns would have.
    table = np.array([[3.0, 1.0], [2.0, 4.0]])
    expected = np.outer(table.sum(axis=1), table.sum(axis=0)) / 10
    square = ((table - expected) ** 2 / expected).sum()
    assert find_association(table) == pytest.approx((square / 10) ** 0.5)


@given(st.lists(st.tuples(st.sampled_from("ab*"), st.sampled_from("xy+")), min_size=1))
def test_labels_of_several_levels_are_spread_over_both_columns(rows):
    first = Meanings(("a", "b"), {"a": [0], "b": [1], "*": [0, 1]})
    second = Meanings(("x", "y"), {"x": [0], "y": [1], "+": [0, 1]})
    tables = make_tables(first, second, Counter(), Counter(rows))
    spread = np.zeros((2, 2))
    for one, other in rows:
        meant = np.ix_(first.by_label[one], second.by_label[other])
        spread[meant] += 1 / spread[meant].size
    assert tables.spread == pytest.approx(spread)


def test_many_values_are_too_many_for_a_table():
    many = Meanings.of_values(map(str, range(2_001)))
    assert "2,001 values or labels of a by 2,001 of b" in find_too_large({"a": many, "b": many})
    assert not find_too_large({"a": many, "b": Meanings.of_values("ab")})


def test_the_column_whose_labels_overlap_is_named():
    values = tuple(map(str, range(2_001)))
    ranges = Meanings.of_ranges(values, [(low, 2_000) for low in range(2_000)])
    told = find_too_large({"town": Meanings.of_values("ab"), "date": ranges})
    assert told == "date has 2,000 labels that overlap, of 2,001 values"


@pytest.mark.parametrize(("values", "rows"), [((2, 3), 60), ((4, 10), 400), ((9, 9), 150)])
@pytest.mark.parametrize("related", [0.0, 0.4])
def test_no_relation_is_called_stronger_by_chance(values, rows, related):
    """Two draws of the same people: what one shows beyond the other is chance."""
    generator = np.random.default_rng(7)

    def draw():
        first = generator.integers(0, values[0], rows)
        alike = generator.random(rows) < related
        second = np.where(alike, first % values[1], generator.integers(0, values[1], rows))
        table = np.zeros(values)
        np.add.at(table, (first, second), 1)
        return table, np.corrcoef(first, second)[0, 1]

    called = [0, 0]
    for _ in range(200):
        (before, correlated), (after, later) = draw(), draw()
        figures = find_association(after), find_association(before)
        called[0] += is_stronger(*figures, find_most_by_chance(before))
        called[1] += is_stronger(later, correlated, find_most_weak(rows))
    # Both vary, so they differ by more than one does from what is true.
    assert max(called) <= 8


def test_a_relation_that_labels_make_is_called_stronger():
    unrelated = np.full((3, 4), 20.0)
    made = unrelated + 60 * np.eye(3, 4)
    figures = find_association(made), find_association(unrelated)
    assert is_stronger(*figures, find_most_by_chance(unrelated))
    assert not is_stronger(*figures[::-1], find_most_by_chance(made))
    assert not is_stronger(None, 0.2, 0.1) and not is_stronger(0.9, None, 0.1)
    # The sign may change, too.
    assert is_stronger(-0.4, 0.1, 0.3) and not is_stronger(-0.1, 0.4, 0.3)

"""Correlations and associations of tables of counts: those of the rows, one by one."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpsql.utility.meanings import Meanings
from dpsql.utility.pairs import (
    correlate_sums,
    find_association,
    find_correlation,
    find_too_large,
    make_tables,
)

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

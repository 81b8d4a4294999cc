"""What the large classes of a domain have together: against every combination, one by one."""

from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpsql.errors import ResourceError
from dpsql.privacy.confidence import large_classes
from dpsql.privacy.confidence.large_classes import sum_large, sum_small

BLOCKS = st.lists(
    st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any), min_size=1, max_size=4
)


@given(BLOCKS, st.integers(1, 10_000))
def test_the_sum_is_that_of_all_combinations(blocks: list[list[int]], wanted: int) -> None:
    total = prod(map(sum, blocks))
    # Half a part less than a whole number: no product lies on the bound.
    least = Fraction(2 * wanted - 1, 2 * total)
    shares = [np.array(block, dtype=float) / sum(block) for block in blocks]
    large = sum(one for parts in product(*blocks) if (one := prod(parts)) >= wanted)
    assert sum_large(shares, float(least)) == pytest.approx(large / total, abs=1e-12)


def test_without_columns_all_people_are_one_class():
    assert sum_large([], 0.5) == 1
    assert sum_large([], 1.5) == 0


def test_a_bound_that_a_product_meets_counts_it():
    shares = np.full(10, 0.1)
    assert sum_large([shares, shares], 0.1 * 0.1) == pytest.approx(1)


def test_too_many_combinations_are_refused(monkeypatch):
    monkeypatch.setattr(large_classes, "MOST_COMBINATIONS", 99)
    shares = np.full(10, 0.1)
    assert sum_large([shares, shares], 1e-9) == pytest.approx(1)
    with pytest.raises(ResourceError, match="let more people settle together"):
        sum_large([shares, shares, shares], 1e-9)


def test_labels_of_small_classes_are_no_combinations():
    """Each block has one common label, so that most of the pairs of rare ones are too small."""
    shares = np.append(np.full(5000, 0.5 / 5000), 0.5)
    found = sum_large([shares, shares, shares], 1.2e-5)
    assert found == pytest.approx(0.5**3 + 3 * 0.5 * 0.5 * 0.5)


def test_what_shares_lack_for_one_is_no_share_of_small_classes():
    rounded = np.array([0.333, 0.333, 0.333])
    assert sum_small([rounded], 0.1) == 0
    assert sum_small([rounded], 0.5) == pytest.approx(0.999)
    assert sum_small([np.array([0.5, 0.501])], 0.6) == 1

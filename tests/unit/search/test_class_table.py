"""Class tables: models are evaluated as they are defined, and classes are merged as sums."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlglot import exp

from dpsql.domain.found.statistics import PrivateClasses
from dpsql.domain.levels.lattice import Node
from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.model import any_violation
from dpsql.privacy.presence import PresenceModel
from dpsql.search.class_tables import class_table as module
from dpsql.search.class_tables.class_table import ClassTable
from dpsql.search.class_tables.vectorized import find_violating
from tests.unit.models.test_privacy_models import COUNTS, models

#: Rows of P that keep products within 64 bits, and that do not.
SMALL, LARGE = 60, 10**15


@given(
    st.lists(models(), max_size=3), st.lists(COUNTS, min_size=1), st.sampled_from([SMALL, LARGE])
)
@settings(deadline=None, max_examples=300)
def test_classes_violate_models_as_they_are_defined(asked, counts, public_rows):
    public, private = (np.array(one, dtype=np.int64) for one in zip(*counts, strict=True))
    predicate = any_violation(asked, public_rows)
    found = find_violating(predicate, {"public_count": public, "private_count": private})
    assert list(found) == [not all(one.holds(*pair) for one in asked) for pair in counts]


def test_counts_beyond_64_bits_are_compared_exactly():
    public, share = 10**15, Fraction(10**9 - 1, 10**9)
    model = PresenceModel(PresenceBounds(Fraction(0), share))
    edge = int(public * share)
    counts = {
        "public_count": np.array([public, public], dtype=np.int64),
        "private_count": np.array([edge, edge + 1], dtype=np.int64),
    }
    assert list(find_violating(any_violation([model], public), counts)) == [False, True]


def test_an_expression_that_no_model_uses_is_refused():
    with pytest.raises(ValueError, match="no model uses Div"):
        find_violating(exp.Div(this=exp.column("a"), expression=exp.column("a")), {"a": np.ones(1)})


@st.composite
def tables(draw):
    """A class table over quasi-identifiers of random trees, and an ancestor of its node."""
    heights = draw(st.lists(st.integers(1, 3), min_size=1, max_size=4))
    radix = draw(st.sampled_from([3, 40, 10**6]))
    rows = draw(
        st.lists(st.tuples(*[st.integers(0, radix - 1)] * len(heights)), min_size=1, unique=True)
    )
    counts = [(draw(st.integers(1, 9)), draw(st.integers(0, 3))) for _ in rows]
    steps = draw(st.integers(2, 5))

    def codes_above(j, below, above):
        if above == heights[j]:
            return np.empty(0, dtype=np.int64)
        return np.arange(radix, dtype=np.int64) // steps ** (above - below)

    ancestor = Node(tuple(draw(st.integers(0, height)) for height in heights))
    public, private = (np.array(one, dtype=np.int64) for one in zip(*counts, strict=True))
    codes = {j: np.array([row[j] for row in rows], dtype=np.int64) for j in range(len(heights))}
    raw = Node((0,) * len(heights))
    table = ClassTable(raw, codes, dict.fromkeys(codes, radix), public, private)
    return table, ancestor, codes_above, heights


@given(tables(), st.booleans())
@settings(deadline=None, max_examples=300)
def test_classes_of_an_ancestor_are_sums(drawn, never_dense):
    table, ancestor, codes_above, heights = drawn
    expected = Counter()
    private = Counter()
    for i in range(len(table)):
        key = []
        for j, level in enumerate(ancestor.levels):
            code = int(table.codes[j][i])
            if level == heights[j]:
                continue
            key.append(code if level == 0 else int(codes_above(j, 0, level)[code]))
        expected[tuple(key)] += int(table.public[i])
        private[tuple(key)] += int(table.private[i])
    with pytest.MonkeyPatch.context() as patch:
        if never_dense:
            patch.setattr(module, "_DENSE", 0)
            patch.setattr(module, "_SMALL", 0)
        rolled = table.roll_up(ancestor, codes_above)
    keys = list(zip(*(column.tolist() for column in rolled.codes.values()), strict=True))
    keys = keys or [()] * len(rolled)
    assert len(set(keys)) == len(keys) == len(rolled)
    assert dict(zip(keys, rolled.public.tolist(), strict=True)) == expected
    assert dict(zip(keys, rolled.private.tolist(), strict=True)) == private
    assert rolled.node == ancestor
    of_private = [count for count in private.values() if count]
    squares = PrivateClasses(len(of_private), sum(count**2 for count in of_private))
    assert rolled.measure_private(squares_fit=True) == squares
    assert rolled.measure_private(squares_fit=False) == squares


def test_squares_beyond_64_bits_are_exact():
    count = 10**12
    one = np.array([count, count], dtype=np.int64)
    table = ClassTable(Node((1,)), {}, {}, one, one)
    assert table.measure_private(squares_fit=False) == PrivateClasses(2, 2 * count**2)


def test_codes_that_do_not_fit_64_bits_together_are_numbered_anew():
    axes, radix = range(5), 2**20
    rows = [[0, 1, 2, 3, 4], [0, 1, 2, 3, 5], [radix - 1] * 5]
    codes = {j: np.array([row[j] for row in rows], dtype=np.int64) for j in axes}
    counts = np.array([1, 2, 3], dtype=np.int64)
    table = ClassTable(Node((0,) * 5), codes, dict.fromkeys(axes, radix), counts, counts)
    rolled = table.roll_up(Node((0, 0, 0, 0, 1)), lambda *_: np.empty(0, dtype=np.int64))
    assert sorted(rolled.public.tolist()) == [3, 3]
    assert len(rolled.codes) == 4


@pytest.mark.parametrize("large", [2**40, 2**53, 2**60])
def test_sums_that_doubles_would_round_are_exact(large):
    codes = {0: np.array([0, 0, 1], dtype=np.int64)}
    counts = np.array([large, 1, 5], dtype=np.int64)
    table = ClassTable(Node((0, 0)), codes, {0: 2}, counts, counts)
    rolled = table.roll_up(Node((0, 1)), lambda *_: np.empty(0, dtype=np.int64))
    assert sorted(rolled.public.tolist()) == [5, large + 1]


@pytest.mark.parametrize("most", [9, 10**9, 2**45])
def test_many_classes_are_looked_up_by_groups_of_columns(most):
    radices = {0: 2, 1: 30, 3: 5, 4: 7, 5: 3}
    rng = np.random.default_rng(1)
    numbers = rng.choice(2 * 30 * 5 * 7 * 3, size=3_000, replace=False)
    codes = dict(zip(radices, np.unravel_index(numbers, list(radices.values())), strict=True))
    public = rng.integers(1, most, len(numbers))
    table = ClassTable(Node((0,) * 6), codes, radices, public, rng.integers(0, public + 1))
    assert any(len(group) > 1 for group, _ in table._grouped.groups)

    by_code = {j: rng.integers(0, 50, radices[j]) for j in (1, 3, 5)}
    wanted = sum(by_code[j][codes[j]] for j in by_code)
    assert table.add_up(by_code).tolist() == wanted.tolist()
    large = {j: values.astype(object) * 10**30 for j, values in by_code.items()}
    assert table.add_up(large).tolist() == [int(one) * 10**30 for one in wanted]

    found, sums = table.sum_by(wanted, int(wanted.max()) + 1)
    expected = [Counter(), Counter()]
    for number, *counts in zip(*(x.tolist() for x in (wanted, public, table.private)), strict=True):
        for total, count in zip(expected, counts, strict=True):
            total[number] += count
    assert [dict(zip(found.tolist(), one.tolist(), strict=True)) for one in sums] == expected

"""Rows that match where cells are missing: five rules, against all pairs and known vectors."""

from fractions import Fraction as F

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpsql.privacy.wildcards import (
    count_as_sdcmicro,
    count_by_domain,
    count_by_share,
    count_full,
    count_matches,
    discount,
)

HALF = F(1, 2)
#: Benschop 2023, figure 3: the last of five regions is suppressed, of a domain of five.
FIGURE = [(region, "30-39", "F") for region in "ABCD"] + [(None, "30-39", "F")]
TWO_KEYS = [("A", "x"), ("A", None), (None, "x"), ("B", "x"), (None, None)]


def apply(rule, rows, domains=None):
    """Return what a rule counts for each row."""
    patterns = {}
    for row in rows:
        patterns[row] = patterns.get(row, 0) + 1
    sizes = domains or [None] * len(rows[0])
    counted = dict(zip(patterns, count_matches(patterns, sizes), strict=True))
    return [rule(counted[row]) for row in rows]


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (count_full, [2, 2, 2, 2, 5]),
        (count_by_domain, [F(6, 5)] * 4 + [F(9, 5)]),
        (count_by_share, [F(5, 4)] * 4 + [2]),
        (discount(F(0)), [1] * 5),
        (discount(HALF), [F(3, 2)] * 4 + [3]),
        (count_as_sdcmicro(F(1)), [2, 2, 2, 2, 5]),
        (count_as_sdcmicro(HALF), [F(3, 2)] * 4 + [5]),
        (count_as_sdcmicro(F(0)), [1] * 4 + [5]),
    ],
)
def test_the_suppressed_region(rule, expected):
    assert apply(rule, FIGURE, [5, None, None]) == expected


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        (count_full, [4, 4, 5, 3, 5]),
        (discount(HALF), [F(5, 2), F(5, 2), 3, 2, 3]),
        # freqCalc gives a row without any value the number of all rows.
        (count_as_sdcmicro(F(1)), [3, 4, 5, 2, 5]),
        (count_as_sdcmicro(HALF), [2, 3, 4, F(3, 2), 5]),
        (count_as_sdcmicro(F(0)), [1, 2, 3, 1, 5]),
    ],
)
def test_two_columns(rule, expected):
    assert apply(rule, TWO_KEYS) == expected


@pytest.mark.parametrize(
    ("alpha", "expected"), [(F(1), [3, 3, 4, 2]), (HALF, [2, 2.5, 3.5, 1.5]), (F(0), [1, 2, 3, 1])]
)
def test_two_columns_without_a_blank_row(alpha, expected):
    assert apply(count_as_sdcmicro(alpha), TWO_KEYS[:4]) == expected


def columns(*values):
    return [tuple(row) for row in zip(*values, strict=True)]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (
            columns([2, 3, 2, 2, 3, 3, 1, 2], [3] * 6 + [4, 3], [1, 3, None, 2, 1, 1, None, 1]),
            [3, 1, 4, 2, 2, 2, 1, 3],
        ),
        (
            columns([2, 3, None, 2, 3, 3, 1, 2], [3, 3, None, 3, 3, 3, 4, 3], [None] * 8),
            [4, 4, 8, 4, 4, 4, 2, 4],
        ),
        (columns([2, 3, None, 2, 1, None, 1, 2]), [5, 3, 8, 5, 4, 8, 4, 5]),
        (
            columns(*([2, 3, None], [2, 3, 3], [1, None, 3], [3, None, 3], [3, 2, 2]))[:3],
            [1, 2, 2],
        ),
    ],
)
def test_what_the_tests_of_sdcmicro_expect(rows, expected):
    assert apply(count_as_sdcmicro(F(1)), rows) == expected


def test_to_suppress_one_more_cell_can_lower_a_discounted_number():
    rule = discount(HALF)
    assert apply(rule, [("A", "x"), ("A", "x")]) == [2, 2]
    assert apply(rule, [("A", "x"), ("A", None)]) == [F(3, 2)] * 2


@st.composite
def tables(draw):
    width = draw(st.integers(1, 3))
    cells = st.sampled_from(["a", "b", "c", None])
    rows = draw(st.lists(st.tuples(*[cells] * width), min_size=1, max_size=7))
    return rows, draw(st.lists(st.sampled_from([None, 5]), min_size=width, max_size=width))


@given(tables())
def test_weights_are_those_of_all_pairs(table):
    rows, domains = table
    shares = []
    for column in zip(*rows, strict=True):
        known = [cell for cell in column if cell is not None]
        shares.append({cell: F(known.count(cell), len(known)) for cell in known})
    sizes = [d or max(1, len(of)) for d, of in zip(domains, shares, strict=True)]
    for i, own in enumerate(rows):
        full = by_domain = by_share = F(0)
        for j, other in enumerate(rows):
            pairs = list(zip(own, other, strict=True))
            if any(None not in pair and pair[0] != pair[1] for pair in pairs):
                continue
            full += 1
            domain = share = F(1)
            for k, (one, two) in enumerate(pairs):
                if i != j and None in (one, two):
                    domain /= sizes[k]
                    either = two if one is None else one
                    squares = sum((p * p for p in shares[k].values()), F(0))
                    share *= squares if either is None else shares[k][either]
            by_domain += domain
            by_share += share
        for rule, expected in (
            (count_full, full),
            (count_by_domain, by_domain),
            (count_by_share, by_share),
        ):
            assert apply(rule, rows, domains)[i] == expected

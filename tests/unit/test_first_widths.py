"""Widths of a first job follow the bulk of a column; what lies beyond it has a label of its own."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpsql
from dpsql.domain.sections.quasi_identifier import QuasiIdentifier
from dpsql.engines.base import ColumnType
from dpsql.first_job.columns import Bulk, ColumnProfile
from dpsql.first_job.widths import choose_widths, propose_widths


def numbers(least, greatest, distinct, bulk=None, family="float"):
    """A column of a thousand numbers."""
    type_ = ColumnType(family, "DOUBLE" if family == "float" else "BIGINT")
    counts = (1000, 1000, distinct, 1000, 0, 0, 0, 1, 9)
    return ColumnProfile("income", type_, *counts, least, greatest, (), bulk)


@pytest.mark.parametrize(
    ("one", "words"),
    [
        # Incomes: nearly all below 90,000, one of 12 million.
        (
            numbers(0, 12e6, 800, Bulk(4e3, 88e3, 700)),
            {"widths": ["10000", "20000", "40000"], "to": "120000"},
        ),
        # Amounts, of which most are 0.
        (
            numbers(0, 99999, 119, Bulk(0, 5013, 60)),
            {"widths": ["500", "1000", "2000"], "to": "6000"},
        ),
        # Both tails.
        (
            numbers(-1e6, 1e6, 900, Bulk(-12.5, 11, 800)),
            {"widths": ["2", "4", "8"], "from": "-16", "to": "16"},
        ),
        # The bulk ends at an edge: it is not a part of the tail.
        (numbers(0, 900, 90, Bulk(0, 16, 17)), {"widths": ["2", "4", "8"], "to": "24"}),
        # Nothing is extreme, or nothing is the bulk.
        (numbers(0, 100, 101, Bulk(5, 95, 91)), {"widths": ["10", "20", "40", "80"]}),
        (numbers(0, 100, 30, Bulk(0, 0, 1)), {"widths": ["10", "20", "40", "80"]}),
        (numbers(1, 5, 5), {"widths": ["2"]}),
        # Counts, nearly all 0: nobody else is among them.
        (numbers(0, 52, 9, Bulk(0, 0, 1), "integer"), {"widths": ["1"], "to": "1"}),
        (numbers(0, 52, 9, Bulk(3, 3, 1), "integer"), {"widths": ["1"], "from": "3", "to": "4"}),
    ],
)
def test_widths_follow_the_bulk(one, words):
    assert propose_widths(one) == words


@given(st.floats(-1e15, 1e15), st.floats(0, 1e15), st.integers(1, 10**9))
def test_widths_are_widths_of_a_job(least, span, distinct):
    widths = choose_widths(least, least + span, distinct)
    quasi_identifier = {"age": {"widths": widths}}
    job = dpsql.Job(public="p.csv", private="t.csv", quasi_identifiers=quasi_identifier)
    assert len(job.quasi_identifiers["age"].widths) == len(widths)


@given(
    st.lists(st.integers(-(10**9), 10**9), min_size=4, max_size=4, unique=True), st.integers(2, 99)
)
def test_the_bulk_is_never_in_a_tail(ends, distinct):
    least, low, high, greatest = (end / 64 for end in sorted(ends))
    words = propose_widths(numbers(least, greatest, 100, Bulk(low, high, distinct)))
    rule = QuasiIdentifier.model_validate(words).rule()
    tails = {word: Decimal(words[word]) for word in ("from", "to") if word in words}
    assert tails.get("from", Decimal(least)) <= Decimal(low)
    assert tails.get("to", Decimal(greatest) + 1) > Decimal(high)
    for edge in tails.values():
        assert edge % rule.widths[-1] == 0

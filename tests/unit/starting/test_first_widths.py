"""Widths of a first job follow the bulk of a column; what lies beyond it has a label of its own."""

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpsql
from dpsql.domain.sections.quasi_identifier import QuasiIdentifier
from dpsql.engines.base import ColumnType
from dpsql.first_job.columns import Bulk, ColumnProfile
from dpsql.first_job.rules.hierarchies import propose_hierarchy
from dpsql.first_job.rules.missing_codes import MissingCodes
from dpsql.first_job.rules.widths import choose_widths, propose_widths


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
        # A tail has one row in a hundred, as dates have, whatever the others are.
        (
            numbers(0, 12e6, 800, Bulk(4e3, 88e3, 700, 0, 104e3)),
            {"widths": ["10000", "20000", "40000"], "to": "100000"},
        ),
        (
            numbers(-1e6, 1e6, 900, Bulk(-12.5, 11, 800, -15.5, 17)),
            {"widths": ["2", "4", "8"], "from": "-15", "to": "16"},
        ),
        (numbers(0, 900, 90, Bulk(0, 16, 17, 0, 16)), {"widths": ["2", "4", "8"], "to": "16"}),
        # One value has nearly all rows, and no tail takes it.
        (numbers(0, 60, 24, Bulk(0, 0, 1, 0, 0)), {"widths": ["5", "10", "20", "40"]}),
        # So are few values beyond the others, if they are some intervals away.
        (
            numbers(0, 100, 101, Bulk(20, 75, 56, 12, 79)),
            {"widths": ["10", "20", "40", "80"], "to": "78"},
        ),
        # Counts, nearly all 0: nobody else is among them.
        (numbers(0, 52, 9, Bulk(0, 0, 1), "integer"), {"widths": ["1"], "to": "1"}),
        (numbers(0, 52, 9, Bulk(3, 3, 1), "integer"), {"widths": ["1"], "from": "3", "to": "4"}),
    ],
)
def test_widths_follow_the_bulk(one, words):
    assert propose_widths(one) == words


def test_ages_have_tails_where_few_are_very_old_or_young():
    ages = {"widths": ["5", "10", "20", "40"]}
    few = numbers(0, 99, 100, Bulk(21, 70, 50, 14, 83))
    assert propose_widths(few, is_age=True) == ages | {"from": "20", "to": "80"}
    even = numbers(18, 90, 73, Bulk(22, 86, 65, 19, 89))
    assert propose_widths(even, is_age=True) == ages
    # Those of 40 years would be those of 20: below 40, and from 40 on.
    working = numbers(25, 59, 35, Bulk(27, 57, 31, 25, 59))
    assert propose_widths(working, is_age=True) == {"widths": ["5", "10", "20"]}
    # 999 stands for nobody's age: in few rows, and in more than one of a hundred.
    unknown = numbers(0, 999, 101, Bulk(5, 71, 67, 1, 84))
    assert propose_widths(unknown, is_age=True) == ages | {"to": "80"}
    more = numbers(0, 999, 101, Bulk(5, 71, 67, 1, 999))
    assert propose_widths(more, is_age=True) == ages | {"to": "80"}
    days = numbers(0, 30_000, 9000, Bulk(5, 25_000, 8000, 1, 29_000))
    assert propose_widths(days, is_age=True)["widths"] != ages["widths"]


@given(st.lists(st.integers(-(10**6), 10**6), min_size=120, max_size=200))
def test_tails_have_a_row_in_a_hundred(values):
    """As the engine finds the bulk, compared with counting the rows of each tail."""
    values.sort()
    rows = len(values)
    least, most = ([values[-(-rows * n // 100) - 1] for n in pair] for pair in ((1, 99), (5, 95)))
    within = len({one for one in values if most[0] <= one <= most[1]})
    if most[0] == most[1]:
        return
    column = numbers(values[0], values[-1], len({*values}), Bulk(*most, within, *least))
    words = propose_widths(column)
    if "from" in words:
        assert 100 * sum(one < Decimal(words["from"]) for one in values) >= rows
    if "to" in words:
        assert 100 * sum(one >= Decimal(words["to"]) for one in values) >= rows


@given(st.integers(-400, 400), st.integers(1, 300), st.booleans())
def test_each_width_has_intervals_of_its_own(least, span, is_age):
    words = propose_widths(numbers(least, least + span, span + 1, family="integer"), is_age=is_age)
    ways = [
        {value: value // Decimal(width) for value in range(least, least + span + 1)}
        for width in words["widths"]
    ]
    groups = [len({*one.values()}) for one in ways]
    assert groups == sorted({*groups}, reverse=True)


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


def test_negative_codes_of_missing_values_are_a_tail_below_ages():
    coded = numbers(-9, 92, 77, Bulk(-9, 85, 70, -9, 90), "integer")
    age = replace(coded, missing_codes=MissingCodes((-9, -1), 18.0))
    words = {"widths": ["5", "10", "20", "40"], "from": "0"}
    said = "77 values from -9 to 92; -9 and -1 may stand for missing"
    assert propose_hierarchy(age, "age") == (words, said)
    born = replace(numbers(-1, 2004, 80), missing_codes=MissingCodes((-1,), 1925.0))
    assert propose_widths(born) == words


def test_a_list_of_codes_says_which_may_stand_for_missing():
    codes = ("-9", "1", "2", "3")
    race = replace(
        numbers(-9, 3, 4, family="integer"), values=codes, missing_codes=MissingCodes((-9,), 1.0)
    )
    words, said = propose_hierarchy(race, "race")
    assert words == {"tree": {"*": [*codes]}}
    assert said.endswith("; -9 may stand for missing")

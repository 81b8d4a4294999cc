"""Rules in Python: interval edges, dates by unit, prefixes; and what they do not read."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsql.domain.levels.rules import DATE_UNITS, DateHierarchy, PrefixHierarchy, WidthHierarchy
from dpsql.errors import ConfigError

LARGEST = "9" * 18 + "." + "9" * 12


def interval(number, *widths, level=1):
    return WidthHierarchy(False, tuple(map(Decimal, widths))).label(number, level)


@pytest.mark.parametrize(
    ("number", "width", "label"),
    [
        ("0", "10", "[0, 10)"),
        ("9", "10", "[0, 10)"),
        ("9.999999999999", "10", "[0, 10)"),
        ("10", "10", "[10, 20)"),
        ("20", "10", "[20, 30)"),
        ("29", "10", "[20, 30)"),
        ("30", "10", "[30, 40)"),
        ("-0", "10", "[0, 10)"),
        ("-0.0", "10", "[0, 10)"),
        ("-0.000000000001", "10", "[-10, 0)"),
        ("-1", "10", "[-10, 0)"),
        ("-10", "10", "[-10, 0)"),
        ("-10.5", "10", "[-20, -10)"),
        ("-11", "10", "[-20, -10)"),
        ("007", "5", "[5, 10)"),
        ("0.1", "0.25", "[0.00, 0.25)"),
        ("0.25", "0.25", "[0.25, 0.50)"),
        ("-0.25", "0.25", "[-0.25, 0.00)"),
        ("-0.26", "0.25", "[-0.50, -0.25)"),
        ("0.3", "0.1", "[0.3, 0.4)"),
        ("2.5", "2.50", "[2.50, 5.00)"),
        ("7", "1E1", "[0, 10)"),
        (LARGEST, "1", f"[{'9' * 18}, 1{'0' * 18})"),
        ("-" + LARGEST, "1", f"[-1{'0' * 18}, -{'9' * 18})"),
        (LARGEST, "0.000000000001", f"[{LARGEST}, 1{'0' * 18}.{'0' * 12})"),
        ("9" * 18, "7", "[999999999999999999, 1000000000000000006)"),
    ],
)
def test_interval_holds_its_lower_edge(number, width, label):
    assert interval(number, width) == label


def test_levels_are_raw_then_each_width_then_the_root():
    rule = WidthHierarchy(False, (Decimal(5), Decimal(20)))
    assert rule.height == 3
    assert [rule.label("-3", level) for level in range(4)] == ["-3", "[-5, 0)", "[-20, 0)", "*"]


NUMBERS = st.decimals(
    Decimal("-" + LARGEST), Decimal(LARGEST), places=12, allow_nan=False, allow_infinity=False
)


@given(NUMBERS, st.decimals(Decimal("0.000000000001"), 10**6, places=12))
@settings(deadline=None)
def test_every_number_lies_in_its_interval(number, width):
    rule = WidthHierarchy(False, (width,))
    text = format(number, "f")
    assert rule.covers(text)
    lower, upper = (Fraction(edge) for edge in rule.label(text, 1)[1:-1].split(", "))
    assert lower <= Fraction(number) < upper
    assert upper - lower == Fraction(width)
    assert lower % Fraction(width) == 0


@given(NUMBERS, NUMBERS, st.integers(2, 9), st.integers(1, 10**6))
@settings(deadline=None)
def test_equal_intervals_stay_equal_at_the_wider_level(one, other, factor, thousandths):
    small = Decimal(thousandths) / 1000
    rule = WidthHierarchy(False, (small, small * factor))
    one_text, other_text = format(one, "f"), format(one + (other % small), "f")
    if not rule.covers(other_text):
        return
    if rule.label(one_text, 1) == rule.label(other_text, 1):
        assert rule.label(one_text, 2) == rule.label(other_text, 2)


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "x", "+1", "1e5", "0x10", "1_000", "1,5", "1.", ".5", "1 ", " 1", "--1", "1\n"),
        *("nan", "inf", "-inf", "٣", "1.0000000000001", "1" * 19, "1" * 19 + ".5", "1/2"),
    ],
)
def test_texts_that_are_no_plain_number_that_fits_are_not_covered(text):
    assert not WidthHierarchy(False, (Decimal(5),)).covers(text)


@pytest.mark.parametrize("text", ["0", "-0", "00", "1", "-1", "1.5", LARGEST, "-" + LARGEST])
def test_plain_numbers_are_covered(text):
    assert WidthHierarchy(False, (Decimal(5),)).covers(text)


@pytest.mark.parametrize(
    "widths", [(), (0,), (-5,), (5, 5), (10, 5), (5, 12), (5, 10, 15), ("0.3", 1)]
)
def test_widths_that_do_not_nest_are_refused(widths):
    with pytest.raises(ConfigError, match="width"):
        WidthHierarchy(False, tuple(map(Decimal, widths)))


@pytest.mark.parametrize("widths", [("0.1", "0.3"), ("0.25", 1), (1, 1000), ("1.50", 3)])
def test_widths_that_nest_are_taken(widths):
    assert WidthHierarchy(False, tuple(map(Decimal, widths))).height == 3


@pytest.mark.parametrize(
    ("unit", "label"),
    [
        ("day", "2024-05-31"),
        ("month", "2024-05"),
        ("quarter", "2024-Q2"),
        ("year", "2024"),
        ("decade", "2020s"),
        ("century", "2000s"),
    ],
)
@pytest.mark.parametrize("text", ["2024-05-31", "2024-05-31 12:30:00", "2024-05-31T12:30:00Z"])
def test_dates_by_unit(text, unit, label):
    rule = DateHierarchy(False, (unit,))
    assert rule.covers(text)
    assert [rule.label(text, level) for level in range(3)] == [text, label, "*"]


@pytest.mark.parametrize(
    ("month", "quarter"),
    [(f"{month:02}", f"Q{1 + (month - 1) // 3}") for month in range(1, 13)],
)
def test_every_month_has_its_quarter(month, quarter):
    label = DateHierarchy(False, ("quarter",)).label(f"1999-{month}-01", 1)
    assert label == f"1999-{quarter}"


def test_all_units_together_nest():
    rule = DateHierarchy(False, DATE_UNITS)
    dates = [
        f"{y}-{m:02}-{d:02}" for y in (1899, 1900, 1999, 2000) for m in (1, 3, 4) for d in (1, 9)
    ]
    for level in range(1, rule.height):
        parents = {}
        for date in dates:
            child, parent = rule.label(date, level), rule.label(date, level + 1)
            assert parents.setdefault(child, parent) == parent


@pytest.mark.parametrize(
    "text",
    [
        *("", "2024", "2024-05", "2024-5-31", "24-05-31", "2024-13-01", "2024-00-10"),
        *("2024-05-32", "2024-05-00", "31.05.2024", "2024/05/31", "2024-05-31x", "2024-05-31\n"),
        *(" 2024-05-31", "-2024-05-31", "12024-05-31", "infinity"),
    ],
)
def test_texts_that_start_with_no_iso_date_are_not_covered(text):
    assert not DateHierarchy(False, ("year",)).covers(text)


@pytest.mark.parametrize(
    "units", [(), ("week",), ("year", "month"), ("year", "year"), ("day", "nope"), ("Year",)]
)
def test_units_that_are_unknown_or_out_of_order_are_refused(units):
    with pytest.raises(ConfigError, match="dates takes units"):
        DateHierarchy(False, units)


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("47906", ["47906", "4790*", "47*", "*"]),
        ("4", ["4", "4*", "4*", "*"]),
        ("", ["", "*", "*", "*"]),
        ("é🙂xyz", ["é🙂xyz", "é🙂xy*", "é🙂*", "*"]),
        ("*", ["*", "**", "**", "*"]),
    ],
)
def test_prefixes(text, labels):
    rule = PrefixHierarchy(False, (4, 2))
    assert rule.covers(text)
    assert [rule.label(text, level) for level in range(4)] == labels


@given(st.text(max_size=6), st.text(max_size=6))
@settings(deadline=None)
def test_equal_prefixes_stay_equal_at_the_shorter_level(one, other):
    rule = PrefixHierarchy(False, (3, 1))
    if rule.label(one, 1) == rule.label(other, 1):
        assert rule.label(one, 2) == rule.label(other, 2)


@pytest.mark.parametrize("lengths", [(), (0,), (-1,), (2, 2), (2, 4), (4, 0)])
def test_lengths_that_do_not_fall_are_refused(lengths):
    with pytest.raises(ConfigError, match="prefix takes lengths"):
        PrefixHierarchy(False, lengths)


@pytest.mark.parametrize(
    "make",
    [
        lambda nulls: WidthHierarchy(nulls, (Decimal(5),)),
        lambda nulls: DateHierarchy(nulls, ("year",)),
        lambda nulls: PrefixHierarchy(nulls, (2,)),
    ],
    ids=["widths", "dates", "prefix"],
)
def test_null_is_covered_only_on_request_and_stays_null_below_the_root(make):
    assert not make(False).covers(None)
    assert make(True).covers(None)
    assert [make(True).label(None, level) for level in range(3)] == [None, None, "*"]
    assert make(True).root == "*"


@pytest.mark.parametrize(
    ("unit", "start", "end", "day", "label"),
    [
        ("decade", "1935", "2005-06", "1938-01-01", "[1935, 1940)"),
        ("decade", "1935", "2005-06", "2005-05-31", "[2000, 2005-06)"),
        ("decade", "1930", "2010", "2005-05-31", "2000s"),
        ("century", "1935", "1970", "1938-01-01", "[1935, 1970)"),
        ("century", "9950", None, "9999-12-31", "[9950, 10000)"),
        ("year", None, "2005-06", "2005-05-31", "[2005, 2005-06)"),
        ("year", "2005", "2005-06", "2005-05-31", "[2005, 2005-06)"),
        ("quarter", "2005-11", None, "2005-12-31", "[2005-11, 2006-01)"),
        ("quarter", "9999-11", None, "9999-12-31", "[9999-11, 10000-01)"),
        ("month", "2005-06-15", None, "2005-06-20 08:00:00", "[2005-06-15, 2005-07)"),
        ("day", "2005-06-15", None, "2005-06-15", "2005-06-15"),
    ],
)
def test_a_unit_that_an_edge_cuts_is_labelled_by_what_is_left(unit, start, end, day, label):
    assert DateHierarchy(False, (unit,), start, end).label(day, 1) == label


@pytest.mark.parametrize(
    ("start", "end", "number", "labels"),
    [
        ("30", None, "35", ["[30, 40)", "[30, 40)"]),
        ("20", "30", "25", ["[20, 30)", "[20, 30)"]),
        ("-15", "70", "-12.5", ["[-15, -10)", "[-15, 0)"]),
        ("32", "37.5", "37", ["[32, 37.5)", "[32, 37.5)"]),
        ("20", "80", "65", ["[60, 70)", "[60, 80)"]),
    ],
)
def test_an_interval_that_an_edge_cuts_is_labelled_by_what_is_left(start, end, number, labels):
    ends = [None if edge is None else Decimal(edge) for edge in (start, end)]
    rule = WidthHierarchy(False, (Decimal(10), Decimal(20)), *ends)
    assert [rule.label(number, level) for level in (1, 2)] == labels


def test_tails_that_meet_on_one_day_are_refused():
    with pytest.raises(ConfigError, match="from is not less than to"):
        DateHierarchy(False, ("year",), "1945", "1945-01")


def test_zero_has_no_sign():
    assert WidthHierarchy(False, (Decimal(5),), Decimal("-0")).label("-1", 1) == "<0"


def test_a_unit_that_is_unknown_is_named():
    with pytest.raises(ConfigError, match="; 'months' is none of these: did you mean 'month'"):
        DateHierarchy(False, ("months", "year"))

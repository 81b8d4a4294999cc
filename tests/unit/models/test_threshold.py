"""Thresholds are read exactly, from the stated spellings only, and compared as integers."""

from dataclasses import FrozenInstanceError
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsql.domain.threshold import (
    PresenceBounds,
    parse_amount,
    parse_ratio,
    parse_threshold,
    spell_threshold,
)
from dpsql.errors import ConfigError

EIGHTEEN = "123456789012345678"


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("0", 0),
        ("1", 1),
        ("00", 0),
        ("01", 1),
        ("0.29", Fraction(29, 100)),
        (".5", Fraction(1, 2)),
        ("0.50", Fraction(1, 2)),
        ("1.000", 1),
        (" 0.5 ", Fraction(1, 2)),
        ("2/3", Fraction(2, 3)),
        ("4/6", Fraction(2, 3)),
        ("0/5", 0),
        ("5/5", 1),
        ("2147483646/2147483647", Fraction(2**31 - 2, 2**31 - 1)),
        ("0." + EIGHTEEN, Fraction(int(EIGHTEEN), 10**18)),
        ("." + EIGHTEEN, Fraction(int(EIGHTEEN), 10**18)),
        ("0.000000000000000001", Fraction(1, 10**18)),
        ("0.3333333333333333", Fraction(3333333333333333, 10**16)),
        (0, 0),
        (1, 1),
        (Decimal("0.05"), Fraction(1, 20)),
        (Decimal("5E-2"), Fraction(1, 20)),
        (Decimal("1E-18"), Fraction(1, 10**18)),
        (Fraction(2, 3), Fraction(2, 3)),
        (Fraction(1, 1000), Fraction(1, 1000)),
        ("50%", Fraction(1, 2)),
        (" 0.5 % ", Fraction(1, 200)),
        ("100%", 1),
        ("0.0000000000000001%", Fraction(1, 10**18)),
    ],
)
def test_spellings_that_are_read(written, read):
    assert parse_threshold(written) == read


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ("0,2", "0.2"),
        (",25", "0.25"),
        ("20", "if you mean 20 percent, write 20% or 0.2"),
        ("1.2", "if you mean 1.2 percent, write 1.2% or 0.012"),
        (1.5, "write 1.5% or 0.015"),
        (Decimal(100), "100% or 1"),
        ("-0.1", r"lies between 0 and 1 \(100%\); if you mean 0.1, write 0.1"),
        (-0.5, "write 0.5"),
        ("-5 %", "write 5 %"),
        ("20 percent", "cannot be read; if you mean 20%, write 20%"),
        ("1 in 5", "if you mean 1/5, write 1/5"),
        ("1:5", "write 1/5"),
    ],
)
def test_decimal_commas_and_percentages_are_told_how_to_write(written, instead):
    with pytest.raises(ConfigError, match=f"{instead}$"):
        parse_threshold(written)


@pytest.mark.parametrize("written", ["300%", "101 %", 101, "7/2"])
def test_a_share_above_the_whole_is_no_percentage_that_was_written_wrong(written):
    with pytest.raises(ConfigError, match=r"lies between 0 and 1 \(100%\)$"):
        parse_threshold(written)


@pytest.mark.parametrize(
    "written",
    [
        1 / 3,
        0.1 + 0.2,
        float("nan"),
        float("inf"),
        True,
        False,
        None,
        b"0.5",
        [1, 2],
        (1, 2),
        "",
        " ",
        "nan",
        "NaN",
        "inf",
        "Infinity",
        "1e-1",
        "5E-1",
        "-0.1",
        "-0",
        "+0.5",
        "1.1",
        "2",
        "1.000000000000000001",
        "3/2",
        "2/0",
        "0/0",
        "-1/2",
        "1/-2",
        "+1/2",
        "1/2/3",
        "1 / 2",
        "0.5/1",
        "/2",
        "1/",
        "1/2147483648",
        "2147483648/2147483649",
        "10000000000/20000000000",
        "0." + EIGHTEEN + "9",
        "1" * 10_000,
        "0." + "1" * 10_000,
        "1/" + "1" * 10_000,
        "0.",
        ".",
        "0,5",
        "0.5.1",
        "150%",
        "%",
        "-5%",
        "5%%",
        "1/2%",
        "0.00000000000000001%",
        "½",
        "٠.٥",
        "0x1",
        "1_0/2_0",
        "0.5\n0.6",
        Decimal("NaN"),
        Decimal("Infinity"),
        Decimal("-0.1"),
        Decimal("1.1"),
        Decimal("1E-19"),
        Fraction(3, 2),
        Fraction(-1, 2),
        Fraction(1, 2**31),
        2,
        -1,
    ],
    ids=lambda written: f"{type(written).__name__} {written!r:.30}",
)
def test_spellings_that_are_refused(written):
    with pytest.raises(ConfigError, match=r"^delta\b"):
        parse_threshold(written)


def test_the_error_names_the_threshold_and_how_to_write_one():
    with pytest.raises(ConfigError, match=r"^the threshold cannot be read: write a fraction"):
        parse_threshold("half", "the threshold")


@given(st.integers(0, 2**31 - 1), st.integers(1, 2**31 - 1))
@settings(deadline=None)
def test_fractions_are_read_as_they_are(numerator, denominator):
    text = f"{numerator}/{denominator}"
    if numerator <= denominator:
        assert parse_threshold(text) == Fraction(numerator, denominator)
    else:
        with pytest.raises(ConfigError):
            parse_threshold(text)


@given(st.decimals(0, 1, places=17))
@settings(deadline=None)
def test_decimals_and_their_text_are_the_same_threshold(decimal):
    assert parse_threshold(decimal) == parse_threshold(format(decimal, "f")) == Fraction(decimal)


@pytest.mark.parametrize(
    ("delta", "public", "private"),
    [
        ("0.29", 100, 29),
        ("0.57", 100, 57),
        ("0.58", 100, 58),
        ("0.07", 100, 7),
        ("0.35", 180, 63),
        ("1/3", 3, 1),
    ],
)
def test_an_edge_that_doubles_get_wrong_belongs_to_the_range(delta, public, private):
    """Catalogue A07: some of these products of doubles lie on the wrong side of the count."""
    edge = parse_threshold(delta)
    assert PresenceBounds(edge, edge).allows(public, private)
    assert not PresenceBounds(Fraction(0), edge).allows(public, private + 1)
    assert not PresenceBounds(edge, Fraction(1)).allows(public, private - 1)


def test_one_third_lies_above_its_sixteen_digits():
    """Catalogue A06: a double accepts this."""
    assert 1 / 3 <= 0.3333333333333333
    bounds = PresenceBounds(Fraction(0), parse_threshold("0.3333333333333333"))
    assert not bounds.allows(3, 1)


@st.composite
def ranges(draw):
    ends = [Fraction(draw(st.integers(0, d)), d) for d in (draw(st.integers(1, 10**18)),) * 2]
    return PresenceBounds(min(ends), max(ends))


@given(ranges(), st.integers(1, 10**19), st.data())
@settings(deadline=None)
def test_comparison_is_that_of_fractions(bounds, public, data):
    near = [int(end * public) for end in (bounds.minimum, bounds.maximum)]
    some = st.one_of(
        st.integers(0, public),
        st.sampled_from([c + i for c in near for i in (-1, 0, 1) if 0 <= c + i <= public]),
    )
    private = data.draw(some)
    expected = bounds.minimum <= Fraction(private, public) <= bounds.maximum
    assert bounds.allows(public, private) is expected


def test_a_range_whose_ends_are_exchanged_is_refused():
    with pytest.raises(ConfigError, match="exchange them"):
        PresenceBounds(Fraction(2, 3), Fraction(1, 2))


@given(
    st.one_of(
        st.decimals(0, 1, places=18).map(str),
        st.fractions(0, 1, max_denominator=2**31 - 1).map(str),
    )
)
@settings(deadline=None)
def test_what_is_spelled_is_read_back(text):
    threshold = Fraction(text)
    assert parse_threshold(spell_threshold(threshold)) == threshold


@pytest.mark.parametrize(
    "written",
    [
        *("1000000000", 10**9, "1/2147483647", "2.5", "1.12345678901234567"),
        # In lowest terms the numerator is the least that may not be written.
        "1.7592186044416",
    ],
)
def test_ratios_are_read_and_spelled_so_that_they_are_read_back(written):
    ratio = parse_ratio(written)
    assert ratio == Fraction(written)
    assert parse_ratio(spell_threshold(ratio)) == ratio


def test_a_ratio_of_more_than_eighteen_digits_is_refused():
    with pytest.raises(ConfigError, match="a decimal of at most 18 digits"):
        parse_ratio(f"1.{EIGHTEEN}")


@pytest.mark.parametrize("written", ["0", "0/7", "-1", "1000000001", 1_000_000_001, 0])
def test_ratios_that_lie_elsewhere_are_refused(written):
    with pytest.raises(ConfigError, match="l lies above 0 and is at most 1000000000"):
        parse_ratio(written, "l")


@pytest.mark.parametrize("kind", [int, Fraction, Decimal])
@pytest.mark.parametrize("parse", [parse_threshold, parse_ratio])
def test_what_is_too_large_to_be_written_out_is_refused_all_the_same(kind, parse):
    """Python spells no integer of that many digits, and memory has no room for such a decimal."""
    huge = Decimal("1E+999999999") if kind is Decimal else kind(10**5000)
    with pytest.raises(ConfigError, match=r"^l .* 1"):
        parse(huge, "l")


def test_a_fraction_of_too_many_digits_is_refused():
    with pytest.raises(ConfigError, match="the threshold cannot be read"):
        parse_threshold(Fraction(1, 10**5000), "the threshold")


def test_what_nobody_could_have_written_is_not_spelled():
    for threshold in (Fraction(1, 3**30), Fraction(1, 10**19), Fraction(1, 2**31)):
        with pytest.raises(ValueError, match="at most 18 decimals"):
            spell_threshold(threshold)


def test_a_range_is_not_changed():
    bounds = PresenceBounds(Fraction(1, 2), Fraction(2, 3))
    with pytest.raises(FrozenInstanceError):
        bounds.maximum = Fraction(1)
    assert hash(bounds) == hash(PresenceBounds(Fraction(1, 2), Fraction(2, 3)))


def test_an_amount_that_is_too_large_is_refused():
    assert parse_amount("0") == 0
    assert parse_amount("150 %") == Fraction(3, 2)
    with pytest.raises(ConfigError, match="is 0 or more, and at most"):
        parse_amount("1000000001")


def test_a_float_is_named_where_it_is_no_number_and_minus_0_is_0():
    for value in (float("nan"), float("inf")):
        with pytest.raises(ConfigError, match=f"the share is {value}, which is no number"):
            parse_threshold(value, "the share")
    assert parse_threshold(-0.0) == 0


def test_the_digits_of_a_long_decimal_are_not_written():
    class Unwritten(Decimal):
        def __format__(self, *_):
            raise AssertionError

    for text in ("1E-1000000", "1E+1000000"):
        with pytest.raises(ConfigError, match="cannot be read"):
            parse_threshold(Unwritten(text))

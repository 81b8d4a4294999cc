"""The search's SQL and the verifier's Python sort the values of every ordered type as they are."""

from datetime import date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sqlglot import parse_one

from dpsql.domain.sections.engine_options import DuckDBOptions
from dpsql.engines.duckdb.engine import DuckDBEngine
from dpsql.errors import InputError
from dpsql.privacy.t_closeness import OrderedCloseness
from dpsql.sql.lattice.sensitive_set import encode_sensitive, values_name
from dpsql.sql.tables.private_table import PRIVATE, PrivateRows
from dpsql.sql.tables.public_and_private import Tables
from dpsql.verifier.natural_order import find_natural_key

MODEL = OrderedCloseness("s", Fraction(1, 2))
FEW = settings(deadline=None, max_examples=15, suppress_health_check=list(HealthCheck))


def spell(value):
    return "NULL" if value is None else "'" + value.replace("'", "''") + "'"


def sort_by_search(engine, texts, type_):
    """The values of a column of this type, least first, as the search numbers them."""
    rows = ", ".join(f"(CAST({spell(text)} AS {type_}))" for text in texts)
    engine.materialize(PRIVATE, parse_one(f"SELECT s FROM (VALUES {rows}) AS t(s)", read="duckdb"))
    engine.materialize("raw", parse_one("SELECT CAST(s AS VARCHAR) AS s FROM private_table"))
    try:
        types = engine.columns(PRIVATE)
        tables = Tables((), PrivateRows(), {"s": PRIVATE}, types)
        query = parse_one("SELECT 1 AS one")
        encode_sensitive(engine, tables, lambda *_: query, [MODEL], len(texts))
        listed = parse_one(f"SELECT value FROM {values_name(0)} ORDER BY position")
        found = [value for (value,) in engine.fetch(listed)]
        spelled = [value for (value,) in engine.fetch(parse_one("SELECT s FROM raw"))]
        return found, set(spelled), types["s"]
    finally:
        for name in list(engine._places):
            engine.drop(name)


def sort_by_verifier(texts, type_):
    key = find_natural_key(texts - {None}, type_.family, type_.name)
    return [*([None] if None in texts else []), *sorted(texts - {None}, key=key)]


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    with DuckDBEngine(DuckDBOptions(), tmp_path_factory.mktemp("engine")) as found:
        yield found


def spell_decimal(scale):
    return lambda n: f"{'-' * (n < 0)}{abs(n) // 10**scale}.{abs(n) % 10**scale:0{scale}}"


def spell_day(days):
    """Days since 1970, written as DuckDB does; the first year is that of Python's calendar."""
    cycles, rest = divmod(days, 146_097)
    day = date(1970, 1, 1) + timedelta(rest)
    year = day.year + 400 * cycles
    shown, era = (year, "") if year > 0 else (1 - year, " (BC)")
    return f"{shown:04}-{day.month:02}-{day.day:02}{era}"


def spell_moment(microseconds):
    days, rest = divmod(microseconds, 86_400_000_000)
    return f"{spell_day(days)} {spell_time(rest)}"


def spell_time(microseconds):
    return (datetime(1970, 1, 1) + timedelta(microseconds=microseconds)).time().isoformat()


def number(least, most):
    return st.integers(least, most) | st.integers(max(least, -12), min(most, 12))


MOMENTS = number(-(10**17), 2 * 10**17)
DOUBLES = st.floats(allow_nan=False) | st.sampled_from([float("inf"), float("-inf"), 1e15, 1e-5])
TYPES = {
    "TINYINT": (number(-128, 127), str),
    "BIGINT": (number(-(2**63), 2**63 - 1), str),
    "UBIGINT": (number(0, 2**64 - 1), str),
    "HUGEINT": (number(-(10**38), 10**38), str),
    "DECIMAL(20, 13)": (number(-(10**20) + 1, 10**20 - 1), spell_decimal(13)),
    "DECIMAL(38, 18)": (number(-(10**38) + 1, 10**38 - 1), spell_decimal(18)),
    "DECIMAL(5, 5)": (number(-99_999, 99_999), spell_decimal(5)),
    "DOUBLE": (DOUBLES, repr),
    "DATE": (number(-2_000_000, 4_000_000), spell_day),
    "TIMESTAMP": (MOMENTS, spell_moment),
    "TIMESTAMP WITH TIME ZONE": (MOMENTS, spell_moment),
    "TIME": (number(0, 86_399_999_999), spell_time),
    "BOOLEAN": (st.booleans(), lambda value: str(value).lower()),
}


@pytest.mark.parametrize("type_", TYPES)
@given(data=st.data())
@FEW
def test_typed_values_stand_in_the_order_of_their_type(engine, type_, data):
    values, spell_one = TYPES[type_]
    drawn = sorted(data.draw(st.sets(values, min_size=1, max_size=8)))
    texts = [spell_one(value) for value in drawn]
    if len({*map(str, texts)}) < len(texts) or (0.0 in drawn and type_ == "DOUBLE"):
        return
    shuffled = data.draw(st.permutations([*texts, *texts[:1], None]))
    found, spelled, described = sort_by_search(engine, shuffled, type_)
    assert found == sort_by_verifier(spelled, described)
    expected, _, _ = sort_by_rows(engine, texts, type_)
    assert found == [None, *expected]


def sort_by_rows(engine, texts, type_):
    """The texts of the engine, of texts in their order."""
    rows = ", ".join(f"({i}, CAST({spell(text)} AS {type_}))" for i, text in enumerate(texts))
    query = f"SELECT CAST(s AS VARCHAR) FROM (VALUES {rows}) AS t(i, s) ORDER BY i"
    return [text for (text,) in engine.fetch(parse_one(query, read="duckdb"))], None, None


@st.composite
def written_numbers(draw):
    """A number, and a text of it with more or fewer zeros, a sign, a point or an exponent."""
    digits = draw(st.integers(0, 10**45) | st.integers(0, 30))
    shift = draw(st.integers(-40, 40) | st.integers(-2, 2))
    sign = draw(st.sampled_from(["", "-", "+"]))
    zeros, spaces = "0" * draw(st.integers(0, 2)), " " * draw(st.integers(0, 1))
    text = f"{zeros}{digits}"
    point = draw(st.integers(0, len(text)))
    if draw(st.booleans()):
        text = f"{text[:point]}.{text[point:]}"
        exponent = shift
        value = Fraction(digits) / 10 ** (len(text) - 1 - point) * Fraction(10) ** shift
    else:
        exponent, value = shift, Fraction(digits) * Fraction(10) ** shift
    if exponent or draw(st.booleans()):
        text += draw(st.sampled_from("eE")) + draw(
            st.sampled_from(["", "+"] if exponent >= 0 else [""])
        )
        text += str(exponent)
    return (-value if sign == "-" else value), f"{spaces}{sign}{text}{spaces}"


@given(st.lists(written_numbers(), min_size=1, max_size=8, unique_by=lambda one: one[0]))
@example([(Fraction("9.123456789012345678901"), "9.123456789012345678901"), (Fraction(10), "+10")])
@example([(Fraction(2**53), str(2**53)), (Fraction(2**53 + 1), f"{2**53 + 1}.")])
@example([(Fraction(0), "-0"), (Fraction(-1, 1000), "-1e-3"), (Fraction(1, 2), ".5")])
@FEW
def test_texts_of_numbers_stand_in_the_order_of_all_their_digits(engine, drawn):
    expected = [text for _, text in sorted(drawn)]
    found, spelled, described = sort_by_search(engine, sorted(expected), "VARCHAR")
    assert found == expected == sort_by_verifier(spelled, described)


@pytest.mark.parametrize(
    "texts",
    [
        ["0001-01-01", "0999-12-31", "9999-12-31"],
        ["2024-01-01T23:00:00", "2024-01-01 23:00:00.25", "2024-01-01T23:00:00.5"],
        ["00:00:00", "00:00:00.05", "00:00:00.5", "23:59:59"],
        ["-1e999", "-1e-999", "0e5", "1e-999", "1e999"],
    ],
)
def test_texts_that_all_read_alike_are_ordered(engine, texts):
    found, spelled, described = sort_by_search(engine, texts[::-1], "VARCHAR")
    assert found == texts == sort_by_verifier(spelled, described)


EQUAL = [["1", "1.0"], ["01", "1"], ["-0", "0"], ["1e3", "1000"], [" 5", "5"], ["5.", "+5"]]
NO_ORDER = [
    ["1", "x"],
    ["1", ""],
    ["1", "2024-01-01"],
    ["2024-01-01", "2024-01-01 00:00:00"],
    ["2024-01-01 00:00:00+02", "2024-01-01 00:00:00"],
    ["1_000", "5"],
    ["inf", "5"],
    ["nan", "5"],
    ["0x10", "5"],
    ["5\n", "6"],
    ["1e1000", "6"],
    ["٣", "5"],
    ["--5", "6"],
    [".", "6"],
    ["e5", "6"],
]


@pytest.mark.parametrize("texts", EQUAL)
def test_one_number_in_two_ways_is_refused(engine, texts):
    with pytest.raises(InputError, match="2 values of T equal another one"):
        sort_by_search(engine, texts, "VARCHAR")
    key = find_natural_key(texts, "text", "VARCHAR")
    assert key(texts[0]) == key(texts[1])


@pytest.mark.parametrize("texts", NO_ORDER)
def test_words_are_refused_by_both(engine, texts):
    with pytest.raises(InputError, match="words have no order"):
        sort_by_search(engine, texts, "VARCHAR")
    assert find_natural_key(texts, "text", "VARCHAR") is None


@pytest.mark.parametrize(
    ("texts", "type_"),
    [
        (["1 month", "30 days"], "INTERVAL"),
        (["\\x00"], "BLOB"),
        (["01"], "BIT"),
        (["00000000-0000-0000-0000-000000000000"], "UUID"),
        (["10:00:00+02"], "TIME WITH TIME ZONE"),
        (["[1]"], "INTEGER[]"),
    ],
)
def test_types_without_an_order_are_refused_by_both(engine, texts, type_):
    with pytest.raises(InputError, match="have no order that is known"):
        sort_by_search(engine, texts, type_)
    described = engine.fetch(parse_one(f"SELECT TYPEOF(CAST('{texts[0]}' AS {type_}))"))[0][0]
    assert find_natural_key(texts, "other", described) is None


def test_infinite_and_missing_numbers_and_moments(engine):
    doubles = ["-inf", "-1.5", "2.0", "1e+22", "inf", "nan"]
    found, spelled, described = sort_by_search(engine, doubles[::-1], "DOUBLE")
    assert found == doubles == sort_by_verifier(spelled, described)
    days = ["-infinity", "0044-03-15 (BC)", "0001-01-01", "9999-12-31", "10000-01-01", "infinity"]
    found, spelled, described = sort_by_search(engine, days[::-1], "DATE")
    assert found == days == sort_by_verifier(spelled, described)


def test_local_moments_are_ordered_by_their_moment():
    """Where clocks are set back, a later moment has the earlier text."""
    key = find_natural_key([], "local time", "TIMESTAMP WITH TIME ZONE")
    texts = ["2024-10-27 02:30:00+02", "2024-10-27 02:10:00+01", "2024-10-27 02:10:00.5+01"]
    assert [*sorted(set(texts), key=key)] == texts


def test_numbers_of_postgres_without_a_scale():
    key = find_natural_key([], "other", "NUMERIC")
    texts = ["-Infinity", "-0.5", "9.25", "10", "Infinity", "NaN"]
    assert [*sorted(set(texts), key=key)] == texts
    assert Decimal("0.5") == key("0.50")[1]


@pytest.mark.parametrize("clock", ["", " 10:00:00", "T10:00:00.5"])
@pytest.mark.parametrize(
    ("year", "has_leap_day"),
    [
        *(("2024", True), ("2023", False), ("1900", False), ("2000", True), ("2100", False)),
        *(("0000", True), ("9996", True), ("1904", True), ("2010", False), ("2012", True)),
    ],
)
def test_texts_are_dates_only_if_the_calendar_has_them(engine, year, has_leap_day, clock):
    lengths = [31, 29 if has_leap_day else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    for month, length in enumerate(lengths, 1):
        texts = {f"{year}-{month:02}-{day:02}{clock}" for day in (1, 9, 10, 19, 20, 28, length)}
        found, spelled, type_ = sort_by_search(engine, texts, "VARCHAR")
        assert found == sort_by_verifier(spelled, type_) == sorted(texts)
        absent = f"{year}-{month:02}-{length + 1:02}{clock}"
        assert find_natural_key({*texts, absent}, "text", "VARCHAR") is None
        with pytest.raises(InputError, match="neither all numbers"):
            sort_by_search(engine, {*texts, absent}, "VARCHAR")

"""How the verifier reads values that have an order of their own, without an engine."""

from calendar import monthrange
from datetime import UTC, datetime, time, timedelta, timezone
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpsql.verifier.natural_order import find_natural_key

ASCENDING = {
    "date": ["-infinity", "0002-01-01 (BC)", "0001-12-31 (BC)", "0001-01-01", "2024-02-29"],
    "timestamp": [
        "2024-01-01 00:00:00+02",
        "2024-01-01 00:00:00+01:30",
        "2023-12-31 23:00:00.5",
        "2024-01-01 00:00:00",
        "2024-01-01",
        "2024-01-01T00:00:00-00:00:01",
        "2024-03-01 00:00:00 (BC)",
        "infinity",
    ],
    "time": ["00:00:00", "09:59:59.9", "10:00:00", "10:00:00.05", "10:00:00.5", "24:00:00"],
    "float": ["-inf", "-1e300", "0.1", "9.123456789012345", "10", "inf", "nan"],
    "decimal": ["-2", "9.99999999999999999999", "10"],
    "integer": ["-10", "9", "1234567890123456789"],
}


@pytest.mark.parametrize("family", [name for name in ASCENDING if name != "timestamp"])
def test_values_are_read_as_their_type_orders_them(family):
    expected = ASCENDING[family]
    key = find_natural_key(expected, family, "")
    assert all(key(one) < key(other) for one, other in pairwise(expected))


def test_moments_are_compared_in_utc():
    key = find_natural_key([], "timestamp", "")
    east, half, before, same, day, west, ancient, last = map(key, ASCENDING["timestamp"])
    assert ancient < east < half < before < same == day < west < last


@pytest.mark.parametrize(("family", "text"), [("date", "tomorrow"), ("time", "noon")])
def test_a_text_of_another_kind_is_not_read(family, text):
    with pytest.raises(ValueError, match=f"no {family}"):
        find_natural_key([], family, "")(text)


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["10", " 9 ", "+5", "1e3"], ["+5", " 9 ", "10", "1e3"]),
        (["2024-02-29", "2023-12-31"], ["2023-12-31", "2024-02-29"]),
        (
            ["2024-01-01 10:00:00.5", "2024-01-01T10:00:00.25", "2024-01-01 09:00:00"],
            ["2024-01-01 09:00:00", "2024-01-01T10:00:00.25", "2024-01-01 10:00:00.5"],
        ),
        (["10:00:00.5", "10:00:00", "09:00:00"], ["09:00:00", "10:00:00", "10:00:00.5"]),
    ],
)
def test_texts_that_all_read_alike_have_an_order(texts, expected):
    assert sorted(texts, key=find_natural_key(texts, "text", "VARCHAR")) == expected


@pytest.mark.parametrize(
    "texts",
    [["10", "low"], ["2023-02-29"], ["2023-02-28", "10"], ["2023-13-01"], ["25:00:00"], ["1e1000"]],
)
def test_other_texts_have_none(texts):
    assert find_natural_key(texts, "text", "VARCHAR") is None


def test_numbers_without_a_scale_are_numbers_and_other_types_have_no_order():
    assert find_natural_key([], "other", "NUMERIC(40)")("9.5") < (False, 10)
    assert find_natural_key([], "other", "INTERVAL") is None


ZONES = st.integers(-14 * 3600, 14 * 3600).map(lambda s: timezone(timedelta(seconds=s)))
MOMENTS = st.datetimes(
    min_value=datetime(2, 1, 1),
    max_value=datetime(9998, 12, 31),
    timezones=ZONES,
)


@given(st.lists(MOMENTS, min_size=2, max_size=5))
def test_moments_have_the_order_that_python_gives_them(moments):
    key = find_natural_key([], "timestamp", "")
    read = [key(str(moment)) for moment in moments]
    order = sorted(range(len(read)), key=read.__getitem__)
    assert order == sorted(range(len(read)), key=moments.__getitem__)
    for moment, (seconds, fraction) in zip(moments, read, strict=True):
        since = moment - datetime(1970, 1, 1, tzinfo=UTC)
        assert seconds - key("1970-01-01")[0] == since // timedelta(seconds=1)
        assert fraction == f"{moment.microsecond:06}".rstrip("0")


@given(st.lists(st.times(), min_size=2, max_size=5))
def test_times_have_the_order_that_python_gives_them(times):
    key = find_natural_key([], "time", "")
    assert sorted(times, key=lambda one: key(str(one))) == sorted(times)
    assert key(str(time(1, 2, 3))) == (3723, "")


@pytest.mark.parametrize("day", ["", "2024-01-01 "])
def test_zeros_at_the_end_of_a_second_mean_nothing(day):
    texts = [f"{day}10:00:00{fraction}" for fraction in ("", ".0", ".50", ".5", ".500")]
    key = find_natural_key(texts, "text", "VARCHAR")
    assert key(texts[0]) == key(texts[1]) < key(texts[2]) == key(texts[3]) == key(texts[4])


@pytest.mark.parametrize("year", [0, 4, 1900, 2000, 2023, 2024])
def test_a_day_is_one_that_the_calendar_has(year):
    for month in range(1, 13):
        # Python has no year 0, which is a leap year as 2000 is.
        last = monthrange(year or 2000, month)[1]
        texts = [f"{year:04}-{month:02}-{day:02}" for day in (1, last)]
        assert find_natural_key(texts, "text", "VARCHAR") is not None
        beyond = f"{year:04}-{month:02}-{last + 1:02}"
        assert find_natural_key([beyond], "text", "VARCHAR") is None


def test_what_is_endless_is_beyond_every_year():
    for family in ("date", "timestamp"):
        key = find_natural_key([], family, "")
        assert key("-infinity") < key("999999-01-01 (BC)") < key("999999-12-31") < key("infinity")

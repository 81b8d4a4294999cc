"""How the verifier reads values that have an order of their own, without an engine."""

from itertools import pairwise

import pytest

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

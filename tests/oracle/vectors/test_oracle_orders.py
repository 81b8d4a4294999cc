"""Orders of values: the example's two, ties, NULL, and what a range loses."""

from datetime import date
from fractions import Fraction

import pytest

from tests.oracle.tables.ladders import add_null_leaf, make_explicit_ladder
from tests.oracle.tables.orders import (
    order_by_alpha,
    order_by_default,
    order_by_frequency,
    order_by_hierarchy,
    order_by_list,
    order_by_number,
)
from tests.oracle.tables.running_example import AGE, NATIONALITY, PUBLIC, ZIP

ZIPS, AGES, NATIONALITIES = zip(*PUBLIC, strict=True)


def test_the_orders_of_the_example() -> None:
    by_hierarchy = order_by_hierarchy(NATIONALITIES, NATIONALITY)
    assert " ".join(map(str, by_hierarchy.values)) == "USA Canada Brazil Peru Spain Bulgaria France"
    by_alpha = order_by_alpha(NATIONALITIES)
    assert " ".join(map(str, by_alpha.values)) == "Brazil Bulgaria Canada France Peru Spain USA"
    assert order_by_number(ZIPS).find_width("47903", "47906") == Fraction(3, 48973 - 47630)
    assert order_by_default(AGES, AGE) == order_by_number(AGES)
    assert order_by_default(ZIPS, ZIP) == order_by_hierarchy(ZIPS, ZIP)


def test_children_come_by_first_appearance_though_their_leaves_are_scattered() -> None:
    ladder = make_explicit_ladder(
        [("d", "D", "2", "*"), ("a", "A", "1", "*"), ("c", "D", "2", "*"), ("b", "B", "2", "*")]
    )
    assert order_by_hierarchy("abcd", ladder).values == ("d", "c", "b", "a")
    assert order_by_hierarchy("ba", ladder).values == ("b", "a")
    with pytest.raises(ValueError, match="no place"):
        order_by_hierarchy("abx", ladder)


def test_numbers_dates_and_truth_values_go_by_value() -> None:
    assert order_by_number([10, 9, -1, 0.5]).values == (-1, 0.5, 9, 10)
    assert order_by_number(["10", "9", "1e1"]).values == ("9", "10", "1e1")
    assert order_by_number([True, False]).values == (False, True)
    days = [date(2024, 3, 1), date(2023, 12, 31)]
    assert order_by_number(days).values == (days[1], days[0])
    assert order_by_number(["2024-03-01", "0987-01-01"]).values == ("0987-01-01", "2024-03-01")


def test_texts_go_by_code_point() -> None:
    assert order_by_alpha(["é", "z", "Z", "🙂", "￿", ""]).values == ("", "Z", "z", "é", "￿", "🙂")
    assert order_by_alpha([9, 10]).values == (10, 9)


def test_ties_go_by_value() -> None:
    assert order_by_number(["7", "007", "7.0"]).values == ("007", "7", "7.0")
    assert order_by_frequency(["b", "c", "c", "a"]).values == ("c", "a", "b")
    assert order_by_frequency([10, 9, 11, 11]).values == (11, 9, 10)
    assert order_by_list("ab", "cbab").values == ("b", "a")


def test_null_is_least_unless_a_hierarchy_a_list_or_its_frequency_places_it() -> None:
    assert order_by_number([3, None, -1]).values == (None, -1, 3)
    assert order_by_alpha(["", None]).values == (None, "")
    assert order_by_list(["a", None], "a").values == (None, "a")
    assert order_by_list(["a", None], ["a", None]).values == ("a", None)
    assert order_by_frequency(["a", None]).values == (None, "a")
    assert order_by_frequency(["a", "a", None]).values == ("a", None)
    ladder = add_null_leaf(make_explicit_ladder([("a",), ("b",)]))
    assert order_by_hierarchy(["a", None, "b"], ladder).values == ("a", "b", None)
    assert order_by_default([None, 3], {}).values == (None, 3)


def test_a_list_names_every_value() -> None:
    with pytest.raises(ValueError, match="not in the list"):
        order_by_list("ab", "a")


def test_what_a_range_loses() -> None:
    ages = order_by_number([18, 20, 58])
    assert [ages.find_width(18, high) for high in (18, 20, 58)] == [0, Fraction(1, 20), 1]
    texts = order_by_alpha("aabd")
    assert [texts.find_width("a", high) for high in "abd"] == [0, Fraction(1, 2), 1]
    assert order_by_alpha(["a"]).find_width("a", "a") == 0
    days = order_by_number([date(2024, 1, 1), date(2024, 1, 3), date(2024, 1, 11)])
    assert days.find_width(days.values[0], days.values[1]) == Fraction(1, 5)


def test_a_range_of_null_and_numbers_loses_all() -> None:
    order = order_by_number([None, 1, 2])
    assert order.find_width(None, None) == 0
    assert order.find_width(None, 1) == 1
    assert order.find_width(1, 2) == 1
    assert order_by_number([None, 1]).find_width(1, 1) == 0
    assert order_by_number(["7", "007"]).find_width("007", "7") == 0

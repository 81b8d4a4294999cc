"""What a verifier says of values that an engine has sorted: it looks at them one by one."""

from decimal import Decimal

import pytest

from dpsql.domain.levels.hierarchy import nest
from dpsql.domain.levels.rules import DateHierarchy, PrefixHierarchy, WidthHierarchy
from dpsql.domain.sections.quasi_identifier import QuasiIdentifier
from dpsql.errors import EngineError, HierarchyError
from dpsql.verifier.boxes.value_orders import find_value_order

WIDTHS = WidthHierarchy(False, (Decimal(5),))
PREFIX = PrefixHierarchy(False, (1,))
TREE = nest(enumerate([("b", "x", "*"), ("a", "x", "*")]), "c", nulls_are_leaves=False)[0]


def order(family="text", hierarchy=PREFIX, **words):
    kinds = {WIDTHS: {"widths": ["5"]}, PREFIX: {"prefix": [1]}, TREE: {"hierarchy": "c.csv"}}
    rule = kinds.get(hierarchy, {"dates": ["day"]})
    return find_value_order("c", QuasiIdentifier(**rule, **words), hierarchy, family)


@pytest.mark.parametrize(
    ("found", "leaves"),
    [
        (order(order="alpha"), [None, "10", "9", "x"]),
        (order("integer", order="alpha"), [None, "10", "9"]),
        (order(hierarchy=WIDTHS), [None, "-1.5", "9", "10"]),
        (order(order="number"), ["2024-09-30", "2024-10-01"]),
        (order("integer", order="number"), ["9", "10"]),
        (order("decimal", order="number"), ["-0.5", "9.123456789012345678", "10.0"]),
        (order("float", order="number", hierarchy=WIDTHS), ["-inf", "-0.0", "0.0", "1e+22", "nan"]),
        (order("date", DateHierarchy(False, ("day",))), ["0044-03-15 (BC)", "0001-01-01"]),
        (order(order=["low", "high"]), [None, "low", "high"]),
        (order(hierarchy=TREE), [None, "b", "a"]),
        (order("integer", hierarchy=TREE, order="number"), ["9", "10"]),
    ],
)
def test_sorted_values_pass_and_others_do_not(found, leaves):
    values = [(leaf, 1) for leaf in leaves]
    assert list(found.check(values)) == leaves
    for wrong in (values[::-1], [values[0], *values], [*values[1:], values[0]]):
        with pytest.raises(EngineError, match="sorts values of P in another way"):
            list(found.check(wrong))


@pytest.mark.parametrize(
    ("family", "key"),
    [
        ("date", "value"),
        ("decimal", "value"),
        ("float", "CAST(leaf AS DOUBLE)"),
        ("integer", "value"),
        ("text", "leaf"),
    ],
)
def test_the_engine_sorts_values_by_what_their_type_is_counted_as(family, key):
    """Floats are texts in the counted tuples, so that each has one spelling."""
    hierarchy = DateHierarchy(False, ("day",)) if family == "date" else PREFIX
    assert order(family, hierarchy).keys[1].sql("duckdb") == key


def test_the_most_frequent_value_is_first():
    found = order(order="frequency")
    assert list(found.check([("b", 3), (None, 1), ("a", 1)])) == ["b", None, "a"]
    with pytest.raises(EngineError):
        list(found.check([("a", 1), ("b", 3)]))


def test_values_without_a_place_are_counted_when_all_were_seen():
    for found, list_ in ((order(order=["low"]), "order"), (order(hierarchy=TREE), "hierarchy")):
        with pytest.raises(HierarchyError, match=f"{list_} of c: 2 values of P have no place"):
            list(found.check([("secret", 1), ("hidden", 1)]))


def test_texts_that_are_measured_are_all_numbers_or_all_dates():
    for leaves in (["1", "2024-01-01"], ["1", "x"], ["2024-01-01", "3"], ["x"]):
        with pytest.raises(HierarchyError, match="neither all numbers nor all dates"):
            list(order(order="number").check([(leaf, 1) for leaf in leaves]))


def test_only_the_value_before_is_remembered():
    """Values come from a generator that would never end."""
    endless = ((f"{number:09}", 1) for number in range(10**9))
    checked = order(order="alpha").check(endless)
    assert [next(checked) for _ in range(3)] == ["000000000", "000000001", "000000002"]

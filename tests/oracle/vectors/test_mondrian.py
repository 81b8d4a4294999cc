"""Mondrian on tables small enough to cut by hand, and what LeFevre et al. prove of it."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle.search.boxes import (
    are_disjoint,
    find_box,
    find_box_discernibility,
    find_private_boxes,
)
from tests.oracle.search.mondrian import (
    Rows,
    find_counted_parts,
    find_median,
    find_mondrian_parts,
    halve_relaxedly,
    halve_strictly,
)
from tests.oracle.search.partitions import Orders, Part, Strategy, find_partition, has_rows
from tests.oracle.tables.orders import order_by_list, order_by_number
from tests.oracle.tables.running_example import PRIVATE
from tests.oracle.tables.table import Value


def order_numbers(rows: Rows) -> Orders:
    return tuple(order_by_number(values) for values in zip(*rows, strict=True))


def cut_line(values: list[int], k: int, relaxed: bool = False) -> list[list[Value]]:
    rows: Rows = [(value,) for value in values]
    halve = halve_relaxedly if relaxed else halve_strictly
    parts = find_mondrian_parts(rows, k, order_numbers(rows), halve)
    return [[value for (value,) in part] for part in parts]


@pytest.mark.parametrize(
    ("values", "median"), [([1], 1), ([2, 1], 1), ([3, 1, 2], 2), ([1, 1, 2, 3], 1), ([1, 2, 2], 2)]
)
def test_the_median_is_the_least_value_that_half_of_the_rows_do_not_exceed(
    values: list[Value], median: int
) -> None:
    assert find_median(values, order_by_number(values)) == median


def test_one_dimension() -> None:
    assert cut_line([1, 2, 3, 4, 5, 6, 7], 2) == [[1, 2], [3, 4], [5, 6, 7]]
    assert cut_line([1, 1, 1, 1, 2], 2) == [[1, 1, 1, 1, 2]]
    assert cut_line([1, 1, 1, 1, 2], 2, relaxed=True) == [[1, 1], [1, 1, 2]]
    assert cut_line([1, 1, 1, 1], 2, relaxed=True) == [[1, 1], [1, 1]]
    assert cut_line([1], 2) == []
    assert find_mondrian_parts([], 2, (), halve_strictly) == []


PATIENTS: Rows = [
    ("M", 25, 53711),
    ("F", 25, 53712),
    ("M", 26, 53711),
    ("M", 27, 53710),
    ("F", 27, 53712),
    ("M", 28, 53711),
]


def test_the_first_of_equally_wide_dimensions_is_cut() -> None:
    sexes, ages, zips = zip(*PATIENTS, strict=True)
    orders = (order_by_list(sexes, "MF"), order_by_number(ages), order_by_number(zips))
    boxes = [
        find_box(tuple(part), orders)
        for part in find_mondrian_parts(PATIENTS, 2, orders, halve_strictly)
    ]
    assert boxes == [
        (("M", "M"), (25, 26), (53711, 53711)),
        (("M", "M"), (27, 28), (53710, 53711)),
        (("F", "F"), (25, 27), (53712, 53712)),
    ]
    other = (order_by_list(sexes, "FM"), *orders[1:])
    parts = find_mondrian_parts(PATIENTS, 2, other, halve_strictly)
    assert [len(part) for part in parts] == [3, 3], "no row lies above the median of F < M"


def test_the_widest_dimension_is_cut_first() -> None:
    """T spans 1/9 of the first column's range in P and 1/3 of the second's."""
    orders = (order_by_number(range(10)), order_by_number(range(4)))
    rows: Rows = [(4, 1), (5, 1), (4, 2), (5, 2)]
    assert find_mondrian_parts(rows, 2, orders, halve_strictly) == [rows[:2], rows[2:]]
    assert find_mondrian_parts(rows, 2, orders, halve_strictly, "priority") == [
        [(4, 1), (4, 2)],
        [(5, 1), (5, 2)],
    ]


def test_dimensions_in_rotation() -> None:
    """After the first column the second is cut at 2, where priority cuts the first again, at 1."""
    rows: Rows = [(0, 3), (1, 2), (2, 0), (2, 2), (3, 1), (3, 2)]
    orders = order_numbers(rows)
    assert find_mondrian_parts(rows, 1, orders, halve_strictly, "next") == [
        rows[1:4],
        rows[:1],
        rows[4:5],
        rows[5:],
    ]
    parts = find_mondrian_parts(rows, 1, orders, halve_strictly, "priority")
    assert parts == [[row] for row in rows]


def test_parts_with_one_box_are_one_class() -> None:
    rows: Rows = [(1,)] * 4
    parts = find_mondrian_parts(rows, 2, order_numbers(rows), halve_relaxedly)
    boxes = find_private_boxes(
        [Part(tuple(part), tuple(part)) for part in parts], order_numbers(rows)
    )
    assert boxes == {((1, 1),): 4}
    assert find_box_discernibility(boxes) == 16


def test_relaxed_halves_are_divided_by_the_other_columns() -> None:
    rows: Rows = [(1, 3), (1, 1), (1, 2), (0, 9)]
    assert halve_relaxedly(rows, 0, order_numbers(rows)) == ([(0, 9), (1, 1)], [(1, 2), (1, 3)])


def test_the_private_table_of_the_example() -> None:
    rows = [row[:2] for row in PRIVATE]
    parts = find_mondrian_parts(rows, 2, order_numbers(rows), halve_strictly)
    assert [{age for _, age in part} for part in parts] == [{42, 59, 63}, {47, 52}]


tables = st.integers(1, 3).flatmap(
    lambda columns: st.lists(st.tuples(*[st.integers(0, 5)] * columns), min_size=1, max_size=14)
)
dimensions = st.sampled_from(["widest", "next", "priority", "best"])
VALUES = ("cardinality", "first", "distinct")


@settings(deadline=None)
@given(tables, st.integers(1, 4), dimensions)
def test_strict_parts_are_disjoint(rows: Rows, k: int, columns: str) -> None:
    orders = order_numbers(rows)
    parts = find_mondrian_parts(rows, k, orders, halve_strictly, columns)
    assert Counter(row for part in parts for row in part) == (
        Counter(rows) if len(rows) >= k else Counter()
    )
    assert all(len(part) >= k for part in parts)
    boxes = {find_box(tuple(part), orders): len(part) for part in parts}
    assert len(boxes) == len(parts)
    assert are_disjoint(boxes, tuple(rows), orders)


@settings(deadline=None)
@given(tables, st.integers(1, 4), dimensions.filter("widest".__ne__), st.sampled_from(VALUES))
def test_parts_that_no_cut_divides_are_of_bounded_size(
    rows: Rows, k: int, columns: str, values: str
) -> None:
    """LeFevre et al. prove it: 2d(k - 1) + m rows at most, m the most copies of one row."""
    whole = Part(tuple(rows), tuple(rows))
    orders = order_numbers(rows)
    found = find_partition(whole, orders, Strategy(columns, values), has_rows(k))
    most = 2 * len(orders) * (k - 1) + max(Counter(rows).values())
    assert (found is None) is (len(rows) < k)
    assert all(k <= len(part.private) <= most for part in (found or ([], []))[0])


@settings(deadline=None)
@given(tables, st.integers(1, 4), dimensions)
def test_under_a_model_of_t_alone_both_find_the_same_parts(
    rows: Rows, k: int, columns: str
) -> None:
    orders, whole = order_numbers(rows), Part(tuple(rows), tuple(rows))
    parts = find_counted_parts(whole, orders, columns, "median", has_rows(k))
    if len(rows) >= k:
        expected = find_mondrian_parts(rows, k, orders, halve_strictly, columns)
        assert [list(part.private) for part in parts] == expected
    if len(rows) >= k and columns != "widest":
        for values in VALUES:
            found = find_counted_parts(whole, orders, columns, values, has_rows(k))
            partition = find_partition(whole, orders, Strategy(columns, values), has_rows(k))
            assert partition is not None
            assert Counter(part.private for part in found) == Counter(
                part.private for part in partition[0]
            )


def test_a_cut_at_the_median_may_fail_where_another_would_not() -> None:
    """So that the bound is one for the cuts of MPALM's strategies, which try every value."""
    assert cut_line([1, 3, 3], 1) == [[1, 3, 3]]


@settings(deadline=None)
@given(tables, st.integers(1, 4), dimensions)
def test_relaxed_parts_have_fewer_than_twice_k_rows(rows: Rows, k: int, columns: str) -> None:
    orders = order_numbers(rows)
    parts = find_mondrian_parts(rows, k, orders, halve_relaxedly, columns)
    assert all(k <= len(part) < 2 * k for part in parts)
    assert sum(len(part) for part in parts) == (len(rows) if len(rows) >= k else 0)
    assert len(parts) * k <= len(rows)

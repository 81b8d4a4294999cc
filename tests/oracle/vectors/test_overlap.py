"""Presence where boxes overlap: persons numbered from 0, one set of them per published row."""

from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle.knowledge.overlap import (
    People,
    find_presence_by_assignments,
    find_presence_by_sets,
    list_assignments,
)
from tests.oracle.search.boxes import (
    are_disjoint,
    find_box,
    find_true_presence,
    lies_inside,
)
from tests.oracle.search.mondrian import find_mondrian_parts, halve_relaxedly
from tests.oracle.tables.orders import order_by_number
from tests.oracle.tables.running_example import AGE, NATIONALITY, PUBLIC, ZIP
from tests.oracle.tables.table import Ladder, Row, Value, find_height


def people(*groups: str) -> list[People]:
    return [frozenset(map(int, group)) for group in groups]


@pytest.mark.parametrize(
    ("rows", "presence"),
    [
        (people("01", "123"), "3/5 3/5 2/5 2/5"),
        (people("01", "12"), "2/3 2/3 2/3"),
        (people("012", "23", "34"), "3/7 3/7 5/7 5/7 5/7"),
        (people("0", "01"), "1 1"),
    ],
)
def test_presence_of_a_few_people(rows: list[People], presence: str) -> None:
    expected = [F(each) for each in presence.split()]
    assert find_presence_by_assignments(rows, len(expected)) == expected


def test_sets_and_assignments_differ_where_assignments_of_a_set_do() -> None:
    assert find_presence_by_sets(people("01", "123"), 4) == [F(3, 5), F(3, 5), F(2, 5), F(2, 5)]
    rows = people("012345", "012345", "012345", "012345678", "012345678")
    assert len(list_assignments(rows, 9)) == 3600
    assert find_presence_by_assignments(rows, 9) == [F(2, 3)] * 6 + [F(1, 3)] * 3
    assert find_presence_by_sets(rows, 9) == [F(65, 111)] * 6 + [F(55, 111)] * 3


def find_lowest_label(ladder: Ladder, values: list[Value]) -> tuple[int, Value]:
    """Return level and text of the least general label that all the values have."""
    for level in range(find_height(ladder) + 1):
        labels = {ladder[value][level] for value in values}
        if len(labels) == 1:
            return level, labels.pop()
    raise ValueError("a ladder has one root")


def list_people_under_labels_of(part: str) -> People:
    """Return all of P that the lowest common labels of some people of the example fit."""
    ladders = (ZIP, AGE, NATIONALITY)
    members = [PUBLIC["abcdefghi".index(initial)] for initial in part]
    labels = [
        find_lowest_label(ladder, list(values))
        for ladder, values in zip(ladders, zip(*members, strict=True), strict=True)
    ]
    return frozenset(
        number
        for number, row in enumerate(PUBLIC)
        if all(
            ladder[value][level] == label
            for ladder, value, (level, label) in zip(ladders, row, labels, strict=True)
        )
    )


def test_labels_of_parts_overlap_though_the_parts_do_not() -> None:
    """The parts of MPALM with p3, each published as its lowest common labels.

    {a, c, i} become (4*, *, *), which everybody fits, {b, d, e, f} (47*, *, America), which a and c
    fit too: presence is not the 2/3, 1/2 and 1/2 that was checked. {a..f} and {g, h, i} stay apart.
    """
    sizes = [len(list_people_under_labels_of(part)) for part in ("aci", "bdef", "gh")]
    assert sizes == [9, 6, 3]
    rows = [list_people_under_labels_of(part) for part in ("aci", "aci", "bdef", "bdef", "gh")]
    assert find_presence_by_assignments(rows, 9) == [F(5, 9)] * 9
    apart = [list_people_under_labels_of(part) for part in ("abcdef", "ghi")]
    assert apart == people("012345", "678")


def test_rows_that_nobody_can_have() -> None:
    with pytest.raises(ValueError, match="one to one"):
        find_presence_by_assignments(people("0", "0"), 3)


def test_relaxed_parts_overlap() -> None:
    public: tuple[Row, ...] = tuple((value,) for value in (1, 1, 1, 2, 3))
    private = [(1,), (1,), (1,), (2,)]
    orders = (order_by_number(value for (value,) in public),)
    parts = find_mondrian_parts(list(private), 2, orders, halve_relaxedly)
    boxes = {find_box(tuple(part), orders): len(part) for part in parts}
    assert boxes == {((1, 1),): 2, ((1, 2),): 2}
    assert not are_disjoint(boxes, public, orders)
    with pytest.raises(ValueError, match="two boxes"):
        find_true_presence(boxes, public, orders)
    rows = [
        frozenset(number for number, row in enumerate(public) if lies_inside(row, box, orders))
        for box, count in boxes.items()
        for _ in range(count)
    ]
    assert find_presence_by_assignments(rows, 5) == [1, 1, 1, 1, 0]


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(1, 3), st.integers(0, 3)), min_size=1, max_size=3))
def test_where_nobody_lies_in_two_boxes_presence_is_the_ratio(sizes: list[tuple[int, int]]) -> None:
    rows: list[People] = []
    expected: list[F] = []
    for public, private in sizes:
        first, members = len(expected), min(public, private)
        rows += [frozenset(range(first, first + public))] * members
        expected += [F(members, public)] * public
    if len(expected) <= 7:
        assert find_presence_by_assignments(rows, len(expected)) == expected
        assert find_presence_by_sets(rows, len(expected)) == expected

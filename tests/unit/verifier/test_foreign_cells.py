"""What a cell of a foreign release may mean, without an engine."""

from datetime import date, timedelta
from itertools import product
from random import Random

import pytest

from dpsql.domain.levels.hierarchy import LabelHierarchy
from dpsql.domain.levels.rules import DateHierarchy, PrefixHierarchy
from dpsql.errors import HierarchyError, IntegrityError
from dpsql.verifier.foreign.foreign_cells import find_ranges, read_labels

TOWNS = LabelHierarchy(
    {
        "x": ("x", "n", "all"),
        "y": ("w", "n", "all"),
        "z": ("w", "s", "all"),
        None: (None, "s", "all"),
    },
    nulls_are_leaves=True,
)
LEAVES = ["x", "y", "z", None]


def read(cell, level=None, leaves=LEAVES, hierarchy=TOWNS):
    """Readings whose ends are values of P; others are dropped by a join."""
    found = read_labels("town", leaves, hierarchy, level).list_readings(cell)
    return {(low, high) for low, high in found if {low, high} <= {*leaves}}


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("x", {("x", "x")}),
        ("w", {("y", "z")}),
        ("n", {("x", "y")}),
        ("s", {("z", None)}),
        ("all", {("x", None)}),
        ("*", {("x", None)}),
        ("[x..y]", {("x", "y")}),
        ("[y..NULL]", {("y", None)}),
        (None, {(None, None)}),
        ("NULL", {(None, None)}),
        ("", set()),
        ("[x..w]", set()),
    ],
)
def test_values_labels_and_ranges(cell, expected):
    assert read(cell) == expected


@pytest.mark.parametrize(
    ("level", "cells"),
    [
        (0, {"x": {("x", "x")}, "NULL": {(None, None)}, "w": set(), "[x..y]": set()}),
        # A suppressed cell, whatever the level.
        (2, {"*": {("x", None)}}),
        (1, {"w": {("y", "z")}, None: {(None, None)}, "y": set()}),
        (3, {"all": {("x", None)}, "*": {("x", None)}, "n": set(), None: set()}),
    ],
)
def test_labels_of_one_level(level, cells):
    assert {cell: read(cell, level) for cell in cells} == cells


def test_a_label_of_two_levels_is_one_reading_where_its_values_are_the_same():
    same = LabelHierarchy({"a": ("x", "x", "*"), "b": ("y", "y", "*")}, nulls_are_leaves=False)
    assert read("x", leaves=["a", "b"], hierarchy=same) == {("a", "a")}
    paths = {"a": ("a", "*"), "b": ("a", "*"), "c": ("c", "*")}
    other = LabelHierarchy(paths, nulls_are_leaves=False)
    assert len(read("a", leaves=["a", "b", "c"], hierarchy=other)) == 2
    assert read("c", leaves=["a", "b", "c"], hierarchy=other) == {("c", "c")}


def test_values_that_do_not_stand_together_are_no_range():
    assert find_ranges(["y", "x", "z"], TOWNS, 1) == {"w": None, "x": ("x", "x")}
    with pytest.raises(IntegrityError, match=r"labels of town .* order: hierarchy in the job"):
        read("w", leaves=["y", "x", "z"])
    assert read("x", leaves=["y", "x", "z"]) == {("x", "x")}
    digits = PrefixHierarchy(False, (1,))
    with pytest.raises(IntegrityError, match="order: alpha in the job"):
        read("1*", leaves=["1", "2", "10"], hierarchy=digits)


def test_values_without_a_place():
    with pytest.raises(HierarchyError, match="hierarchy of town: a value of P has no place in it"):
        read("x", leaves=["x", "v"])


VISITS = DateHierarchy(True, ("month", "year"))
DAYS = [date(1999, 12, 30) + timedelta(n) for n in range(0, 64, 3)]


def test_a_range_of_dates_is_its_members_as_python_lists_them():
    """The oracle compares dates, not texts, and lists the members one by one."""
    random = Random(7)
    for _ in range(40):
        days = sorted(random.sample(DAYS, 6))
        leaves = [None, *map(str, days)]
        low, high = (date(1999, 12, 25) + timedelta(random.randrange(75)) for _ in range(2))
        for opened, closed, between in product("[(]", "])[", ("..", ", ", ";", " to ", " - ")):
            cell = f"{opened}{low}{between}{high}{closed}"
            members = [
                str(day)
                for day in days
                if (low < day or (opened == "[" and low == day))
                and (day < high or (closed == "]" and day == high))
            ]
            found = read(cell, leaves=leaves, hierarchy=VISITS)
            if members:
                assert found == {(members[0], members[-1])}, cell
            elif not (opened == "[" and closed == "]" and between == ".." and high < low):
                # Ends of P in the wrong order are dropped later, as of any range.
                assert found == set(), cell


@pytest.mark.parametrize(
    ("cell", "leaves"),
    [
        # No days of the calendar, or no days.
        ("[2001-01-01..2001-02-29]", ["2001-01-05"]),
        ("[2001-01-01..2001-13-01]", ["2001-01-05"]),
        ("[2001-01-01..2002]", ["2001-01-05"]),
        # Without brackets, or with times.
        ("2001-01-01..2001-12-31", ["2001-01-05"]),
        ("[2001-01-01..2001-12-31 10:00]", ["2001-01-05"]),
        ("[2001-01-01..2001-12-31]", ["2001-01-05", "2001-01-06 10:00:00"]),
        # Values that are not sorted as dates, or are none.
        ("[2001-01-01..2001-12-31]", ["2001-01-06", "2001-01-05"]),
        ("[2001-01-01..2001-12-31]", ["2001-01-05", None]),
    ],
)
def test_what_is_no_range_of_dates(cell, leaves):
    assert read(cell, leaves=leaves, hierarchy=VISITS) == set()
    assert read(cell, 1, ["2001-01-05"], VISITS) == set()

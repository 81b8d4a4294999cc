"""What a cell of a foreign release may mean, without an engine."""

import pytest

from dpsql.domain.levels.hierarchy import LabelHierarchy
from dpsql.domain.levels.rules import PrefixHierarchy
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

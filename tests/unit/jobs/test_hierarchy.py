"""Building a hierarchy from rows: what is added, what is refused, and which line is named."""

import pytest

from dpsql.domain.levels.hierarchy import nest
from dpsql.errors import HierarchyError


def build(*rows, nulls_are_leaves=False, first_line=1):
    return nest(enumerate(rows, first_line), "zip", nulls_are_leaves=nulls_are_leaves)


def labels(hierarchy, leaf):
    return [hierarchy.label(leaf, level) for level in range(hierarchy.height + 1)]


def test_rows_give_leaf_and_labels_by_level():
    hierarchy, repeated = build(("47906", "4790*", "4*"), ("47630", "4763*", "4*"))
    assert labels(hierarchy, "47906") == ["47906", "4790*", "4*"]
    assert (hierarchy.height, hierarchy.root, repeated) == (2, "4*", [])
    assert hierarchy.covers("47630")
    assert not hierarchy.covers("4790*")
    assert not hierarchy.covers(None)


def test_a_root_is_added_where_the_last_level_has_several_labels():
    hierarchy, _ = build(("a", "A"), ("b", "B"))
    assert labels(hierarchy, "a") == ["a", "A", "*"]
    assert (hierarchy.height, hierarchy.root) == (2, "*")


def test_a_root_is_added_above_leaves_without_labels():
    hierarchy, _ = build(("a",), ("b",))
    assert labels(hierarchy, "b") == ["b", "*"]


def test_no_second_root_is_added():
    hierarchy, _ = build(("a", "*"), ("b", "*"))
    assert labels(hierarchy, "a") == ["a", "*"]


def test_one_leaf_without_labels_has_height_0_and_is_its_root():
    hierarchy, _ = build(("only",))
    assert (hierarchy.height, hierarchy.root) == (0, "only")
    assert labels(hierarchy, "only") == ["only"]
    assert hierarchy.leaf_counts(0) == {"only": 1}


def test_leaves_are_counted_under_each_label():
    hierarchy, _ = build(("a", "x", "*"), ("b", "x", "*"), ("c", "y", "*"))
    assert hierarchy.leaf_counts(0) == {"a": 1, "b": 1, "c": 1}
    assert hierarchy.leaf_counts(1) == {"x": 2, "y": 1}
    assert hierarchy.leaf_counts(2) == {"*": 3}


def test_equal_labels_on_two_levels_are_two_generalizations():
    hierarchy, _ = build(("x", "y", "*"), ("y", "x", "*"))
    assert labels(hierarchy, "x") == ["x", "y", "*"]
    assert labels(hierarchy, "y") == ["y", "x", "*"]


def test_a_star_may_be_a_leaf():
    hierarchy, _ = build(("*", "x"), ("a", "x"))
    assert labels(hierarchy, "*") == ["*", "x"]


def test_lines_that_repeat_a_row_are_told():
    hierarchy, repeated = build(("a", "*"), ("b", "*"), ("a", "*"), ("a", "*"), first_line=5)
    assert repeated == [7, 8]
    assert hierarchy.leaf_counts(1) == {"*": 2}


def test_what_stands_for_all_leaves():
    assert build(("a", "*"), ("b", "*"))[0].whole == "*"
    assert build(("a",))[0].whole == "a"
    assert build((None,))[0].whole is None


def test_null_of_its_own_stays_null_below_the_root():
    hierarchy, _ = build(("a", "x", "*"), ("b", "y", "*"), nulls_are_leaves=True)
    assert labels(hierarchy, None) == [None, None, "*"]
    assert hierarchy.nulls_are_leaves
    assert hierarchy.leaf_counts(2) == {"*": 3}


def test_null_of_its_own_without_a_root_gets_the_one_that_is_added():
    hierarchy, _ = build(("a", "x"), ("b", "y"), nulls_are_leaves=True)
    assert labels(hierarchy, None) == [None, None, "*"]
    hierarchy, _ = build(("only",), nulls_are_leaves=True)
    assert labels(hierarchy, None) == [None, "*"]
    assert labels(hierarchy, "only") == ["only", "*"]


def test_a_row_for_null_wins_over_a_leaf_of_its_own():
    rows = ((None, "unknown", "*"), ("a", "x", "*"))
    for own_leaf in (False, True):
        hierarchy, _ = build(*rows, nulls_are_leaves=own_leaf)
        assert labels(hierarchy, None) == [None, "unknown", "*"]
        assert hierarchy.nulls_are_leaves


def test_null_alone_is_a_hierarchy():
    hierarchy, _ = build((None, "*"))
    assert labels(hierarchy, None) == [None, "*"]


def test_the_empty_text_is_not_null():
    hierarchy, _ = build(("", "x", "*"), ("a", "y", "*"))
    assert hierarchy.covers("")
    assert not hierarchy.covers(None)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        pytest.param((), "hierarchy of zip: it has no rows", id="no rows"),
        pytest.param(
            (("a", "x"), ("b",)), "line 2: 1 levels where the lines before have 2", id="too short"
        ),
        pytest.param(
            (("a", "x"), ("b", "x", "*")),
            "line 2: 3 levels where the lines before have 2",
            id="too long",
        ),
        pytest.param(
            (("a", "x"), ("b", "x"), ("a", "y")),
            "line 3: the leaf has other labels on line 1",
            id="two rows for a leaf",
        ),
        pytest.param(
            (("a", "x"), ("a", "x", "*")),
            "line 2: 3 levels where the lines before have 2",
            id="two rows of different length for a leaf",
        ),
        pytest.param(
            (("a", "x", "1"), ("b", "x", "2")),
            "line 2: the label in column 2 has another parent than on line 1",
            id="two parents",
        ),
        pytest.param(
            (("a", "x", "m", "1"), ("b", "y", "m", "1"), ("c", "z", "m", "2")),
            "line 3: the label in column 3 has another parent than on line 1",
            id="two parents higher up",
        ),
        pytest.param(
            (("a", None, "1"), ("b", None, "2")),
            "line 2: the label in column 2 has another parent",
            id="two parents of an empty label",
        ),
        pytest.param((("a", None),), "the last level is empty", id="empty root"),
    ],
)
def test_faults_name_the_line(rows, message):
    with pytest.raises(HierarchyError, match=message):
        build(*rows)


def test_no_fault_quotes_a_label():
    for rows in ((("secret", "x", "1"), ("other", "x", "2")), (("secret", "x"), ("secret", "y"))):
        with pytest.raises(HierarchyError) as caught:
            build(*rows)
        assert "secret" not in str(caught.value)


def test_null_of_its_own_beside_an_empty_label_of_another_root_is_refused():
    """The empty label would have two parents: the root of its row, and the one that is added."""
    with pytest.raises(HierarchyError):
        build(("a", None, "1"), ("b", "x", "2"), nulls_are_leaves=True)


@pytest.mark.parametrize(
    ("rows", "ambiguous"),
    [
        ([("m", "m"), ("male", "m"), ("f", "F")], ("m",)),
        ([("m", "f"), ("f", "m")], ("f", "m")),
        ([("a", "x", "*"), ("x", "x", "*"), ("b", "b", "*")], ("x",)),
        ([("other", "other"), ("a", "A"), ("b", "A")], ()),
        ([("a", "A"), ("b", "A")], ()),
        ([("*", "x", "*"), ("b", "x", "*")], ("*",)),
    ],
)
def test_a_label_that_is_a_leaf_and_stands_for_others_is_ambiguous(rows, ambiguous):
    hierarchy, _ = build(*rows)
    assert hierarchy.list_ambiguous() == ambiguous

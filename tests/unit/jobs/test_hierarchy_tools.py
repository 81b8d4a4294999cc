"""Hierarchies are written as they are read, drawn as trees, and what looks odd in them is found."""

from decimal import Decimal

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from dpsql.domain.levels.hierarchy import nest
from dpsql.domain.levels.rules import WidthHierarchy
from dpsql.domain.sections.quasi_identifier import QuasiIdentifier
from dpsql.errors import HierarchyError
from dpsql.hierarchies.findings import find_oddities
from dpsql.hierarchies.leaf_rows import rows_of, write_rows
from dpsql.hierarchies.load import load_hierarchy, read_rows
from dpsql.hierarchies.nested import grow, walk, write_tree
from dpsql.job_files.plain_yaml import parse_words

TEXTS = st.text(st.sampled_from('ab;,"\n\r ${{é\u2028'), max_size=4)
LEAVES = TEXTS | st.none()


def hierarchy_of(*rows):
    return nest(enumerate(rows, 1), "town", nulls_are_leaves=False)[0]


@st.composite
def hierarchies(draw, leaves=LEAVES):
    """Leaves in groups in a root."""
    found = draw(st.lists(leaves, min_size=1, max_size=8, unique=True))
    groups = draw(st.lists(TEXTS, min_size=1, max_size=3))
    return hierarchy_of(*((leaf, groups[i % len(groups)], "*") for i, leaf in enumerate(found)))


@given(hierarchies())
def test_rows_are_read_back_as_they_were_written(tmp_path_factory, hierarchy):
    path = tmp_path_factory.mktemp("h") / "town.csv"
    path.write_text("".join(write_rows(rows_of(hierarchy))), encoding="utf-8", newline="")
    again = hierarchy_of(*(row for _, row in read_rows(path, "town")))
    assert list(again.paths.items()) == list(hierarchy.paths.items())


@given(hierarchies(leaves=TEXTS))
def test_a_tree_is_read_back_as_it_was_written(tmp_path_factory, hierarchy):
    words, _ = parse_words(write_tree(hierarchy).encode(), "tree.yaml", "tree")
    again = load_hierarchy("town", QuasiIdentifier(**words), tmp_path_factory.getbasetemp())
    assert dict(again.paths) == dict(hierarchy.paths)


def test_a_tree_keeps_a_root_of_its_own():
    tree = write_tree(hierarchy_of(("a", "x", "all"), ("b", "y", "all")))
    assert yaml.safe_load(tree) == {"tree": {"all": {"x": ["a"], "y": ["b"]}}}


@pytest.mark.parametrize("rows", [[(None, "*")], [("a", None, "*"), ("b", "c", "*")]])
def test_a_tree_has_no_word_for_null(rows):
    with pytest.raises(HierarchyError, match="no word for NULL"):
        write_tree(hierarchy_of(*rows))


def test_leaves_without_a_level_are_no_tree():
    with pytest.raises(HierarchyError, match="no level"):
        write_tree(hierarchy_of(("a",), ("b",)))


def test_a_rule_has_a_row_for_each_value():
    rule = WidthHierarchy(True, (Decimal(5),))
    assert list(rows_of(rule, ["7", None])) == [("7", "[5, 10)", "*"), (None, None, "*")]
    with pytest.raises(HierarchyError, match="--values"):
        list(rows_of(rule))
    with pytest.raises(HierarchyError, match="no place"):
        list(rows_of(rule, ["x"]))


def test_a_value_that_a_rule_cannot_read_is_refused_with_what_mends_it():
    rule = WidthHierarchy(False, (Decimal(5),))
    with pytest.raises(
        HierarchyError, match=r"widths take numbers .* replace\(replace\(.* in SQL, make"
    ):
        list(rows_of(rule, ["1.234,5"]))
    with pytest.raises(HierarchyError, match="NULL is one: --nulls"):
        list(rows_of(rule, [None]))


@given(hierarchies())
def test_every_leaf_hangs_on_the_tree_once(hierarchy):
    rows = {leaf: i for i, leaf in enumerate(hierarchy.paths)}
    root = grow(((leaf, *path) for leaf, path in hierarchy.paths.items()), rows)
    assert (root.leaves, root.rows) == (len(rows), sum(rows.values()))
    ends = [(branch.label, branch.rows) for _, branch in walk(root) if not branch.below]
    assert sorted(ends, key=str) == sorted(rows.items(), key=str)


MANY = [(str(i), "few" if i > 17 else "most", "*") for i in range(19)]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([("Bonn", "x", "*"), ("bonn ", "y", "*")], "look alike"),
        ([("e\u0301", "x", "*"), ("é", "y", "*")], "look alike"),
        ([("a", "x", "*"), ("b", "y", "*")], "level 1 merges nothing"),
        ([(str(i), "*") for i in range(9)], "all of the column or nothing"),
        ([("a", "b", "*"), ("b", "b", "*"), ("c", "d", "*")], "another level"),
        (MANY, "has 18 of 19 leaves"),
    ],
)
def test_what_looks_odd_is_told(rows, said):
    assert any(said in one.message for one in find_oddities(hierarchy_of(*rows)))


def test_a_sound_hierarchy_has_nothing_to_tell():
    rows = [(str(i), "low" if i < 5 else "high", "*") for i in range(10)]
    assert find_oddities(hierarchy_of(*rows), {str(i): 1 for i in range(10)}) == []


def test_values_without_a_row_block_a_job_and_rows_without_a_value_do_not():
    found = find_oddities(hierarchy_of(("a",), ("b",)), {"a": 3, "c": 2, None: 1})
    told = {one.blocks: one.message for one in found}
    assert "'c', 'NULL': 2 values of the column (3 rows)" in told[True]
    assert "'b': 1 leaf occurs in no row" in told[False]

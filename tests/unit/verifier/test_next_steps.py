"""The column that is raised next: the rule that the verifier has of its own, and the search's."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpsql.domain.levels.hierarchy import LabelHierarchy
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.domain.levels.rules import PrefixHierarchy
from dpsql.domain.pooling import NextLevel, find_next
from dpsql.search.class_tables.class_table import ClassTable
from dpsql.search.pooled.next_levels import NextLevels
from dpsql.sql.pooling.labels import Labels
from dpsql.verifier.pooled.next_steps import LeafCounts, find_raised

#: Four leaves, of which each two have a label on level 1.
FOUR = LabelHierarchy(
    {leaf: (leaf[0], "*") for leaf in ("a1", "a2", "b1", "b2")}, nulls_are_leaves=False
)
#: Three leaves under one root.
THREE = LabelHierarchy(dict.fromkeys(("x", "y", "z"), ("*",)), nulls_are_leaves=False)
HEIGHTS = {"four": 2, "three": 1}
LEAVES = {
    "four": LeafCounts.of(FOUR, [0, 1, 2], []),
    "three": LeafCounts.of(THREE, [0, 1], []),
}


def raise_next(people, levels):
    """What the verifier raises; `people`: how many have each pair of values."""
    texts = {"four": [], "three": []}
    for values, count in people.items():
        for (name, hierarchy), value in zip(
            {"four": FOUR, "three": THREE}.items(), values, strict=True
        ):
            level = levels[name]
            if level < HEIGHTS[name]:
                pair = hierarchy.label(value, level), hierarchy.label(value, level + 1)
                texts[name].append((*pair, count))
    return find_raised(levels, HEIGHTS, LEAVES, texts)


def test_leaves_of_a_rule_are_the_values_of_public_people():
    leaves = LeafCounts.of(PrefixHierarchy(False, (1,)), [0, 1, 2], ["ab", "ac", "b"])
    assert leaves.whole == 3
    assert [leaves.count("ab", 0, 2), leaves.count("a*", 1, 2), leaves.count("*", 2, 2)] == [
        1,
        2,
        3,
    ]


@pytest.mark.parametrize(
    ("people", "levels", "raised"),
    [
        # Two effective labels become one, at 1/3 of the loss per person; three do at all of it.
        ({("a1", "x"): 1, ("a2", "y"): 1, ("a1", "z"): 1}, (0, 0), "four"),
        # All have one label of four: to raise it brings nobody together.
        ({("a1", "x"): 1, ("a1", "y"): 1}, (0, 0), "three"),
        # Nothing brings anybody together: what loses least.
        ({("a1", "x"): 2}, (0, 0), "four"),
        ({("a1", "x"): 2}, (1, 0), "four"),
        ({("a1", "x"): 2}, (2, 0), "three"),
        ({("a1", "x"): 2}, (0, 1), "four"),
        ({("a1", "x"): 2}, (2, 1), None),
    ],
)
def test_the_column_that_brings_most_for_its_loss_is_raised(people, levels, raised):
    assert raise_next(people, dict(zip(HEIGHTS, levels, strict=True))) == raised


def test_what_costs_nothing_is_raised_first():
    unary = LabelHierarchy({"x": ("y", "*"), "z": ("w", "*")}, nulls_are_leaves=False)
    leaves = {"three": LEAVES["three"], "unary": LeafCounts.of(unary, [0, 1], [])}
    texts = {"three": [("x", "*", 1), ("y", "*", 1)], "unary": [("x", "y", 2)]}
    heights = {"three": 1, "unary": 2}
    assert find_raised({"three": 0, "unary": 0}, heights, leaves, texts) == "unary"
    ranked = {0: NextLevel(2, 4, 4, 3), 1: NextLevel(4, 4, 0, 2)}
    assert find_next(Lattice((1, 2)), Node((0, 0)), "columns", ranked) == Node((0, 1))


@given(
    st.dictionaries(
        st.tuples(st.sampled_from(["a1", "a2", "b1", "b2"]), st.sampled_from("xyz")),
        st.integers(1, 5),
        min_size=1,
    ),
    st.tuples(st.integers(0, 2), st.integers(0, 1)).filter(lambda levels: levels != (2, 1)),
)
def test_verifier_and_search_raise_the_same_column(people, levels):
    measured = {}
    for j, hierarchy in enumerate((FOUR, THREE)):
        level = levels[j]
        if level == hierarchy.height:
            continue
        now, above, more = {}, {}, 0
        for values, count in people.items():
            for counts, at in ((now, level), (above, level + 1)):
                label = hierarchy.label(values[j], at)
                counts[label] = counts.get(label, 0) + count
            counts = hierarchy.leaf_counts(level + 1)[hierarchy.label(values[j], level + 1)]
            more += count * (
                counts - hierarchy.leaf_counts(level)[hierarchy.label(values[j], level)]
            )
        pairs = [sum(n * n for n in counts.values()) for counts in (now, above)]
        measured[j] = NextLevel(*pairs, more, len(hierarchy.paths))
    node = find_next(Lattice((2, 1)), Node(levels), "columns", measured)
    raised = raise_next(people, dict(zip(HEIGHTS, levels, strict=True)))
    higher = [level < above for level, above in zip(levels, node.levels, strict=True)]
    assert list(HEIGHTS)[higher.index(True)] == raised


def test_a_class_table_of_more_people_than_64_bits_can_square_is_measured_exactly():
    lattice, many = Lattice((2,)), 3 * 10**9
    codes_above = {(0, 0, 1): np.array([0, 0, 1])}
    labels = [
        [
            Labels(np.array(leaves), np.zeros(len(leaves)), np.zeros(len(leaves)))
            for leaves in ([1, 1, 1], [2, 1], [3])
        ]
    ]
    levels = NextLevels(lattice, lambda *key: codes_above[key], labels)
    public = np.array([many, many, 1])
    table = ClassTable(Node((0,)), {0: np.arange(3)}, {0: 3}, public, public)
    assert levels.measure(table) == {0: NextLevel(2 * many**2 + 1, 4 * many**2 + 1, 2 * many, 3)}

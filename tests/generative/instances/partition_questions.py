"""Small tables, orders and words for partitions: of MPALM and of Mondrian."""

from fractions import Fraction
from typing import get_args

from hypothesis import strategies as st

from dpsql.domain.sections.algorithm import MondrianOptions
from dpsql.domain.sections.strategy import (
    ColumnRule,
    MondrianColumnRule,
    MondrianValueRule,
    Strategy,
    ValueRule,
)
from tests.oracle.tables import orders

#: Leaves, each with its parent, in the order of the hierarchy; they sort differently by code point.
TREE = {"north": ["b", "Z", "é"], "south": ["a", "10"], "west": ["9", "B"]}
LEAVES = [leaf for leaves in TREE.values() for leaf in leaves]
LADDER = {
    **{leaf: (leaf, parent, "*") for parent, leaves in TREE.items() for leaf in leaves},
    None: (None, None, "*"),
}
NUMBERS = ["7", "-3", "2.5", "07", "12"]
KINDS = ("number", "hierarchy", "alpha", "frequency", "list")


@st.composite
def mpalm_questions(draw):
    """P row by row with its members, δ, the kind of each column's order, and a strategy."""
    kinds = draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=3))
    cells = [st.sampled_from([*(NUMBERS if kind == "number" else LEAVES), None]) for kind in kinds]
    public = tuple(draw(st.lists(st.tuples(*cells), min_size=1, max_size=14)))
    members = draw(st.lists(st.booleans(), min_size=len(public), max_size=len(public)))
    lower = Fraction(draw(st.integers(0, 2)), 6)
    upper = Fraction(draw(st.integers(3, 6)), 6)
    strategy = Strategy(
        draw(st.sampled_from(get_args(ColumnRule))),
        draw(st.sampled_from(get_args(ValueRule))),
        tuple(draw(st.permutations(range(len(kinds))))),
    )
    listed = tuple(draw(st.permutations(LEAVES)))
    return public, tuple(members), (lower, upper), tuple(kinds), strategy, listed


@st.composite
def mondrian_questions(draw):
    """P row by row with its members, models, the kind of each column's order, words of Mondrian."""
    kinds = tuple(draw(st.lists(st.sampled_from(KINDS), min_size=1, max_size=3)))
    cells = [st.sampled_from([*(NUMBERS if kind == "number" else LEAVES), None]) for kind in kinds]
    public = tuple(draw(st.lists(st.tuples(*cells), min_size=1, max_size=16)))
    members = tuple(draw(st.lists(st.booleans(), min_size=len(public), max_size=len(public))))
    names = [f"c{j}" for j in range(len(kinds))]
    words = {
        "columns": draw(st.sampled_from(get_args(MondrianColumnRule))),
        "values": draw(st.sampled_from(get_args(MondrianValueRule))),
        "box": draw(st.sampled_from([None, "P"])),
    }
    if words["columns"] == "priority":
        words["priority"] = tuple(draw(st.permutations(names)))
    limits = {
        "k_anonymity": draw(st.integers(1, 4)),
        "k_map": draw(st.sampled_from([None, None, 3])),
    }
    delta = draw(st.sampled_from([None, (Fraction(0), Fraction(2, 3)), (Fraction(1, 4), 1)]))
    listed = tuple(draw(st.permutations(LEAVES)))
    return public, members, kinds, MondrianOptions(**words), limits, delta, listed


def order_as_the_oracle_does(kind, values, listed):
    if kind == "number":
        return orders.order_by_number(values)
    if kind == "hierarchy":
        return orders.order_by_hierarchy(values, LADDER)
    if kind == "alpha":
        return orders.order_by_alpha(values)
    if kind == "frequency":
        return orders.order_by_frequency(values)
    return orders.order_by_list(values, listed)


def write_words(kind, listed):
    if kind == "number":
        return {"widths": ["10"], "nulls": "own_leaf", "order": "number"}
    order = list(listed) if kind == "list" else kind
    return {"tree": TREE, "nulls": "own_leaf", "order": order}

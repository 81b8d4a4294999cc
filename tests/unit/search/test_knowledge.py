"""Tags of the lattice, against walks over every node."""

from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.search.full_domain.knowledge import (
    FAILS,
    HOLDS,
    UNKNOWN,
    Knowledge,
    choose_batch,
    count_above,
    count_below,
)

LATTICES = st.lists(st.integers(0, 3), min_size=1, max_size=4).map(lambda h: Lattice(tuple(h)))


def nodes_of(lattice):
    return [Node(levels) for levels in product(*(range(h + 1) for h in lattice.heights))]


def is_below(one, other):
    return all(a <= b for a, b in zip(one.levels, other.levels, strict=True))


@st.composite
def marked_lattices(draw):
    lattice = draw(LATTICES)
    size = lattice.size
    marks = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    return lattice, np.array(marks).reshape(lattice.shape)


@st.composite
def monotone_labellings(draw):
    """An up-set of a lattice, by the nodes that generate it."""
    lattice, generators = draw(marked_lattices())
    holds = np.zeros(lattice.shape, dtype=bool)
    for node in nodes_of(lattice):
        if generators[lattice.position(node)]:
            holds[lattice.ancestors(node)] = True
    return lattice, holds


@given(marked_lattices())
@settings(deadline=None)
def test_counts_of_comparable_nodes(drawn):
    lattice, marked = drawn
    chosen = [node for node in nodes_of(lattice) if marked[lattice.position(node)]]
    below, above = count_below(marked), count_above(marked)
    for node in nodes_of(lattice):
        assert below[lattice.position(node)] == sum(is_below(other, node) for other in chosen)
        assert above[lattice.position(node)] == sum(is_below(node, other) for other in chosen)


@given(monotone_labellings(), st.data())
@settings(deadline=None)
def test_tags_follow_from_what_was_counted_and_are_never_wrong(drawn, data):
    lattice, holds = drawn
    knowledge = Knowledge(lattice, monotone=True)
    counted = data.draw(st.lists(st.sampled_from(nodes_of(lattice)), max_size=5))
    for node in counted:
        knowledge.learn(node, holds=bool(holds[lattice.position(node)]))
    for node in nodes_of(lattice):
        by_descendant = any(holds[lattice.position(c)] and is_below(c, node) for c in counted)
        by_ancestor = any(not holds[lattice.position(c)] and is_below(node, c) for c in counted)
        expected = HOLDS if by_descendant else FAILS if by_ancestor else UNKNOWN
        assert knowledge.tags[lattice.position(node)] == expected
        assert knowledge.unknown[lattice.position(node)] == (expected == UNKNOWN)


@given(marked_lattices(), st.data())
@settings(deadline=None)
def test_without_monotonicity_a_node_tags_itself_alone(drawn, data):
    lattice, holds = drawn
    knowledge = Knowledge(lattice, monotone=False)
    counted = data.draw(st.lists(st.sampled_from(nodes_of(lattice)), max_size=5))
    for node in counted:
        knowledge.learn(node, holds=bool(holds[lattice.position(node)]))
    for node in nodes_of(lattice):
        expected = (
            (HOLDS if holds[lattice.position(node)] else FAILS) if node in counted else UNKNOWN
        )
        assert knowledge.tags[lattice.position(node)] == expected


@given(monotone_labellings())
@settings(deadline=None)
def test_minimal_nodes_hold_and_nothing_below_them_does(drawn):
    lattice, holds = drawn
    knowledge = Knowledge(lattice, monotone=True)
    for node in nodes_of(lattice):
        knowledge.learn(node, holds=bool(holds[lattice.position(node)]))
    expected = [
        node
        for node in nodes_of(lattice)
        if holds[lattice.position(node)]
        and not any(
            holds[lattice.position(other)] and is_below(other, node) and other != node
            for other in nodes_of(lattice)
        )
    ]
    assert knowledge.minimal_nodes() == expected


@given(marked_lattices(), st.integers(1, 8), st.randoms(use_true_random=False))
@settings(deadline=None)
def test_a_batch_is_an_antichain_of_candidates_led_by_the_best(drawn, size, chosen):
    lattice, candidates = drawn
    score = np.array([chosen.randint(0, 9) for _ in range(lattice.size)]).reshape(lattice.shape)
    batch = choose_batch(candidates, score, lattice, size)
    assert len(batch) <= size
    assert bool(batch) == bool(candidates.any())
    assert all(candidates[lattice.position(node)] for node in batch)
    for node, other in product(batch, batch):
        assert node == other or not is_below(node, other)
    if batch:
        assert score[lattice.position(batch[0])] == score[candidates].max()

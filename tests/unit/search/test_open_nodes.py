"""Open nodes: what closes, what stays, and what is chosen, against sets of nodes."""

from itertools import product

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.search.full_domain.open_nodes import Key, OpenNodes

LATTICES = st.lists(st.integers(0, 3), min_size=1, max_size=4).map(lambda h: Lattice(tuple(h)))


def at_least(one, other):
    return all(a >= b for a, b in zip(one, other, strict=True))


@given(LATTICES, st.data())
@settings(deadline=None, max_examples=200)
def test_closing_is_that_of_a_set(lattice, data):
    nodes = [Node(levels) for levels in product(*(range(h + 1) for h in lattice.heights))]
    costs = {node: 2 * node.height for node in nodes}
    bounds = np.array([costs[node] for node in nodes]).reshape(lattice.shape)
    opened, expected = OpenNodes(lattice, bounds, lattice.raw), set(nodes)
    for _ in range(data.draw(st.integers(0, 5))):
        node = data.draw(st.sampled_from(nodes))
        match data.draw(st.sampled_from(["close", "fail", "hold", "raise"])):
            case "close":
                opened.close(node)
                expected.discard(node)
            case "fail":
                opened.close_descendants(node)
                expected = {n for n in expected if not at_least(node.levels, n.levels)}
            case "hold":
                opened.close_worse_than(opened.key(node, costs[node]))
                best = (costs[node], node.height, node.levels)
                expected = {n for n in expected if (costs[n], n.height, n.levels) < best}
            case "raise":
                cost = costs[node] + 1
                opened.raise_bounds(node, cost)
                for n in nodes:
                    if at_least(n.levels, node.levels):
                        costs[n] = max(costs[n], cost)
        assert len(opened) == len(expected)
        assert all(opened.is_open(node) == (node in expected) for node in nodes)
        if expected:
            assert opened.least_bound() == min(costs[n] for n in expected)
    chosen = opened.choose(len(nodes)) if expected else []
    assert set(chosen) <= expected
    assert len(chosen) == len(set(chosen))
    assert bool(chosen) is bool(expected)
    for one, other in product(chosen, chosen):
        assert one == other or not at_least(one.levels, other.levels)


def test_keys_order_by_cost_then_levels_then_vector():
    opened = OpenNodes(Lattice((2, 2)), np.zeros((3, 3), dtype=np.int64), Node((0, 0)))
    keys = [opened.key(Node(levels), 7) for levels in ((0, 1), (1, 0), (1, 1), (0, 2))]
    assert sorted(keys) == [keys[0], keys[1], keys[3], keys[2]]
    assert opened.key(Node((0, 0)), 8) > max(keys)
    assert keys[0] == Key(7, 1, 1)


def test_a_large_lattice_is_sampled():
    lattice = Lattice((9, 9, 9, 9))
    opened = OpenNodes(lattice, np.arange(10_000).reshape(lattice.shape), lattice.raw)
    assert len(opened.choose(4)) == 4
    opened.close_descendants(Node((9, 9, 9, 8)))
    assert len(opened) == 1000

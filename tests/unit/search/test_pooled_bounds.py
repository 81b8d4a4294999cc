"""What is told of many starts of pooling by one class table, and by one tuple."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.search.class_tables.class_table import ClassTable
from dpsql.search.class_tables.classes import Classes
from dpsql.search.pooled import groups
from dpsql.search.pooled.excess import Excess
from dpsql.search.pooled.groups import KnownGroups, find_group_bounds
from dpsql.search.pooled.leaving import LeavingRows
from dpsql.search.pooled.starts import OpenStarts
from dpsql.search.pooled.witnesses import Witnesses

LATTICE = Lattice((1, 2))
#: Two columns: of two values; of four, of which each two have a label on level 1.
ABOVE = {(1, 0, 1): np.array([0, 0, 1, 1])}
COSTS = [
    [np.array([0, 0]), np.array([6])],
    [np.array([0, 0, 0, 0]), np.array([2, 3]), np.array([9])],
]
#: Column by column, as a path is climbed; and in turn, as ``columns`` may.
RAISED = {(0, 1): (0, 1, 1), (1, 0): (1, 1, 0)}
ANY_WAY = ["root", *RAISED.values(), (1, 0, 1)]
PEOPLE = st.dictionaries(
    st.tuples(st.integers(0, 1), st.integers(0, 3)),
    st.integers(1, 6).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))),
    min_size=1,
)


def codes_above(j, below, above):
    if above == LATTICE.heights[j]:
        return np.empty(0, dtype=np.int64)
    return ABOVE[j, below, above]


def list_tuples(people):
    """The class table of the raw values."""
    codes = {j: np.array([row[j] for row in people]) for j in range(2)}
    counts = (np.array([counts[i] for counts in people.values()]) for i in range(2))
    return ClassTable(LATTICE.raw, codes, {0: 2, 1: 4}, *counts)


def violates(public, private):
    return 2 * private > public


def label(row, levels):
    """The label of each value, and its level."""
    return tuple(
        (level, 0 if level == LATTICE.heights[j] else row[j] if not level else row[j] // 2)
        for j, level in enumerate(levels)
    )


@given(PEOPLE)
def test_witnesses_tell_of_no_more_people_than_violating_classes_have(people):
    raw = list_tuples(people)
    witnesses = Witnesses(LATTICE, raw, codes_above, violates)
    for levels in product(range(2), range(3)):
        table = raw.roll_up(Node(levels), codes_above) if any(levels) else raw
        largest = max(table.public[violates(table.public, table.private)], default=0)
        witnesses.learn_from(table)
        # Of the node itself all is known then.
        assert witnesses.least[levels] == largest + 1
    for levels in product(range(2), range(3)):
        table = raw.roll_up(Node(levels), codes_above) if any(levels) else raw
        largest = max(table.public[violates(table.public, table.private)], default=0)
        assert witnesses.least[levels] == largest + 1


def climb(people, start, least, path):
    """Where each tuple settles, if the columns of a path are raised in turn, as far as they go."""
    left, node, settled, left_path = dict(people), start, {}, iter(path)
    while True:
        sizes = {}
        for row, (public, _) in left.items():
            sizes[label(row, node)] = sizes.get(label(row, node), 0) + public
        for row in list(left):
            if sizes[label(row, node)] >= least or node == LATTICE.heights:
                settled[row] = node
                del left[row]
        if not left:
            return settled
        if path == "root":
            node = LATTICE.heights
        else:
            j = next(left_path)
            while node[j] == LATTICE.heights[j]:
                j = next(left_path)
            node = tuple(level + (i == j) for i, level in enumerate(node))


def price(row, levels):
    return sum(
        COSTS[j][level][0 if level == LATTICE.heights[j] else row[j] if not level else row[j] // 2]
        for j, level in enumerate(levels)
    )


def find_costs(people, start, least, path):
    """The cost of a release from a start whose classes have no row of T, or two; none if not so."""
    settled = climb(people, start, least, path)
    classes = {}
    for row, node in settled.items():
        key = label(row, node)
        classes[key] = classes.get(key, 0) + people[row][1]
    if all(rows == 0 or rows >= 2 for rows in classes.values()):
        yield sum(people[row][1] * price(row, node) for row, node in settled.items())


@settings(deadline=None)
@given(PEOPLE, st.integers(1, 9), st.sampled_from(["root", (0, 1), (1, 0)]))
def test_no_start_costs_less_than_its_bound(people, least, path):
    raw = list_tuples(people)
    excess = Excess(least_private=2)
    leaving = LeavingRows(LATTICE, path, excess, COSTS, codes_above)
    for above in product(range(2), range(3)):
        table = raw.roll_up(Node(above), codes_above) if any(above) else raw
        found = leaving.find(table)
        for start in product(*(range(level + 1) for level in above)):
            levels = {j: np.array([level]) for j, level in enumerate(start)}
            (more,) = found.measure(levels, np.array([least]))
            plain = sum(private * price(row, start) for row, (_, private) in people.items())
            for cost in find_costs(people, start, least, path if path == "root" else RAISED[path]):
                assert plain + more <= cost


@pytest.mark.parametrize("most_cells", [1, 100])
@given(people=PEOPLE, least=st.integers(1, 9), way=st.sampled_from(ANY_WAY))
def test_no_start_costs_less_than_groups_of_columns(people, least, way, most_cells):
    # With one cell, each column is a group.
    raw = list_tuples(people)
    excess, numbers = Excess(least_private=2), [2, 5]
    classes = Classes(codes_above, raw)
    found = find_group_bounds(LATTICE, classes, codes_above, COSTS, excess, numbers, most_cells)
    for start in product(range(2), range(3)):
        (bound,) = found.bound(np.array([start]), np.array([least]))
        for cost in find_costs(people, start, least, way):
            assert bound <= cost


def test_groups_of_columns_tell_what_single_columns_do_not():
    # Four people, of whom no two share both labels: two settle together where one column is raised.
    raw = list_tuples({(0, 0): (1, 1), (0, 3): (1, 0), (1, 0): (1, 0), (1, 3): (1, 0)})
    found = [
        find_group_bounds(
            LATTICE, Classes(codes_above, raw), codes_above, COSTS, Excess(), [2], most_cells
        ).bound(np.array([[0, 0], [1, 0]]), np.array([2, 2]))
        for most_cells in (1, 100)
    ]
    assert [bounds.tolist() for bounds in found] == [[0, 6], [6, 6]]


def test_groups_are_counted_once_for_all_searches(monkeypatch):
    """Of another δmax they are the same; of other numbers, nodes are not counted again."""
    raw = list_tuples({(0, 0): (1, 1), (0, 3): (1, 0), (1, 0): (1, 0), (1, 3): (1, 0)})
    classes, known = Classes(codes_above, raw), KnownGroups()

    def find(delta_max, numbers, least_public=0, known=None):
        excess = Excess(delta_max, least_public)
        given = LATTICE, classes, codes_above, COSTS, excess, numbers
        bounds = find_group_bounds(*given, known=known)
        positions = np.array([*product(range(2), range(3))])
        return [bounds.bound(positions, np.full(6, least)).tolist() for least in (1, 2, 3)]

    fresh = [find(Fraction(1, 2), [3]), find(Fraction(1), [2], 2)]
    assert find(Fraction(1), [2], known=known) == find(Fraction(1), [2])
    assert find(Fraction(1), [2], 2, known=known) == fresh[1]
    monkeypatch.setattr(groups._Counter, "_look", None)
    assert find(Fraction(1, 2), [3], known=known) == fresh[0]


def test_a_start_is_ruled_out_by_what_leaves_a_coarser_one():
    open_ = OpenStarts(LATTICE, np.array([[0, 1, 4], [3, 4, 7]]))
    open_.close_above(4)
    assert len(open_) == 5
    assert open_.find_next() == Node((0, 2))
    least = np.ones(LATTICE.shape, dtype=np.int64)
    table = ClassTable(Node((0, 2)), {0: np.array([0])}, {0: 2}, np.array([5]), np.array([1]))
    leaving = LeavingRows(
        LATTICE,
        (0, 1),
        Excess(least_private=2),
        [[np.array([0, 0]), np.array([2])], []],
        codes_above,
    )
    open_.learn(leaving.find(table), least)
    assert open_.least_bound == 2
    open_.close_above(2)
    assert [open_.is_open(Node((0, level))) for level in range(3)] == [True, False, False]
    open_.close_impossible(2 * least, 1)
    assert len(open_) == 0


def test_the_start_of_the_least_bound_is_tried_next_where_groups_bound_all():
    raw = list_tuples({(0, 0): (1, 1), (0, 3): (1, 0), (1, 0): (1, 0), (1, 3): (1, 0)})
    found = find_group_bounds(LATTICE, Classes(codes_above, raw), codes_above, COSTS, Excess(), [2])
    open_ = OpenStarts(LATTICE, np.array([[0, 2, 9], [6, 8, 15]]), found)
    assert open_.find_next() == Node((0, 0))
    # Two people share labels only where the first column is raised, or the second to its root.
    open_.raise_by_groups(np.full(LATTICE.shape, 2))
    assert [open_.bound_at(Node(levels)) for levels in ((0, 0), (0, 1), (0, 2))] == [6, 8, 9]
    assert open_.bound_numbers(Node((0, 0)), np.array([1, 2, 5])).tolist() == [6, 6, 6]
    open_.close(Node((0, 0)))
    assert open_.find_next() == Node((1, 0))

"""The oracle of pooling on the running example of the paper, and what must hold of any pooling."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from tests.oracle.search.pooling import Pooling, climbs_along, list_steps, publish, settle
from tests.oracle.tables.running_example import make_example

EXAMPLE = make_example(("0", "2/3"))


def presences(start, least, path="root"):
    classes = publish(EXAMPLE, settle(EXAMPLE, Pooling(start, least, path)))
    return sorted(Fraction(n_t, n_p) for n_p, n_t in classes.values())


@pytest.mark.parametrize(
    ("start", "least", "expected"),
    [
        ((2, 2, 2), 1, ["1/2", "2/3"]),
        ((2, 2, 2), 4, ["1/2", "2/3"]),
        ((2, 2, 2), 7, ["5/9"]),
        ((1, 2, 1), 3, ["1/3", "2/3", "2/3"]),
        ((1, 2, 1), 4, ["5/9"]),
    ],
)
def test_presences_of_pooled_classes(start, least, expected):
    assert presences(start, least) == [Fraction(one) for one in expected]


@pytest.mark.parametrize("path", ["root", "columns", (2, 0, 1)])
@pytest.mark.parametrize("least", [1, 2, 3, 4, 9, 10])
def test_a_path_leads_up_and_classes_are_parts_of_p(path, least):
    for start in EXAMPLE.list_nodes():
        pooling = Pooling(start, least, path)
        steps = list_steps(EXAMPLE, pooling)
        assert climbs_along(steps)
        settled = settle(EXAMPLE, pooling)
        assert set(settled.values()) <= set(steps)
        classes = publish(EXAMPLE, settled)
        assert sum(n_p for n_p, _ in classes.values()) == len(EXAMPLE.public)


@pytest.mark.parametrize("path", ["root", "columns", (2, 0, 1)])
def test_one_person_is_enough_at_any_node_and_nobody_is_above_all(path):
    for start in EXAMPLE.list_nodes():
        assert set(settle(EXAMPLE, Pooling(start, 1, path)).values()) == {start}
        everybody = settle(EXAMPLE, Pooling(start, len(EXAMPLE.public) + 1, path))
        assert set(everybody.values()) == {EXAMPLE.root}


def test_where_people_settle_does_not_depend_on_t():
    other = replace(EXAMPLE, private=EXAMPLE.public[:2])
    for start, path in product(EXAMPLE.list_nodes(), ("root", "columns")):
        pooling = Pooling(start, 3, path)
        assert settle(EXAMPLE, pooling) == settle(other, pooling)

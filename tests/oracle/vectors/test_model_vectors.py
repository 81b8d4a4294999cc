"""The privacy models against numbers that the papers print or that were worked out by hand."""

from collections import Counter
from fractions import Fraction as F

import pytest

from tests.oracle.losses.cost import COSTS
from tests.oracle.models.conditions import (
    Counts,
    count_presence,
    find_equal_distance,
    hierarchy_distance,
    is_close,
    is_distinct_diverse,
    is_entropy_diverse,
    is_k_anonymous,
    is_k_mapped,
    is_recursively_diverse,
    order_distance,
    satisfies_equation_1,
    satisfies_equation_2,
)
from tests.oracle.models.presence import count_classes
from tests.oracle.tables.instance import Instance
from tests.oracle.tables.ladders import make_explicit_ladder
from tests.oracle.tables.running_example import make_example, swap_tables
from tests.oracle.tables.table import Node, Value

PRINTED: dict[str, Node] = {"P1*": (3, 1, 3), "P2*": (1, 2, 1), "T3*": (2, 2, 2)}
"""Releases of Tables 2 and 3 of Nergiz et al."""


def count(*numbers: int) -> Counts:
    """Return a histogram of values that have no meaning."""
    return {str(position): number for position, number in enumerate(numbers)}


def list_printed_classes(name: str) -> list[tuple[int, int]]:
    return list(count_classes(make_example(), PRINTED[name]).values())


def test_k_anonymity_and_k_map_ask_nothing_of_classes_without_private_rows() -> None:
    assert [is_k_anonymous(n_t, 2) for n_t in (0, 1, 2)] == [True, False, True]
    assert [is_k_mapped(3, n_t, 4) for n_t in (0, 1)] == [True, False]
    assert is_k_mapped(4, 1, 4)


@pytest.mark.parametrize(
    ("counts", "effective"),
    [((3, 3), 2.0), ((2, 1), 1.889882), ((2, 3, 5), 2.800094), ((1, 1, 1, 1), 4.0), ((7,), 1.0)],
)
def test_entropy_is_that_of_so_many_equally_frequent_values(
    counts: tuple[int, ...], effective: float
) -> None:
    """Decided to the sixth digit; exactly where the number is whole."""
    near = F(round(effective * 10**6), 10**6)
    step = F(1, 10**6)
    assert is_entropy_diverse(count(*counts), near - step)
    assert not is_entropy_diverse(count(*counts), near + step)
    if near.denominator == 1:
        assert is_entropy_diverse(count(*counts), near)


def test_entropy_is_exact_where_logarithms_are_not() -> None:
    """The entropy of 3 equal values is ln 3; summed in floats it may be a bit less."""
    for ell in range(1, 30):
        assert is_entropy_diverse(count(*[3] * ell), F(ell))
        assert not is_entropy_diverse(count(*[3] * ell, 0), F(ell) + F(1, 10**12))


def test_distinct_diversity_counts_values_that_occur() -> None:
    assert is_distinct_diverse({"flu": 9, "cold": 1, None: 1}, 3)
    assert not is_distinct_diverse({"flu": 9, "cold": 1, "none": 0}, 3)


def test_recursive_diversity_strict_and_not() -> None:
    """r_1 < c (r_2 + ... + r_m) is 4 < 2 (1 + 1) here."""
    assert not is_recursively_diverse(count(1, 4, 1), F(2), 2)
    assert is_recursively_diverse(count(1, 4, 1), F(2), 2, strict=False)
    assert is_recursively_diverse(count(1, 4, 1), F(9, 4), 2)
    assert is_recursively_diverse(count(1, 4, 1), F(5), 3)
    assert not is_recursively_diverse(count(1, 4, 1), F(4), 3)
    for strict in (True, False):
        assert not is_recursively_diverse(count(1, 4, 1), F(1000), 4, strict), "fewer values than 4"


def test_a_class_that_publishes_nothing_has_all_diversity() -> None:
    assert is_distinct_diverse({}, 2)
    assert is_entropy_diverse({"flu": 0}, F(2))
    assert is_recursively_diverse({}, F(1), 2)
    assert is_close({}, {"flu": 1}, F(0), find_equal_distance)


@pytest.mark.parametrize(
    ("salaries", "distance"), [((3, 4, 5), "3/8"), ((6, 8, 11), "1/6"), (range(3, 12), "0")]
)
def test_salaries_of_the_paper_on_t_closeness(salaries: tuple[int, ...], distance: str) -> None:
    """Li et al.: salaries of 3k to 11k, one each."""
    table: Counts = Counter[Value](range(3, 12))
    assert order_distance(range(3, 12))(Counter[Value](salaries), table) == F(distance)


@pytest.mark.parametrize(
    ("counts", "equal", "ordered", "hierarchical"),
    [
        ((1, 1, 0, 0), "1/2", "1/3", "1/2"),
        ((1, 0, 1, 0), "1/2", "1/6", "1/4"),
        ((1, 0, 0, 0), "3/4", "1/2", "5/8"),
        ((2, 2, 2, 2), "0", "0", "0"),
    ],
)
def test_three_distances_of_four_values(
    counts: tuple[int, ...], equal: str, ordered: str, hierarchical: str
) -> None:
    tree = make_explicit_ladder([(v, "01" if v in "01" else "23", "*") for v in "0123"])
    table = count(5, 5, 5, 5)
    assert find_equal_distance(count(*counts), table) == F(equal)
    assert order_distance("0123")(count(*counts), table) == F(ordered)
    assert hierarchy_distance(tree)(count(*counts), table) == F(hierarchical)
    assert is_close(count(*counts), table, F(equal), find_equal_distance)


def test_distances_of_a_table_of_one_value() -> None:
    for ladder in ([("flu",)], [("flu", "*")]):
        assert hierarchy_distance(make_explicit_ladder(ladder))({"flu": 2}, {"flu": 3}) == 0
    assert order_distance(["flu"])({"flu": 2}, {"flu": 3}) == 0


def test_a_flat_hierarchy_gives_the_equal_distance() -> None:
    flat = make_explicit_ladder([(value, "*") for value in "012"])
    for counts in ((1, 0, 0), (2, 1, 0), (1, 2, 3)):
        found = hierarchy_distance(flat)(count(*counts), count(4, 2, 2))
        assert found == find_equal_distance(count(*counts), count(4, 2, 2))


def test_a_class_has_no_value_that_the_table_lacks() -> None:
    with pytest.raises(ValueError, match="table has not"):
        find_equal_distance({"x": 1}, {"y": 1})
    with pytest.raises(ValueError, match="different values"):
        order_distance("yz")({"y": 1}, {"y": 1})
    with pytest.raises(ValueError, match="no place"):
        hierarchy_distance(make_explicit_ladder([("x",)]))({"y": 1}, {"y": 1})


@pytest.mark.parametrize(("name", "distance"), [("T3*", "1/9"), ("P2*", "2/9"), ("P1*", "5/9")])
def test_closeness_of_presence_is_how_far_it_strays_from_5_9(name: str, distance: str) -> None:
    table = count_presence(9, 5)
    distances = [
        find_equal_distance(count_presence(*counts), table) for counts in list_printed_classes(name)
    ]
    assert max(distances) == F(distance)
    assert distances == [abs(F(n_t, n_p) - F(5, 9)) for n_p, n_t in list_printed_classes(name)]


def test_recursive_diversity_of_presence_on_the_printed_releases() -> None:
    """P2* has n_1/n_0 of 2, 1/2 and 2: (2, 2)-diverse with <=, as the paper has it, not with <."""
    for counts in list_printed_classes("P2*"):
        assert satisfies_equation_1(*counts, F(2))
        assert is_recursively_diverse(count_presence(*counts), F(2), 2, strict=False)
        assert not is_recursively_diverse(count_presence(*counts), F(2), 2)
    assert all(satisfies_equation_1(*counts, F(2)) for counts in list_printed_classes("T3*"))
    delta = F(1, 2), F(2, 3)
    assert all(satisfies_equation_2(*counts, delta) for counts in list_printed_classes("T3*"))
    assert not all(satisfies_equation_2(*counts, delta) for counts in list_printed_classes("P2*"))


def find_diverse_nodes(instance: Instance, c: F) -> list[Node]:
    return [
        node
        for node in instance.list_nodes()
        if all(
            satisfies_equation_1(*counts, c) for counts in count_classes(instance, node).values()
        )
    ]


def test_the_optimal_diverse_release_of_the_example_is_not_present() -> None:
    """Section 5.2, Table 3: P2* is optimal for (2, 2); c = 1 has none, since 5 are not 4."""
    instance = make_example()
    for metric in ("loss", "discernibility"):
        costs = {
            node: COSTS[metric](swap_tables(instance), node)
            for node in find_diverse_nodes(instance, F(2))
        }
        assert costs[PRINTED["P2*"]] == min(costs.values())
    assert find_diverse_nodes(instance, F(1)) == []


@pytest.mark.parametrize("c", [F(1), F(3, 2), F(2), F(10)])
def test_equations_1_and_2_coincide_for_symmetric_deltas(c: F) -> None:
    """delta_min = 1 - delta_max = 1/(1 + c), and for no other delta."""
    for n_p in range(1, 23):
        for n_t in range(n_p + 1):
            first = satisfies_equation_1(n_p, n_t, c)
            assert first is satisfies_equation_2(n_p, n_t, (1 / (1 + c), c / (1 + c)))
            presence = count_presence(n_p, n_t)
            assert first is is_recursively_diverse(presence, c, 2, strict=False)


def test_equation_2_is_delta_presence() -> None:
    thirds = [F(step, 6) for step in range(7)]
    for delta in [(low, high) for low in thirds for high in thirds if low <= high]:
        for n_p in range(1, 13):
            for n_t in range(n_p + 1):
                expected = delta[0] <= F(n_t, n_p) <= delta[1]
                assert satisfies_equation_2(n_p, n_t, delta) is expected

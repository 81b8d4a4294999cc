"""Costs from counts alone, against the vectors of the running example."""

from fractions import Fraction
from math import log2

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpsql.domain.found.statistics import LevelStatistics, PrivateClasses, TableStatistics
from dpsql.metrics.catalog import METRICS


def level(leaves_lost, leaves, *groups):
    return LevelStatistics(leaves_lost, leaves, tuple(groups))


# T of the paper: zips 47903 47906 47633 48972 48970, ages 59 42 63 47 52, five countries.
ZIP = (
    level(0, 7, (1, 5)),
    level(1 + 1 + 1 + 2 + 2, 7, (1, 1), (2, 2)),
    level(3 + 3 + 3 + 2 + 2, 7, (2, 1), (3, 1)),
    level(5 * 6, 7, (5, 1)),
)
AGE = (level(0, 9, (1, 5)), level(5 * 4, 9, (5, 1)), level(5 * 8, 9, (5, 1)))
NATIONALITY = (
    level(0, 7, (1, 5)),
    level(1 + 1 + 1 + 2 + 2, 7, (1, 1), (2, 2)),
    level(3 + 3 + 3 + 2 + 2, 7, (2, 1), (3, 1)),
    level(5 * 6, 7, (5, 1)),
)
PAPER = TableStatistics(9, 5, (ZIP, AGE, NATIONALITY))
SEPARABLE = ("loss", "precision", "entropy")
BY_CLASS = ("discernibility", "class_size")


def value(name, node):
    metric = METRICS[name]
    return metric.value(metric.node_cost(node, PAPER), PAPER)


@pytest.mark.parametrize(
    ("node", "loss", "precision", "entropy"),
    [
        ((0, 0, 0), "0", "1", 0),
        ((1, 2, 1), "22/45", "4/9", 19.609640),
        ((2, 2, 2), "28/45", "2/9", 25.119415),
        ((3, 1, 3), "5/6", "1/6", 34.828921),
        ((3, 2, 3), "1", "0", 34.828921),
    ],
)
def test_separable_costs_of_the_paper(node, loss, precision, entropy):
    assert value("loss", node) == float(Fraction(loss))
    assert value("precision", node) == float(Fraction(precision))
    assert value("entropy", node) == pytest.approx(entropy, abs=1e-6)


@pytest.mark.parametrize(
    ("classes", "discernibility", "class_size"),
    [((1, 1, 1, 1, 1), 5, 1), ((2, 1, 2), 9, 5 / 3), ((3, 2), 13, 5 / 2), ((5,), 25, 5)],
)
def test_costs_by_class_of_the_paper(classes, discernibility, class_size):
    node = PrivateClasses(len(classes), sum(n * n for n in classes))
    found = [METRICS[name].value(METRICS[name].cost(node, PAPER), PAPER) for name in BY_CLASS]
    assert found == [discernibility, class_size]


def test_nodes_of_equal_bits_have_equal_costs():
    """(3, 1, 3) and the root lose the same bits, by other sums of irrational logarithms."""
    metric = METRICS["entropy"]
    assert metric.node_cost((3, 1, 3), PAPER) == metric.node_cost((3, 2, 3), PAPER)


def test_an_empty_table_costs_nothing():
    empty = TableStatistics(9, 0, ((level(0, 7), level(0, 7)),))
    no_class = PrivateClasses(0, 0)
    assert METRICS["loss"].value(METRICS["loss"].node_cost((1,), empty), empty) == 0
    assert METRICS["entropy"].value(METRICS["entropy"].node_cost((1,), empty), empty) == 0
    for name in BY_CLASS:
        assert METRICS[name].value(METRICS[name].cost(no_class, empty), empty) == 0


def test_a_hierarchy_of_one_leaf_loses_nothing():
    table = TableStatistics(3, 3, ((level(0, 1, (3, 1)), level(0, 1, (3, 1))),))
    assert METRICS["loss"].value(METRICS["loss"].node_cost((1,), table), table) == 0


def test_a_quasi_identifier_of_height_0_keeps_full_precision():
    table = TableStatistics(3, 3, ((level(0, 1, (3, 1)),), (level(0, 2), level(3, 2))))
    metric = METRICS["precision"]
    assert metric.value(metric.node_cost((0, 0), table), table) == 1
    assert metric.value(metric.node_cost((0, 1), table), table) == 0.5


def test_counts_beyond_doubles_stay_apart():
    """Costs are integers: two nodes that differ by one row of 10**17 do not tie."""
    many = 10**17
    table = TableStatistics(
        2 * many, many, ((level(0, 3, (1, many)), level(many, 3), level(many + 1, 3)),)
    )
    loss = METRICS["loss"]
    assert loss.node_cost((1,), table) + 1 == loss.node_cost((2,), table)


@st.composite
def partitions_and_their_merge(draw):
    """Counts of T per value, and the counts after merging neighbours."""
    counts = draw(st.lists(st.integers(1, 50), min_size=1, max_size=12))
    cuts = draw(st.lists(st.booleans(), min_size=len(counts), max_size=len(counts)))
    merged = [0]
    for count, cut in zip(counts, cuts, strict=True):
        if cut and merged[-1]:
            merged.append(0)
        merged[-1] += count
    return counts, merged


def grouped(counts):
    return tuple((n, counts.count(n)) for n in sorted(set(counts)))


@given(partitions_and_their_merge())
@settings(deadline=None)
def test_entropy_is_the_sum_over_rows_of_the_definition(drawn):
    counts, merged = drawn
    rows = sum(counts)
    table = TableStatistics(
        rows, rows, ((level(0, 99, *grouped(counts)), level(0, 99, *grouped(merged))),)
    )
    metric = METRICS["entropy"]
    bits = sum(n * log2(n) for n in merged) - sum(n * log2(n) for n in counts)
    found = metric.value(metric.node_cost((1,), table), table)
    assert found == pytest.approx(bits, abs=1e-9 * (1 + rows))


@given(partitions_and_their_merge())
@settings(deadline=None)
def test_costs_never_fall_when_classes_merge(drawn):
    counts, merged = drawn
    rows = sum(counts)
    table = TableStatistics(rows, rows, ())
    for name in BY_CLASS:
        fine, coarse = (
            METRICS[name].cost(PrivateClasses(len(c), sum(n * n for n in c)), table)
            for c in (counts, merged)
        )
        assert fine <= coarse
    table = TableStatistics(
        rows, rows, ((level(0, 99, *grouped(counts)), level(0, 99, *grouped(merged))),)
    )
    entropy = METRICS["entropy"]
    assert 0 == entropy.node_cost((0,), table) <= entropy.node_cost((1,), table)

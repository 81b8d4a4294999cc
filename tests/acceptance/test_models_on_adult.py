"""The models on ARX's example table, at the nodes that ARX's own tests expect.

DPSQL_REFERENCE_DATA names a folder that holds adult/ in ARX's layout. Each node holds, has the
value that is told, and is minimal: with any column one level lower it fails. Entropy is summed in
floats here, since its power is a number of some hundred thousand digits.
"""

import csv
import os
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import log2
from pathlib import Path

import pytest

from tests.oracle.losses.cost import find_class_size, find_discernibility
from tests.oracle.models.conditions import (
    Counts,
    find_equal_distance,
    is_close,
    is_entropy_diverse,
    is_k_anonymous,
    is_k_mapped,
    is_recursively_diverse,
)
from tests.oracle.models.presence import count_classes
from tests.oracle.tables.instance import Instance
from tests.oracle.tables.ladders import make_explicit_ladder
from tests.oracle.tables.table import Ladder, Node, Row, Value, generalize

FOLDER = os.environ.get("DPSQL_REFERENCE_DATA")
if not FOLDER:
    pytest.skip("DPSQL_REFERENCE_DATA names no folder with adult/", allow_module_level=True)

COLUMNS = ["sex", "age", "race", "marital-status", "education", "native-country", "workclass"]
COLUMNS += ["salary-class"]
SENSITIVE = "occupation"


def read_rows(name: str) -> list[list[str]]:
    with (Path(str(FOLDER)) / "adult" / name).open(encoding="utf-8", newline="") as file:
        return [row for row in csv.reader(file, delimiter=";") if row]


@pytest.fixture(scope="module")
def whole() -> tuple[Instance, list[Value]]:
    """The whole table for P and for T, and its occupations row by row."""
    header, *rows = read_rows("adult.csv")
    places = [header.index(name) for name in COLUMNS]
    public: tuple[Row, ...] = tuple(tuple(row[place] for place in places) for row in rows)
    ladders: tuple[Ladder, ...] = tuple(
        make_explicit_ladder(tuple(row) for row in read_rows(f"adult_hierarchy_{name}.csv"))
        for name in COLUMNS
    )
    return Instance(ladders, public, public), [row[header.index(SENSITIVE)] for row in rows]


@pytest.fixture(scope="module")
def mapped(whole: tuple[Instance, list[Value]]) -> Instance:
    """The whole table for P, ARX's subset for T."""
    header, *rows = read_rows("adult_subset.csv")
    places = [header.index(name) for name in COLUMNS]
    private = tuple(tuple(row[place] for place in places) for row in rows)
    return Instance(whole[0].ladders, whole[0].public, private)


def find_entropy(instance: Instance, node: Node) -> float:
    entropy = 0.0
    for column, (ladder, level) in enumerate(zip(instance.ladders, node, strict=True)):
        values = Counter(row[column] for row in instance.private)
        labels = Counter(ladder[row[column]][level] for row in instance.private)
        for value, count in values.items():
            entropy += count * log2(labels[ladder[value][level]] / count)
    return entropy


def list_histograms(instance: Instance, sensitive: list[Value], node: Node) -> list[Counts]:
    classes: dict[Row, Counter[Value]] = {}
    for row, value in zip(instance.public, sensitive, strict=True):
        classes.setdefault(generalize(row, instance.ladders, node), Counter())[value] += 1
    return list(classes.values())


def assert_minimal(node: Node, holds: Callable[[Node], bool]) -> None:
    assert holds(node)
    for column, level in enumerate(node):
        if level:
            assert not holds((*node[:column], level - 1, *node[column + 1 :])), column


@pytest.mark.parametrize("model", ["entropy 5", "recursive (4, 5)"])
def test_diversity(model: str, whole: tuple[Instance, list[Value]]) -> None:
    instance, sensitive = whole

    def is_diverse(counts: Counts) -> bool:
        if model == "entropy 5":
            return is_entropy_diverse(counts, Fraction(5))
        return is_recursively_diverse(counts, Fraction(4), 5)

    node = (1, 1, 1, 1, 3, 2, 2, 1)
    assert_minimal(
        node, lambda node: all(map(is_diverse, list_histograms(instance, sensitive, node)))
    )
    assert find_entropy(instance, node) == pytest.approx(324620.5269918692, rel=1e-12)


def test_closeness_with_k_anonymity(whole: tuple[Instance, list[Value]]) -> None:
    instance, sensitive = whole
    table = Counter(sensitive)
    node = (1, 4, 1, 1, 3, 2, 2, 1)

    def holds(node: Node) -> bool:
        return all(
            is_close(counts, table, Fraction(1, 5), find_equal_distance)
            and is_k_anonymous(sum(counts.values()), 5)
            for counts in list_histograms(instance, sensitive, node)
        )

    assert_minimal(node, holds)
    assert find_discernibility(instance, node) == 456853172


@pytest.mark.parametrize(
    ("k", "entropy", "node"),
    [
        (2, 23108.1673304724, (1, 0, 1, 1, 3, 2, 2, 0)),
        (3, 23387.494246376, (0, 0, 1, 2, 3, 2, 2, 0)),
        (5, 28551.7222913157, (1, 0, 1, 2, 3, 2, 2, 1)),
        (10, 30238.2081484441, (0, 1, 1, 2, 3, 2, 2, 0)),
    ],
)
def test_k_map(k: int, entropy: float, node: Node, mapped: Instance) -> None:
    def holds(node: Node) -> bool:
        return all(is_k_mapped(*counts, k) for counts in count_classes(mapped, node).values())

    assert_minimal(node, holds)
    assert find_entropy(mapped, node) == pytest.approx(entropy, rel=1e-12)
    if k == 5:
        assert find_class_size(mapped, node) == Fraction(3016, 67)

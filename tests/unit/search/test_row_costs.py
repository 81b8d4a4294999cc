"""What rows of T cost, where that needs more than 64 bits."""

import numpy as np
import pytest

from dpsql.domain.found.statistics import LevelStatistics, TableStatistics
from dpsql.domain.levels.lattice import Node
from dpsql.metrics.entropy import Entropy
from dpsql.search.class_tables.class_table import ClassTable
from dpsql.search.pooled.row_costs import RowCosts
from dpsql.sql.pooling.labels import Labels

BIT = 10**40
#: Two values with four rows of T each; one label at the root.
VALUES = Labels(*map(np.array, ([1, 1], [4, 4], [0, 1])))
ROOT = Labels(*map(np.array, ([2], [8], [2])))
LEVELS = (LevelStatistics(0, 2, ((4, 2),)), LevelStatistics(8, 2, ((8, 1),)))


@pytest.fixture
def costs():
    table = TableStatistics(8, 8, (LEVELS, LEVELS))
    return RowCosts(Entropy(), table, [[VALUES, ROOT]] * 2, lambda *_: np.empty(0, dtype=np.int64))


@pytest.mark.parametrize(("below_root", "bits"), [((), 6), ((0,), 5), ((0, 1), 4)])
def test_costs_are_exact_on_every_level(costs, below_root, bits):
    codes = {j: np.array([0, 1]) for j in below_root}
    node = Node(tuple(int(j not in below_root) for j in range(2)))
    counts = np.array([4, 4])
    classes = ClassTable(node, codes, dict.fromkeys(below_root, 2), counts, counts)
    assert costs.of_classes(classes).tolist() == [bits * BIT] * 2

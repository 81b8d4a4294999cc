"""What a release tells those who know the strategy too: who else would have led to it?

The presence of the paper's Definition 5 takes all sets of |T| people with n_T of them in each class
for equally likely. Whoever runs MPALM on each set keeps only those that give the same boxes. The
attack is known for minimal k-anonymizations (Wong, Fu, Wang & Pei, VLDB 2007); neither MPALM nor
the paper's guarantee is meant to withstand it, and these figures say so.
"""

from fractions import Fraction as F
from itertools import combinations

import pytest

from tests.oracle.search.boxes import Boxes, find_public_boxes
from tests.oracle.search.partitions import Part, Strategy, find_partition, satisfies
from tests.oracle.tables.instance import Models
from tests.oracle.tables.running_example import PRIVATE, PUBLIC
from tests.oracle.tables.table import Row
from tests.oracle.vectors.test_partition_vectors import BOTH, BY_HIERARCHY, STRATEGIES, UPPER


def find_boxes(private: tuple[Row, ...], strategy: str, delta: tuple[F, F]) -> Boxes | None:
    whole, accepts = Part(PUBLIC, private), satisfies(Models(delta))
    rule = STRATEGIES.get(strategy, Strategy("any", "loss", delta=delta))
    found = find_partition(whole, BY_HIERARCHY, rule, accepts)
    return None if found is None else find_public_boxes(found[0], BY_HIERARCHY)


@pytest.mark.parametrize(
    ("delta", "consistent", "withstand"),
    [
        (
            BOTH,
            "n1: 2, n2: 1, n3: 2, p1: 12, p2: 6, p3: 12, b1: 1, b2: 1, b3: 2, loss: 12",
            "p1 p3 loss",
        ),
        (UPPER, "n1: 1, n2: 4, n3: 1, p1: 6, p2: 9, p3: 6, b1: 1, b2: 4, b3: 1, loss: 6", ""),
    ],
)
def test_private_tables_that_lead_to_the_same_boxes_F12(
    delta: tuple[F, F], consistent: str, withstand: str
) -> None:
    found = {}
    for strategy in [*STRATEGIES, "loss"]:
        published = find_boxes(PRIVATE, strategy, delta)
        tables = [
            table
            for table in combinations(PUBLIC, len(PRIVATE))
            if find_boxes(table, strategy, delta) == published
        ]
        found[strategy] = len(tables)
        presence = [F(sum(row in table for table in tables), len(tables)) for row in PUBLIC]
        within = delta[0] <= min(presence) and max(presence) <= delta[1]
        assert within is (strategy in withstand.split())
    assert ", ".join(f"{name}: {count}" for name, count in found.items()) == consistent

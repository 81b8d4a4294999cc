"""The greatest presence of a node is exact, also where doubles cannot tell classes apart."""

import random
from fractions import Fraction

import pytest

from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.privacy.k_map import KMap
from dpsql.search.checker import Checker
from dpsql.search.full_domain.greatest_presence import count_greatest_presence
from dpsql.sql.counting.tuples import TableSizes
from dpsql.sql.lattice.frequency_set import FREQUENCY_SET, FrequencySet

RAW, ROOT = Node((0,)), Node((1,))
SMALL = [(5, 1), (3, 2), (6, 4), (9, 6), (4, 0)]
#: Their presence is 1/2 as a double; the last but one is the greatest, by less than 2⁻⁶⁰.
BLURRED = [(2**60 + 2 * i, 2**59 + i) for i in range(5)]
BLURRED += [(2**60 + 2, 2**59 + 2), (2**60, 2**59 - 1)]


def count(bench, classes, models=()):
    """Count two nodes over one quasi-identifier: the classes as they are, and merged."""
    with bench.open_engine() as engine:
        columns = ("q0_level_0", "public_count", "private_count")
        rows = [(code, *counts) for code, counts in enumerate(classes)]
        engine.upload(FREQUENCY_SET, dict.fromkeys(columns, "BIGINT"), rows)
        public_rows, private_rows = (sum(counts) for counts in zip(*classes, strict=True))
        sizes = TableSizes(public_rows, private_rows, len(classes))
        checker = Checker.of(engine, Lattice((1,)), models, sizes, FrequencySet(RAW, len(classes)))
        return count_greatest_presence(checker, [RAW, ROOT, RAW])


@pytest.mark.parametrize(
    "classes",
    [
        SMALL,
        BLURRED,
        BLURRED[:-2],
        [(7, 0), (2, 0)],
        [(1, 1), (2, 2), (9, 9), (9, 8)],
        [(2**62, 2**62 - 1), (2**61, 2**61 - 1)],
        [(2**62 - 1, 1), (2**62, 1)],
    ],
    ids=["small", "blurred", "equal", "no members", "all members", "near 1", "near 0"],
)
def test_greatest_presence_is_that_of_fractions(bench, classes):
    raw, root, again = count(bench, classes)
    assert raw == again
    assert (raw.node, root.node) == (RAW, ROOT)
    assert raw.presence == max(Fraction(private, public) for public, private in classes)
    public, private = (sum(counts) for counts in zip(*classes, strict=True))
    assert root.presence == Fraction(private, public)
    assert raw.holds
    assert root.holds


@pytest.mark.parametrize("seed", range(10))
def test_greatest_presence_of_classes_of_any_size(bench, seed):
    chosen = random.Random(seed)
    sizes = [chosen.randint(1, 10 ** chosen.randint(1, 16)) for _ in range(200)]
    part = Fraction(chosen.randint(1, 9), 10)
    classes = [(size, min(size, int(size * part) + chosen.randint(0, 1))) for size in sizes]
    raw, _, _ = count(bench, classes)
    assert raw.presence == max(Fraction(private, public) for public, private in classes)


def test_other_models_are_judged_over_all_classes(bench):
    """The class that breaks 4-map is not one of greatest presence, nor the only one of its size."""
    raw, root, _ = count(bench, [(10, 9), (3, 1), (3, 2)], (KMap(4),))
    assert (raw.presence, raw.holds) == (Fraction(9, 10), False)
    assert (root.presence, root.holds) == (Fraction(12, 16), True)
    raw, _, _ = count(bench, [(10, 9), (3, 0), (4, 2)], (KMap(4),))
    assert raw.holds

"""A slice refutes nodes that fail, and no other; what it cannot judge is counted whole."""

from fractions import Fraction
from itertools import product

import pytest

from dpsql.domain.job import DuckDBOptions
from dpsql.domain.lattice import Lattice, Node
from dpsql.domain.threshold import PresenceBounds
from dpsql.engines.duckdb import DuckDBEngine
from dpsql.privacy.presence import PresenceModel
from dpsql.search import slices
from dpsql.search.checker import Checker
from dpsql.sql.frequency_set import FREQUENCY_SET, FrequencySet
from dpsql.sql.tuples import TableSizes

LATTICE = Lattice((2, 1))
#: Codes of the first column on levels 0 and 1, of the second on level 0, people, those in T.
ROWS = [(a, a // 5, b, 4, int(a == 7) * 3) for a, b in product(range(10), range(2))]
NODES = [Node(levels) for levels in product(range(3), range(2))]
LIMIT = PresenceModel(PresenceBounds(Fraction(0), Fraction(1, 2)))


@pytest.fixture
def checker(tmp_path, monkeypatch):
    monkeypatch.setattr(slices, "LEAST_TUPLES", 0)
    monkeypatch.setattr(slices, "MOST_SHARE", 2)
    names = ("q0_level_0", "q0_level_1", "q1_level_0", "public_count", "private_count")
    leaves = ("code_0", "code_1", "public_count", "private_count")
    with DuckDBEngine(DuckDBOptions(), tmp_path) as engine:
        engine.upload(FREQUENCY_SET, dict.fromkeys(names, "BIGINT"), ROWS)
        first = [(a, a // 5, 8, int(a == 7) * 6) for a in range(10)]
        engine.upload("leaves_0", dict.fromkeys(leaves, "BIGINT"), first)
        second = [(b, 0, 40, 3) for b in range(2)]
        engine.upload("leaves_1", dict.fromkeys(leaves, "BIGINT"), second)
        sizes, frequency_set = TableSizes(80, 6, len(ROWS)), FrequencySet(LATTICE.raw, len(ROWS))
        yield Checker.of(engine, LATTICE, (LIMIT,), sizes, frequency_set)


def test_decisions_are_those_of_whole_counts(checker):
    whole = checker.count(NODES)
    decided = checker.decide(NODES)
    assert [one.holds for one in decided] == [one.holds for one in whole]
    assert [one.holds for one in whole] == [False, False, True, True, True, True]
    for one, other in zip(decided, whole, strict=True):
        assert one == other or not (one.complete or other.holds)
    assert [one.complete for one in decided] == [False, False, True, True, True, True]


def test_the_slice_has_the_label_of_greatest_presence(checker):
    assert checker.slices.table(Node((1, 0))) == "slice_0"
    query = "SELECT DISTINCT q0_level_1 FROM slice_0"
    place = checker.engine._places["slice_0"].sql("duckdb")
    assert checker.engine._fetch(query.replace("slice_0", place)) == [(1,)]
    assert checker.slices.table(Node((2, 0))) == "slice_1"
    assert checker.slices.table(Node((2, 1))) is None


def test_what_one_slice_cannot_judge_the_next_may(checker):
    """By the first column all classes of the slice hold; by the second one of them violates."""
    engine = checker.engine
    names = ("q0_level_0", "q0_level_1", "q1_level_0", "public_count", "private_count")
    engine.drop(FREQUENCY_SET)
    rows = [(a, a // 5, b, 4, 2 * (a >= 5)) for a, b in product(range(10), range(2))]
    rows[0] = (0, 0, 0, 4, 4)
    engine.upload(FREQUENCY_SET, dict.fromkeys(names, "BIGINT"), rows)
    (decided,) = checker.decide([Node((0, 0))])
    assert checker.slices.table(Node((0, 0)), 0) == "slice_0"
    assert checker.slices.table(Node((0, 0)), 1) == "slice_1"
    assert checker.slices.table(Node((0, 0)), 2) is None
    assert (decided.holds, decided.complete, decided.violating_classes) == (False, False, 1)


def test_small_sets_are_not_sliced(checker, monkeypatch):
    monkeypatch.setattr(slices, "LEAST_TUPLES", 21)
    assert checker.slices.table(Node((0, 0))) is None

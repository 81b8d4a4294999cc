"""A slice refutes nodes that fail, and no other; the excerpt with rows of T prices as the whole."""

from fractions import Fraction
from itertools import product

import pytest

from dpsql.domain.found.statistics import PrivateClasses
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.domain.sections.engine_options import DuckDBOptions
from dpsql.domain.threshold import PresenceBounds
from dpsql.engines.duckdb.engine import DuckDBEngine
from dpsql.privacy.presence import PresenceModel
from dpsql.search.checker import Checker
from dpsql.search.full_domain import excerpts, private_sample
from dpsql.search.full_domain.excerpts import Excerpts
from dpsql.sql.counting.tuples import TableSizes
from dpsql.sql.lattice.frequency_set import FREQUENCY_SET, FrequencySet

LATTICE = Lattice((2, 1))
#: Codes of the first column on levels 0 and 1, of the second on level 0, people, those in T.
ROWS = [(a, a // 5, b, 4, int(a == 7) * 3) for a, b in product(range(10), range(2))]
NAMES = ("q0_level_0", "q0_level_1", "q1_level_0", "public_count", "private_count")
NODES = [Node(levels) for levels in product(range(3), range(2))]
LIMIT = PresenceModel(PresenceBounds(Fraction(0), Fraction(1, 2)))


@pytest.fixture
def checker(tmp_path, monkeypatch):
    monkeypatch.setattr(excerpts, "LEAST_TUPLES", 0)
    monkeypatch.setattr(excerpts, "MOST_SHARE", 2)
    monkeypatch.setattr(excerpts, "LEAST_COMMON", 1)
    monkeypatch.setattr(excerpts, "MOST_PRIVATE", Fraction(1, 2))
    leaves = ("code_0", "code_1", "public_count", "private_count")
    with DuckDBEngine(DuckDBOptions(), tmp_path) as engine:
        engine.upload(FREQUENCY_SET, dict.fromkeys(NAMES, "BIGINT"), ROWS)
        first = [(a, a // 5, 8, int(a == 7) * 6) for a in range(10)]
        engine.upload("leaves_0", dict.fromkeys(leaves, "BIGINT"), first)
        second = [(b, 0, 40, 3) for b in range(2)]
        engine.upload("leaves_1", dict.fromkeys(leaves, "BIGINT"), second)
        sizes, frequency_set = TableSizes(80, 6, len(ROWS)), FrequencySet(LATTICE.raw, len(ROWS))
        yield Checker.of(engine, LATTICE, (LIMIT,), sizes, frequency_set)


def test_only_failing_nodes_are_refuted(checker):
    holds = [one.holds for one in checker.count(NODES)]
    assert holds == [False, False, True, True, True, True]
    assert checker.refute(NODES, thoroughly=NODES) == set(NODES[:2])
    assert checker.refute(NODES, thoroughly=[]) == set(NODES[:2])


def test_the_excerpt_with_rows_of_t_prices_nodes_as_the_whole_does(checker):
    assert checker.count_private(NODES) == [one.private for one in checker.count(NODES)]


def test_a_sample_of_all_tuples_prices_nodes_as_the_whole_does(checker):
    sampled = [checker.sample_private(node) for node in NODES]
    assert sampled == checker.count_private(NODES)


def test_a_sample_has_some_tuples_of_t(checker, monkeypatch):
    monkeypatch.setattr(private_sample, "SAMPLED", 3)
    assert checker.sample_private(LATTICE.root) == PrivateClasses(1, 9)


def test_an_empty_t_has_no_classes(checker):
    empty = [(*row[:-1], 0) for row in ROWS]
    checker.engine.drop(FREQUENCY_SET)
    checker.engine.upload(FREQUENCY_SET, dict.fromkeys(NAMES, "BIGINT"), empty)
    assert checker.count_private(NODES) == [PrivateClasses(0, 0)] * len(NODES)
    assert [one.private for one in checker.count(NODES)] == [PrivateClasses(0, 0)] * len(NODES)


def test_the_slice_has_the_label_of_greatest_presence(checker):
    assert list(checker.excerpts.slices(Node((1, 1)))) == ["slice_0"]
    assert codes(checker, "slice_0", "q0_level_1") == [(1,)]
    assert list(checker.excerpts.slices(Node((2, 0)))) == ["slice_1"]
    assert list(checker.excerpts.slices(Node((2, 1)))) == []


def test_what_two_slices_have_in_common_goes_first(checker):
    assert list(checker.excerpts.slices(Node((1, 0)))) == ["slice_0_1", "slice_0", "slice_1"]
    assert codes(checker, "slice_0_1", "q0_level_1, q1_level_0") == [(1, 0)]


def test_what_one_slice_cannot_judge_the_next_may(checker):
    """By the first column all classes of the slice hold; by the second one of them violates."""
    rows = [(a, a // 5, b, 4, 2 * (a >= 5)) for a, b in product(range(10), range(2))]
    rows[0] = (0, 0, 0, 4, 4)
    checker.engine.drop(FREQUENCY_SET)
    checker.engine.upload(FREQUENCY_SET, dict.fromkeys(NAMES, "BIGINT"), rows)
    raw = Node((0, 0))
    assert not checker.refute([raw], thoroughly=[])
    assert checker.refute([raw], thoroughly=[raw]) == {raw}
    assert checker.count([raw])[0].violating_classes == 1


def test_small_sets_have_no_excerpts(checker, monkeypatch):
    monkeypatch.setattr(excerpts, "LEAST_TUPLES", len(ROWS) + 1)
    small = Excerpts(checker.engine, LATTICE, TableSizes(80, 6, len(ROWS)), len(ROWS))
    assert list(small.slices(Node((0, 0)))) == []
    assert small.private_excerpt() is None


def test_too_few_people_in_common_are_no_slice(checker, monkeypatch):
    monkeypatch.setattr(excerpts, "LEAST_COMMON", len(ROWS))
    assert list(checker.excerpts.slices(Node((1, 0)))) == ["slice_0", "slice_1"]


def test_an_excerpt_that_is_nearly_all_saves_nothing(checker):
    most = TableSizes(80, len(ROWS) // 2 + 1, len(ROWS))
    assert Excerpts(checker.engine, LATTICE, most, len(ROWS)).private_excerpt() is None


def codes(checker, table, columns):
    place = checker.engine._places[table].sql("duckdb")
    return checker.engine._fetch(f"SELECT DISTINCT {columns} FROM {place}")

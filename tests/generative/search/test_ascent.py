"""Searches that ascend on class tables, forced where tables are small, agree with the oracle."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest
from hypothesis import example, given

from dpsql.domain.found.statistics import NodeStatistics, PrivateClasses
from dpsql.domain.levels.lattice import Node
from dpsql.search.checker import Checker
from dpsql.search.class_tables import store as class_table_store
from dpsql.search.class_tables.store import ClassTables
from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import cases
from tests.generative.instances.cases import Case
from tests.generative.instances.failing_case import make_failing_case
from tests.generative.instances.jobs import plain_setting
from tests.generative.search.test_anonymize import assert_release_is_the_optimum
from tests.generative.search.test_lattice import assert_minimal_nodes_agree
from tests.generative.search.test_least_k import assert_trials_agree


@pytest.fixture(autouse=True, scope="module")
def _every_set_has_class_tables() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(class_table_store, "LEAST_TUPLES", 0)
        yield


@pytest.fixture
def failing_above() -> Iterator[list[Node]]:
    """Ancestors that were counted from class tables and fail."""
    found: list[Node] = []
    count = Checker.count_above

    def note(checker: Checker, node: Node, ancestors: Sequence[Node]) -> dict[Node, NodeStatistics]:
        counted = count(checker, node, ancestors)
        found.extend(one for one, counts in (counted or {}).items() if counts and not counts.holds)
        return counted

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Checker, "count_above", note)
        yield found


@pytest.mark.parametrize(
    ("algorithm", "few", "most"),
    [
        ("spalm", 0, class_table_store.MOST_CLASSES),
        ("spalm", class_table_store.FEW_CLASSES, class_table_store.MOST_CLASSES),
        # The base does not fit: other nodes are fetched, and finer ones than asked for.
        ("spalm", 0, 32),
        pytest.param("incognito", 0, 32, marks=pytest.mark.tier("ci")),
        pytest.param("incognito", 0, 1000, marks=pytest.mark.tier("ci")),
    ],
)
def test_optimum(
    failing_above: list[Node], monkeypatch: pytest.MonkeyPatch, algorithm: str, few: int, most: int
) -> None:
    monkeypatch.setattr(class_table_store, "FEW_CLASSES", few)
    monkeypatch.setattr(class_table_store, "MOST_CLASSES", most)

    @share_of_profile(4)
    @example(make_failing_case("loss"))
    @given(cases(least_columns=2, most_levels=5))
    def agrees(case: Case) -> None:
        assert_release_is_the_optimum(case, replace(plain_setting(case), algorithm=algorithm))

    agrees()
    assert failing_above


def test_minimal_nodes(failing_above: list[Node]) -> None:
    @share_of_profile(4)
    @example(make_failing_case("loss"))
    @given(cases(least_columns=2, most_levels=5))
    def agrees(case: Case) -> None:
        assert_minimal_nodes_agree(case, plain_setting(case))

    agrees()
    assert failing_above


def test_least_k(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every k, without a statement for a node."""
    counted: list[Node] = []
    count = ClassTables.count_least_private

    def note(tables: ClassTables, node: Node) -> tuple[int, PrivateClasses] | None:
        counted.append(node)
        return count(tables, node)

    monkeypatch.setattr(ClassTables, "count_least_private", note)

    @share_of_profile(4)
    @example(make_failing_case("loss"))
    @given(cases(models="delta", least_columns=2))
    def agrees(case: Case) -> None:
        assert_trials_agree(case, plain_setting(case))

    agrees()
    assert counted

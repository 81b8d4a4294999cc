"""Searches on excerpts of the frequency set, forced where it is small, agree with the oracle."""

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import example, given

from dpsql.domain.found.statistics import PrivateClasses
from dpsql.domain.levels.lattice import Node
from dpsql.search.checker import Checker
from dpsql.search.full_domain import excerpts, private_sample
from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import cases
from tests.generative.instances.cases import Case
from tests.generative.instances.failing_case import make_failing_case
from tests.generative.instances.jobs import plain_setting
from tests.generative.search.test_anonymize import assert_release_is_the_optimum
from tests.generative.search.test_lattice import assert_minimal_nodes_agree


@pytest.fixture(autouse=True, scope="module")
def _every_set_has_excerpts() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(excerpts, "LEAST_TUPLES", 0)
        patch.setattr(excerpts, "MOST_SHARE", 1)
        patch.setattr(excerpts, "LEAST_COMMON", 1)
        patch.setattr(excerpts, "MOST_PRIVATE", 1)
        # A sample so small that it is often wrong about which node costs more.
        patch.setattr(private_sample, "SAMPLED", 3)
        yield


@pytest.fixture
def refuted() -> Iterator[set[Node]]:
    """Nodes that a slice refuted in this test."""
    found: set[Node] = set()
    refute = Checker.refute

    def note(checker: Checker, nodes: Sequence[Node], thoroughly: Sequence[Node]) -> set[Node]:
        now = refute(checker, nodes, thoroughly)
        found.update(now)
        return now

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Checker, "refute", note)
        yield found


@pytest.fixture
def priced() -> Iterator[list[PrivateClasses]]:
    """What nodes were priced by in this test."""
    found: list[PrivateClasses] = []
    count = Checker.count_private

    def note(checker: Checker, nodes: Sequence[Node]) -> list[PrivateClasses] | None:
        now = count(checker, nodes)
        found.extend(now or [])
        return now

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Checker, "count_private", note)
        yield found


def test_optimum(refuted: set[Node], priced: list[PrivateClasses]) -> None:
    @share_of_profile(4)
    @example(make_failing_case("discernibility"))
    @given(cases(least_columns=2, most_levels=5))
    def agrees(case: Case) -> None:
        assert_release_is_the_optimum(case, plain_setting(case))

    agrees()
    assert refuted
    assert priced


def test_minimal_nodes(refuted: set[Node]) -> None:
    @share_of_profile(4)
    @example(make_failing_case("loss"))
    @given(cases(least_columns=2, most_levels=5))
    def agrees(case: Case) -> None:
        assert_minimal_nodes_agree(case, plain_setting(case))

    agrees()
    assert refuted

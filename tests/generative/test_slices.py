"""Searches that refute nodes on slices, forced where tables are small, agree with the oracle."""

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given

from dpsql.domain.lattice import Node
from dpsql.domain.statistics import NodeStatistics
from dpsql.search import slices
from dpsql.search.checker import Checker
from tests.generative.budget import share_of_profile
from tests.generative.case_strategies import cases
from tests.generative.cases import Case
from tests.generative.jobs import plain_setting
from tests.generative.test_anonymize import assert_release_is_the_optimum
from tests.generative.test_lattice import assert_minimal_nodes_agree


@pytest.fixture(autouse=True, scope="module")
def _every_set_is_sliced() -> Iterator[None]:
    refuted: list[bool] = []
    decide = Checker.decide

    def note(checker: Checker, nodes: Sequence[Node]) -> list[NodeStatistics]:
        counted = decide(checker, nodes)
        refuted.extend(not one.complete for one in counted)
        return counted

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(slices, "LEAST_TUPLES", 0)
        patch.setattr(slices, "MOST_SHARE", 1)
        patch.setattr(Checker, "decide", note)
        yield
    assert any(refuted)


@share_of_profile(2)
@given(cases(least_columns=2, most_levels=5))
def test_optimum(case: Case) -> None:
    assert_release_is_the_optimum(case, plain_setting(case))


@share_of_profile(2)
@given(cases(least_columns=2, most_levels=5))
def test_minimal_nodes(case: Case) -> None:
    assert_minimal_nodes_agree(case, plain_setting(case))

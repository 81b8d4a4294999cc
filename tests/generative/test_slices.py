"""Searches that refute nodes on slices, forced where tables are small, agree with the oracle."""

from collections.abc import Iterator

import pytest
from hypothesis import given

from dpsql.search import slices
from tests.generative.budget import share_of_profile
from tests.generative.case_strategies import cases
from tests.generative.cases import Case
from tests.generative.jobs import plain_setting
from tests.generative.test_anonymize import assert_release_is_the_optimum
from tests.generative.test_lattice import assert_minimal_nodes_agree


@pytest.fixture(autouse=True, scope="module")
def _every_set_is_sliced() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(slices, "LEAST_TUPLES", 0)
        patch.setattr(slices, "MOST_SHARE", 1)
        yield


@share_of_profile(2)
@given(cases(least_columns=2, most_levels=5))
def test_optimum(case: Case) -> None:
    assert_release_is_the_optimum(case, plain_setting(case))


@share_of_profile(2)
@given(cases(least_columns=2, most_levels=5))
def test_minimal_nodes(case: Case) -> None:
    assert_minimal_nodes_agree(case, plain_setting(case))

"""Searches on parts of the frequency set, forced where it is small, agree with the oracle."""

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given

from dpsql.domain.lattice import Node
from dpsql.domain.statistics import PrivateClasses
from dpsql.search import parts
from dpsql.search.checker import Checker
from tests.generative.budget import share_of_profile
from tests.generative.case_strategies import cases
from tests.generative.cases import Case
from tests.generative.jobs import plain_setting
from tests.generative.test_anonymize import assert_release_is_the_optimum
from tests.generative.test_lattice import assert_minimal_nodes_agree


@pytest.fixture(autouse=True, scope="module")
def _every_set_is_sliced() -> Iterator[None]:
    refuted: set[Node] = set()
    priced: list[PrivateClasses] = []
    refute, price = Checker.refute, Checker.price

    def note_refuted(
        checker: Checker, nodes: Sequence[Node], thoroughly: Sequence[Node]
    ) -> set[Node]:
        found = refute(checker, nodes, thoroughly)
        refuted.update(found)
        return found

    def note_priced(checker: Checker, nodes: Sequence[Node]) -> list[PrivateClasses] | None:
        found = price(checker, nodes)
        priced.extend(found or [])
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(parts, "LEAST_TUPLES", 0)
        patch.setattr(parts, "MOST_SHARE", 1)
        patch.setattr(Checker, "refute", note_refuted)
        patch.setattr(Checker, "price", note_priced)
        yield
    assert refuted
    assert priced


@share_of_profile(2)
@given(cases(least_columns=2, most_levels=5))
def test_optimum(case: Case) -> None:
    assert_release_is_the_optimum(case, plain_setting(case))


@share_of_profile(2)
@given(cases(least_columns=2, most_levels=5))
def test_minimal_nodes(case: Case) -> None:
    assert_minimal_nodes_agree(case, plain_setting(case))

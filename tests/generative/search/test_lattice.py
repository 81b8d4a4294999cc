"""`lattice` lists exactly the minimal nodes that the oracle finds by trying every node."""

from hypothesis import given
from hypothesis import strategies as st

from tests.generative.budget import share_of_profile
from tests.generative.instances.agreement import assert_metrics_agree
from tests.generative.instances.case_strategies import cases
from tests.generative.instances.cases import Case
from tests.generative.instances.jobs import Setting, plain_setting, settings_of_jobs
from tests.generative.instances.runs import find_minimal
from tests.oracle.search.exhaustive import find_holding_nodes, find_minimal_nodes


def assert_minimal_nodes_agree(case: Case, setting: Setting) -> None:
    found = find_minimal(case, setting)
    assert [one.node for one in found] == find_minimal_nodes(find_holding_nodes(case.instance))
    for one in found:
        assert_metrics_agree(one.metrics, case, one.node)


@given(st.data())
def test_lattice_agrees_with_the_oracle(data: st.DataObject) -> None:
    case = data.draw(cases())
    assert_minimal_nodes_agree(case, data.draw(settings_of_jobs(case)))


@share_of_profile(10)
@given(cases(least_columns=3, most_levels=5))
def test_lattice_agrees_on_large_lattices(case: Case) -> None:
    assert_minimal_nodes_agree(case, plain_setting(case))

"""`anonymize` publishes T at the oracle's optimum, or nothing where nothing holds."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tests.generative.budget import share_of_profile
from tests.generative.instances.agreement import (
    assert_metrics_agree,
    assert_release_is_generalized_private_table,
    find_published_presence,
)
from tests.generative.instances.case_strategies import cases, symmetric_cases
from tests.generative.instances.cases import Case
from tests.generative.instances.jobs import Setting, plain_setting, settings_of_jobs
from tests.generative.instances.runs import anonymize
from tests.oracle.models.presence import holds
from tests.oracle.search.exhaustive import find_holding_nodes, find_optimum


def assert_release_is_the_optimum(case: Case, setting: Setting) -> None:
    published = anonymize(case, setting)
    optimum = find_optimum(case.instance, find_holding_nodes(case.instance))
    if published is None or optimum is None:
        assert published is None, "a release where no node holds"
        assert optimum is None, "no release where a node holds"
        return
    assert published.node == optimum[1]
    assert holds(case.instance, published.node)
    assert_metrics_agree(published.metrics, case, published.node)
    assert_release_is_generalized_private_table(published, case, setting)
    presence = find_published_presence(published, case, setting)
    assert published.said["presence"] == {"min": str(presence[0]), "max": str(presence[1])}
    if case.models.delta is not None:
        assert case.models.delta[0] <= presence[0] <= presence[1] <= case.models.delta[1]
    assert published.said["release"]["rows"] == len(case.private)
    assert published.said["search"]["optimal"] is True
    assert published.said["search"]["nodes"] == len(case.instance.list_nodes())


@given(st.data())
def test_anonymize_agrees_with_the_oracle(data: st.DataObject) -> None:
    case = data.draw(cases())
    assert_release_is_the_optimum(case, data.draw(settings_of_jobs(case)))


@share_of_profile(10)
@given(cases(least_columns=3, most_levels=5))
def test_anonymize_agrees_on_large_lattices(case: Case) -> None:
    assert_release_is_the_optimum(case, plain_setting(case))


@share_of_profile(10)
@given(cases(least_columns=2))
def test_incognito_agrees_with_the_oracle(case: Case) -> None:
    assert_release_is_the_optimum(case, replace(plain_setting(case), algorithm="incognito"))


@share_of_profile(2)
@given(symmetric_cases())
def test_anonymize_agrees_where_optima_tie(case: Case) -> None:
    assert_release_is_the_optimum(case, plain_setting(case))

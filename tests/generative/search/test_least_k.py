"""`least_k` lists the releases that the oracle finds by searching anew for every k."""

from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import assume, given
from hypothesis import strategies as st

import dpsql
from tests.generative.budget import share_of_profile
from tests.generative.instances.agreement import assert_metrics_agree
from tests.generative.instances.case_strategies import cases
from tests.generative.instances.cases import Case
from tests.generative.instances.jobs import Setting, make_job, plain_setting, settings_of_jobs
from tests.oracle.losses.cost import COSTS
from tests.oracle.search.least_k import (
    anonymize_full_domain,
    find_least_k,
    list_larger_k_that_fail,
    try_each_k,
)


def assert_trials_agree(case: Case, setting: Setting) -> None:
    delta = case.models.delta
    assert delta is not None
    assume(delta[0] <= Fraction(len(case.private), len(case.public)) <= delta[1])
    with TemporaryDirectory() as folder:
        found = dpsql.least_k(make_job(case, setting, Path(folder))).to_dict()
    ks = range(2, len(case.private) + 1)
    expected = try_each_k(anonymize_full_domain(case.instance), ks, delta)
    by_k = {k: one for one in found["trials"] for k in range(one["k"], one["actual_k"] + 1)}
    assert sorted(by_k) == list(ks)
    for one in found["trials"]:
        assert_metrics_agree(one["metrics"], case, tuple(one["levels"].values()))
    for trial in expected:
        one, release = by_k[trial.k], trial.release
        assert release is not None
        assert one["actual_k"] == release.actual_k
        assert one["satisfied"] == trial.is_present
        assert tuple(map(Fraction, one["presence"].values())) == release.presence
        node = tuple(one["levels"].values())
        assert COSTS[case.metric](case.instance, node) == release.cost
    assert found["least_k"] == find_least_k(expected)
    failing = [k for low, high in found["larger_k_that_fail"] for k in range(low, high + 1)]
    assert failing == list_larger_k_that_fail(expected)


@share_of_profile(4)
@given(st.data())
def test_least_k_agrees_with_the_oracle(data: st.DataObject) -> None:
    case = data.draw(cases(models="delta"))
    assert_trials_agree(case, data.draw(settings_of_jobs(case)))


@share_of_profile(20)
@given(cases(models="delta", least_columns=3))
def test_least_k_agrees_on_larger_lattices(case: Case) -> None:
    assert_trials_agree(case, plain_setting(case))

"""A certificate proves the oracle's optimum, and nothing else passes for one."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import dpsql
from dpsql.errors import IntegrityError, NoSafeRelease
from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import cases
from tests.generative.instances.cases import Case
from tests.generative.instances.jobs import make_job, plain_setting
from tests.oracle.losses.cost import COSTS
from tests.oracle.models.presence import holds
from tests.oracle.search.exhaustive import find_holding_nodes, find_optimum, is_at_most


def proves(case: Case, said: dict[str, Any]) -> bool:
    """Whether the listed nodes prove the optimum, by the definition."""
    instance, cost_of = case.instance, COSTS[case.metric]

    def key(node: tuple[int, ...]) -> Any:
        return cost_of(instance, node), sum(node), node

    optimum = tuple(said["levels"].values())
    failing = [tuple(one.values()) for one in said["failing"]]
    better = [node for node in instance.list_nodes() if key(node) < key(optimum)]
    return (
        holds(instance, optimum)
        and not any(holds(instance, node) for node in failing)
        and all(any(is_at_most(node, above) for above in failing) for node in better)
    )


@share_of_profile(2)
@given(cases(models="any", most_levels=2), st.data())
def test_a_certificate_proves_the_optimum(case: Case, data: st.DataObject) -> None:
    assume(case.metric in ("loss", "precision", "entropy"))
    assume(case.models.presence_diversity is None and case.models.presence_closeness is None)
    found = find_optimum(case.instance, find_holding_nodes(case.instance))
    with TemporaryDirectory() as folder:
        job, path = make_job(case, plain_setting(case), Path(folder)), Path(folder) / "proof.json"
        if found is None:
            with pytest.raises(NoSafeRelease):
                dpsql.certify(job, path)
            return
        told = dpsql.certify(job, path)
        assert tuple(told.levels.values()) == found[1]
        assert dpsql.check_certificate(job, path).failing_nodes == told.failing_nodes
        said = json.loads(path.read_text())
        assert proves(case, said)
        nodes = case.instance.list_nodes()
        names = list(said["levels"])
        one = dict(zip(names, data.draw(st.sampled_from(nodes)), strict=True))
        if data.draw(st.booleans()) and said["failing"]:
            said["failing"][data.draw(st.integers(0, len(said["failing"]) - 1))] = one
        elif data.draw(st.booleans()) and said["failing"]:
            del said["failing"][data.draw(st.integers(0, len(said["failing"]) - 1))]
        else:
            said["levels"] = one
        path.write_text(json.dumps(said))
        if proves(case, said):
            dpsql.check_certificate(job, path)
        else:
            with pytest.raises(IntegrityError):
                dpsql.check_certificate(job, path)

"""Where P is known from statistics only: confidence, optimum and verification are the oracle's."""

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import dpsql
from dpsql.errors import IntegrityError, NoSafeRelease, NotSatisfied
from dpsql.search.class_tables import store
from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import nodes
from tests.generative.instances.jobs import plain_setting
from tests.generative.instances.statistics_questions import NEAR, Question, questions, write_job
from tests.oracle.knowledge.statistics import (
    estimate,
    find_delta,
    list_classes,
)
from tests.oracle.losses.cost import COSTS
from tests.oracle.search.exhaustive import find_minimal_nodes


@share_of_profile(2)
@given(questions(), st.data())
def test_confidence_is_that_of_the_oracle(question: Question, data: st.DataObject) -> None:
    case, statistics = question.case, question.statistics
    node = data.draw(nodes(case))
    levels = dict(zip(plain_setting(case).names, node, strict=True))
    with TemporaryDirectory() as folder:
        job = write_job(question, Path(folder), data.draw(st.booleans()))
        found = dpsql.measure(job, levels=levels).to_dict()
    total = question.sum_at(node, question.delta)
    classes = list_classes(case.instance, statistics, node)
    assert "presence" not in found
    assert found["confidence"]["asked"] == str(question.asked)
    assert found["confidence"]["least"] == pytest.approx(float(max(0, 1 - total)), abs=1e-9)
    assert found["confidence"]["most"] >= found["confidence"]["least"] - 1e-12
    if total == 0 or abs(total - question.allowed) > NEAR:
        assert found["satisfied"] is (total <= question.allowed)
    exact = estimate(classes, statistics)
    assert found["presence_estimate"] == {"max": str(exact)}
    delta = find_delta(classes, statistics, question.rows, question.asked, question.delta[0])
    told = found["delta_at_confidence"]
    if told != (None if delta is None else str(delta)):
        # Only where the bound is met by less than doubles tell.
        other = Fraction(told) if told is not None else Fraction(1)
        ends = [one for one in (delta, other) if one is not None]
        sums = [question.sum_at(node, (question.delta[0], one)) for one in ends]
        assert any(abs(one - question.allowed) <= NEAR for one in sums)


@share_of_profile(2)
@pytest.mark.parametrize("in_memory", [False, True])
@given(questions())
def test_levels_are_the_cheapest_that_have_the_confidence(
    in_memory: bool, question: Question
) -> None:
    """Small sets are counted by the engine; a larger one's classes are looked up in memory."""
    least = 0 if in_memory else store.LEAST_TUPLES
    with patch.object(store, "LEAST_TUPLES", least):
        _search(question)


def _search(question: Question) -> None:
    instance = question.case.instance
    every = instance.list_nodes()
    sums = {node: question.sum_at(node, question.delta) for node in every}
    assume(not any(one and abs(one - question.allowed) <= NEAR for one in sums.values()))
    holding = [node for node, one in sums.items() if one <= question.allowed]
    cost_of = COSTS[question.case.metric]
    with TemporaryDirectory() as folder:
        job = write_job(question, Path(folder), False)
        if not holding:
            with pytest.raises(NoSafeRelease):
                dpsql.anonymize(job)
            assert not (Path(folder) / "release.parquet").exists()
            return
        minimal = [tuple(levels.values()) for levels, _ in dpsql.lattice(job).nodes]
        assert minimal == find_minimal_nodes(holding)
        best = min(holding, key=lambda node: (cost_of(instance, node), sum(node), node))
        found = dpsql.anonymize(job)
        assert tuple(found.levels.values()) == best
        assert found.satisfied
        verified = dpsql.verify(job).to_dict()
        assert verified["confidence"]["least"] == pytest.approx(
            found.to_dict()["confidence"]["least"], abs=1e-9
        )
        _refuse_changed(job, Path(folder))


def _refuse_changed(job: dpsql.Job, folder: Path) -> None:
    """Neither another claim nor other levels pass."""
    manifest = folder / "release.parquet.manifest.json"
    claims = json.loads(manifest.read_text())
    changes: list[Callable[[dict[str, Any]], object]] = [
        lambda one: one["confidence"].update(asked="1/3"),
        lambda one: one["confidence"].update(size_min=one["confidence"]["size_min"] + 1),
        lambda one: one["levels"].update(dict.fromkeys(one["levels"], 0)),
    ]
    for change in changes:
        changed = json.loads(json.dumps(claims))
        change(changed)
        if changed == claims:
            continue
        manifest.write_text(json.dumps(changed, indent=2, ensure_ascii=False) + "\n")
        with pytest.raises((IntegrityError, NotSatisfied)):
            dpsql.verify(job)

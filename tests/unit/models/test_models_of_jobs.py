"""Every constraint that a job may state is judged by a model, and texts of refusals are true."""

from types import SimpleNamespace

import pytest

import dpsql
from dpsql.domain.sections.constraints import Constraints
from dpsql.generalize.boxes import _are_monotone
from dpsql.privacy.k_anonymity import KAnonymity
from dpsql.session.models import _CONSTRAINTS, _OF_SENSITIVE_COLUMNS, find_models


def test_every_constraint_of_a_job_is_known():
    assert {*_CONSTRAINTS, *_OF_SENSITIVE_COLUMNS} == {*Constraints.model_fields}
    assert not {*_CONSTRAINTS} & {*_OF_SENSITIVE_COLUMNS}


def _job(constraints):
    return SimpleNamespace(delta=None, constraints=constraints, is_estimated=False)


def test_a_constraint_without_a_model_does_not_pass_without_a_judgement():
    class Further(Constraints):
        unknown: int | None = None

    assert find_models(_job(Further())) == ()
    with pytest.raises(NotImplementedError, match=r"constraints\.unknown"):
        find_models(_job(Further(unknown=1)))


def test_only_monotone_models_rule_out_every_partition(monkeypatch):
    words = {"public": "p", "private": "t", "quasi_identifiers": {"x": {"prefix": [1]}}}
    job = dpsql.Job(**words, constraints={"k_anonymity": 2})
    assert _are_monotone(job)
    monkeypatch.setattr(KAnonymity, "monotone_under_generalization", False)
    assert not _are_monotone(job)

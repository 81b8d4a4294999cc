"""Arguments and attributes that are misspelt, missing or too many: the error says what there is."""

import ast
import copy
import inspect
import re
from fractions import Fraction
from functools import partial

import pytest

import dpsql
from dpsql.domain.attributes import KnowsAttributes
from dpsql.domain.found.frontier_point import FrontierPoint
from dpsql.domain.found.published import Release
from dpsql.domain.found.statistics import Presence
from dpsql.domain.frozen_mapping import FrozenMapping
from dpsql.domain.job_keys import ELSEWHERE
from dpsql.results import (
    Candidate,
    CuttingProgress,
    MeasuredRisks,
    MinimalNode,
    PresenceEnds,
    Progress,
    Risk,
    Risks,
)

KEYS = {"public": "p.csv", "private": "t.csv", "quasi_identifiers": {"zip": {"widths": [5]}}}
JOB = dpsql.Job(**KEYS, release="r.csv", delta={"max": "1/2"})
OUTCOME = dpsql.Outcome("measured", 9, 5, {}, Presence(Fraction(0), Fraction(1), ()), {})
RISK = Risk(Fraction(1, 2), Fraction(1, 3))
RISKS = Risks(RISK, RISK, Fraction(1, 3), None, None, 0, 3, Fraction(0), Fraction(1))
MEASURED = MeasuredRisks(RISKS, {}, None, 9, 5, (), {}, 0)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (dpsql.anonymize, "anonymize: missing a required argument: 'job'"),
        (partial(dpsql.measure, JOB, {}, 3), "measure: too many positional arguments"),
        (dpsql.init, "init: missing a required argument: 'public'"),
    ],
)
def test_what_is_missing_or_too_much_is_told_by_name(call, told):
    with pytest.raises(TypeError, match=f"^{told}$"):
        call()


@pytest.mark.parametrize(
    ("owner", "name", "told"),
    [
        (Presence(Fraction(0), Fraction(1), ()), "max", "did you mean 'maximum'?"),
        (Release("r.parquet", 3, ""), "row", "did you mean 'rows'?"),
        (FrontierPoint(Fraction(1), 0.5), "presence", "there are 'delta_max', 'loss', 'levels', "),
        (JOB, "quasi_identifer", "did you mean 'quasi_identifiers'?"),
        (JOB, "replce", "did you mean 'replace'?"),
        (JOB, "max_presence", "did you mean 'delta.max'?"),
        (JOB, "hierarchy", "did you mean 'quasi_identifiers'?"),
        (OUTCOME, "max_presence", "did you mean 'presence.maximum'?"),
        (OUTCOME, "to_df", "did you mean 'to_pandas'?"),
        (OUTCOME, "schema", "did you mean 'to_pandas'?"),
        (OUTCOME, "hierarchies", "did you mean 'levels'?"),
        (OUTCOME, "path", "did you mean 'release.path'?"),
        (OUTCOME, "max", "did you mean 'presence.maximum'?"),
        (MEASURED, "max", "did you mean 'risks.prosecutor.maximum'?"),
        (MEASURED, "prosecutor", "did you mean 'risks.prosecutor'?"),
        (RISKS, "max", "did you mean 'prosecutor.maximum'?"),
        (RISKS, "unique", "did you mean 'unique_in_population'?"),
        (RISKS, "prosecuter", "did you mean 'prosecutor'?"),
        (RISK, "max", "did you mean 'maximum'?"),
        (RISK, "greatest", "did you mean 'maximum'?"),
        (RISK, "average", "did you mean 'mean'?"),
        (Progress(9, 3, 2, None), "best_node", "did you mean 'best'?"),
        (CuttingProgress(2, 1, 1), "rounds_done", "did you mean 'rounds'?"),
        (JOB.quasi_identifiers["zip"], "width", "did you mean 'widths'?"),
    ],
)
def test_an_unknown_attribute_is_compared_with_those_that_there_are(owner, name, told):
    with pytest.raises(AttributeError, match=re.escape(told)) as caught:
        getattr(owner, name)
    assert str(caught.value).startswith(f"{type(owner).__name__} has no attribute {name!r}; ")
    assert not hasattr(owner, "_ipython_display_")
    assert copy.copy(owner) == owner


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("schema", "this command has no function: run dpsql schema"),
        ("hierarchy", "this command has no function: run dpsql hierarchy"),
        ("max_presence", "did you mean 'measure'?"),
        ("load_job", "did you mean 'read_job'?"),
    ],
)
def test_the_package_tells_what_other_names_mean(name, told):
    with pytest.raises(AttributeError, match=re.escape(told)):
        getattr(dpsql, name)


@pytest.mark.parametrize("owner", [JOB, dpsql.Job])
@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("from_yaml", 'dpsql.read_job("job.yaml")'),
        ("from_file", 'dpsql.read_job("job.yaml")'),
        ("load", 'dpsql.read_job("job.yaml")'),
        ("from_dict", "dpsql.Job(**keys)"),
        ("run", "dpsql.anonymize(job)"),
        ("check", "dpsql.check(job)"),
    ],
)
def test_a_job_tells_by_which_function_it_is_read_or_run(owner, name, meant):
    told = f"^Job has no attribute '{name}'; did you mean {re.escape(meant)}\\?$"
    with pytest.raises(AttributeError, match=told) as caught:
        getattr(owner, name)
    assert caught.value.obj is None
    assert name not in dir(owner)


def test_each_function_that_takes_a_job_is_told_of_at_one_as_it_is_called():
    for name in dpsql.__all__:
        function = getattr(dpsql, name)
        if inspect.isfunction(function):
            signature = inspect.signature(function)
            if next(iter(signature.parameters)) in ("job", "jobs"):
                assert ELSEWHERE[name].startswith(f"dpsql.{name}(job"), name
                call = ast.parse(ELSEWHERE[name], mode="eval").body
                signature.bind(*call.args, **{one.arg: one.value for one in call.keywords})


def test_a_job_tells_where_other_names_stand():
    with pytest.raises(dpsql.InvalidJob, match=r"^max_presence: .*; write delta={'max': 0.2}"):
        dpsql.Job(**KEYS, max_presence=0.2)
    with pytest.raises(dpsql.InvalidJob, match=r"^hierarchies: .*; hierarchies stand in quasi_"):
        dpsql.Job(**KEYS, hierarchies={})


def test_results_have_the_same_names_and_tell_of_others():
    for name in dpsql.results.__all__:
        found = getattr(dpsql.results, name)
        assert issubclass(found, KnowsAttributes | MinimalNode | PresenceEnds), name
    for found in (Candidate, FrontierPoint, MinimalNode, dpsql.Outcome):
        names = {*dir(found), *getattr(found, "__annotations__", ())}
        assert {"loss", "levels"} <= names, found


def test_misspelt_arguments_of_values_are_told_with_the_nearest():
    for make, told in (
        (lambda: dpsql.Scenario(prior=0.1, costs=3), "Scenario has no argument 'costs'; did you"),
        (lambda: dpsql.Counts(public=3, private_rows=1), "'public'; did you mean 'public_rows'?"),
        (lambda: dpsql.Counts(3), "Counts: missing a required argument: 'private_rows'"),
        (lambda: dpsql.PresenceBounds(min=0, max=1), "'min'; did you mean 'minimum'?"),
    ):
        with pytest.raises(TypeError) as refused:
            make()
        assert told in str(refused.value)
    assert (
        dpsql.Counts(3, private_rows=1).share == dpsql.Counts(public_rows=3, private_rows=1).share
    )


def test_keys_of_mappings_and_attributes_of_outcomes_are_told_apart():
    delta = FrozenMapping({"min": "0", "max": "1"})
    with pytest.raises(AttributeError, match=r"the attribute 'max'; write \['max'\] for its value"):
        _ = delta.max
    with pytest.raises(AttributeError, match=r"'maximum'; write \['max'\] for its value"):
        _ = delta.maximum
    assert not hasattr(delta, "_max")
    with pytest.raises(AttributeError, match="'town'; there are 'zip'"):
        _ = FrozenMapping({"zip": 1}).town
    presence = Presence(Fraction(0), Fraction(1), (), None, ())
    for key, told in (
        ("maximum", r"Presence is no mapping; write \.maximum"),
        ("max", "Presence is no mapping; did you mean 'maximum'?"),
        (0, "'Presence' object is not subscriptable"),
    ):
        with pytest.raises(TypeError, match=told):
            presence[key]


@pytest.mark.parametrize("name", ["parse_file", "parse_raw", "parse_obj"])
def test_old_readers_of_pydantic_are_no_attributes_of_a_job(name):
    told = f"has no attribute '{name}'; did you mean dpsql."
    with pytest.raises(AttributeError, match=told):
        getattr(dpsql.Job, name)
    with pytest.raises(AttributeError, match=told):
        getattr(dpsql.Job(**KEYS), name)

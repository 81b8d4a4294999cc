"""Known absences: presence, optimum, boxes and verification are those of the definition."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import dpsql
from dpsql.errors import NoSafeRelease
from tests.first_sentences import read_bounds, read_page_sentence
from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import cases, nodes
from tests.generative.instances.cases import Case
from tests.generative.instances.jobs import make_job, plain_setting
from tests.oracle.losses.cost import COSTS
from tests.oracle.models.presence import count_classes, holds

ALGORITHMS = (
    {"mpalm": {"columns": "any", "values": "loss"}},
    {"mpalm": {"cuts": "hierarchy"}},
    {"pooled": {"path": "root"}},
    {"pooled": {"path": "columns"}},
)


def find_greatest(case: Case, node: tuple[int, ...], absent: int) -> Fraction:
    """Return the greatest presence over every choice of absent people of one class.

    Of n people n − t are not in T, and the adversary knows j of these, or all where they are fewer.
    """
    found = [Fraction(0)]
    for people, members in count_classes(case.instance, node).values():
        known = min(absent, people - members)
        if members:
            found.append(Fraction(members, people - known))
    return max(found)


def job_of(case: Case, absent: int, folder: Path, algorithm: object = "spalm") -> dpsql.Job:
    setting = replace(plain_setting(case), algorithm=algorithm)
    return make_job(case, setting, folder).with_unchecked({"known_absent": absent, "keep": ()})


@share_of_profile(2)
@given(cases(models="delta", most_levels=2), st.integers(1, 4), st.data())
def test_presence_if_people_are_absent(case: Case, absent: int, data: st.DataObject) -> None:
    node = data.draw(nodes(case))
    delta = case.models.delta
    assert delta is not None
    with TemporaryDirectory() as folder:
        job = job_of(case, absent, Path(folder))
        outcome = dpsql.measure(job, dict(zip(job.quasi_identifiers, node, strict=True)))
    found, exact = outcome.to_dict(), find_greatest(case, node, absent)
    told_bounds = read_bounds(read_page_sentence(outcome))
    assert told_bounds in (None, (Fraction(found["presence"]["min"]), exact))
    assert found["presence_if_absent"] == {"max": str(exact)}
    assert found["satisfied"] is (holds(case.instance, node) and exact <= delta[1])


@share_of_profile(2)
@given(cases(models="delta", most_levels=2), st.integers(1, 4))
def test_the_optimum_if_people_are_absent(case: Case, absent: int) -> None:
    instance, delta = case.instance, case.models.delta
    assume(case.private)
    assert delta is not None
    cost_of = COSTS[case.metric]
    ranked = sorted(
        (cost_of(instance, node), sum(node), node)
        for node in instance.list_nodes()
        if holds(instance, node) and find_greatest(case, node, absent) <= delta[1]
    )
    with TemporaryDirectory() as folder:
        job = job_of(case, absent, Path(folder))
        if not ranked:
            with pytest.raises(NoSafeRelease):
                dpsql.anonymize(job)
            return
        found = dpsql.anonymize(job)
        assert tuple(found.levels.values()) == ranked[0][2]
        exact = find_greatest(case, ranked[0][2], absent)
        told = {"max": str(exact)}
        assert found.to_dict()["presence_if_absent"] == told
        assert dpsql.verify(job).to_dict()["presence_if_absent"] == told


@share_of_profile(1)
@given(cases(models="delta", most_levels=2), st.integers(1, 3), st.sampled_from(ALGORITHMS))
def test_other_shapes_are_verified_as_well(case: Case, absent: int, algorithm: object) -> None:
    assume(case.private)
    delta = case.models.delta
    assert delta is not None
    with TemporaryDirectory() as folder:
        job = job_of(replace(case, metric="loss"), absent, Path(folder), algorithm)
        try:
            found = dpsql.anonymize(job)
        except NoSafeRelease:
            return
        told = found.to_dict()["presence_if_absent"]
        assert Fraction(told["max"]) <= delta[1]
        ends = found.presence.minimum, Fraction(told["max"])
        assert read_bounds(read_page_sentence(found)) in (None, ends)
        assert dpsql.verify(job).to_dict()["presence_if_absent"] == told

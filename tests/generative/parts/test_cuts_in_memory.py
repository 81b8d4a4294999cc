"""What a page explores in memory is what the engine finds by SQL: cuts along hierarchies, boxes."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import dpsql
from dpsql.domain.limits import Limits
from dpsql.domain.sections.algorithm import Algorithm
from dpsql.errors import DpsqlError
from dpsql.generalize.alternatives import describe_point, generalized_apart
from dpsql.generalize.shared_searches import SharedSearches
from dpsql.session.load import load
from dpsql.session.options import Options
from dpsql.session.run import Run
from dpsql.use_cases.explore.levels import list_example_people
from dpsql.use_cases.explore.pooled import at_delta
from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import cases, nodes
from tests.generative.instances.jobs import make_job, plain_setting
from tests.generative.parts.test_hierarchy_cuts import steer, weights_of
from tests.random_people import write_random_job

CUTS = {"cuts": "hierarchy", "rest": "kept"}
LEAST_LOSS = {"columns": "any", "values": "loss"}


@st.composite
def words_of_boxes(draw: st.DrawFn) -> dict[str, object]:
    """Draw the words of MPALM."""
    if draw(st.booleans()):
        return LEAST_LOSS
    return {
        "columns": draw(st.sampled_from([None, "next", "best"])),
        "values": draw(st.sampled_from([None, "cardinality", "first", "distinct"])),
    }


@share_of_profile(3)
@given(st.data())
def test_points_in_memory_are_those_of_the_engine(data: st.DataObject) -> None:
    case = data.draw(cases())
    words = data.draw(st.one_of(st.just(CUTS), words_of_boxes()))
    with TemporaryDirectory() as folder:
        job = make_job(case, plain_setting(case), Path(folder))
        if words is CUTS and data.draw(st.booleans()):
            columns = len(case.columns)
            steering = {"weights": data.draw(weights_of(columns)), "least": data.draw(nodes(case))}
            job = steer(job, steering)
        assume(job.delta is not None and any(case.members))
        assert job.delta is not None
        asked = job.with_algorithm(
            Algorithm.model_validate({"mpalm": words}), choose="optimum", metric="loss"
        )
        with load(Run.of(job, Options()), informed=True) as loaded:
            people = list_example_people(loaded)
            shared = SharedSearches(job, loaded, Options(), people)
            asked = at_delta(asked, job.delta.max)
            try:
                in_memory = shared.cuts if words is CUTS else shared.boxes
            except DpsqlError as problem:
                told = type(problem)
                in_memory = None
            else:
                told = None
            if in_memory is None and told is None:
                assert job.constraints  # A sensitive column, which SQL has to judge.
                return
            found = in_memory.cut(asked, Limits()) if in_memory else None
            try:
                with generalized_apart(asked, loaded, Options()) as released:
                    expected = describe_point(released, asked, loaded, people)
            except dpsql.NoSafeRelease:
                expected = None
            except DpsqlError as problem:
                assert type(problem) is told
                return
    assert told is None
    assert found == expected


def compare(job, listed):
    """Cut a job's people by each of some words, in memory and by the engine."""
    with load(Run.of(job, Options()), informed=True) as loaded:
        people = list_example_people(loaded)
        shared = SharedSearches(job, loaded, Options(), people)
        for words in listed:
            asked = job.with_algorithm({"mpalm": words}, choose="optimum", metric="loss")
            in_memory = shared.cuts if words is CUTS else shared.boxes
            with generalized_apart(asked, loaded, Options()) as released:
                expected = describe_point(released, asked, loaded, people)
            assert expected.box_count > 2
            assert in_memory.cut(asked, Limits()) == expected


# Enough people for several cuts, which few small cases have.
@pytest.mark.tier("ci")
@pytest.mark.parametrize("constraints", [{}, {"weak_k_anonymity": 2}])
def test_sixty_people_are_in_the_boxes_of_the_engine(duckdb_bench, constraints):
    ranked = (
        LEAST_LOSS,
        {"columns": "any", "values": "first"},
        {"columns": "next", "values": "distinct"},
        {"columns": "best", "values": "cardinality"},
        {"columns": "priority", "priority": ["sex", "age", "town"]},
    )
    compare(write_random_job(duckdb_bench, 3, constraints=constraints), ranked)


@pytest.mark.tier("ci")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("steering", [{}, {"weights": (2, 1, 0), "least": (0, 1, 0)}])
def test_sixty_people_are_in_the_parts_of_the_engine(duckdb_bench, seed, steering):
    least = "1/10" if seed % 2 else "0"
    job = write_random_job(duckdb_bench, seed, delta={"min": least, "max": "1/2"})
    compare(steer(job, steering), [CUTS])

"""Pooled releases whose sensitive values must satisfy a model, too: the oracle's best, or none."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

import dpsql
from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import nodes
from tests.generative.instances.jobs import make_job
from tests.generative.parts.test_pooled import (
    assert_it_says_who_settles,
    assert_release_is_the_best,
    pooled_words,
    state_algorithm,
    with_texts,
)
from tests.generative.search.test_choice import assert_choices_of_pooled_agree
from tests.generative.search.test_frontier import assert_pooled_frontiers_agree
from tests.generative.search.test_sensitive import protected_cases
from tests.oracle.search.pooling import holds, measure_at, settle


@share_of_profile(2)
@given(st.data())
def test_the_release_is_the_best_of_all_starts_and_numbers(data: st.DataObject) -> None:
    case, setting = data.draw(protected_cases())
    climb, least = data.draw(pooled_words(case))
    assert_release_is_the_best(case, setting, climb, least, keep=True)


@share_of_profile(4)
@given(st.data())
def test_measure_judges_who_settles_together(data: st.DataObject) -> None:
    case, setting = data.draw(protected_cases())
    start = data.draw(nodes(case))
    climb, least = data.draw(pooled_words(case))
    instance = with_texts(case)
    pooling = measure_at(instance, start, climb, least)
    with TemporaryDirectory() as folder:
        setting = replace(setting, algorithm=state_algorithm(setting, climb, least))
        job = make_job(case, setting, Path(folder))
        said = dpsql.measure(job, dict(zip(setting.names, start, strict=True))).to_dict()
    assert said["pooled"]["least"] == pooling.least
    assert_it_says_who_settles(instance, pooling, said)
    assert said["satisfied"] is holds(instance, settle(instance, pooling))


@share_of_profile(10)
@given(st.data())
def test_the_frontier_is_of_the_oracle(data: st.DataObject) -> None:
    case, setting = data.draw(protected_cases())
    climb, least = data.draw(pooled_words(case))
    assert_pooled_frontiers_agree(case, setting, climb, least)


@share_of_profile(10)
@given(st.data())
def test_what_is_chosen_from_p_may_fail(data: st.DataObject) -> None:
    case, setting = data.draw(protected_cases())
    climb, least = data.draw(pooled_words(case))
    assert_choices_of_pooled_agree(case, setting, climb, least)

"""``choose: from_public`` against the oracle: the same levels, the same refusals."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

import dpsql
from dpsql.privacy.margin import DEVIATIONS
from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import cases
from tests.generative.instances.cases import Case
from tests.generative.instances.jobs import Setting, make_job, settings_of_jobs
from tests.generative.parts.test_pooled import pooled_words, state_algorithm, with_texts
from tests.oracle.models.presence import holds
from tests.oracle.search.choice import choose_node, choose_pooling
from tests.oracle.search.pooling import PoolingPath, list_steps, settle
from tests.oracle.search.pooling import holds as pooling_holds


@share_of_profile(12)
@given(st.data())
def test_choice_agrees_with_the_oracle(data: st.DataObject) -> None:
    case = data.draw(cases())
    setting = data.draw(settings_of_jobs(case))
    node = choose_node(case.instance, DEVIATIONS)
    with TemporaryDirectory() as folder:
        job = make_job(case, setting, Path(folder))
        job = job.with_unchecked({"choose": "from_public"})
        try:
            assert tuple(dpsql.choose(job).levels.values()) == node
        except dpsql.NoSafeRelease:
            # So many rows of T satisfy the job nowhere.
            assert not holds(case.instance, case.instance.root)
            return
        try:
            released = dpsql.anonymize(job, csv_formulas="quote")
        except dpsql.NoSafeRelease:
            assert not holds(case.instance, node)
            return
        assert holds(case.instance, node)
        assert tuple(released.levels.values()) == node
        dpsql.verify(job)


@share_of_profile(8)
@given(st.data())
def test_the_choice_of_pooled_agrees_with_the_oracle(data: st.DataObject) -> None:
    case = data.draw(cases())
    path, least = data.draw(pooled_words(case))
    assert_choices_of_pooled_agree(case, data.draw(settings_of_jobs(case)), path, least)


def assert_choices_of_pooled_agree(
    case: Case, setting: Setting, path: PoolingPath, least: tuple[int, ...] | None
) -> None:
    instance = with_texts(case)
    expected = choose_pooling(instance, DEVIATIONS, path, least)
    settled = settle(instance, expected)
    with TemporaryDirectory() as folder:
        setting = replace(setting, algorithm=state_algorithm(setting, path, least))
        job = make_job(case, setting, Path(folder))
        job = job.with_unchecked({"choose": "from_public"})
        try:
            chosen = dpsql.choose(job, len(instance.private))
        except dpsql.NoSafeRelease:
            assert not holds(instance, instance.root)
            return
        assert tuple(chosen.levels.values()) == expected.start
        assert chosen.pooled is not None
        assert chosen.pooled.least == expected.least
        assert [(tuple(levels.values()), people) for levels, people in chosen.pooled.steps] == [
            (node, sum(settled[row] == node for row in instance.public))
            for node in list_steps(instance, expected)
        ]
        try:
            released = dpsql.anonymize(job, csv_formulas="quote")
        except dpsql.NoSafeRelease:
            assert not pooling_holds(instance, settled)
            return
        assert pooling_holds(instance, settled)
        assert released.levels == chosen.levels
        dpsql.verify(job)

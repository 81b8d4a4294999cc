"""``choose: from_public`` against the oracle: the same levels, the same refusals."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

import dpsql
from dpsql.privacy.margin import DEVIATIONS
from tests.generative.budget import share_of_profile
from tests.generative.case_strategies import cases
from tests.generative.jobs import make_job, settings_of_jobs
from tests.oracle.choice import choose_node
from tests.oracle.presence import holds


@share_of_profile(12)
@given(st.data())
def test_choice_agrees_with_the_oracle(data: st.DataObject) -> None:
    case = data.draw(cases())
    setting = data.draw(settings_of_jobs(case))
    node = choose_node(case.instance, DEVIATIONS)
    with TemporaryDirectory() as folder:
        job = make_job(case, setting, Path(folder))
        job = job.model_copy(update={"choose": "from_public"})
        assert tuple(dpsql.choose(job).levels.values()) == node
        try:
            released = dpsql.anonymize(job, csv_formulas="quote")
        except dpsql.NoSafeRelease:
            assert not holds(case.instance, node)
            return
        assert holds(case.instance, node)
        assert tuple(released.levels.values()) == node
        dpsql.verify(job)

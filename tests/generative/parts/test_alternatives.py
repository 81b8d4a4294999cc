"""Alternatives that are measured in one session lose what whole jobs with their algorithms lose."""

from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

import dpsql
from dpsql.domain.alternative import ALTERNATIVES
from dpsql.generalize.alternatives import measure_alternative
from dpsql.generalize.shared_searches import SharedSearches
from dpsql.session.load import load
from dpsql.session.options import Options
from dpsql.session.run import Run
from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import cases
from tests.generative.instances.jobs import make_job, settings_of_jobs


@share_of_profile(12)
@given(st.data())
def test_an_alternative_loses_what_its_job_loses(data: st.DataObject) -> None:
    case = data.draw(cases())
    setting = data.draw(settings_of_jobs(case))
    one = data.draw(st.sampled_from(ALTERNATIVES))
    with TemporaryDirectory() as folder:
        job = make_job(case, setting, Path(folder))
        with Run.of(job, Options()).held() as run, load(run, to_search=True) as loaded:
            # Whatever was measured before must leave nothing behind, what is shared is the same.
            known = SharedSearches(job, loaded, Options())
            measure_alternative(known, data.draw(st.sampled_from(ALTERNATIVES)))
            kept = measure_alternative(known, one)
        alone = None
        with suppress(dpsql.NoSafeRelease, dpsql.ConfigError, dpsql.InputError):
            other = job.with_algorithm(one.algorithm, choose=one.choose, metric="loss")
            alone = dpsql.anonymize(other, csv_formulas="quote").metrics["loss"]
        assert (kept.loss, kept.is_whole, not kept.left_out) == (alone, True, alone is not None)

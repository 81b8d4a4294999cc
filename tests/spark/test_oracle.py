"""Spark agrees with the oracle: the optimum, its release row for row, the minimal nodes.

The generative cases of DuckDB, of which each takes some ten seconds here.
"""

from unittest.mock import patch

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from dpsql.domain.sections.engine_options import EngineOptions
from tests.generative.instances import runs
from tests.generative.instances.case_strategies import cases
from tests.generative.instances.cases import Case
from tests.generative.instances.jobs import make_job, plain_setting, settings_of_jobs
from tests.generative.search.test_anonymize import assert_release_is_the_optimum
from tests.generative.search.test_lattice import assert_minimal_nodes_agree
from tests.spark_server import find_spark
from tests.tiers import EXAMPLES_ON_SPARK, find_tier

EXAMPLES = EXAMPLES_ON_SPARK[find_tier()]
few = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=EXAMPLES <= 10,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def on_spark():
    """Let the generated jobs run on Spark."""
    options = EngineOptions.model_validate({"spark": {"remote": find_spark()}})

    def make(*words):
        return make_job(*words).with_unchecked({"engine": options})

    return patch.object(runs, "make_job", make)


@few
@given(st.data())
def test_anonymize_agrees_with_the_oracle(data: st.DataObject) -> None:
    case = data.draw(cases(least_columns=2))
    setting = data.draw(settings_of_jobs(case))
    with on_spark():
        assert_release_is_the_optimum(case, setting)


@few
@given(cases(least_columns=2))
def test_the_minimal_nodes_are_those_of_the_oracle(case: Case) -> None:
    with on_spark():
        assert_minimal_nodes_agree(case, plain_setting(case))

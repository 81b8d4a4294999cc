"""Risks are those of the oracle, of rows and of counts."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

import dpsql
from tests.generative.budget import share_of_profile
from tests.generative.case_strategies import cases, nodes
from tests.generative.counted import counts, make_jobs
from tests.generative.jobs import plain_setting
from tests.oracle.presence import count_classes
from tests.oracle.risks import find_risks


@share_of_profile(4)
@given(st.data())
def test_risks_are_those_of_the_oracle(data: st.DataObject) -> None:
    case = data.draw(cases(models="perhaps"))
    node = data.draw(nodes(case))
    threshold = data.draw(st.fractions(0, 1, max_denominator=12).filter(bool))
    classes = count_classes(case.instance, node).values()
    expected = find_risks(classes, threshold)
    setting = plain_setting(case)
    levels = dict(zip(setting.names, node, strict=True))
    with TemporaryDirectory() as folder:
        for job in make_jobs(case, setting, data.draw(counts), Path(folder)):
            found = dpsql.risks(job, levels, threshold=threshold).to_dict()
            assert {name: found[name] for name in expected} == expected
            assert found["satisfied"] is (expected["above_threshold"] == 0)

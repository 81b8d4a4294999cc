"""Risks are those of the oracle: at levels, and of releases; of rows and of counts."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

import dpsql
from dpsql.domain.found.risks import REPORTED
from tests.generative.budget import share_of_profile
from tests.generative.instances.case_strategies import cases, nodes
from tests.generative.instances.counted import counts, make_jobs
from tests.generative.instances.jobs import plain_setting
from tests.generative.knowledge.test_counts import ALGORITHMS
from tests.generative.parts.test_pooled import with_texts
from tests.oracle.knowledge.risks import find_risks
from tests.oracle.models.presence import count_classes
from tests.oracle.search.pooling import Pooling, publish, settle


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


@share_of_profile(4)
@given(st.data())
def test_risks_of_a_release_are_those_of_its_classes(data: st.DataObject) -> None:
    """The verifier counts them; a report counts the same by the SQL of the search."""
    case = replace(data.draw(cases()), metric="loss")
    setting = replace(plain_setting(case), algorithm=data.draw(st.sampled_from(ALGORITHMS)))
    threshold = data.draw(st.fractions(0, 1, max_denominator=12).filter(bool))
    with TemporaryDirectory() as folder:
        for job in make_jobs(case, setting, data.draw(counts), Path(folder)):
            options = {"csv_formulas": "quote", "report": "public"}
            try:
                released = dpsql.anonymize(job, **options)
            except dpsql.DpsqlError:
                return
            assert released.details is not None
            found = dpsql.risks(job, release=job.release_path, threshold=REPORTED)
            assert found.risks == released.details.risks or not released.private_rows
            said = dpsql.risks(job, release=job.release_path, threshold=threshold).to_dict()
            assert said["presence"] == released.to_dict()["presence"]
            if released.pooled is not None:
                path = released.pooled.path
                climb = path if isinstance(path, str) else tuple(map(setting.names.index, path))
                start = tuple(released.levels.values())
                instance = with_texts(case)
                settled = settle(instance, Pooling(start, released.pooled.least, climb))
                classes = publish(instance, settled)
            elif released.levels:
                classes = count_classes(case.instance, tuple(released.levels.values()))
            else:
                continue
            expected = find_risks(classes.values(), threshold)
            assert {name: said[name] for name in expected} == expected

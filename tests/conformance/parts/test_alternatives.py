"""Alternatives that are measured in the session of another search, on every engine."""

import pytest
from sqlglot import exp

import dpsql
from dpsql.domain.alternative import ALTERNATIVES
from dpsql.generalize.alternatives import measure_alternative
from dpsql.generalize.shared_searches import SharedSearches
from dpsql.session.load import load
from dpsql.session.options import Options
from dpsql.session.run import Run
from dpsql.sql.counting.tuples import TUPLES


@pytest.mark.parametrize("least", ["0", "1/3"])
def test_each_loses_what_a_job_with_its_algorithm_loses(paper_job, least):
    job = paper_job(private="t.csv", delta={"min": least, "max": "2/3"}, release="out.csv")
    options = Options()
    with Run.of(job, options).held() as run, load(run, to_search=True) as loaded:
        before = count(loaded.engine)
        known = SharedSearches(job, loaded, options)
        kept = [measure_alternative(known, one) for one in ALTERNATIVES]
        assert count(loaded.engine) == before
    for one in kept:
        words = one.alternative
        other = job.with_algorithm(words.algorithm, choose=words.choose)
        try:
            alone = dpsql.anonymize(other, overwrite=True)
        except dpsql.NoSafeRelease:
            assert one.loss is None
        else:
            assert (one.loss, one.is_whole) == (alone.metrics["loss"], True)
    assert any(one.loss is not None for one in kept)


def count(engine):
    return engine.fetch(exp.select(exp.Sum(this=exp.column("private_count"))).from_(TUPLES))

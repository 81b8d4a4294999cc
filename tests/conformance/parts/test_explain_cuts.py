"""Every engine explains the parts of the paper's example as the oracle counts them."""

import pytest

import dpsql
from tests.generative.instances.explained_parts import describe, read
from tests.oracle.search.cuts import CutRules, divide, find_loss, judge_by_models
from tests.oracle.tables.running_example import make_example

NAMES = ("zip", "age", "nationality")


@pytest.mark.parametrize("rest", ["kept", "refused"])
def test_parts_are_explained_as_the_oracle_counts_them(bench, paper_job, rest):
    example = make_example(("0", "2/3"))
    holds = judge_by_models(example)
    parts = divide(example, CutRules(holds, rest == "kept")).list_parts()
    words = {"mpalm": {"cuts": "hierarchy", "rest": rest}}
    job = paper_job(delta={"max": "2/3"}, algorithm=words)
    found = dpsql.explain(job, **bench.engine.options)
    held = [part for part in parts if part.private]
    losing = [part for part in held if any(find_loss(example, part, j) for j in range(3))]
    assert (found.parts, found.losing) == (len(parts), len(losing))
    said = [read(one) for one in found.to_dict()["ended"]]
    assert said
    expected = [describe(example, holds, part, NAMES) for part in losing]
    assert all(one in expected for one in said)

"""`explain` of cuts along the hierarchies says what the oracle counts in its parts."""

import pyarrow
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dpsql
from dpsql.use_cases.explain.judged_classes import MOST_SHOWN
from tests.generative.budget import share_of_profile
from tests.generative.instances.explained_parts import describe, read
from tests.generative.instances.small_questions import NAMES, small_questions, state_question
from tests.generative.parts.test_hierarchy_cuts import steer, weights_of
from tests.oracle.search.cuts import CutRules, divide, find_loss, judge_by_models, measure_loss


def as_table(names, rows):
    columns = zip(*rows, strict=True) if rows else [()] * len(names)
    texts = [pyarrow.array(column, pyarrow.string()) for column in columns]
    return pyarrow.table(texts, names=list(names))


@share_of_profile(4)
@given(
    small_questions(),
    st.sampled_from(["kept", "refused"]),
    st.sampled_from(["any", "next"]),
    st.data(),
)
def test_parts_and_their_labels_are_those_of_the_oracle(instance, rest, columns, data):
    names = NAMES[: len(instance.ladders)]
    job = dpsql.Job(
        public=as_table(names, instance.public),
        private=as_table(names, instance.private),
        algorithm={"mpalm": {"cuts": "hierarchy", "rest": rest, "columns": columns}},
        **state_question(instance),
    )
    holds = judge_by_models(instance)
    if not holds(len(instance.public), len(instance.private), {}):
        with pytest.raises(dpsql.NoSafeRelease):
            dpsql.explain(job)
        return
    weights = data.draw(weights_of(len(names)))
    least = tuple(data.draw(st.integers(0, height)) for height in instance.root)
    job = steer(job, {"weights": weights, "least": least})
    found = dpsql.explain(job)
    rules = CutRules(holds, rest == "kept", columns=columns, weights=weights, least=least)
    parts = divide(instance, rules).list_parts()
    assert found.parts == len(parts)
    axes = range(len(names))
    lost = [sum(len(part.private) * find_loss(instance, part, j) for part in parts) for j in axes]
    rows = max(len(instance.private), 1)
    assert list(found.losses.values()) == [one / rows for one in lost]
    assert found.loss == measure_loss(instance, parts, weights)
    weighed = any(one * weight for one, weight in zip(lost, weights, strict=True))
    assert sum(found.shares.values()) == (1 if weighed else 0)
    losing = [
        part for part in parts if part.private and any(find_loss(instance, part, j) for j in axes)
    ]
    said = found.to_dict()
    assert said["losing_parts"] == len(losing)
    sizes = sorted((len(part.private) for part in losing), reverse=True)
    assert [one["private_rows"] for one in said["ended"]] == sizes[:MOST_SHOWN]
    expected = [describe(instance, holds, part, names, least) for part in losing]
    for one in said["ended"]:
        expected.remove(read(one))

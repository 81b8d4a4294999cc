"""``dpsql explain`` of a pooled job says what the oracle counts of its start and its neighbours."""

from collections import Counter
from fractions import Fraction
from math import isclose
from typing import Any

import pytest

import dpsql
from dpsql.use_cases.explain.judged_classes import MOST_SHOWN
from tests.oracle.models.presence import holds_class
from tests.oracle.search.pooling import Pooling, find_metrics, find_optimum, holds, publish, settle
from tests.oracle.tables.instance import Instance
from tests.oracle.tables.running_example import make_example
from tests.oracle.tables.table import Node, generalize

NAMES = ("zip", "age", "nationality")


def agree(found: dict[str, Any], example: Instance, pooling: Pooling) -> bool:
    """Whether a judged start is that of the oracle: its levels, its classes, what it loses."""
    settled = settle(example, pooling)
    broken = [
        counts
        for counts in publish(example, settled).values()
        if not holds_class(example.models, *counts)
    ]
    shown = [(one["public_rows"], one["private_rows"]) for one in found["worst"]]
    return (
        tuple(found["levels"].values()) == pooling.start
        and found["holds"] == holds(example, settled)
        and (found["broken_classes"], len(shown)) == (len(broken), min(len(broken), MOST_SHOWN))
        and not Counter(shown) - Counter(broken)
        and isclose(found["metrics"]["loss"], find_metrics(example, settled)["loss"])
    )


def lower(start: Node, j: int) -> Node:
    return (*start[:j], start[j] - 1, *start[j + 1 :])


@pytest.mark.parametrize("path", ["root", "columns"])
def test_the_start_and_its_neighbours_are_those_of_the_oracle(bench, paper_job, path):
    example = make_example(("0", "2/3"))
    _, pooling = find_optimum(example, path, [2, 4])
    words = {"delta": {"max": "2/3"}, "algorithm": {"pooled": {"path": path, "least": [2, 4]}}}
    found = dpsql.explain(paper_job(**words), **bench.engine.options).to_dict()
    assert (found["is_optimum"], found["pooled"]["least"]) == (True, pooling.least)
    assert agree(found["node"], example, pooling)
    assert found["node"]["holds"]
    lowered = [j for j, level in enumerate(pooling.start) if level]
    assert list(found["predecessors"]) == [NAMES[j] for j in lowered]
    for j in lowered:
        other = Pooling(lower(pooling.start, j), pooling.least, path)
        assert agree(found["predecessors"][NAMES[j]], example, other)
    if pooling.least == 4:
        assert agree(found["fewer"], example, Pooling(pooling.start, 2, path))
    else:
        assert found["fewer"] is None


@pytest.mark.parametrize("least", [1, 4])
def test_who_climbs_from_a_start_that_is_named(bench, paper_job, least):
    example, start = make_example(("0", "2/3")), (1, 1, 1)
    words = {"delta": {"max": "2/3"}, "algorithm": {"pooled": {"path": "root", "least": least}}}
    levels = dict(zip(NAMES, start, strict=True))
    found = dpsql.explain(paper_job(**words), levels, **bench.engine.options).to_dict()
    assert not found["is_optimum"]
    assert agree(found["node"], example, Pooling(start, least))
    everywhere = publish(example, dict.fromkeys(example.public, start))
    rare = {label: counts for label, counts in everywhere.items() if counts[0] < least}
    assert found["climbing"]["classes"] == len(rare)
    shown = found["climbing"]["worst"]
    assert len(shown) == min(len(rare), MOST_SHOWN)
    for one in shown:
        public, private = rare[tuple(one["labels"].values())]
        assert (one["public_rows"], one["private_rows"]) == (public, private)
        assert one["breaks"] == (
            [] if Fraction(private, public) <= Fraction(2, 3) else ["delta max 2/3"]
        )
    climbing = {generalize(row, example.ladders, start) for row in example.public} & rare.keys()
    assert found["pooled"]["public_rows"] == sum(rare[label][0] for label in climbing)


def test_nobody_climbs_from_the_root(bench, paper_job):
    words = {"delta": {"max": "2/3"}, "algorithm": {"pooled": {"least": 4}}}
    root = dict(zip(NAMES, make_example(("0", "2/3")).root, strict=True))
    found = dpsql.explain(paper_job(**words), root, **bench.engine.options).to_dict()
    assert found["climbing"] == {"classes": 0, "worst": []}
    assert (found["fewer"], found["node"]["holds"]) == (None, True)


def test_nothing_holds(bench, paper_job):
    words = {"constraints": {"k_anonymity": 6}, "algorithm": {"pooled": {"least": 4}}}
    found = dpsql.explain(paper_job(delta=None, **words), **bench.engine.options).to_dict()
    assert (found["node"], found["predecessors"]) == (None, {})
    assert found["root"]["worst"][0]["breaks"] == ["k_anonymity 6"]
    assert "pooled" not in found

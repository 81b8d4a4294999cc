"""A release of MPALM says what the oracle's boxes say, row for row, and keeps to the job."""

from fractions import Fraction
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

import dpsql
from tests.generative.budget import share_of_profile
from tests.generative.instances.partition_questions import mpalm_questions, order_as_the_oracle_does
from tests.generative.instances.published_boxes import compare, publish
from tests.oracle.search import partitions
from tests.oracle.search.boxes import find_checked_boxes, find_private_boxes, find_public_boxes
from tests.oracle.search.partitions import Part, find_partition, satisfies
from tests.oracle.tables.instance import Models

DRAW = {
    "P": lambda parts, by, _: find_public_boxes(parts, by),
    "T_checked": find_checked_boxes,
    "T": lambda parts, by, _: find_private_boxes(parts, by),
}


#: As a job has them, and as the oracle does.
CONSTRAINTS = [
    ({}, {}),
    ({"k_anonymity": 2, "k_map": 4}, {"k_anonymity": 2, "k_map": 4}),
    ({"weak_k_anonymity": 3}, {"weak_k_anonymity": 3}),
    ({"presence_diversity": 2}, {"presence_diversity": (Fraction(2), False)}),
]


@share_of_profile(2)
@given(mpalm_questions(), st.sampled_from([*DRAW]), st.sampled_from([0, 0, 1, 2, 3]), st.booleans())
def test_releases_of_boxes(question, box, constraints, keep):
    public, members, delta, kinds, strategy, listed = question
    if box == "T_checked":
        # It leaves people out, whose presence is 0.
        delta, constraints = (Fraction(0), delta[1]), min(constraints, 1)
    written, limits = CONSTRAINTS[constraints]
    private = tuple(row for row, member in zip(public, members, strict=True) if member)
    by = tuple(
        order_as_the_oracle_does(kind, values, listed)
        for kind, values in zip(kinds, zip(*public, strict=True), strict=True)
    )
    rule = partitions.Strategy(strategy.columns, strategy.values, strategy.priority, delta)
    accepts = satisfies(Models(delta, **limits))
    expected = find_partition(Part(public, private), by, rule, accepts)
    words = {"columns": strategy.columns, "values": strategy.values, "box": box}
    if strategy.columns == "priority":
        words["priority"] = [f"c{j}" for j in strategy.priority]
    if box == "T":
        words["unsafe"] = True
    asked = public, members, kinds, listed, {"mpalm": words}
    demands = {
        "keep": keep,
        "constraints": written,
        "delta": {"min": str(delta[0]), "max": str(delta[1])},
    }
    with TemporaryDirectory() as folder:
        try:
            job, found, rows = publish(folder, *asked, **demands)
        except dpsql.NoSafeRelease:
            assert expected is None
            return
        if found.satisfied:
            assert dpsql.verify(job).presence.maximum == found.presence.maximum
    boxes = DRAW[box](expected[0], by, accepts)
    compare(found, rows, boxes, public, members, by, keep=keep)

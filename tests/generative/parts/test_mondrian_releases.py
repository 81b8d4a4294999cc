"""A release of Mondrian says what the oracle's boxes say, row for row, and keeps to the job."""

from tempfile import TemporaryDirectory

from hypothesis import assume, given
from hypothesis import strategies as st

import dpsql
from tests.generative.budget import share_of_profile
from tests.generative.instances.partition_questions import (
    mondrian_questions,
    order_as_the_oracle_does,
)
from tests.generative.instances.published_boxes import compare, publish
from tests.oracle.search.boxes import find_checked_boxes, find_private_boxes, find_public_boxes
from tests.oracle.search.mondrian import find_counted_parts
from tests.oracle.search.partitions import Part, satisfies
from tests.oracle.tables.instance import Models


@share_of_profile(2)
@given(mondrian_questions(), st.booleans(), st.booleans())
def test_releases_of_boxes(question, checked, keep):
    public, members, kinds, words, limits, delta, listed = question
    private = tuple(row for row, member in zip(public, members, strict=True) if member)
    accepts = satisfies(Models(delta, **limits))
    is_two_sided = delta is not None and delta[0] > 0
    assume(words.columns != "priority" and private and not (checked and is_two_sided))
    by = tuple(
        order_as_the_oracle_does(kind, values, listed)
        for kind, values in zip(kinds, zip(*public, strict=True), strict=True)
    )
    asked = words.model_dump(exclude_defaults=True)
    if checked:
        asked["box"] = "T_checked"
    demands = {"keep": keep, "constraints": limits}
    if delta is not None:
        demands["delta"] = {"min": str(delta[0]), "max": str(delta[1])}
    with TemporaryDirectory() as folder:
        given_words = public, members, kinds, listed, {"mondrian": asked}
        try:
            job, found, rows = publish(folder, *given_words, **demands)
        except dpsql.NoSafeRelease:
            assert not accepts(Part(public, private))
            return
        dpsql.verify(job)
    parts = find_counted_parts(Part(public, private), by, words.columns, words.values, accepts)
    if checked:
        boxes = find_checked_boxes(parts, by, accepts)
    elif words.box == "P" or delta is not None or limits["k_map"] is not None:
        boxes = find_public_boxes(parts, by)
    else:
        boxes = find_private_boxes(parts, by)
    compare(found, rows, boxes, public, members, by, keep=keep)

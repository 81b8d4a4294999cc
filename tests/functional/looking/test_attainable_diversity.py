"""Where T as a whole violates an l-diversity, the number that is named holds, and no greater."""

from fractions import Fraction

import pyarrow as pa
import pytest

import dpsql
from dpsql.report.infeasible import tell_validity

#: Of T's six people three have a, two b, and one c.
ILLS = [*"aaabbc"]


def make_job(words):
    return dpsql.Job(
        public=pa.table({"town": [*"ab"] * 6}),
        private=pa.table({"town": [*"ab"] * 3, "ill": ILLS}),
        quasi_identifiers={"town": {"tree": {"*": [*"ab"]}}},
        keep=["ill"],
        constraints={"l_diversity": {"ill": words}},
    )


@pytest.mark.parametrize(
    ("words", "told", "holding", "failing"),
    [
        ({"distinct": 5}, "distinct 3 or less", {"distinct": 3}, {"distinct": 4}),
        # e to the entropy of 1/2, 1/3 and 1/6 is 2.7495…
        ({"entropy": 3}, "entropy 2.74 or less", {"entropy": "2.74"}, {"entropy": "2.75"}),
        (
            {"recursive": {"c": 2, "l": 3}},
            "recursive (2, 2)",
            {"recursive": {"c": 2, "l": 2}},
            {"recursive": {"c": 2, "l": 3}},
        ),
    ],
)
def test_the_number_that_is_named_holds_and_no_greater_one(words, told, holding, failing):
    found = dpsql.check(make_job(words))
    assert found.feasible is False
    assert tell_validity(found.to_dict()).endswith(f"write l_diversity of ill {told}.")
    assert dpsql.check(make_job(failing)).feasible is False
    assert dpsql.check(make_job(holding)).feasible is not False
    assert any(told.split(" or ")[0] in one for one in found.attainable)


def test_where_no_number_holds_none_is_named():
    job = make_job({"recursive": {"c": Fraction(1, 9), "l": 2}})
    found = dpsql.check(job)
    assert (found.feasible, found.attainable) == (False, ())
    assert "loosen l_diversity, or drop it" in tell_validity(found.to_dict())

"""Candidates of the paper's example are measured alike on every engine."""

from fractions import Fraction

import numpy as np
import pytest

import dpsql
from dpsql.domain.sections.questions import Question
from tests.conftest import PEOPLE

ALGORITHMS = ["spalm", {"pooled": {"path": "root"}}, {"mpalm": {"cuts": "hierarchy"}}, "mpalm"]


@pytest.fixture
def job(bench, paper_job):
    """The example with two more columns of T: what people pay, and how they come."""
    job = paper_job(private="paid.csv", keep=["paid", "by"], delta={"min": 0, "max": "2/3"})
    rows = [
        (*row[1:4], 10 * number if number else None, "bus" if number % 2 else "car")
        for number, row in enumerate(row for row in PEOPLE if row[4])
    ]
    bench.write("paid.csv", rows, ("zip", "age", "nationality", "paid", "by"))
    return job


def test_what_a_release_is_good_for(bench, job):
    """All in one run: a session of Spark takes seconds."""
    found = dpsql.compare(
        with_questions(job), algorithms=ALGORITHMS, **bench.engine.options
    ).candidates
    levels, pooled, parts, boxes = (one.utility for one in found)
    assert found[0].outcome.levels == {"zip": 1, "age": 2, "nationality": 1}
    moved = Fraction(7, 30)
    assert levels.shifts == {"zip": moved, "age": Fraction(4, 9), "nationality": moved}
    for one in (levels, pooled, parts, boxes):
        assert set(one.shifts) == {"zip", "age", "nationality"}
        assert len(one.pair_shifts) == 3 + 2 * 3
        # Zips are codes; ages have a mean.
        assert set(one.means) == {"age"}
        assert one.means["age"].own == Fraction(59 + 42 + 63 + 47 + 52, 5)
        assert {pair.columns for pair in one.correlations} == {("age", "paid")}
        paid = np.corrcoef([42, 63, 47, 52], [10, 20, 30, 40])[0, 1]
        assert one.correlations[0].before == pytest.approx(paid)
        assert not one.left_out
    assert levels.means["age"].estimate == Fraction(35 + 59 + 42 + 18 + 22 + 63 + 33 + 47 + 52, 9)
    assert (levels.means["age"].least, levels.means["age"].most) == (18, 63)
    # All ages have one label, and their spread goes with nothing.
    assert levels.correlations[0].after == 0
    assert all(one.is_by_chance for one in levels.associations if "zip" in one.columns)
    assert all(len(one.answers) == 4 for one in (levels, pooled, parts, boxes))
    people, zips, paid, first = (one.to_dict() for one in levels.answers)
    assert people["numbers"]["people"]["before"] == 5
    assert people["numbers"]["age"]["before"] == 52.6
    # Of nine ages five are taken: those in the middle of each fifth of the hierarchy's order.
    assert people["numbers"]["age"]["after"] == 41.6
    assert zips["keys"] == ["place"]
    # Of 4897* with two rows, 48972 becomes 48973.
    assert [zips[word] for word in ("matched_rows", "only_before", "only_after")] == [4, 1, 1]
    assert zips["columns"]["n"]["max_difference"] == 0
    # What is kept stays, and keys may be numbers.
    assert paid["keys"] == ["by", "much"]
    assert (paid["matched_rows"], paid["only_before"], paid["only_after"]) == (5, 0, 0)
    # Dates and texts that are computed are compared.
    assert (first["keys"], first["columns"]["day"]["unit"]) == (["by"], "days")
    days = {one["key"]["by"]: one["before"] for one in first["columns"]["day"]["largest"]}
    assert days == {"bus": "2020-01-12", "car": "2020-01-10"}
    last = {one["key"]["by"]: one["before"] for one in first["columns"]["last"]["largest"]}
    assert last == {"bus": "USA", "car": "Peru"}
    assert [one.left_out for one in levels.predictions] == ["T has too few rows"]
    # Rows of one label have the buses and cars of its rows, whatever their zip.
    assert levels.pair_shifts["zip", "by"] >= float(moved)


def with_questions(job):
    asked = (
        "SELECT COUNT(*) AS people, AVG(CAST(age AS INTEGER)) AS age FROM t",
        "WITH z AS (SELECT UPPER(zip) AS place FROM t)"
        " SELECT z.place, COUNT(*) AS n FROM z GROUP BY z.place",
        "SELECT by, CAST(paid AS INTEGER) / 10 AS much, COUNT(*) AS n FROM t GROUP BY 1, 2",
        "SELECT by, MAX(nationality) AS last,"
        " MIN(CAST('2020-01-1' || SUBSTRING(zip, 5, 1) AS DATE)) AS day FROM t GROUP BY by",
    )
    questions = (*(Question(sql=one) for one in asked), Question(predict="by"))
    return job.with_unchecked({"questions": questions})

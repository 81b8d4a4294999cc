"""The frontier of the running example, found by hand on its 48 nodes.

Total suppression has presence 5/9. With ages suppressed, 4790*, 4763* and 4897* have 2/3, 1/3 and
2/3 (loss 22/45), America and Europe 1/2 and 2/3 (28/45). All five people over 40 are in T, and a
raw zip or nationality sets Bob apart, who is in T: such nodes have 1, the raw table among them.
"""

from fractions import Fraction

import pytest

import dpsql

WHOLE = (Fraction(5, 9), 1, (3, 2, 3))
THREE_GROUPS = (Fraction(2, 3), 22 / 45, (1, 2, 1))
TWO_GROUPS = (Fraction(2, 3), 28 / 45, (2, 2, 2))
RAW = (Fraction(1), 0, (0, 0, 0))
BY_AGE = (Fraction(1), 5 / 6, (3, 1, 3))


@pytest.mark.parametrize(
    ("words", "points"),
    [
        pytest.param({}, [WHOLE, THREE_GROUPS, RAW], id="no delta"),
        pytest.param({"delta": {"max": "5/9"}}, [WHOLE, THREE_GROUPS, RAW], id="max is ignored"),
        pytest.param({"delta": {"max": "0"}}, [WHOLE, THREE_GROUPS, RAW], id="even of 0"),
        pytest.param({"metric": "entropy"}, [WHOLE, THREE_GROUPS, RAW], id="metric is ignored"),
        pytest.param({"delta": {"min": "1/3"}}, [WHOLE, THREE_GROUPS], id="min 1/3"),
        pytest.param({"delta": {"min": "1/2", "max": "1/2"}}, [WHOLE, TWO_GROUPS], id="min 1/2"),
        pytest.param(
            {"delta": {"min": "0.3333333333333333"}}, [WHOLE, THREE_GROUPS], id="min cut below 1/3"
        ),
        pytest.param(
            {"delta": {"min": "0.3333333333333334"}}, [WHOLE, TWO_GROUPS], id="min cut above 1/3"
        ),
        pytest.param({"delta": {"min": "5/9"}}, [WHOLE], id="min of the whole"),
        pytest.param({"delta": {"min": "0.6"}}, [], id="min above the whole"),
        pytest.param({"constraints": {"k_anonymity": 5}}, [WHOLE, BY_AGE], id="5-anonymity"),
        pytest.param({"constraints": {"k_anonymity": 6}}, [], id="6-anonymity"),
        pytest.param({"constraints": {"k_map": 9}}, [WHOLE], id="9-map"),
    ],
)
def test_points(bench, paper_job, words, points):
    found = dpsql.frontier(paper_job(**words), **bench.engine.options)
    listed = [(one.delta_max, one.loss, tuple(one.levels.values())) for one in found.points]
    assert listed == [(delta, pytest.approx(loss), node) for delta, loss, node in points]
    assert found.search.nodes == 48
    assert 1 <= found.search.checked <= 48


def test_every_point_is_what_anonymize_finds_there(bench, paper_job):
    """The least loss at a point's delta is the point; just below it, it is the point before."""
    before = None
    for point in dpsql.frontier(paper_job(), **bench.engine.options).points:
        for largest, expected in (
            (point.delta_max, point),
            (point.delta_max - Fraction(1, 1000), before),
        ):
            job = paper_job(delta={"max": largest}, release=f"{largest.numerator}.parquet")
            if expected is None:
                with pytest.raises(dpsql.NoSafeRelease):
                    bench.anonymize(job)
            else:
                assert bench.anonymize(job).levels == expected.levels
        before = point


def test_an_empty_private_table_has_one_point(bench):
    bench.write("p.csv", [("a",), ("b",)], ["town"])
    bench.write("t.csv", [], ["town"])
    job = bench.job({"town": {"tree": {"*": ["a", "b"]}}})
    (point,) = dpsql.frontier(job, **bench.engine.options).points
    assert (point.delta_max, point.loss, point.levels) == (0, 0, {"town": 0})


def test_a_private_table_of_everybody_has_one_point(bench, paper_job):
    (point,) = dpsql.frontier(paper_job(private="p.csv"), **bench.engine.options).points
    assert (point.delta_max, point.loss, set(point.levels.values())) == (1, 0, {0})

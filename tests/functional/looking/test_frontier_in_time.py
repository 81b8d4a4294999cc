"""A frontier that its time limit ends has proven points, and says what may be missing.

Of levels they are those of the greatest δmax. Of pooled releases the job's δmax comes first.
"""

import re
from fractions import Fraction
from math import inf

import pytest

import dpsql
from dpsql.domain import limits
from dpsql.report.written_bounds import as_bound

ALGORITHMS = ("spalm", {"pooled": {"path": "columns"}})


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still until `late` is set."""
    told = {"late": False}
    monkeypatch.setattr(limits, "monotonic", lambda: inf if told["late"] else 0.0)
    return told


def _stop_after(clock, points):
    def watch(progress):
        clock["late"] = progress.points >= points

    return watch


def test_the_points_of_levels_that_were_found_are_the_last_of_the_whole(example, edit, clock):
    edit(example, "delta: {min: 1/2, max: 2/3}", "delta: {max: 2/3}")
    whole = dpsql.frontier(example, "levels")
    assert whole.search.optimal and len(whole.points) > 2
    part = dpsql.frontier(example, "levels", time_limit=60, watch=_stop_after(clock, 2))
    assert not part.search.optimal and not part.to_dict()["search"]["optimal"]
    assert 2 <= len(part.points) < len(whole.points)
    assert part.points == whole.points[-len(part.points) :]
    least = part.points[0].delta_max
    told = f"The time was over: no δmax below {as_bound(least)} was searched."
    assert told in part._repr_html_()
    assert "The time was over" not in whole._repr_html_()


def test_of_pooled_releases_that_at_the_jobs_bound_is_found_first(example, edit, clock):
    edit(example, "delta: {min: 1/2, max: 2/3}", "delta: {max: 2/3}")
    whole = dpsql.frontier(example, ALGORITHMS[1])
    assert whole.search.optimal and len(whole.points) > 2
    (own,) = (one for one in whole.points if one.delta_max == Fraction(2, 3))
    assert own != whole.points[-1]
    part = dpsql.frontier(example, ALGORITHMS[1], time_limit=60, watch=_stop_after(clock, 1))
    assert not part.search.optimal and own in part.points
    assert all(point in whole.points for point in part.points if point.proven)
    told = "There may be other points between these, or below"
    assert told in part._repr_html_() and told not in whole._repr_html_()


def test_before_anything_is_proven_good_releases_around_the_jobs_bound_are_there(
    example, edit, clock
):
    edit(example, "delta: {min: 1/2, max: 2/3}", "delta: {max: 2/3}")
    whole = dpsql.frontier(example, ALGORITHMS[1])
    part = dpsql.frontier(example, ALGORITHMS[1], time_limit=60, watch=_stop_after(clock, 0))
    assert len(part.points) > 1 and not any(one.proven for one in part.points if one.loss)
    for point in part.points:
        best = [one.loss for one in whole.points if one.delta_max <= point.delta_max]
        assert point.loss >= min(best)
    # Nothing is less than no loss.
    assert all(one["proven"] is not bool(one["loss"]) for one in part.to_rows())
    assert {one.get("proven", True) for one in part.to_dict()["points"] if one["loss"]} == {False}
    told = part.to_text()
    assert "≤ 0." in told
    assert "≤: the best that was found; more time may find less." in told
    assert re.search("(none|1) of them proven", part.plot_frontier().svg)
    # Where all is proven, nothing is said of it.
    assert "proven" not in whole.to_rows()[0] and "proven" not in whole.to_dict()["points"][0]


def test_a_time_limit_that_is_not_reached_leaves_nothing_out(example):
    found = dpsql.frontier(example, ALGORITHMS[1], time_limit=600)
    assert found.search.optimal
    assert found.points == dpsql.frontier(example, ALGORITHMS[1]).points


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_without_any_point_the_limit_is_named(example, run, algorithm):
    with pytest.raises(dpsql.ResourceError, match="time_limit: time was over before any point"):
        dpsql.frontier(example, algorithm, time_limit=1e-9)
    ended = run("frontier", example, "--time-limit", "1e-9")
    assert ended.exit_code == 5
    assert "--time-limit: time was over before any point was found" in ended.stderr


def test_each_curve_says_that_its_time_was_over(example, edit, clock):
    edit(example, "delta: {min: 1/2, max: 2/3}", "delta: {max: 2/3}")
    found = dpsql.frontiers(example, ["levels"], time_limit=60, watch=_stop_after(clock, 2))
    assert not found.curves[0].search.optimal
    assert "The time was over: no δmax below" in found._repr_html_()


def test_a_watch_that_gives_up_gets_no_part_of_the_points(example):
    """As of an internal page, which takes what is returned for the whole frontier."""

    def give_up(progress):
        raise limits.TooLong

    with pytest.raises(limits.TooLong):
        dpsql.frontier(example, ALGORITHMS[1], watch=give_up)

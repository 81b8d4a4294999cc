"""The release of a page is among what can be explored; time is shared out by work, not by load."""

from dataclasses import replace
from fractions import Fraction

import pytest

import dpsql
from dpsql.domain import limits
from dpsql.domain.found.explored import (
    THIS_RELEASE,
    Exploration,
    ExploredAlgorithm,
    ExploredPoint,
    LinkRisk,
    MinimalNode,
    MinimalNodes,
)
from dpsql.domain.found.statistics import Presence
from dpsql.domain.limits import Budget
from dpsql.domain.sections.algorithm import Algorithm, MpalmOptions
from dpsql.report.explored_sentences import write_figures
from dpsql.use_cases.explore.others import at_delta

PRESENCE = Presence(Fraction(0), Fraction(1, 4), (3, 2))
POINT = ExploredPoint(Fraction(1, 2), 0.5, {"a": 0.5}, PRESENCE, {"a": 1})
LEVELS = Exploration((ExploredAlgorithm("levels", (POINT,)),))


def test_a_release_that_is_a_point_is_not_added():
    # Found by another search, it has the job's δmax, and a loss that was summed up in other ways.
    own = replace(POINT, delta_max=Fraction(1, 3), loss=0.1 * 5)
    assert LEVELS.with_release(own, "levels") == replace(LEVELS, release=own, kind="levels")


@pytest.mark.parametrize(
    "changed",
    [
        {"levels": {"a": 2}},
        {"least": 3},
        {"levels": None, "box_count": 4},
        {"presence": Presence(Fraction(0), Fraction(1, 4), (2, 3))},
    ],
)
def test_another_release_is_added(changed):
    own = replace(POINT, **changed)
    *before, added = LEVELS.with_release(own, "boxes").algorithms
    assert before == [*LEVELS.algorithms]
    assert (added.name, added.points, added.is_proven) == (THIS_RELEASE, (own,), False)


def at(delta_max, loss, level):
    """A point of a frontier: its δmax is the greatest presence."""
    presence = Presence(Fraction(0), Fraction(delta_max), (3, 2))
    return ExploredPoint(Fraction(delta_max), loss, {"a": loss}, presence, {"a": level})


FRONTIER = Exploration((ExploredAlgorithm("levels", (at("1/4", 0.5, 1), at("1/2", 0.25, 2))),))


@pytest.mark.parametrize("loss", [0.5, 0.5 + 1e-12])
def test_a_release_that_loses_as_much_as_a_point_joins_the_points_of_its_algorithm(loss):
    own = replace(at("1/3", loss, 3), delta_max=Fraction(2, 5))
    (levels,) = FRONTIER.with_release(own, "levels").algorithms
    assert [one.delta_max for one in levels.points] == [
        Fraction(1, 4),
        Fraction(1, 3),
        Fraction(1, 2),
    ]
    assert levels.points[1].is_like(own)


def test_a_greatest_presence_that_is_the_bound_is_not_written_twice():
    levels = FRONTIER.algorithms[0].points
    assert all(one.is_reached for one in write_figures(levels))
    less = replace(levels[1], presence=levels[0].presence)
    assert [one.is_reached for one in write_figures([levels[0], less])] == [True, False]


@pytest.mark.parametrize("loss", [0.6, 0.4])
def test_a_release_off_the_frontier_stands_alone(loss):
    *_, added = FRONTIER.with_release(at("1/3", loss, 3), "levels").algorithms
    assert added.name == THIS_RELEASE


def test_among_points_that_are_not_proven_a_better_release_displaces_worse_ones():
    points = at("1/4", 0.5, 1), at("1/3", 0.4, 2), at("1/2", 0.3, 3), at("1", 0.1, 4)
    own = at("1/3", 0.25, 5)
    known = Exploration((ExploredAlgorithm("boxes", points, is_proven=False),))
    (boxes,) = known.with_release(own, "boxes").algorithms
    assert boxes.points == (points[0], own, points[3])


@pytest.mark.parametrize(
    ("is_here", "passed", "worked", "left"),
    [
        (True, 0, 0, 2),
        (True, 1.5, 1.2, 0.8),
        (True, 1.5, 2.5, 0.5),
        (True, 8, 0.1, 1),
        (True, 20, 0.1, -0.5),
        (False, 1.5, 0.1, 0.5),
    ],
)
def test_a_budget_counts_work_here_and_an_eighth_of_the_clock(
    monkeypatch, is_here, passed, worked, left
):
    times = {"monotonic": 10.0, "process_time": 3.0}
    for name in times:
        monkeypatch.setattr(limits, name, lambda name=name: times[name])
    budget = Budget(2, is_here, 10.0, 3.0)
    times |= {"monotonic": 10.0 + passed, "process_time": 3.0 + worked}
    assert budget.left == pytest.approx(left)


def test_another_delta_is_told_in_the_same_bars():
    job = dpsql.Job(
        public="p.csv",
        private="t.csv",
        quasi_identifiers={"age": {"widths": [5]}},
        delta={"min": "1/3", "max": "2/3"},
    )
    other = at_delta(job, Fraction(3, 4))
    assert str(other.delta.max) == "3/4"
    assert other.presence_bars == job.presence_bars


@pytest.mark.parametrize(
    ("losses", "presences", "of_page", "best", "safest"),
    [
        ([0.3, 0.1 + 0.2, 0.5], ["1/5", "1/10", "1/20"], 0, 2, 2),
        ([0.3, 0.3], ["1/10", "1/5"], 0, 2, None),
        ([0.3, 0.4], ["1/5", "1/10"], 0, 1, None),
        # The page's release loses more: it was sought by another metric, or chosen from P alone.
        ([0.3, 0.3, 0.4], ["1/5", "1/10", "1/3"], 2, 2, None),
        ([], [], None, 0, None),
    ],
)
def test_of_nodes_that_lose_least_the_one_of_less_presence_is_named(
    losses, presences, of_page, best, safest
):
    nodes = tuple(
        MinimalNode({"a": number}, loss, Fraction(presence), number == of_page)
        for number, (loss, presence) in enumerate(zip(losses, presences, strict=True))
    )
    found = MinimalNodes(nodes, len(nodes))
    assert (len(found.best), found.safest, found.has_all) == (best, safest, True)
    assert not MinimalNodes(nodes, len(nodes) + 1).has_all


def test_the_json_has_the_figures_of_the_tables():
    climbing = replace(
        POINT, least=5, climbed=(7, 2), is_whole=False, risk=LinkRisk(2, 1, 4), informed=Fraction(1)
    )
    assert climbing.to_dict() == {
        "delta_max": "1/2",
        "loss": 0.5,
        "whole": False,
        "presence": {"min": "0", "max": "1/4"},
        "people_by_presence": [3, 2],
        "presence_informed": {"max": "1"},
        "levels": {"a": 1},
        "pooled": {"least": 5, "public_rows": 7, "private_rows": 2},
        "losses": {"a": 0.5},
        "k_map": 2,
        "above_threshold": 1,
        "certainly_absent_people": 1,
    }
    parts = replace(POINT, levels=None, box_count=3).to_dict()
    assert (parts["partitions"], parts["k_map"], "levels" in parts) == (3, None, False)
    cuts = Algorithm(mpalm=MpalmOptions(cuts="hierarchy"))
    told = ExploredAlgorithm(
        "cuts", (POINT,), False, "late", (Fraction(1, 2),), (Fraction(3, 4),), cuts
    ).to_dict()
    assert told == {
        "name": "cuts",
        "algorithm": {"mpalm": {"cuts": "hierarchy"}},
        "proven": False,
        "note": "late",
        "tried": ["1/2"],
        "untried": ["3/4"],
        "points": [POINT.to_dict()],
    }

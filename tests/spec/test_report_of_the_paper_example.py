"""What a report shows of the paper's example is the same on every engine."""

from fractions import Fraction

import pytest

import dpsql
from dpsql.use_cases.reports import insight
from tests.conftest import PEOPLE

DELTA = {"min": "1/2", "max": "2/3"}
OPTIMUM = {"zip": 2, "age": 2, "nationality": 2}


@pytest.fixture(autouse=True)
def no_time_limit(monkeypatch):
    """A frontier that takes too long is left out of a report; here an engine may be slow."""
    monkeypatch.setattr(insight, "MOST_FRONTIER_SECONDS", 600.0)


def shown(found):
    return [(dict(one.labels), one.public_rows, one.private_rows) for one in found.classes]


def report(bench, job, **words):
    page = bench.folder / "r.html"
    found = dpsql.write_report(job, page, internal=True, **words, **bench.engine.options)
    assert "contains what only the data holder may see" in page.read_text(encoding="utf-8")
    return found


def test_classes_samples_frontier_and_lattice(bench, paper_job):
    found = report(bench, paper_job(delta=DELTA))
    assert found.levels == OPTIMUM
    assert shown(found.details) == [
        ({"zip": "48*", "age": "*", "nationality": "Europe"}, 3, 2),
        ({"zip": "47*", "age": "*", "nationality": "America"}, 6, 3),
    ]
    zips = [(one.public_rows, one.labels) for one in found.details.samples["zip"]]
    assert zips == [
        (2, ("47630", "4763*", "47*", "4*")),
        (2, ("47906", "4790*", "47*", "4*")),
        (1, ("47633", "4763*", "47*", "4*")),
    ]
    points = [(one.delta_max, one.loss, dict(one.levels)) for one in found.insight.points]
    assert points == [
        (Fraction(5, 9), 1.0, {"zip": 3, "age": 2, "nationality": 3}),
        (Fraction(2, 3), pytest.approx(28 / 45), OPTIMUM),
    ]
    layers = found.insight.layers
    assert [layer.nodes for layer in layers] == [1, 3, 6, 9, 10, 9, 6, 3, 1]
    # All below the floor fail, which is the optimum here; all above it hold.
    assert [layer.holds for layer in layers] == [0, 0, 0, 0, 0, 0, 1, 2, 1]
    assert [layer.unknown for layer in layers] == [0] * 9
    assert found.insight.chosen_layer == 6


def test_raw_levels_show_values_and_people_who_are_alone(bench, paper_job):
    found = report(bench, paper_job(), levels={})
    classes = shown(found.details)
    assert len(classes) == 9
    assert classes[0] == ({"zip": "47633", "age": "63", "nationality": "Peru"}, 1, 1)
    assert {(one[1], one[2]) for one in classes[:5]} == {(1, 1)}
    assert {(one[1], one[2]) for one in classes[5:]} == {(1, 0)}
    assert found.insight.points[-1].delta_max == 1


def test_protected_columns_are_judged_by_the_frontier_too(bench, paper_job):
    job = paper_job(
        delta=DELTA, keep=["lab"], constraints={"l_diversity": {"lab": {"distinct": 2}}}
    )
    people = [person[:4] for person in PEOPLE if person[-1]]
    header = ("name", "zip", "age", "nationality", "lab")
    for values, points in (("aabab", 2), ("aabaa", 1)):
        rows = [(*one, value) for one, value in zip(people, values, strict=True)]
        bench.write("t.csv", rows, header)
        found = report(bench, job)
        assert len(found.insight.points) == points
        # Of the rows in Europe, Harry's and Iris', both have the value a in the second table.
        assert found.levels == (
            OPTIMUM if points == 2 else dict(zip(OPTIMUM, (3, 2, 3), strict=True))
        )


def test_boxes_are_shown_by_their_ranges(bench, paper_job):
    job = paper_job(delta={"max": "3/4"}, algorithm="mpalm")
    found = report(bench, job)
    classes = shown(found.details)
    assert sum(one[1] for one in classes) == 9
    assert sum(one[2] for one in classes) == 5
    assert all(Fraction(one[2], one[1]) <= Fraction(3, 4) for one in classes)
    labels = {label for one in classes for label in one[0].values()}
    assert any(label.startswith("[") for label in labels)
    # The frontier is that of levels, whatever is released.
    beside = "boxes, as the job says"
    assert (found.insight.beside, found.insight.layers) == (beside, ())
    frontier = dpsql.frontier(job, "levels", **bench.engine.options)
    assert [(one.delta_max, one.loss, dict(one.levels)) for one in found.insight.points] == [
        (one.delta_max, one.loss, dict(one.levels)) for one in frontier.points
    ]


def test_people_in_no_box_are_shown(bench, paper_job):
    words = {"columns": "next", "values": "cardinality", "box": "T_checked"}
    found = report(bench, paper_job(delta={"max": "3/4"}, algorithm={"mpalm": words}))
    classes = shown(found.details)
    assert sum(one[1] for one in classes) == 9
    outside = [one for one in classes if not one[0]]
    assert [one[2] for one in outside] == [0]
    assert found.presence.minimum == 0
    assert "in no box" in (bench.folder / "r.html").read_text(encoding="utf-8")


def test_nobody_in_t(bench, paper_job):
    job = paper_job(delta={"max": "1/2"})
    bench.write("t.csv", [], ("name", "zip", "age", "nationality"))
    found = report(bench, job)
    assert {one[2] for one in shown(found.details)} == {0}
    assert [one.delta_max for one in found.insight.points] == [0]

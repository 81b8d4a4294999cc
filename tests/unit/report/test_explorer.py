"""The data and the script of a page's slider: safe in HTML, and allowed by their digest alone."""

import hashlib
import json
from base64 import b64encode
from dataclasses import replace
from fractions import Fraction

import pytest
import yaml

from dpsql.domain.found.explored import (
    THIS_RELEASE,
    ColumnCells,
    Exploration,
    ExploredAlgorithm,
    ExploredPoint,
    LinkRisk,
)
from dpsql.domain.found.presence_bars import find_bars
from dpsql.domain.found.statistics import Presence
from dpsql.domain.sections.algorithm import SPALM
from dpsql.report.details import Insight, Sample
from dpsql.report.explored_sentences import tell_point, tell_risk, write_figures
from dpsql.report.explorer import make_explorer

BARS = find_bars(None)
HOSTILE = "</script><script>alert(1)</script>&amp;"
PRESENCE = Presence(Fraction(0), Fraction(1, 10), (5, *[0] * (len(BARS) - 1)))


def make(points=2, asked=None, kind="", release=None, alone=None, *, sought=False):
    """The explorer of a column with a hostile name and hostile labels."""
    found = tuple(
        ExploredPoint(
            Fraction(number + 1, 10), 1 - number / 10, {HOSTILE: 0.5}, PRESENCE, {HOSTILE: number}
        )
        for number in range(points)
    )
    boxes = ExploredPoint(
        Fraction(1, 2), 0.25, {HOSTILE: 0.25}, PRESENCE, box_count=3, is_whole=False
    )
    algorithms = (
        ExploredAlgorithm("levels", found, algorithm=SPALM),
        ExploredAlgorithm("boxes", (boxes,) if points else (), False, "not tried"),
    )
    if alone:
        algorithms += (ExploredAlgorithm(THIS_RELEASE, (alone,), is_proven=False),)
    people = (((HOSTILE, None, "x" * 200),),)
    insight = Insight(exploration=Exploration(algorithms, people, None, release, kind, sought))
    samples = {HOSTILE: (Sample(3, (HOSTILE, None, "*")),)}
    return make_explorer(insight, {HOSTILE: 2}, samples, BARS, asked, 402)


def test_no_text_ends_its_element():
    found = make()
    assert "<" not in found.data
    assert json.loads(str(found.data))["columns"][0]["name"] == HOSTILE


def test_a_long_label_is_shortened():
    person = json.loads(str(make().data))["examples"][0]
    assert person == [[HOSTILE, "NULL", f"{'x' * 59}…"]]


def test_the_digest_is_that_of_the_script():
    found = make()
    digest = b64encode(hashlib.sha256(str(found.script).encode()).digest()).decode()
    assert found.digest == f"sha256-{digest}"
    assert "</" not in found.script.replace("</script", "")
    assert "innerHTML" not in found.script


def test_it_begins_at_the_greatest_bound_that_is_allowed():
    chosen = [
        json.loads(str(make(5, asked).data))["kinds"][0]["begin"]
        for asked in (None, Fraction(1), Fraction(3, 10), Fraction(1, 100))
    ]
    assert chosen == [4, 4, 2, 0]


def test_a_point_has_the_figures_that_stand_beside_those_of_others():
    kinds = json.loads(str(make().data))["kinds"]
    assert kinds[0]["points"][1]["figures"] == ["20\u00a0%", "0.9", *["not counted"] * 3]
    assert kinds[1]["points"][0]["figures"][:2] == ["50\u00a0%", "≤ 0.25"]
    own = ExploredPoint(Fraction(1, 2), 0.75, {HOSTILE: 0.75}, PRESENCE, {HOSTILE: 2})
    counted = replace(own, risk=LinkRisk(1234, 5, 2))
    made = make(alone=counted, release=counted)
    told = json.loads(str(made.data))["kinds"][-1]["points"][0]["figures"]
    assert told[2:] == ["1,234", "5", "3"]


def test_the_example_of_a_column_has_another_label_on_each_level():
    in_tail, inside = ("1971", "<1980", "<1980", "*"), ("1992", "[1992..1993]", "[1990..1999]", "*")
    samples = {"year": (Sample(9, in_tail), Sample(3, inside))}
    cells = {"year": ColumnCells({1: 1, 2: 3}, rows=4)}
    point = ExploredPoint(Fraction(1, 2), 0.5, {"year": 0.5}, PRESENCE, cells=cells)
    insight = Insight(exploration=Exploration((ExploredAlgorithm("pooled", (point,)),), ()))
    made = make_explorer(insight, {"year": 3}, samples, BARS, None, 402)
    told = json.loads(str(made.data))["kinds"][0]["points"][0]["cells"][0]
    assert told["value"] == "1992"
    assert [label for label, _ in told["parts"]] == ["[1992..1993]", "[1990..1999]"]


def test_the_lines_of_a_point_can_be_copied_into_the_job():
    levels, boxes = json.loads(str(make(3).data))["kinds"][:2]
    lines = [yaml.safe_load(point["lines"]) for point in levels["points"]]
    asked = [Fraction(one["delta"]["max"]) for one in lines]
    assert asked == [one.delta_max for one in make(3).algorithms[0].points]
    assert {one["algorithm"] for one in lines} == {"spalm"}
    assert {point["lines"] for point in boxes["points"]} == {""}, "no algorithm is known"


def test_it_begins_at_the_release_although_more_is_allowed():
    release = make(5).algorithms[0].points[1]
    kind = json.loads(str(make(5, Fraction(1), release=release).data))["kinds"][0]
    assert kind["begin"] == 1


@pytest.mark.parametrize(
    ("points", "kind", "begin"), [(2, "boxes", 0), (1, "boxes", 1), (2, "", 0)]
)
def test_it_begins_with_the_algorithm_of_the_job_but_with_none_that_stands_still(
    points, kind, begin
):
    data = json.loads(str(make(points, None, kind).data))
    assert data["kind"] == begin
    assert [bool(one["alone"]) for one in data["kinds"]] == [points == 1, True]
    assert data["kinds"][1]["alone"].startswith("There is one point")


@pytest.mark.parametrize("asked", ["1/1000", "3/10", "3/5", "1"])
def test_the_axis_has_the_bound_of_the_job_and_all_points(asked):
    chart = make(2, Fraction(asked)).chart
    frame, places = chart.frame, [x for spots in chart.spots for x, _ in spots]
    assert chart.asked is not None
    assert all(frame.left <= x <= frame.right for x in [chart.asked, *places])


@pytest.mark.parametrize(("points", "sought", "opens"), [(1, True, 2), (2, True, 0), (2, False, 2)])
def test_it_begins_at_a_release_that_stands_alone_unless_its_algorithm_found_a_better_one(
    points, sought, opens
):
    """The slider is where the job's δmax allows then, and the chart marks the release."""
    own = ExploredPoint(Fraction(1, 2), 0.75, {HOSTILE: 0.75}, PRESENCE, {HOSTILE: 2})
    made = make(points, kind="levels", release=own, alone=own, sought=sought)
    data = json.loads(str(made.data))
    assert (data["kind"], data["kinds"][2]["name"]) == (opens, "this release")
    assert made.alone == made.chart.spots[2][0]
    boxes = make(points).algorithms[1].points[0]
    made = make(points, kind="levels", release=boxes)
    assert (json.loads(str(made.data))["kind"], made.alone) == (1, None)


def test_what_is_not_known_is_not_claimed():
    whole, boxes = (one.points[0] for one in make().algorithms)
    assert "the least loss is 1:" in tell_point(whole, *write_figures([whole]), is_proven=True)
    pooled = replace(whole, least=7)
    told = tell_point(pooled, *write_figures([pooled]), is_proven=True)
    assert "the loss is 1:" in told and told.endswith(
        " No start of the path loses less with 7 people."
    )
    found = replace(pooled, finds_least=True)
    told = tell_point(found, *write_figures([found]), is_proven=True)
    assert told.endswith("loses less with any number of people that it tries.")
    told = tell_point(boxes, *write_figures([boxes]), is_proven=False)
    assert "the loss is at most 0.25" in told and "3 boxes" in told and "Ended early" in told
    assert make().notes == ("boxes: not tried",)


def test_a_point_that_loses_no_more_at_less_presence_is_told():
    safe, same, better = (
        ExploredPoint(Fraction(at, 10), loss, {}, PRESENCE)
        for at, loss in ((1, 0.5), (2, 0.5 - 1e-12), (3, 0.4))
    )
    told = [tell_point(one, *write_figures([one]), safe, is_proven=True) for one in (same, better)]
    hint = "The point before this one loses no more, and its δmax is 10\u00a0%."
    assert [one.endswith(hint) for one in told] == [True, False]


@pytest.mark.parametrize(
    ("risk", "told"),
    [
        (None, "(k-map) was not counted at this point."),
        (
            LinkRisk(12, 0, 900),
            "any of at least 12 people of P (k-map 12). No row of T is in a",
        ),
        (
            LinkRisk(1, 1, 900),
            "only one person of P (k-map 1). 1 of 402 rows of T (≈ 0.25 %) is",
        ),
        (
            LinkRisk(10, 20, 900),
            "20 of 402 rows of T (≈ 5.0 %) are in a class of fewer than 11",
        ),
    ],
)
def test_the_risk_of_a_point_is_told_or_that_it_is_not_known(risk, told):
    assert told in tell_risk(risk, 402, 900).replace("\u00a0", " ")


def test_people_known_not_to_be_in_t_are_told_at_a_point():
    told = tell_risk(LinkRisk(12, 0, 259), 115, 900).replace("\u00a0", " ")
    assert told.endswith("641 of 900 people of P (≈ 71.2 %) can be known not to be in T.")
    assert "known" not in tell_risk(LinkRisk(12, 0, 900), 115, 900)


def test_whoever_climbs_may_share_labels_with_fewer_people_at_the_last_step():
    climbs = ExploredPoint(Fraction(1, 5), 0.5, {}, PRESENCE, least=16, climbed=(3, 2))
    told = tell_point(climbs, *write_figures([climbs]), is_proven=True)
    assert told.endswith(
        "People climb to coarser labels, step by step, until at least 16 people of P share them,"
        " or to the root: 3 people of P and 2 rows of T climb. No start of the path loses less with"
        " 16 people."
    )


def test_how_many_climb_is_told_where_everybody_does():
    everybody = sum(PRESENCE.people_by_presence)
    climbs = ExploredPoint(Fraction(1, 5), 0.5, {}, PRESENCE, least=16, climbed=(everybody, 2))
    told = tell_point(climbs, *write_figures([climbs]), is_proven=False)
    assert told.endswith(f"or to the root: {everybody} people of P and 2 rows of T climb.")


def test_nothing_is_explored_without_points():
    assert make(0) is None


def test_neighbouring_points_are_told_apart():
    near = [
        ExploredPoint(delta, loss, {}, PRESENCE)
        for delta, loss in [
            (Fraction(1, 10), 0.5),
            (Fraction(96463, 10**6), 0.500001),
            (Fraction(96464, 10**6), 0.50000099),
        ]
    ]
    one, two, three = write_figures(near)
    assert one.delta.replace("\u00a0", " ") == "10 %"
    assert two.delta.replace("\u00a0", " ") == "9.6463 %"
    assert len({one.loss, two.loss, three.loss}) == len({one.kept, two.kept, three.kept}) == 3
    # What rounding alone tells apart is not told apart.
    assert [
        one.kept
        for one in write_figures([replace(near[0], loss=loss) for loss in (0.3, 0.1 + 0.2)])
    ] == ["70.0\u00a0%"] * 2


@pytest.mark.parametrize(
    ("asked", "marks", "place"),
    [
        (None, ["", "", ""], None),
        (Fraction(1, 5), ["", "the job's δmax", "above the job's δmax"], "x"),
        (Fraction(1, 4), ["", "the last that the job's δmax allows", "above the job's δmax"], "x"),
        (Fraction(1, 20), ["above the job's δmax"] * 3, "x"),
        (Fraction(3, 4), ["", "", "the last that the job's δmax allows"], "x"),
    ],
)
def test_the_bound_of_the_job_is_marked(asked, marks, place):
    found = make(3, asked)
    points = json.loads(str(found.data))["kinds"][0]["points"]
    assert [point["mark"] for point in points] == marks
    assert (found.chart.asked is None) == (place is None)


@pytest.mark.parametrize(
    ("low", "high", "told"),
    [
        ("0", "1/12", "Nobody is placed in T with a probability above ≈ 8.3 %."),
        ("1/20", "1/5", "Everybody of P is in T with a probability between 5 % and 20 %."),
        ("8/100", "80001/1000000", "a probability between 8 % and 8.0001 %."),
        ("2/25", "2/25", "Everybody of P is in T with a probability of 8 %."),
        ("0", "1", "Some people are surely in T."),
        ("1", "1", "Everybody of P is surely in T."),
    ],
)
def test_presence_is_told_without_a_contradiction(low, high, told):
    presence = replace(PRESENCE, minimum=Fraction(low), maximum=Fraction(high))
    point = ExploredPoint(Fraction(high), 0.5, {}, presence)
    text = tell_point(point, *write_figures([point]), is_proven=True)
    assert told in text.replace("\u00a0", " ")


def test_a_presence_that_is_the_bound_is_written_as_the_bound_is():
    near = [
        ExploredPoint(high, loss, {}, replace(PRESENCE, maximum=high))
        for high, loss in ((Fraction(1, 7), 0.5), (Fraction(14299, 10**5), 0.4))
    ]
    first, second = write_figures(near)
    assert (first.delta, first.presence) == ("≈\u00a014.29\u00a0%",) * 2
    assert "above ≈\u00a014.29\u00a0%." in tell_point(near[0], first, is_proven=True)
    # What is below the bound has its own figure.
    below = replace(near[1], delta_max=Fraction(1, 5))
    assert write_figures([below])[0].presence == "≈\u00a014.3\u00a0%"
    assert second.presence == "≈\u00a014.30\u00a0%"


def test_boxes_say_that_their_loss_does_not_compare():
    levels, boxes = json.loads(str(make().data))["kinds"]
    assert levels["apart"] == ""
    assert boxes["apart"].startswith("The loss of boxes counts the width of ranges")


def test_of_an_empty_table_nothing_is_to_explore():
    insight = Insight(exploration=make(1).exploration)
    data = json.loads(str(make_explorer(insight, {HOSTILE: 2}, {}, BARS, None, 0).data))
    assert {one["alone"].partition(",")[0] for one in data["kinds"]} == {"T has no rows"}

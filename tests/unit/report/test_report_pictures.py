"""The frontier and the lattice as drawings: where points, bars and dots stand."""

import re
from fractions import Fraction
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest

from dpsql.domain.found.frontier_point import FrontierPoint
from dpsql.domain.found.statistics import LevelStatistics, Presence, TableStatistics
from dpsql.domain.levels.lattice import Lattice, Node
from dpsql.metrics.discernibility import Discernibility
from dpsql.metrics.loss import Loss
from dpsql.report.charts.frontier_chart import draw_frontier
from dpsql.report.charts.lattice_chart import draw_lattice
from dpsql.report.details import Details, Insight, Layer
from dpsql.report.facts import Facts, Secrets
from dpsql.report.page import render_internal
from dpsql.search.full_domain.greatest_presence import GreatestPresence
from dpsql.search.full_domain.knowledge import FAILS, HOLDS, UNKNOWN
from dpsql.search.full_domain.lattice_view import count_by_layer, tag_all, tag_around_optimum

LEVELS = {"x": 1}
POINTS = [
    FrontierPoint(Fraction(3, 20), 0.9, LEVELS),
    FrontierPoint(Fraction(1, 4), 0.5, LEVELS),
    FrontierPoint(Fraction(1), 0.0, LEVELS),
]


def test_the_stair_falls_from_left_to_right_and_ends_at_the_edge():
    chart = draw_frontier(POINTS, (Fraction(1, 4), 0.5), {"max": Fraction(1, 3)})
    assert not chart.is_logarithmic
    assert all(a.x < b.x and a.y < b.y for a, b in pairwise(chart.spots))
    assert (chart.chosen.x, chart.chosen.y) == (chart.spots[1].x, chart.spots[1].y)
    assert chart.spots[1].x < chart.limit.at < chart.spots[2].x
    steps = re.findall(r"[MHV]", chart.path)
    assert steps == ["M", "H", "V", "H", "V", "H"]
    assert chart.path.endswith(f"H{chart.frame.right}")
    assert chart.spots[-1].x == chart.frame.right and chart.spots[-1].y == chart.frame.bottom


def test_small_presences_are_spread_by_a_logarithmic_axis():
    points = [FrontierPoint(Fraction(1, 10**i), 1 - i / 10, LEVELS) for i in (4, 3, 2, 1, 0)]
    chart = draw_frontier(points, None, {"max": Fraction(1, 10**9)})
    assert chart.is_logarithmic and chart.chosen is None and chart.limit is None
    gaps = {round(b.x - a.x) for a, b in pairwise(chart.spots)}
    assert gaps == {159}
    labels = [tick.label.replace("\u00a0", " ") for tick in chart.presence_ticks]
    assert labels[:4] == ["100 %", "50 %", "20 %", "10 %"] and labels[-1] == "0.01 %"


def test_an_axis_without_room_names_powers_of_ten():
    points = [FrontierPoint(Fraction(1, 10**i), 1 - i / 10, LEVELS) for i in (9, 0)]
    ticks = draw_frontier(points, None, {}).presence_ticks
    labels = [tick.label.replace("\u00a0", " ") for tick in ticks]
    assert labels[0] == "100 %" and set("".join(labels)) <= set("10. %")


def test_presences_from_a_tenth_to_all_are_spread_from_the_first_round_share():
    points = [FrontierPoint(Fraction(1, i), 1 - 1 / i, LEVELS) for i in (9, 8, 7, 6, 1)]
    chart = draw_frontier(points, None, {"max": Fraction(1, 10)})
    assert chart.is_logarithmic and chart.limit.at == chart.frame.left
    labels = [tick.label.replace("\u00a0", " ") for tick in chart.presence_ticks]
    assert labels == ["100 %", "50 %", "20 %", "10 %"]
    assert all(b.x - a.x > 30 for a, b in pairwise(chart.spots))


@pytest.mark.parametrize("share", [Fraction(0), Fraction(1)])
def test_a_frontier_of_one_point_is_drawn(share):
    chart = draw_frontier([FrontierPoint(share, 1.0, LEVELS)], (share, 1.0), {})
    assert chart.spots[0].x == (chart.frame.left if share == 0 else chart.frame.right)
    assert not chart.is_logarithmic


def test_a_small_lattice_is_drawn_node_by_node():
    layers = [Layer(0, 1, 0), Layer(0, 1, 1), Layer(1, 0, 0)]
    chart = draw_lattice(layers, 2, "holds")
    assert [dot.kind for dot in chart.dots] == ["fails", "unknown", "fails", "holds"]
    assert [dot.is_chosen for dot in chart.dots] == [False, False, False, True]
    assert chart.chosen == chart.dots[-1].x
    assert not chart.blocks and not chart.node_ticks
    assert all(dot.y + dot.radius <= chart.frame.bottom for dot in chart.dots)


def test_a_node_that_fails_stands_for_one_that_fails():
    chart = draw_lattice([Layer(1, 2, 1)], 0, "fails")
    assert [dot.kind for dot in chart.dots] == ["holds", "unknown", "fails", "fails"]
    assert [dot.is_chosen for dot in chart.dots] == [False, False, True, False]


def test_a_large_lattice_is_drawn_as_bars_that_stand_on_each_other():
    layers = [Layer(i, 50 - i, 3 if i == 7 else 0) for i in range(51)]
    chart = draw_lattice(layers, None)
    assert not chart.dots and chart.chosen is None
    assert len(chart.level_ticks) == 17
    of_7 = [block for block in chart.blocks if block.label.startswith("sum 7:")]
    assert [block.kind for block in of_7] == ["holds", "unknown", "fails"]
    assert of_7[0].y + of_7[0].height == chart.frame.bottom
    for below, above in pairwise(of_7):
        assert above.y + above.height == pytest.approx(below.y, abs=0.11)
    assert all(block.y >= chart.frame.top and block.height > 0 for block in chart.blocks)


def render(insight: Insight) -> str:
    facts = Facts(
        "measured",
        None,
        True,
        False,
        100,
        5,
        "Whoever links the release",
        Presence(Fraction(0), Fraction(1, 4), (95, *[0] * 19, 5)),
        {},
        "",
        "",
        {"min": Fraction(0), "max": Fraction(1, 3)},
        {},
        (),
        (),
        LEVELS,
        {"x": 2},
        None,
        None,
        None,
        (),
        {"x": 0.5},
        {"loss": 0.5},
        None,
        None,
        Details(),
    )
    return render_internal(facts, Secrets("spalm", "loss", None, None, insight))


@pytest.mark.parametrize("size", [2, 60])
def test_drawings_are_xml_in_their_box_and_their_tables_say_the_same(size):
    layers = tuple(Layer(i, size - i, 1) for i in range(size + 1))
    html = render(Insight(tuple(POINTS), layers, 1, "holds", 9))
    svgs = [ElementTree.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", html, re.S)]
    titles = [svg.findtext("title") for svg in svgs]
    frontier = svgs[titles.index("The least loss for each δmax that can be attained")]
    lattice = svgs[
        titles.index("Which nodes of the lattice hold and which fail, by the sum of their levels")
    ]
    said = " ".join(frontier.findtext("desc").split())
    assert "3 points, from δmax 15 % with loss 0.9 to δmax 100 % with loss 0." in said
    assert "this page: loss 0.5 at presence 25 %." in said
    said = " ".join(lattice.findtext("desc").split())
    holds = sum(range(size + 1))
    assert f"{holds:,} hold, {holds:,} fail, and of {size + 1} neither was needed" in said
    for svg in (frontier, lattice):
        for part in svg.iter():
            for name, most in (("x", 720), ("cx", 720), ("y", 320), ("cy", 320)):
                assert 0 <= float(part.get(name, "0")) <= most
    text = re.sub(r"<[^>]+>", " ", html)
    for point in POINTS:
        assert re.search(rf"{point.delta_max}\s.*?{point.loss:.6g}\s", text)
    assert re.search(rf"1 \(this page\)\s+1\s+{size - 1}\s+1\s", text)


@pytest.mark.parametrize(
    ("insight", "words"),
    [
        (Insight(left_out="too many nodes"), "No frontier: too many nodes."),
        (Insight(), "and constraints at any δmax."),
    ],
)
def test_a_missing_frontier_is_explained(insight, words):
    assert words in " ".join(render(insight).split())


SQUARE = Lattice((2, 2))


def test_counts_of_presence_tag_the_lattice_for_any_delta_max():
    counted = [
        GreatestPresence(Node((1, 1)), Fraction(1, 3), True),
        GreatestPresence(Node((0, 2)), Fraction(1, 2), True),
        GreatestPresence(Node((2, 0)), Fraction(1, 5), False),
    ]
    tags = tag_all(SQUARE, counted, Fraction(1, 3)).tags
    holds, fails, unknown = HOLDS, FAILS, UNKNOWN
    expected = [[fails, fails, fails], [fails, holds, holds], [fails, holds, holds]]
    assert tags.tolist() == expected
    tags = tag_all(SQUARE, counted, None).tags
    expected = [[fails, unknown, holds], [fails, holds, holds], [fails, holds, holds]]
    assert tags.tolist() == expected
    assert tag_all(SQUARE, counted[:1], Fraction(1, 4)).tags[2, 2] == UNKNOWN


def _table() -> TableStatistics:
    """Two columns of three leaves, which lose 0, 1 and 2 leaves of each of ten rows."""
    levels = tuple(LevelStatistics(10 * lost, 3, ()) for lost in range(3))
    return TableStatistics(100, 10, (levels, levels))


def test_a_proven_optimum_tells_of_all_that_ranks_before_it():
    knowledge = tag_all(SQUARE, [], None)
    tag_around_optimum(knowledge, Node((1, 1)), Loss(), _table())
    # (0, 2) costs as much and ranks before; (2, 0) ranks behind.
    assert knowledge.tags.tolist() == [
        [FAILS, FAILS, FAILS],
        [FAILS, HOLDS, HOLDS],
        [UNKNOWN, HOLDS, HOLDS],
    ]
    assert count_by_layer(knowledge) == [(0, 1, 0), (0, 2, 0), (1, 1, 1), (2, 0, 0), (1, 0, 0)]


def test_an_optimum_by_classes_tells_of_those_above_it_alone():
    knowledge = tag_all(SQUARE, [], None)
    tag_around_optimum(knowledge, Node((1, 1)), Discernibility(), _table())
    assert np.count_nonzero(knowledge.tags == FAILS) == 0
    assert np.count_nonzero(knowledge.tags == HOLDS) == 4

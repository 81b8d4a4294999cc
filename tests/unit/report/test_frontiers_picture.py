"""The picture of several frontiers: its points stand where the axes say."""

from fractions import Fraction

import pytest

from dpsql.domain.found.frontier_point import FrontierPoint
from dpsql.report.plots.frontiers_chart import NamedPoints, draw_panels
from dpsql.report.sentences import as_percent

POINTS = (FrontierPoint(Fraction(1, 5), 1.0), FrontierPoint(Fraction(3, 5), 0.2))


@pytest.mark.parametrize("has_boxes", [False, True])
def test_points_stand_at_the_loss_and_the_bound_that_the_axes_name(has_boxes):
    panels = draw_panels(
        [NamedPoints("levels", POINTS, False, True), NamedPoints("tried", POINTS, has_boxes, False)]
    )
    for panel in panels:
        losses = {tick.label: tick.at for tick in panel.axes.loss_ticks}
        bounds = {tick.label: tick.at for tick in panel.axes.presence_ticks}
        for stair in panel.stairs:
            assert [spot.y for spot in stair.spots] == [losses["1"], losses["0.2"]]
            assert [spot.x for spot in stair.spots] == [
                bounds[as_percent(one.delta_max)] for one in POINTS
            ]


def test_what_was_tried_has_no_line_between_its_points():
    (panel,) = draw_panels(
        [NamedPoints("levels", POINTS, False, True), NamedPoints("tried", POINTS, False, False)]
    )
    proven, tried = panel.stairs
    assert proven.path
    assert (tried.path, len(tried.spots)) == ("", 2)

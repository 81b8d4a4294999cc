"""The pictures of outcomes; they hold the numbers of the outcome, and load and run nothing."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from dpsql.domain.alternative import AMONG_TRIED, BOXES_APART
from dpsql.domain.found.frontier_point import FrontierPoint, tell_proven
from dpsql.domain.plurals import name_count
from dpsql.report.charts.frontier_chart import draw_frontier
from dpsql.report.charts.presence_chart import draw_chart
from dpsql.report.first_sentence import sum_up
from dpsql.report.plots.frontiers_chart import NamedPoints, draw_panels
from dpsql.report.plots.picture import Picture, draw_picture
from dpsql.report.sentences import name_algorithm


def plot_presence(found: Mapping[str, Any]) -> Picture:
    """People of P by presence, with lines at δ; `found` is the JSON of an Outcome."""
    low, high = (Fraction(found["presence"][end]) for end in ("min", "max"))
    prior = Fraction(found["private_rows"], found["public_rows"])
    asked = {end: Fraction(text) for end, text in (found["delta"] or {}).items()}
    chart = draw_chart(found["people_by_presence"], (low, high), prior, asked)
    size = chart.frame.width, chart.frame.height
    words = {"chart": chart, "low": low, "high": high}
    return draw_picture(
        "People of P by presence in T", sum_up(found), "presence.svg.j2", size, **words
    )


def plot_frontier(
    points: Sequence[FrontierPoint],
    search: Mapping[str, Any] | None,
    chosen: tuple[Fraction, float] | None = None,
    asked: Mapping[str, str] | None = None,
) -> Picture:
    """The least loss for every δmax, as steps.

    `search`: as the JSON has it, None if the points are not proven. `chosen`: a greatest presence
    and a loss to mark; `asked`: δ, for a line at its maximum.
    """
    delta = {end: Fraction(text) for end, text in (asked or {}).items()}
    frontier = draw_frontier(points, chosen, delta, "this outcome")
    told = name_count(len(points), "point")
    if search is None:
        told += ", not proven: other cuts may lose less"
    else:
        is_pooled = any(point.least is not None for point in points)
        among = AMONG_TRIED if is_pooled else ""
        counted = f"{search['checked']:,} of {search['nodes']:,} nodes counted"
        told += f", {tell_proven(points, among)}; {counted}"
    size = frontier.frame.width, frontier.frame.height
    high = chosen[0] if chosen else None
    words = {"frontier": frontier, "high": high}
    return draw_picture("Loss against δmax", told, "frontier.svg.j2", size, **words)


def plot_frontiers(
    curves: Sequence[tuple[Mapping[str, Any], Sequence[FrontierPoint], bool]],
) -> Picture:
    """The loss of each algorithm, of its JSON, its points, and whether they are of boxes.

    What is proven is drawn as steps over every δmax; what was tried as its points alone.
    """
    named = [
        NamedPoints(name_algorithm(curve), points, has_boxes, curve["proven"])
        for curve, points, has_boxes in curves
    ]
    panels = draw_panels(named)
    tried = [one.name for one in named if not one.is_proven]
    told = "All points are proven"
    if tried:
        told = f"Proven, except for {', '.join(tried)}: tried at these δmax only"
    if len(panels) > 1:
        told = f"{told}. {BOXES_APART}"
    size = panels[0].axes.frame.width, panels[-1].top + panels[-1].height
    words = {"panels": panels}
    return draw_picture("Loss against δmax", told, "frontiers.svg.j2", size, **words)

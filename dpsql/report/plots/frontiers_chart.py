"""Geometry of several frontiers: a stair for each algorithm, over one axis of δmax.

Stairs differ in dashes and in the shape of their points, not only in color.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from dpsql.domain.found.frontier_point import FrontierPoint
from dpsql.report.charts.frame import BROAD
from dpsql.report.charts.frontier_chart import (
    FrontierChart,
    Spot,
    draw_frontier,
    draw_stair,
    find_axis,
    tell_points,
)

#: Told apart with a color vision deficiency (after Okabe and Ito), and dark enough on white.
_COLORS = ("#0072b2", "#c44e00", "#007a5a", "#a8477f", "#1b1f24")
_DASHES = ("none", "7 3", "2 3", "9 3 2 3", "12 4", "4 4")
#: Around a point, as moves from it: disc, square, diamond, triangles up and down, bar.
_SHAPES = (
    *("m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", "m-3.5 -3.5h7v7h-7z", "m0 -5l5 5l-5 5l-5 -5z"),
    *("m0 -5l5 8.5h-10z", "m0 5l5 -8.5h-10z", "m-1.5 -5h3v10h-3z"),
)
#: Height of a line of the legend.
_ROW = 20


@dataclass(frozen=True)
class Stair:
    """One algorithm: its line, its points, what it is called, and the line of its name."""

    name: str
    points: str
    path: str
    spots: tuple[Spot, ...]
    color: str
    dash: str
    shape: str
    legend_y: int


@dataclass(frozen=True)
class FrontiersChart:
    """All that the template draws; `axes` are drawn without a point."""

    axes: FrontierChart
    stairs: tuple[Stair, ...]
    height: int


def draw_stairs(curves: Sequence[tuple[str, Sequence[FrontierPoint]]]) -> FrontiersChart:
    """Lay out the points of each named curve, by δmax ascending."""
    everything = [point for _, points in curves for point in points]
    axis = find_axis([point.delta_max for point in everything], BROAD)
    axes = draw_frontier(everything, None, {})
    stairs = tuple(
        Stair(
            name,
            tell_points(points),
            *draw_stair(points, axis),
            _COLORS[number % len(_COLORS)],
            _DASHES[number % len(_DASHES)],
            _SHAPES[number % len(_SHAPES)],
            axes.frame.height + _ROW * number,
        )
        for number, (name, points) in enumerate(curves)
    )
    return FrontiersChart(axes, stairs, axes.frame.height + _ROW * len(stairs))

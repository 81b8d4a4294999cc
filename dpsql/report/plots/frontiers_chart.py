"""Geometry of several frontiers: a stair for each algorithm, over one axis of δmax.

Boxes have a panel of their own: their loss does not compare with that of labels.

Stairs differ in dashes and in the shape of their points, not only in color. An algorithm that was
tried at some δmax has no stair: between its points it may lose less than the one before.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from dpsql.domain.found.frontier_point import FrontierPoint
from dpsql.report.charts.frontier_chart import (
    Axis,
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
#: Height of a line of the legend, and of the heading of a panel.
_ROW, _HEAD = 20, 28
#: Headings of the panels where there are two: without boxes, and of boxes.
_PANELS = ("Levels and labels", "Boxes")


@dataclass(frozen=True)
class NamedPoints:
    """The points of an algorithm, by δmax ascending."""

    name: str
    points: Sequence[FrontierPoint]
    has_boxes: bool
    is_proven: bool


@dataclass(frozen=True)
class Stair:
    """One algorithm: its line, its points, what it is called, and the line of its name.

    `path` is empty if its points were tried and are not proven.
    """

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
    """A panel that the template draws, `top` below the first; `axes` are without a point."""

    axes: FrontierChart
    stairs: tuple[Stair, ...]
    height: int
    heading: str
    top: int


def draw_panels(curves: Sequence[NamedPoints]) -> list[FrontiersChart]:
    """Lay out the points of each curve; those of boxes in the last panel.

    All panels have the same axes.
    """
    everything = [point for one in curves for point in one.points]
    kinds = [kind for kind in (False, True) if any(one.has_boxes is kind for one in curves)]
    heads = _PANELS if len(kinds) > 1 else ("", "")
    panels: list[FrontiersChart] = []
    top = drawn = 0
    for kind in kinds:
        alike = [one for one in curves if one.has_boxes is kind]
        top += _HEAD if heads[kind] else 0
        panels.append(_draw_stairs(alike, everything, drawn, heads[kind], top))
        top, drawn = top + panels[-1].height, drawn + len(alike)
    return panels


def _draw_stairs(
    curves: Sequence[NamedPoints],
    everything: Sequence[FrontierPoint],
    drawn: int,
    heading: str,
    top: int,
) -> FrontiersChart:
    """Lay out a panel over axes for `everything`, after so many stairs that are `drawn`."""
    axes = draw_frontier(everything, None, {})
    axis = find_axis([point.delta_max for point in everything], axes.frame)
    stairs = tuple(
        _draw_stair(one, axis, drawn + number, axes.frame.height + _ROW * number)
        for number, one in enumerate(curves)
    )
    return FrontiersChart(axes, stairs, axes.frame.height + _ROW * len(stairs), heading, top)


def _draw_stair(curve: NamedPoints, axis: Axis, number: int, legend_y: int) -> Stair:
    path, spots = draw_stair(curve.points, axis)
    return Stair(
        curve.name,
        tell_points(curve.points),
        path if curve.is_proven else "",
        spots,
        _COLORS[number % len(_COLORS)],
        _DASHES[number % len(_DASHES)],
        _SHAPES[number % len(_SHAPES)],
        legend_y,
    )

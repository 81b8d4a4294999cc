"""Geometry of the frontier: for each δmax that can be attained, the least loss.

The line is a staircase: between two points, a δmax allows no less loss than the lower point does.
Numbers are rounded to a tenth of a pixel, as in `chart`; no text from outside enters a drawing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import cycle
from math import log10

from dpsql.domain.found.frontier_point import FrontierPoint
from dpsql.domain.plurals import name_count
from dpsql.report.charts.frame import BROAD, Frame, Tick, keep_apart
from dpsql.report.sentences import as_percent
from dpsql.report.written_bounds import as_bound

_TOP = 30
#: Greatest ratio of two δmax on a linear axis; above it, the lower points would be too close.
_LINEAR_RATIO = 8


@dataclass(frozen=True)
class Spot:
    """A point of the drawing and what it stands for."""

    x: float
    y: float
    label: str


@dataclass(frozen=True)
class FrontierChart:
    """All that the template draws; `limit` is the position of the job's δmax.

    `points` says how many there are and from where to where; `subject` what the diamond marks.
    The first `unproven` spots are the best that was counted, and no proof.
    """

    frame: Frame
    path: str
    spots: tuple[Spot, ...]
    chosen: Spot | None
    limit: Tick | None
    presence_ticks: tuple[Tick, ...]
    loss_ticks: tuple[Tick, ...]
    is_logarithmic: bool
    points: str
    subject: str
    unproven: int = 0


def draw_frontier(
    points: Sequence[FrontierPoint],
    chosen: tuple[Fraction, float] | None,
    asked: Mapping[str, Fraction],
    subject: str = "this page",
    unproven: int = 0,
    frame: Frame = BROAD,
) -> FrontierChart:
    """Lay out the points, by δmax ascending, and the `chosen` greatest presence and loss."""
    frame = frame.below(_TOP)
    shares = [point.delta_max for point in points]
    if chosen:
        shares.append(chosen[0])
    axis = find_axis(shares, frame)
    path, spots = draw_stair(points, axis)
    return FrontierChart(
        frame=frame,
        path=path,
        spots=spots,
        chosen=chosen
        and Spot(
            axis.place(chosen[0]),
            frame.place_height(chosen[1]),
            f"{subject}: loss {chosen[1]:.6g}",
        ),
        limit=_find_limit(axis, asked),
        presence_ticks=axis.ticks,
        loss_ticks=tuple(Tick(frame.place_height(i / 5), f"{i / 5:g}") for i in range(6)),
        is_logarithmic=axis.is_logarithmic,
        points=tell_points(points),
        subject=subject,
        unproven=unproven,
    )


def draw_stair(points: Sequence[FrontierPoint], axis: "Axis") -> tuple[str, tuple[Spot, ...]]:
    """The line through the points, by δmax ascending, and the points themselves."""
    spots = tuple(
        Spot(
            axis.place(point.delta_max),
            axis.frame.place_height(point.loss),
            f"δmax {as_bound(point.delta_max)}: loss {point.loss:.6g}",
        )
        for point in points
    )
    if not spots:
        return "", spots
    first, *rest = spots
    steps = "".join(f"H{spot.x}V{spot.y}" for spot in rest)
    return f"M{first.x} {first.y}{steps}H{axis.frame.right}", spots


def tell_points(points: Sequence[FrontierPoint]) -> str:
    """How many points there are, and from where to where."""
    told = name_count(len(points), "point")
    if not points:
        return f"{told}: no release holds at any δmax"
    ends = (
        f"δmax {as_bound(one.delta_max)} with loss {one.loss:,.6g}"
        for one in (points[0], points[-1])
    )
    return f"{told}, from {' to '.join(ends)}"


@dataclass(frozen=True)
class Axis:
    """The axis of δmax: from 0 to 1, or logarithmic from `start` to 1 if that is not 0."""

    start: Fraction
    frame: Frame

    @property
    def is_logarithmic(self) -> bool:
        """Whether equal distances stand for equal ratios."""
        return self.start > 0

    @property
    def ticks(self) -> tuple[Tick, ...]:
        """The shares that are named on it."""
        if not self.is_logarithmic:
            return keep_apart(self.name_shares([Fraction(i, 5) for i in range(6)]))
        steps = self.name_shares(list_steps(self.start))
        if keep_apart(steps) == tuple(steps):
            return tuple(steps)
        return keep_apart(
            self.name_shares([one for one in list_steps(self.start) if is_power(one)])
        )

    def name_shares(self, shares: Sequence[Fraction]) -> list[Tick]:
        """Where shares stand, and their names."""
        return [Tick(self.place(share), as_percent(share)) for share in shares]

    def place(self, share: Fraction) -> float:
        """Position of a share; on a logarithmic axis, one below its start is put there."""
        if not self.is_logarithmic:
            return self.frame.place_width(float(share))
        ratio = max(share / self.start, Fraction(1))
        return self.frame.place_width(log10(ratio) / log10(1 / self.start))


def find_axis(shares: Sequence[Fraction], frame: Frame) -> Axis:
    """The axis on which all of the shares can be told apart."""
    if not shares:
        return Axis(Fraction(0), frame)
    least, most = min(shares), max(shares)
    if not least or most <= _LINEAR_RATIO * least:
        return Axis(Fraction(0), frame)
    return Axis(list_steps(least)[-1], frame)


def list_steps(least: Fraction) -> list[Fraction]:
    """List 1, 1/2, 1/5, 1/10, 1/20… down to the first that is no greater than `least`.

    >>> [str(step) for step in list_steps(Fraction(3, 50))]
    ['1', '1/2', '1/5', '1/10', '1/20']
    """
    found = [Fraction(1)]
    ratios = cycle((Fraction(1, 2), Fraction(2, 5), Fraction(1, 2)))
    while found[-1] > least:
        found.append(found[-1] * next(ratios))
    return found


def is_power(share: Fraction) -> bool:
    """Whether a step of `list_steps` is a power of ten."""
    return str(share.denominator).strip("0") == "1"


def _find_limit(axis: Axis, asked: Mapping[str, Fraction]) -> Tick | None:
    """Position of the job's δmax; None if it lies before the start of a logarithmic axis."""
    limit = asked.get("max")
    if limit is None or limit < axis.start:
        return None
    return Tick(axis.place(limit), f"δmax {as_percent(limit)}")

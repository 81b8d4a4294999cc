"""Geometry of the small chart of the explorer: loss against δmax, with a mark where the slider is.

One axis for all algorithms, so that their curves can be compared. Rounded as in `frame`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import cycle

from dpsql.domain.found.explored import ExploredPoint
from dpsql.report.charts.frame import Frame, Tick, keep_apart
from dpsql.report.charts.frontier_chart import find_axis
from dpsql.report.sentences import as_percent

#: Small enough for a phone, so that it is the same for all.
FRAME = Frame("small", 360, 200, 54, 338, 12, 160)


@dataclass(frozen=True)
class ExplorerChart:
    """All that the template draws at first; the script draws the curve of the chosen algorithm.

    `asked`: where the job's δmax lies; None if it is none, or 0 on a logarithmic axis.
    """

    presence_ticks: tuple[Tick, ...]
    loss_ticks: tuple[Tick, ...]
    is_logarithmic: bool
    spots: tuple[tuple[tuple[float, float], ...], ...]
    asked: float | None = None
    frame: Frame = FRAME


def draw_explorer(
    algorithms: Sequence[Iterable[ExploredPoint]], asked: Fraction | None = None
) -> ExplorerChart:
    """Place the points of each algorithm, of which there must be one, and the job's δmax."""
    listed = [list(points) for points in algorithms]
    shares = [point.delta_max for points in listed for point in points]
    # The job's δmax is on it, too, where it is above 0, which no logarithmic axis has.
    shares += [asked] if asked else []
    axis = find_axis(shares, FRAME)
    # A linear axis ends soon after the last of these, so that the points can be told apart.
    end = Fraction(1) if axis.is_logarithmic else find_end(max(shares))

    def place(share: Fraction) -> float:
        return axis.place(share / end)

    linear = [Tick(place(end * i / 5), as_percent(end * i / 5)) for i in range(6)]
    return ExplorerChart(
        axis.ticks if axis.is_logarithmic else keep_apart(linear),
        tuple(Tick(FRAME.place_height(i / 4), f"{i / 4:g}") for i in range(5)),
        axis.is_logarithmic,
        tuple(
            tuple(
                (place(point.delta_max), FRAME.place_height(float(point.loss))) for point in points
            )
            for points in listed
        ),
        None if asked is None or (axis.is_logarithmic and not asked) else place(asked),
    )


def find_end(most: Fraction) -> Fraction:
    """Return the next share of one digit, 1, 2 or 5, that is no smaller; at most 1.

    >>> find_end(Fraction(3, 25)), find_end(Fraction(2, 3))
    (Fraction(1, 5), Fraction(1, 1))
    """
    end = Fraction(1)
    steps = cycle((Fraction(1, 2), Fraction(2, 5), Fraction(1, 2)))
    while (lower := end * next(steps)) >= most > 0:
        end = lower
    return end

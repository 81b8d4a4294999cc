"""Geometry of the histogram of presence: how many people of P have which presence.

Pure numbers, rounded to a tenth of a pixel so that the same outcome gives the same bytes; the
templates draw them. No text from outside enters a drawing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import sqrt

from dpsql.domain.found.presence_bars import PresenceBar
from dpsql.report.charts.bars import name_bar, read_bars
from dpsql.report.charts.frame import BROAD, LETTER, Frame, Tick, keep_apart
from dpsql.report.charts.scale import find_root_ticks, shorten
from dpsql.report.sentences import as_percent

#: Least width and least height at which a bar can be seen.
_THINNEST, _LOWEST = 0.5, 1.5
#: Room for "δmax ≈ 66.7 %" and more digits.
_LABEL = 170
#: Height of a line of a label, and where the labels of δ end above the bars.
_LINE, _BELOW_MARKS = 11.0, 38


@dataclass(frozen=True)
class Bar:
    """The people of one bar of presence, `x` to `x + width` and `y` to the axis.

    `label` is empty if it would overlap that of an earlier bar; `middle`: where it stands.
    `turn`: how it is anchored if it reads upwards: "start" above the bar, "end" within a high one.
    """

    x: float
    width: float
    y: float
    height: float
    people: int
    label: str
    middle: float
    range: str
    turn: str = ""

    @property
    def label_y(self) -> float:
        """Where the label stands: above the top of the bar, or from there downwards."""
        return round(self.y + (4 if self.turn == "end" else -4), 1)


@dataclass(frozen=True)
class Mark:
    """A labelled vertical line; the label stands above the bars, before or after its line."""

    x: float
    label_y: float
    anchor: str
    label: str


@dataclass(frozen=True)
class Chart:
    """All that the template draws; `reached` are the ends of the reached range."""

    frame: Frame
    bars: tuple[Bar, ...]
    people_ticks: tuple[Tick, ...]
    presence_ticks: tuple[Tick, ...]
    marks: tuple[Mark, ...]
    reached: tuple[float, float]
    prior: float

    @property
    def tells_all(self) -> bool:
        """Whether each bar has the whole number of its people, so that paper needs no table."""
        return all(bar.label == f"{bar.people:,}" for bar in self.bars)


def draw_chart(
    people: Sequence[int],
    reached: tuple[Fraction, Fraction],
    prior: Fraction,
    asked: Mapping[str, Fraction],
    frame: Frame = BROAD,
) -> Chart:
    """Lay out the bars of presence, the reached range, the prior, and δ `asked` (min, max).

    Heights are square roots of people: a few can be seen beside many, and none are at 0. The axis
    of presence ends where the last bar that has people and δmax allow it to.
    """
    bars = read_bars(asked)
    filled = (bar.high for bar, there in zip(bars, people, strict=True) if there)
    axis = _Axis.up_to(frame, max([*filled, asked.get("max", Fraction(0))]))
    scale = _Scale(frame, tuple(find_root_ticks(max([*people, 1]))))
    drawn = tuple(_draw_bars(people, bars, scale, axis))
    if not all(bar.label for bar in drawn):
        # Upwards a number takes the width of a line.
        drawn = tuple(_draw_bars(people, bars, scale, axis, is_turned=True))
    return Chart(
        frame=frame,
        bars=drawn,
        people_ticks=tuple(Tick(scale.place(count), shorten(count)) for count in scale.ticks),
        presence_ticks=keep_apart(
            [Tick(axis.place(share), as_percent(share)) for share in axis.list_ticks()]
        ),
        marks=_draw_bounds(asked, axis) if asked else (),
        reached=(axis.place(reached[0]), axis.place(reached[1])),
        prior=axis.place(prior),
    )


@dataclass(frozen=True)
class _Scale:
    """The axis of people: its ticks, and the position of a count."""

    frame: Frame
    ticks: tuple[int, ...]

    def place(self, count: int) -> float:
        """Position of a count: by its square root."""
        return self.frame.place_height(sqrt(count / self.ticks[-1]))


@dataclass(frozen=True)
class _Axis:
    """The axis of presence, from 0 to `end`: 1, or the like of 1/2, 1/5, 1/10, 1/20."""

    frame: Frame
    end: Fraction
    steps: int

    @classmethod
    def up_to(cls, frame: Frame, most: Fraction) -> "_Axis":
        """Return the shortest axis that holds this presence; all of it if it is 0."""
        found = cls(frame, Fraction(1), 5)
        ends = ((Fraction(i, 10**n), 4 if i == 2 else 5) for n in count(1) for i in (5, 2, 1))
        while most:
            end, steps = next(ends)
            if end < most:
                break
            found = cls(frame, end, steps)
        return found

    def place(self, share: Fraction) -> float:
        """Position of a presence."""
        return self.frame.place_width(float(share / self.end))

    def list_ticks(self) -> Iterator[Fraction]:
        """Yield the presences that have a label."""
        return (self.end * i / self.steps for i in range(self.steps + 1))


def _draw_bars(
    people: Sequence[int],
    bars: Sequence[PresenceBar],
    scale: _Scale,
    axis: _Axis,
    *,
    is_turned: bool = False,
) -> Iterator[Bar]:
    """Draw each bar that has people, even if it is narrow, between a bound of δ and an edge."""
    drawn_to = 0.0
    for bar, there in zip(bars, people, strict=True):
        if there == 0:
            continue
        start, end = axis.place(bar.low), axis.place(bar.high)
        gap = min(1.5, (end - start) / 4)
        label = shorten(there)
        length = len(label) * LETTER
        room = (_LINE if is_turned else length) / 2
        # Beside the numbers of the axis, and not on them.
        middle = max((start + end) / 2, axis.frame.left + room + 1)
        if is_turned and drawn_to < middle + room:
            # A bar that δ narrows has its number beside the one before.
            middle = max(middle, drawn_to + room)
        if middle - room < drawn_to:
            label = ""
        else:
            drawn_to = middle + room
        high = max(round(axis.frame.bottom - scale.place(there), 1), _LOWEST)
        is_above = axis.frame.bottom - high - length > _BELOW_MARKS
        yield Bar(
            x=round(start + gap, 1),
            width=max(round(end - start - 2 * gap, 1), _THINNEST),
            y=round(axis.frame.bottom - high, 1),
            height=high,
            people=there,
            label=label,
            middle=round(middle, 1),
            range=name_bar(bar),
            turn=("start" if is_above else "end") if is_turned else "",
        )


def _draw_bounds(asked: Mapping[str, Fraction], axis: _Axis) -> tuple[Mark, Mark]:
    """Place the labels so that no line crosses them: the label over the other line is the upper."""
    low, high = axis.place(asked["min"]), axis.place(asked["max"])
    after = high + _LABEL < axis.frame.width
    upper, lower = 14, 32
    return (
        Mark(
            x=low,
            label_y=upper if after else lower,
            anchor="start" if after or low < _LABEL else "end",
            label=f"δmin {as_percent(asked['min'])}",
        ),
        Mark(
            x=high,
            label_y=lower if after else upper,
            anchor="start" if after else "end",
            label=f"δmax {as_percent(asked['max'])}",
        ),
    )

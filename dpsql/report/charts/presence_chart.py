"""Geometry of the histogram of presence: how many people of P have which presence.

Pure numbers, rounded to a tenth of a pixel so that the same outcome gives the same bytes; the
templates draw them. No text from outside enters a drawing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import log1p

from dpsql.domain.found.presence_bars import PresenceBar
from dpsql.report.charts.bars import name_bar, read_bars
from dpsql.report.charts.scale import find_ticks, shorten
from dpsql.report.sentences import as_percent

WIDTH, HEIGHT = 720, 320
LEFT, RIGHT, TOP, BOTTOM = 60, 696, 54, 252
#: Greatest ratio of two bars that can still be compared on a linear scale.
_LINEAR_RATIO = 50
#: Width of a digit of a label, and least width at which a bar can be seen.
_DIGIT, _THINNEST = 6.2, 0.5
#: Room for "δmax ≈ 66.7 %" and more digits.
_LABEL = 170


@dataclass(frozen=True)
class Bar:
    """The people of one bar of presence, `x` to `x + width` and `y` to the axis.

    `label` is empty if it would overlap that of an earlier bar.
    """

    x: float
    width: float
    y: float
    height: float
    people: int
    label: str
    range: str


@dataclass(frozen=True)
class Tick:
    """A labelled position on an axis."""

    at: float
    label: str


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

    bars: tuple[Bar, ...]
    people_ticks: tuple[Tick, ...]
    presence_ticks: tuple[Tick, ...]
    marks: tuple[Mark, ...]
    reached: tuple[float, float]
    prior: float
    is_logarithmic: bool
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    top: int = TOP
    bottom: int = BOTTOM


def draw_chart(
    people: Sequence[int],
    reached: tuple[Fraction, Fraction],
    prior: Fraction,
    asked: Mapping[str, Fraction],
) -> Chart:
    """Lay out the bars of presence, the reached range, the prior, and δ `asked` (min, max).

    The scale is logarithmic if the fullest bar has over 50 times the people of the emptiest bar
    that has any. The axis of presence ends where the last of these bars and δmax allow it to.
    """
    scale, bars = _find_scale(people), read_bars(asked)
    filled = (bar.high for bar, there in zip(bars, people, strict=True) if there)
    axis = _Axis.up_to(max([*filled, asked.get("max", Fraction(0))]))
    return Chart(
        bars=tuple(_draw_bars(people, bars, scale, axis)),
        people_ticks=tuple(Tick(scale.place(count), shorten(count)) for count in scale.ticks),
        presence_ticks=tuple(
            Tick(axis.place(share), as_percent(share)) for share in axis.list_ticks()
        ),
        marks=_draw_bounds(asked, axis) if asked else (),
        reached=(axis.place(reached[0]), axis.place(reached[1])),
        prior=axis.place(prior),
        is_logarithmic=scale.is_logarithmic,
    )


@dataclass(frozen=True)
class _Scale:
    """The axis of people: its ticks, and the position of a count."""

    ticks: tuple[int, ...]
    is_logarithmic: bool

    def place(self, count: int) -> float:
        """Position of a count; log(1 + n) puts 0 on the axis and 1 above it."""
        most = self.ticks[-1]
        share = log1p(count) / log1p(most) if self.is_logarithmic else count / most
        return round(BOTTOM - share * (BOTTOM - TOP), 1)


@dataclass(frozen=True)
class _Axis:
    """The axis of presence, from 0 to `end`: 1, or the like of 1/2, 1/5, 1/10, 1/20."""

    end: Fraction
    steps: int

    @classmethod
    def up_to(cls, most: Fraction) -> "_Axis":
        """Return the shortest axis that holds this presence; all of it if it is 0."""
        found = cls(Fraction(1), 5)
        ends = ((Fraction(i, 10**n), 4 if i == 2 else 5) for n in count(1) for i in (5, 2, 1))
        while most:
            end, steps = next(ends)
            if end < most:
                break
            found = cls(end, steps)
        return found

    def place(self, share: Fraction) -> float:
        """Position of a presence."""
        return round(float(LEFT + share / self.end * (RIGHT - LEFT)), 1)

    def list_ticks(self) -> Iterator[Fraction]:
        """Yield the presences that have a label."""
        return (self.end * i / self.steps for i in range(self.steps + 1))


def _find_scale(people: Sequence[int]) -> _Scale:
    filled = [count for count in people if count]
    is_logarithmic = bool(filled) and max(filled) > _LINEAR_RATIO * min(filled)
    ticks = find_ticks(max(filled, default=1), is_logarithmic=is_logarithmic)
    return _Scale(tuple(ticks), is_logarithmic)


def _draw_bars(
    people: Sequence[int], bars: Sequence[PresenceBar], scale: _Scale, axis: _Axis
) -> Iterator[Bar]:
    """Draw each bar that has people, even if it is narrow, between a bound of δ and an edge."""
    drawn_to = 0.0
    for bar, there in zip(bars, people, strict=True):
        if there == 0:
            continue
        start, end = axis.place(bar.low), axis.place(bar.high)
        gap = min(1.5, (end - start) / 4)
        label, middle = shorten(there), (start + end) / 2
        room = len(label) * _DIGIT / 2
        if middle - room < drawn_to:
            label = ""
        else:
            drawn_to = middle + room
        yield Bar(
            x=round(start + gap, 1),
            width=max(round(end - start - 2 * gap, 1), _THINNEST),
            y=scale.place(there),
            height=round(BOTTOM - scale.place(there), 1),
            people=there,
            label=label,
            range=name_bar(bar),
        )


def _draw_bounds(asked: Mapping[str, Fraction], axis: _Axis) -> tuple[Mark, Mark]:
    """Place the labels so that no line crosses them: the label over the other line is the upper."""
    low, high = axis.place(asked["min"]), axis.place(asked["max"])
    after = high + _LABEL < WIDTH
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

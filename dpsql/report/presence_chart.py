"""Geometry of the histogram of presence: how many people of P have which presence.

Pure numbers, rounded to a tenth of a pixel so that the same outcome gives the same bytes; the
templates draw them. No text from outside enters a drawing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import log1p

from dpsql.domain.presence_bars import PresenceBar
from dpsql.report.bars import name_bar, read_bars
from dpsql.report.scale import find_ticks, shorten
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
    that has any.
    """
    scale = _find_scale(people)
    return Chart(
        bars=tuple(_draw_bars(people, read_bars(asked), scale)),
        people_ticks=tuple(Tick(scale.place(count), shorten(count)) for count in scale.ticks),
        presence_ticks=tuple(
            Tick(_place_presence(share), as_percent(share))
            for share in (Fraction(i, 5) for i in range(6))
        ),
        marks=_draw_bounds(asked) if asked else (),
        reached=(_place_presence(reached[0]), _place_presence(reached[1])),
        prior=_place_presence(prior),
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


def _find_scale(people: Sequence[int]) -> _Scale:
    filled = [count for count in people if count]
    is_logarithmic = bool(filled) and max(filled) > _LINEAR_RATIO * min(filled)
    ticks = find_ticks(max(filled, default=1), is_logarithmic=is_logarithmic)
    return _Scale(tuple(ticks), is_logarithmic)


def _draw_bars(people: Sequence[int], bars: Sequence[PresenceBar], scale: _Scale) -> Iterator[Bar]:
    """Draw each bar that has people, even if it is narrow, between a bound of δ and an edge."""
    drawn_to = 0.0
    for bar, count in zip(bars, people, strict=True):
        if count == 0:
            continue
        start, end = _place_presence(bar.low), _place_presence(bar.high)
        gap = min(1.5, (end - start) / 4)
        label, middle = shorten(count), (start + end) / 2
        room = len(label) * _DIGIT / 2
        if middle - room < drawn_to:
            label = ""
        else:
            drawn_to = middle + room
        yield Bar(
            x=round(start + gap, 1),
            width=max(round(end - start - 2 * gap, 1), _THINNEST),
            y=scale.place(count),
            height=round(BOTTOM - scale.place(count), 1),
            people=count,
            label=label,
            range=name_bar(bar),
        )


def _place_presence(share: Fraction) -> float:
    return round(float(LEFT + share * (RIGHT - LEFT)), 1)


def _draw_bounds(asked: Mapping[str, Fraction]) -> tuple[Mark, Mark]:
    """Place the labels so that no line crosses them: the label over the other line is the upper."""
    low, high = _place_presence(asked["min"]), _place_presence(asked["max"])
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

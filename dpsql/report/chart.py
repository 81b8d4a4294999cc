"""Geometry of the drawings: how many people of P have which presence, and levels of hierarchies.

Pure numbers, rounded to a tenth of a pixel so that the same outcome gives the same bytes; the
templates draw them. No text from outside enters a drawing.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, log, log1p

from dpsql.report.words import as_percent

WIDTH, HEIGHT = 720, 330
LEFT, RIGHT, TOP, BOTTOM = 56, 704, 66, 262
#: Greatest ratio of two bars that can still be compared on a linear scale.
_LINEAR_RATIO = 50
_HALF_OF_A_LABEL = 90


@dataclass(frozen=True)
class Bar:
    """The people of one bin, `x` to `x + width` and `y` to the axis."""

    x: float
    width: float
    y: float
    height: float
    people: int
    label: str
    range: str


@dataclass(frozen=True)
class Tick:
    """A labelled place on an axis."""

    at: float
    label: str


@dataclass(frozen=True)
class Mark:
    """A labelled vertical line; the label stands in a row of its own above the bars."""

    x: float
    label_y: float
    anchor: str
    label: str
    is_bound: bool


@dataclass(frozen=True)
class Chart:
    """Everything that the template draws; `reached` are the ends of the reached range."""

    bars: tuple[Bar, ...]
    people_ticks: tuple[Tick, ...]
    presence_ticks: tuple[Tick, ...]
    marks: tuple[Mark, ...]
    reached: tuple[float, float]
    is_logarithmic: bool
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT
    top: int = TOP
    bottom: int = BOTTOM


def draw_chart(
    people: Sequence[int], low: Fraction, high: Fraction, lines: Sequence[tuple[str, Fraction]]
) -> Chart:
    """Lay out the bins of presence, the reached range and up to three named lines.

    The scale is logarithmic where the fullest bin holds over 50 times the people of the emptiest
    that holds any.
    """
    filled = [count for count in people if count]
    is_logarithmic = bool(filled) and max(filled) > _LINEAR_RATIO * min(filled)
    ticks = _find_ticks(max(filled, default=1), is_logarithmic=is_logarithmic)

    def place(count: int) -> float:
        # log(1 + n) keeps nobody at the axis and one person above it.
        share = log1p(count) / log1p(ticks[-1]) if is_logarithmic else count / ticks[-1]
        return round(BOTTOM - share * (BOTTOM - TOP), 1)

    bins = len(people)
    bars = []
    for index, count in enumerate(people):
        start, end = Fraction(index, bins), Fraction(index + 1, bins)
        x, y = _place_presence(start) + 1.5, place(count)
        reach = "to" if index == bins - 1 else "to under"
        bars.append(
            Bar(
                x=round(x, 1),
                width=round(_place_presence(end) - x - 1.5, 1),
                y=y,
                height=round(BOTTOM - y, 1),
                people=count,
                label=_shorten(count),
                range=f"{as_percent(start)} {reach} {as_percent(end)}",
            )
        )
    return Chart(
        bars=tuple(bar for bar in bars if bar.people),
        people_ticks=tuple(Tick(place(count), _shorten(count)) for count in ticks),
        presence_ticks=tuple(
            Tick(_place_presence(share), as_percent(share))
            for share in (Fraction(i, 5) for i in range(6))
        ),
        marks=tuple(_draw_mark(row, name, share) for row, (name, share) in enumerate(lines)),
        reached=(_place_presence(low), _place_presence(high)),
        is_logarithmic=is_logarithmic,
    )


def _place_presence(share: Fraction) -> float:
    return round(float(LEFT + share * (RIGHT - LEFT)), 1)


def _draw_mark(row: int, name: str, share: Fraction) -> Mark:
    x = _place_presence(share)
    fits = x + 2 * _HALF_OF_A_LABEL < WIDTH
    return Mark(
        x=x,
        label_y=14 + 16 * row,
        anchor="start" if fits else "end",
        label=f"{name} {as_percent(share)}",
        is_bound=name.startswith("δ"),
    )


def _find_ticks(most: int, *, is_logarithmic: bool) -> list[int]:
    """Round counts from 0 to at least `most`: powers of ten, or up to six equal steps."""
    if is_logarithmic:
        powers = ceil(log(most, 10) - 1e-9)
        step = 1 + (powers - 1) // 6
        return [0, *(10**power for power in range(0, powers + step, step))]
    size = 10 ** max(len(str(most)) - 2, 0)
    step = next(step * size for step in (1, 2, 5, 10, 20, 50) if step * size * 5 >= most)
    return list(range(0, most + step, step))


def _shorten(count: int) -> str:
    """Write a count in at most five characters: 9999, 12.3k, 4.56M."""
    if count < 10_000:
        return str(count)
    for unit, letter in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if count >= unit:
            return f"{count / unit:.3g}{letter}" if count < 999 * unit else f"{count // unit}{letter}"
    raise AssertionError

"""Geometry of what is kept: a bar for each alternative, from T first, then from P, then boxes.

The groups differ by their titles and by outline, not only in colour. Numbers are rounded to a tenth
of a pixel, as in `frame`; no text from outside enters a drawing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from dpsql.domain.alternative import Comparison, Kept
from dpsql.report.charts.frame import BROAD, Frame, Tick

_ROW, _BAR, _TITLE, _BELOW = 24, 16, 26, 44
#: On a phone a bar is below its name, so much further down.
_SLIM_NAME = 18
#: The groups: whether they look at T, whether they are boxes, and their titles.
_GROUPS = (
    (True, False, "chosen from T"),
    (False, False, "chosen from P alone"),
    (True, True, "boxes, from T: their loss counts widths"),
)


@dataclass(frozen=True)
class KeptBar:
    """What one alternative keeps; `is_chosen`: it is the job's own, which has a mark.

    `text_y`: the line of its name and its value, beside the bar or, on a phone, above it.
    `is_whole`: its search came to its end. The bar of another is dashed: the best that was found.
    """

    y: float
    width: float
    height: float
    text_y: float
    name: str
    value: str
    label: str
    looks_at_t: bool
    is_chosen: bool
    is_whole: bool


@dataclass(frozen=True)
class KeptChart:
    """All that the template draws; `titles` head the groups."""

    frame: Frame
    bars: tuple[KeptBar, ...]
    titles: tuple[Tick, ...]
    ticks: tuple[Tick, ...]


def draw_kept(comparison: Comparison, frame: Frame = BROAD) -> KeptChart:
    """Lay out the alternatives whose loss is known."""
    left, right = (8, frame.width - 12) if frame.is_slim else (200, 640)
    frame = replace(frame, left=left, right=right, top=8)
    row = _ROW + _SLIM_NAME if frame.is_slim else _ROW
    bars: list[KeptBar] = []
    titles: list[Tick] = []
    y = frame.top
    for looks_at_t, is_apart, title in _GROUPS:
        listed = [
            one
            for one in comparison.measured
            if (one.alternative.choose == "optimum", one.is_apart) == (looks_at_t, is_apart)
        ]
        group = list(_draw_group(comparison, listed, frame, y + _TITLE, row))
        if group:
            titles.append(Tick(y + _TITLE - 8, title))
            y += _TITLE + row * len(group)
        bars += group
    ticks = tuple(Tick(frame.place_width(i / 5), f"{i / 5:g}") for i in range(6))
    frame = replace(frame, bottom=y, height=y + _BELOW)
    return KeptChart(frame, tuple(bars), tuple(titles), ticks)


def _draw_group(
    comparison: Comparison, group: Sequence[Kept], frame: Frame, y: int, row: int
) -> Iterator[KeptBar]:
    for one in group:
        name = comparison.name(one)
        kept = one.kept or 0.0
        early = "early" if frame.is_slim else "ended early"
        value = f"{kept:.4f}" if one.is_whole else f"≥ {kept:.4f}, {early}"
        loss = f"{'' if one.is_whole else 'at most '}{one.loss:.6g}"
        yield KeptBar(
            y=y + row - _ROW,
            width=round(frame.place_width(kept) - frame.left, 1),
            height=_BAR,
            text_y=y + 12,
            name=name,
            value=value,
            label=f"{name}: {value}, loss {loss}",
            looks_at_t=one.alternative.choose == "optimum",
            is_chosen=one.is_of_job,
            is_whole=one.is_whole,
        )
        y += row

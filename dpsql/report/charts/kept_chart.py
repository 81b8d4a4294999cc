"""Geometry of what is kept: a bar for each alternative, those from T first, then those from P.

The groups differ by their titles and by outline, not only in colour. Numbers are rounded to a tenth
of a pixel, as in `presence_chart`; no text from outside enters a drawing.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from dpsql.domain.alternative import Comparison
from dpsql.report.charts.presence_chart import WIDTH, Tick

LEFT, RIGHT, TOP = 200, 640, 8
_ROW, _BAR, _TITLE, _BELOW = 24, 16, 26, 44


@dataclass(frozen=True)
class KeptBar:
    """What one alternative keeps; `is_chosen`: it is the job's own, which has a mark.

    `is_whole`: its search came to its end. The bar of another is dashed: the best that was found.
    """

    y: float
    width: float
    height: float
    name: str
    value: str
    label: str
    looks_at_t: bool
    is_chosen: bool
    is_whole: bool


@dataclass(frozen=True)
class KeptChart:
    """All that the template draws; `titles` head the groups."""

    bars: tuple[KeptBar, ...]
    titles: tuple[Tick, ...]
    ticks: tuple[Tick, ...]
    bottom: float
    height: float
    width: int = WIDTH
    left: int = LEFT
    right: int = RIGHT
    top: int = TOP


def draw_kept(comparison: Comparison) -> KeptChart:
    """Lay out the alternatives whose loss is known."""
    bars: list[KeptBar] = []
    titles: list[Tick] = []
    y = float(TOP)
    for looks_at_t, title in ((True, "chosen from T"), (False, "chosen from P alone")):
        group = list(_draw_group(comparison, y + _TITLE, looks_at_t=looks_at_t))
        if group:
            titles.append(Tick(y + _TITLE - 8, title))
            y += _TITLE + _ROW * len(group)
        bars += group
    ticks = tuple(Tick(_place(i / 5), f"{i / 5:g}") for i in range(6))
    return KeptChart(tuple(bars), tuple(titles), ticks, y, y + _BELOW)


def _draw_group(comparison: Comparison, y: float, *, looks_at_t: bool) -> Iterator[KeptBar]:
    for one in comparison.measured:
        if (one.alternative.choose == "optimum") != looks_at_t:
            continue
        kept = one.kept or 0.0
        value = f"{kept:.4f}" if one.is_whole else f"≥ {kept:.4f}, ended early"
        loss = f"{'' if one.is_whole else 'at most '}{one.loss:.6g}"
        yield KeptBar(
            y=y,
            width=round(_place(kept) - LEFT, 1),
            height=_BAR,
            name=one.alternative.name,
            value=value,
            label=f"{one.alternative.name}: {value}, loss {loss}",
            looks_at_t=looks_at_t,
            is_chosen=one.is_of_job,
            is_whole=one.is_whole,
        )
        y += _ROW


def _place(share: float) -> float:
    return round(LEFT + share * (RIGHT - LEFT), 1)

"""The picture: what is lost against who is found, a panel for each table."""

from collections.abc import Iterator
from html import escape
from math import log, sqrt

from benchmarks.microdata.claims import Place, name_place
from benchmarks.microdata.grid import METHODS
from benchmarks.microdata.people import ONE_OF
from benchmarks.microdata.results import Results

_SIDE, _GAP, _LEGEND = 300, 64, 210
#: Roots of shifts and logarithms of shares: methods that keep much lie apart, too.
_MOST_SHIFT, _LEAST_FOUND, _MOST_FOUND = 0.8, 0.08, 0.8
_COLORS = (
    "#000000",
    "#4e79a7",
    "#a0cbe8",
    "#f28e2b",
    "#b07aa1",
    "#9c755f",
    "#e15759",
    "#ff9d9a",
    "#59a14f",
    "#8cd17d",
    "#b6992d",
    "#499894",
)
_COLOR = dict(zip(METHODS, _COLORS, strict=True))


def draw(results: Results) -> str:
    """Return the picture as SVG; points are medians over the seeds."""
    width = 2 * (_SIDE + _GAP) + _LEGEND
    height = (len(results.places) + 1) // 2 * (_SIDE + _GAP) + _GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"'
        ' font-family="sans-serif" font-size="11">',
        "<title>Shift of pairs and people found, by method</title>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for number, place in enumerate(results.places):
        left, top = _GAP + number % 2 * (_SIDE + _GAP), _GAP // 2 + number // 2 * (_SIDE + _GAP)
        parts.append(f'<g transform="translate({left},{top})">')
        parts += [*_draw_axes(place), *_draw_points(results, place), "</g>"]
    left = 2 * (_SIDE + _GAP) + _GAP // 2
    for number, (method, color) in enumerate(_COLOR.items()):
        top = _GAP + 18 * number
        parts.append(f'<circle cx="{left}" cy="{top - 4}" r="5" fill="{color}"/>')
        parts.append(f'<text x="{left + 12}" y="{top}">{escape(method)}</text>')
    parts.append(f'<text x="{left - 5}" y="{top + 30}">numbers: ε, k or δmax</text>')
    return "\n".join([*parts, "</svg>", ""])


def _place(shift: float, found: float) -> tuple[float, float]:
    across = sqrt(min(shift, _MOST_SHIFT) / _MOST_SHIFT)
    within = min(max(found, _LEAST_FOUND), _MOST_FOUND)
    up = log(within / _LEAST_FOUND) / log(_MOST_FOUND / _LEAST_FOUND)
    return round(across * _SIDE, 1), round(_SIDE - up * _SIDE, 1)


def _draw_axes(place: Place) -> Iterator[str]:
    yield f'<rect width="{_SIDE}" height="{_SIDE}" fill="none" stroke="#ccc"/>'
    yield f'<text x="4" y="-6">{escape(name_place(place))} T</text>'
    middle, axis = _SIDE / 2, 'text-anchor="middle" fill="#555"'
    yield f'<text x="{middle}" y="{_SIDE + 28}" {axis}>shift of tables of two columns</text>'
    turned = f'transform="translate(-32,{middle}) rotate(-90)"'
    yield f"<text {turned} {axis}>found: share of T among |T| people</text>"
    _, chance = _place(0, 1 / ONE_OF)
    yield f'<path d="M0 {chance}H{_SIDE}" stroke="#888" stroke-dasharray="3 3"/>'
    yield f'<text x="{_SIDE - 40}" y="{chance - 3}" fill="#555">chance</text>'
    for tick in (0, 0.02, 0.1, 0.2, 0.4, 0.6, 0.8):
        across, _ = _place(tick, 0)
        yield f'<text x="{across}" y="{_SIDE + 14}" text-anchor="middle">{tick}</text>'
    for tick in (0.1, 0.2, 0.4, 0.8):
        _, down = _place(0, tick)
        yield f'<text x="-4" y="{down + 4}" text-anchor="end">{tick}</text>'


def _draw_points(results: Results, place: Place) -> Iterator[str]:
    for method, settings in METHODS.items():
        for setting in settings:
            shift = results.spread(place, method, setting, "two_way")
            found = results.spread(place, method, setting, "precision")
            if shift is None or found is None:
                continue
            across, down = _place(shift.middle, found.middle)
            yield f'<circle cx="{across}" cy="{down}" r="4" fill="{_COLOR[method]}"/>'
            yield f'<text x="{across + 5}" y="{down + 3}" font-size="8">{setting}</text>'

"""Draws the lattice of the paper's example, for ``docs/pictures/lattice.svg``.

A node holds if it generalizes a minimal one; a row of the picture has one sum of levels.
"""

import sys
from itertools import product
from pathlib import Path

import dpsql

_JOB = Path(dpsql.__file__).parent / "demo" / "tables" / "job.yaml"
_WIDTH, _STEP, _GAP = 760, 58, 96
#: Colors that can be told apart without color, too: by fill, border and the words beside.
_STYLE = """
  text { font: 14px system-ui, sans-serif; text-anchor: middle; fill: #1a1a1a }
  .fails { fill: #ffffff; stroke: #767676 }
  .holds { fill: #bfe3d0; stroke: #1d6b45; stroke-width: 2 }
  .best { fill: #1d6b45; stroke: #0d3321; stroke-width: 2 }
  .best + text { fill: #ffffff; font-weight: bold }
  line { stroke: #c9c9c9 }
  rect.page { fill: #ffffff }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6e6e6 }
    .fails { fill: #1c1f24; stroke: #a0a0a0 }
    .holds { fill: #1d5c40; stroke: #5fc08d }
    .best { fill: #bfe3d0; stroke: #ffffff }
    .best + text { fill: #0d3321 }
    line { stroke: #5a5a5a }
    rect.page { fill: #1c1f24 }
  }
"""


def draw() -> str:
    """The picture as SVG; the optimum is the minimal node of least loss."""
    names = list(dpsql.read_job(_JOB).quasi_identifiers)
    heights = dpsql.check(_JOB).heights
    minimal = dpsql.lattice(_JOB).nodes
    losses = {tuple(levels.values()): metrics["loss"] for levels, metrics in minimal}
    optimum = min(losses, key=lambda node: (losses[node], sum(node), node))
    nodes = list(product(*(range(heights[name] + 1) for name in names)))
    kinds = {node: _find_kind(node, optimum, [*losses]) for node in nodes}
    failing = [*kinds.values()].count("fails")
    places = _find_places(nodes)
    height = sum(heights.values()) * _STEP + 120
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img"'
        ' aria-labelledby="title">',
        f'<title id="title">The {len(nodes)} nodes of the paper\'s example by their levels of zip,'
        f" age and nationality: {len(nodes) - failing} hold, {failing} fail</title>",
        f"<style>{_STYLE}</style>",
        f'<rect class="page" width="{_WIDTH}" height="{height}"/>',
        *_draw_edges(nodes, places),
        *(_draw_node(node, places[node], kinds[node]) for node in nodes),
        f'<text x="{_WIDTH // 2}" y="{height - 14}">levels of zip, age, nationality · bold: the'
        " optimum · filled: δ holds · empty: it fails</text>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _find_kind(
    node: tuple[int, ...], optimum: tuple[int, ...], minimal: list[tuple[int, ...]]
) -> str:
    if node == optimum:
        return "best"
    above = (all(level >= least for level, least in zip(node, one, strict=True)) for one in minimal)
    return "holds" if any(above) else "fails"


def _find_places(nodes: list[tuple[int, ...]]) -> dict[tuple[int, ...], tuple[int, int]]:
    top = max(map(sum, nodes))
    places = {}
    for total in range(top + 1):
        row = [node for node in nodes if sum(node) == total]
        for number, node in enumerate(row):
            across = _WIDTH // 2 + round((number - (len(row) - 1) / 2) * _GAP)
            places[node] = (across, 40 + (top - total) * _STEP)
    return places


def _draw_edges(
    nodes: list[tuple[int, ...]], places: dict[tuple[int, ...], tuple[int, int]]
) -> list[str]:
    lines = []
    for node in nodes:
        for place in range(len(node)):
            coarser = (*node[:place], node[place] + 1, *node[place + 1 :])
            if coarser in places:
                (x1, y1), (x2, y2) = places[node], places[coarser]
                lines.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>')
    return lines


def _draw_node(node: tuple[int, ...], place: tuple[int, int], kind: str) -> str:
    x, y = place
    name = " ".join(map(str, node))
    return (
        f'<rect class="{kind}" x="{x - 32}" y="{y - 14}" width="64" height="28" rx="8"/>'
        f'<text x="{x}" y="{y + 5}">{name}</text>'
    )


if __name__ == "__main__":
    sys.stdout.write(draw())

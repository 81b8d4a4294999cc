"""Geometry of the lattice: how many nodes of each sum of levels hold, fail, or are not known.

A small lattice is drawn node by node, a large one as bars. Kinds differ in shape or place, not only
in colour: nodes that hold are at the bottom, nodes that fail on top.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dpsql.report.charts.frame import BROAD, Frame, Tick, keep_apart
from dpsql.report.charts.scale import find_ticks, shorten
from dpsql.report.details import Kind, Layer

_TOP = 20
#: Most nodes of one sum of levels, and most sums, for which every node is drawn as a dot.
_MOST_DOTS, _MOST_COLUMNS = 14, 40
#: Dots are at most as large as if so many were above each other.
_LEAST_ROWS = 8
#: Most labels of sums of levels side by side.
_MOST_LABELS = 24
_KINDS: tuple[Kind, ...] = ("holds", "unknown", "fails")


@dataclass(frozen=True)
class Block:
    """Nodes of one kind and one sum of levels."""

    x: float
    y: float
    width: float
    height: float
    kind: str
    label: str


@dataclass(frozen=True)
class Dot:
    """One node; `is_chosen`: the page is about it."""

    x: float
    y: float
    radius: float
    kind: Kind
    is_chosen: bool


@dataclass(frozen=True)
class LatticeChart:
    """All that the template draws: dots or blocks, and a mark below the chosen sum of levels."""

    frame: Frame
    blocks: tuple[Block, ...]
    dots: tuple[Dot, ...]
    chosen: float | None
    level_ticks: tuple[Tick, ...]
    node_ticks: tuple[Tick, ...]


def draw_lattice(
    layers: Sequence[Layer],
    chosen: int | None,
    chosen_kind: Kind | None = None,
    frame: Frame = BROAD,
) -> LatticeChart:
    """Lay out the nodes by their sums of levels, from 0; `chosen`: the sum of the chosen node.

    `chosen_kind`: what is known of the chosen node.
    """
    frame = frame.below(_TOP)
    most = max(layer.nodes for layer in layers)
    in_dots = most <= _MOST_DOTS and len(layers) <= _MOST_COLUMNS
    ticks = find_ticks(most)
    every = -(-len(layers) // _MOST_LABELS)
    return LatticeChart(
        frame=frame,
        blocks=() if in_dots else tuple(_draw_blocks(layers, frame, ticks[-1])),
        dots=tuple(_draw_dots(layers, frame, chosen, chosen_kind)) if in_dots else (),
        chosen=None if chosen is None else _middle(chosen, layers, frame),
        level_ticks=keep_apart(
            [Tick(_middle(i, layers, frame), str(i)) for i in range(0, len(layers), every)]
        ),
        node_ticks=()
        if in_dots
        else tuple(Tick(frame.place_height(count / ticks[-1]), shorten(count)) for count in ticks),
    )


def _draw_blocks(layers: Sequence[Layer], frame: Frame, most: int) -> Iterator[Block]:
    wide = (frame.right - frame.left) / len(layers)
    for i, layer in enumerate(layers):
        below = 0
        for kind in _KINDS:
            count = getattr(layer, kind)
            if count:
                top, bottom = (frame.place_height(n / most) for n in (below + count, below))
                yield Block(
                    round(frame.left + i * wide + wide * 0.1, 1),
                    top,
                    round(wide * 0.8, 1),
                    round(bottom - top, 1),
                    kind,
                    f"sum {i}: {count:,} {kind}",
                )
            below += count


def _draw_dots(
    layers: Sequence[Layer], frame: Frame, chosen: int | None, chosen_kind: Kind | None
) -> Iterator[Dot]:
    """Draw one dot per node, from the axis up; the chosen one is the lowest of its sum and kind."""
    step = (frame.bottom - frame.top) / max(_LEAST_ROWS, *(layer.nodes for layer in layers))
    radius = round(min(step, (frame.right - frame.left) / len(layers)) * 0.36, 1)
    for i, layer in enumerate(layers):
        kinds = [kind for kind in _KINDS for _ in range(getattr(layer, kind))]
        marked = kinds.index(chosen_kind) if i == chosen and chosen_kind else None
        for place, kind in enumerate(kinds):
            y = round(frame.bottom - (place + 0.5) * step, 1)
            size = radius * 0.5 if kind == "unknown" else radius
            yield Dot(_middle(i, layers, frame), y, round(size, 1), kind, place == marked)


def _middle(i: int, layers: Sequence[Layer], frame: Frame) -> float:
    return frame.place_width((i + 0.5) / len(layers))

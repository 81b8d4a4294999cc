"""The frame of a drawing: its size, where its axes are, and the labels that have room on them.

Each picture of a page is drawn twice, for screens and paper and for phones; the style sheet shows
one. Letters have 12 pixels of the drawing, and at least 11 of the screen in either.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

#: Width of a letter, and least space between two labels of an axis.
LETTER, _SPACE = 6.8, 6


@dataclass(frozen=True)
class Tick:
    """A labelled position on an axis."""

    at: float
    label: str


@dataclass(frozen=True)
class Frame:
    """Width and height of a drawing, and the ends of its axes; `name` is a class of the style."""

    name: str
    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int

    @property
    def is_slim(self) -> bool:
        """Whether it is for phones."""
        return self.width < BROAD.width

    def below(self, top: int) -> Self:
        """The same frame, with its axes up to `top`."""
        return replace(self, top=top)

    def place_height(self, share: float) -> float:
        """Where a share of the upright axis is, rounded so that equal outcomes give equal bytes."""
        return round(self.bottom - share * (self.bottom - self.top), 1)

    def place_width(self, share: float) -> float:
        """Where a share of the level axis is."""
        return round(self.left + share * (self.right - self.left), 1)


#: For screens and paper, and for phones.
FRAMES = BROAD, SLIM = (
    Frame("broad", 720, 320, 60, 696, 54, 252),
    Frame("slim", 344, 300, 60, 322, 54, 232),
)


def keep_apart(ticks: Sequence[Tick]) -> tuple[Tick, ...]:
    """Return the ticks of a level axis, or every second, third… so that no labels overlap.

    >>> [tick.label for tick in keep_apart([Tick(60 * i, "0.0001 %") for i in range(5)])]
    ['0.0001 %', '0.0001 %', '0.0001 %']
    """
    every = 1
    while any(
        abs(one.at - other.at) < (len(one.label) + len(other.label)) / 2 * LETTER + _SPACE
        for one, other in zip(ticks[::every], ticks[every::every], strict=False)
    ):
        every += 1
    return tuple(ticks[::every])

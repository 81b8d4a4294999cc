"""How far a search or a partition is, for those who watch it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Progress:
    """How far a search is: nodes of the lattice, known by count or tag, and counted.

    `best` is the value of the best node so far, `bound` the best that is still possible.
    """

    nodes: int
    known: int
    checked: int
    best: float | None
    bound: float | None = None


@dataclass(frozen=True)
class CuttingProgress:
    """How far a partition is: parts there are, those that may still be cut, and rounds."""

    parts: int
    open_parts: int
    rounds: int


@dataclass(frozen=True)
class FrontierProgress(Progress):
    """How far a frontier is: `known` nodes cannot be new points, `best` is the newest point's."""

    points: int = 0

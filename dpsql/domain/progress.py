"""How far a search or a partition is, for those who watch it."""

from dataclasses import dataclass
from typing import Literal

from dpsql.domain.attributes import KnowsAttributes


@dataclass(frozen=True)
class Progress(KnowsAttributes):
    """How far a search is, as `watch` is told.

    Of the `nodes` of the lattice so many are `known`, by count or tag, and `checked`, counted.
    `best` is the value of the best node so far, `bound` the best that is still possible. Pooling
    looks at nodes as starts, which is its `unit`. `holding`: how many of those counted hold,
    where no node is the best before the end. That of `frontier` also has `points`.
    """

    nodes: int
    known: int
    checked: int
    best: float | None
    bound: float | None = None
    unit: Literal["node", "start"] = "node"
    holding: int = 0


@dataclass(frozen=True)
class CuttingProgress(KnowsAttributes):
    """How far cuts are, as `watch` is told.

    There are so many `parts` after so many `rounds`; `open_parts` of them may still be cut.
    `open_people`: of all `people` of P those in parts that may still be cut, as of late; None if
    they were not counted.
    """

    parts: int
    open_parts: int
    rounds: int
    people: int = 0
    open_people: int | None = None


@dataclass(frozen=True)
class FrontierProgress(Progress):
    """How far a frontier is: `known` nodes cannot be new points, `best` is the newest point's."""

    points: int = 0

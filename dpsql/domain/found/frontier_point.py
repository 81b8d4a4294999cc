"""A point of the frontier of loss against δmax."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

from dpsql.domain.attributes import KnowsAttributes
from dpsql.domain.found.searched import Search


@dataclass(frozen=True)
class FrontierPoint(KnowsAttributes):
    """The least loss at which nobody's presence exceeds `delta_max`, and the node that has it.

    Boxes and parts have no node; their loss is that of one release that holds. `least`: if people
    of rare classes climb from that node, how many settle together at least. `proven`: False where
    time ended the search before it was known that none loses less.
    """

    delta_max: Fraction
    loss: float
    levels: Mapping[str, int] | None = None
    least: int | None = None
    proven: bool = True

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, with δmax as an exact fraction."""
        told: dict[str, Any] = {"delta_max": str(self.delta_max), "loss": self.loss}
        if self.levels is not None:
            told["levels"] = dict(self.levels)
        if self.least is not None:
            told["least"] = self.least
        return told if self.proven else told | {"proven": False}

    def to_row(self) -> dict[str, Any]:
        """Return it as a row of a table, the level of each quasi-identifier under its name."""
        levels = {f"level_{name}": level for name, level in (self.levels or {}).items()}
        told: dict[str, Any] = {"delta_max": self.delta_max, "loss": self.loss}
        return told | ({} if self.least is None else {"least": self.least}) | levels


def tell_proven(points: Sequence[FrontierPoint], among: str) -> str:
    """Say how many of the points are proven, and `among` what.

    >>> points = [FrontierPoint(Fraction(1, 4), 0.5, proven=one) for one in (True, False)]
    >>> tell_proven(points[:1], ""), tell_proven(points, "among all"), tell_proven(points[1:], "")
    ('proven', '1 of them proven among all', 'none of them proven yet')
    """
    proven = sum(point.proven for point in points)
    if points and not proven:
        return "none of them proven yet"
    which = "" if proven == len(points) else f"{proven:,} of them "
    return f"{which}proven {among}".rstrip()


@runtime_checkable
class HasPoints(Protocol):
    """A frontier: points, δmax ascending, and the search that proves them, if one does."""

    @property
    def points(self) -> tuple[FrontierPoint, ...]:
        """The points."""

    @property
    def search(self) -> Search | None:
        """The search."""

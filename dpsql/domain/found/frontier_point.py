"""A point of the frontier of loss against δmax."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, runtime_checkable

from dpsql.domain.attributes import KnowsAttributes
from dpsql.domain.found.searched import Search


@dataclass(frozen=True)
class FrontierPoint(KnowsAttributes):
    """The least loss at which nobody's presence exceeds `delta_max`, and the node that has it.

    Boxes and parts have no node; their loss is that of one release that holds. `least`: if people
    of rare classes climb from that node, how many settle together at least.
    """

    delta_max: Fraction
    loss: float
    levels: Mapping[str, int] | None = None
    least: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form, with δmax as an exact fraction."""
        told: dict[str, Any] = {"delta_max": str(self.delta_max), "loss": self.loss}
        if self.levels is not None:
            told["levels"] = dict(self.levels)
        return told if self.least is None else told | {"least": self.least}

    def to_row(self) -> dict[str, Any]:
        """Return it as a row of a table, the level of each quasi-identifier under its name."""
        levels = {f"level_{name}": level for name, level in (self.levels or {}).items()}
        told: dict[str, Any] = {"delta_max": self.delta_max, "loss": self.loss}
        return told | ({} if self.least is None else {"least": self.least}) | levels


@runtime_checkable
class HasPoints(Protocol):
    """A frontier: points, δmax ascending, and the search that proves them, if one does."""

    @property
    def points(self) -> tuple[FrontierPoint, ...]:
        """The points."""

    @property
    def search(self) -> Search | None:
        """The search."""

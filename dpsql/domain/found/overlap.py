"""What released rows tell that could stand for people of several boxes, or for anybody."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

#: Boxes that nest, exact by counting, or too many ways to count.
OverlapMethod = Literal["laminar", "states", "not_certified"]
Ends = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class SuppressedRows:
    """Rows that stand for anybody, and the least and greatest presence by both readings.

    `random_rows`: any rows may have been suppressed. `whole_classes`: all rows of some classes
    were, so that nobody of the classes that are shown is meant; None if that is impossible.
    """

    rows: int
    random_rows: Ends
    whole_classes: Ends | None

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON output."""
        return {
            "rows": self.rows,
            "random_rows": _tell(self.random_rows),
            "whole_classes": None if self.whole_classes is None else _tell(self.whole_classes),
        }


@dataclass(frozen=True)
class OverlapFound:
    """Presence where boxes overlap.

    `groups`: numbers of people with the least and the greatest presence that they may have; both
    are equal where it is counted. `forced`: people who are in T for certain, whatever T is.
    """

    method: OverlapMethod
    forced: int
    groups: tuple[tuple[int, Ends], ...]
    suppressed: SuppressedRows | None = None

    @property
    def ends(self) -> Ends:
        """The least and the greatest presence of anybody, as far as they are known."""
        return min(low for _, (low, _) in self.groups), max(high for _, (_, high) in self.groups)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON output."""
        told: dict[str, Any] = {"overlap": {"method": self.method, "forced": self.forced}}
        if self.suppressed is not None:
            told["suppressed"] = self.suppressed.to_dict()
        return told


def _tell(ends: Ends) -> dict[str, str]:
    return {"min": str(ends[0]), "max": str(ends[1])}

"""How a search or a cutting went: what was looked at, and what is proven of its answer."""

from dataclasses import dataclass
from math import isfinite
from typing import Any, Literal


@dataclass(frozen=True)
class Search:
    """Nodes of the lattice, nodes whose classes were counted, and whether the optimum is proven.

    `rounds`: how many times nodes were chosen and counted. `gap`: by which share of its value the
    answer could be better, inf if nothing is known; None where it is proven. `among`: the nodes
    that were looked at, if not all: those that nest with earlier releases.
    """

    nodes: int
    checked: int
    optimal: bool
    rounds: int | None = None
    gap: float | None = None
    among: Literal["nested"] | None = None

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        found: dict[str, Any] = {"nodes": self.nodes, "checked": self.checked}
        if self.rounds is not None:
            found["rounds"] = self.rounds
        found["optimal"] = self.optimal
        if self.gap is not None:
            found["gap"] = self.gap if isfinite(self.gap) else None
        if self.among is not None:
            found["among"] = self.among
        return found


@dataclass(frozen=True)
class Cutting:
    """Parts of P, rounds of cuts, and whether no cut is left of those that are tried."""

    parts: int
    rounds: int
    maximal: bool

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it; parts are proven safe, never cheapest."""
        return {
            "parts": self.parts,
            "rounds": self.rounds,
            "maximal": self.maximal,
            "optimal": False,
        }

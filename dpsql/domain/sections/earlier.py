"""Earlier releases about the same people, and what they tell together with a new one."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, Protocol

from dpsql.domain.found.verdict import Verdict
from dpsql.domain.sections.algorithm import SPALM, Algorithm
from dpsql.domain.threshold import PresenceBounds
from dpsql.errors import ConfigError

#: How releases are judged together; see `docs/theory/composition.md`.
Method = Literal["nested", "exact", "bounds", "refused"]


@dataclass(frozen=True)
class Together:
    """How sure somebody can be who has all releases of one T: the least and greatest presence.

    `method`: nested, the finest release tells all; exact; bounds, presence lies between `minimum`
    and `maximum`; refused, nothing is known, for the `reason`. `releases`: how many earlier ones
    are of this T. `other_tables`: how many are of another T and were left out.
    """

    method: Method
    minimum: Fraction = Fraction(0)
    maximum: Fraction = Fraction(1)
    releases: int = 0
    other_tables: int = 0
    reason: str = ""

    def holds(self, bounds: PresenceBounds) -> bool:
        """Whether everybody's presence is known to lie within δ."""
        return (
            self.method != "refused"
            and bounds.minimum <= self.minimum
            and self.maximum <= bounds.maximum
        )

    def agrees_with(self, other: "Together | None") -> bool:
        """Whether another computation found the same, or bounds that can be those of the same."""
        if other is None or "bounds" not in (self.method, other.method):
            return other == self
        counts = self.releases, self.other_tables
        return counts == (other.releases, other.other_tables) and max(
            self.minimum, other.minimum
        ) <= min(self.maximum, other.maximum)

    def judge(self, bounds: PresenceBounds) -> Verdict:
        """Return the verdict of a job with this δ."""
        return Verdict("together", name_range(bounds), self.holds(bounds))

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON output."""
        told: dict[str, Any] = {
            "method": self.method,
            "presence": {"min": str(self.minimum), "max": str(self.maximum)},
            "releases": self.releases,
            "of_other_tables": self.other_tables,
        }
        return {"together": told | ({"reason": self.reason} if self.reason else {})}


def name_range(bounds: PresenceBounds) -> str:
    """Name what is asked of presence together."""
    return f"{bounds.minimum} to {bounds.maximum}"


class _Asked(Protocol):
    """A job, as far as it is read here."""

    @property
    def public(self) -> object: ...
    @property
    def prior(self) -> object: ...
    @property
    def known_absent(self) -> object: ...
    @property
    def delta(self) -> object: ...
    @property
    def algorithm(self) -> Algorithm: ...
    @property
    def choose(self) -> str: ...


def refuse_unfit_earlier(job: _Asked) -> None:
    """Raise ValueError for a job that cannot be judged together with earlier releases."""
    if job.delta is None:
        raise ValueError("earlier: δ bounds what all releases tell; give the job delta: {max: …}")
    if job.public is None:
        raise ValueError("earlier: it needs the people of P; statistics do not list them, drop it")
    if job.prior is not None or job.known_absent is not None:
        key = "prior" if job.prior is not None else "known_absent"
        raise ValueError(f"earlier: it is not judged together with {key}; drop one of them")
    if job.algorithm.name != SPALM.name:
        raise ValueError(
            "earlier: with it, levels are searched; write algorithm: spalm, or drop earlier"
        )
    if job.choose != "optimum":
        raise ValueError(
            "earlier: choose: from_public does not judge releases together; drop one of them"
        )


class _Informed(Protocol):
    @property
    def earlier(self) -> tuple[str, ...]: ...


def refuse_earlier(job: _Informed) -> None:
    """Raise ConfigError if the job names earlier releases, for what would ignore them."""
    if job.earlier:
        raise ConfigError(
            "earlier: this command does not judge releases together; with earlier there are check,"
            " measure, compare, anonymize, verify and report; a copy of the job without earlier"
            " shows what this release alone would be"
        )

"""A release that a job could make, and what `compare` measures of it."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from dpsql.domain.attributes import KnowsAttributes
from dpsql.domain.found.explored import LinkRisk, tell_risk
from dpsql.domain.found.statistics import Presence
from dpsql.domain.frozen_mapping import thaw
from dpsql.outcome.outcome import Outcome
from dpsql.report.sentences import name_algorithm
from dpsql.utility.measure import Utility


@dataclass(frozen=True)
class Candidate(KnowsAttributes):
    """A release that could be made, or the reason why none was found.

    `name`: its own among all that are compared, such as ``pooled``, with the job and δmax where
    several are compared. `job`: the name of its file; ``job 2`` of the second job if that is in
    memory. `algorithm`: as a job has it. `delta_max`: None if the job has no δ. `outcome`: as
    of `measure`; None without a release. `utility`: what becomes of T's distributions, means
    and relations, and the answers to the job's questions. `suppressed_rows`: how many rows of T
    have the last label in every column; None where boxes or parts are released. `risk`: how hard
    rows of T are to link; None where P is known from statistics or T has no rows. `is_whole`:
    nothing was left to search or to cut. `left_out`: why there is no release. `seconds`: that
    the search took. `is_baseline`: every column is suppressed, whatever was asked for.
    `asked_as`: levels, pooled, cuts or boxes, if the algorithm is called by what it releases.
    """

    job: str
    algorithm: object
    choose: str
    delta_max: Fraction | None
    outcome: Outcome | None = None
    utility: Utility = field(default_factory=Utility)
    suppressed_rows: int | None = None
    risk: LinkRisk | None = None
    is_whole: bool = True
    left_out: str = ""
    seconds: float = 0.0
    is_baseline: bool = False
    asked_as: str = ""
    name: str = ""

    @property
    def kind(self) -> str:
        """What is released, without the job and δmax: as tables name it."""
        if self.is_baseline:
            return "all suppressed"
        choice = ", from P alone" if self.choose == "from_public" else ""
        return f"{self.asked_as or name_algorithm({'algorithm': self.algorithm})}{choice}"

    @property
    def presence_max(self) -> Fraction | None:
        """The greatest presence; where P is known from statistics, the least δmax that holds.

        None without a release, and where no δmax holds with the confidence. Under a prior, or with
        earlier releases, it is what somebody without them would find.
        """
        if self.outcome is None:
            return None
        sure = self.outcome.confident_presence
        return self.outcome.presence.maximum if sure is None else sure.delta

    @property
    def posterior_max(self) -> float | None:
        """The greatest presence under the job's prior, which δ bounds; None without a prior."""
        posterior = None if self.outcome is None else self.outcome.posterior
        return None if posterior is None else posterior.maximum

    @property
    def together_max(self) -> Fraction | None:
        """The greatest presence for whoever has the job's earlier releases; None without them."""
        together = None if self.outcome is None else self.outcome.together
        return None if together is None else together.maximum

    @property
    def judged_max(self) -> Fraction | None:
        """The greatest presence that δ bounds: with the job's prior, or its earlier releases."""
        if self.posterior_max is not None:
            return Fraction(self.posterior_max)
        return self.presence_max if self.together_max is None else self.together_max

    @property
    def presence(self) -> Presence | None:
        """As `Outcome.presence`; None without a release."""
        return None if self.outcome is None else self.outcome.presence

    @property
    def linkage(self) -> dict[str, int | None]:
        """How hard rows of T are to link to people of P, as the JSON has it; None if unknown."""
        return tell_risk(self.risk, None if self.risk is None else self.presence)

    @property
    def k_map(self) -> int | None:
        """The fewest people of P in a class with rows of T; None if it is not known."""
        return self.linkage["k_map"]

    @property
    def above_threshold(self) -> int | None:
        """Rows of T in classes of fewer than 11 people; None if they are not known."""
        return self.linkage["above_threshold"]

    @property
    def certainly_absent_people(self) -> int | None:
        """People of P known not to be in T; None if they are not known."""
        return self.linkage["certainly_absent_people"]

    @property
    def levels(self) -> dict[str, int]:
        """The level of each quasi-identifier; none of boxes and parts, or without a release."""
        return {} if self.outcome is None else self.outcome.levels

    @property
    def loss(self) -> float | None:
        """The loss of the whole; None without a release."""
        return None if self.outcome is None else self.outcome.loss

    @property
    def losses(self) -> dict[str, float]:
        """The loss of each quasi-identifier; none without a release."""
        return (self.outcome.losses or {}) if self.outcome is not None else {}

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        told: dict[str, Any] = {
            "name": self.name,
            "job": self.job,
            "algorithm": self.kind if self.is_baseline else thaw(self.algorithm),
            "choose": self.choose,
            "delta_max": None if self.delta_max is None else str(self.delta_max),
            "seconds": round(self.seconds, 3),
            **({"baseline": True} if self.is_baseline else {}),
        }
        if self.outcome is None:
            return told | {"left_out": self.left_out}
        found = self.outcome.to_dict()
        names = (
            *("presence", "presence_if_absent", "posterior", "together"),
            *("confidence", "delta_at_confidence"),
            *("metrics", "weights", "levels", "pooled", "partitions"),
        )
        return told | {
            **{name: found[name] for name in names if name in found},
            "losses": thaw(self.losses),
            **self.linkage,
            "suppressed_rows": self.suppressed_rows,
            "whole": self.is_whole,
            **self.utility.to_dict(),
        }

    def sum_up(self) -> dict[str, Any]:
        """Return what people look at first, as cells of a row; what it lacks is left out."""
        told: dict[str, Any] = {
            "candidate": self.name,
            "job": self.job,
            "algorithm": self.kind
            if self.is_baseline
            else name_algorithm({"algorithm": self.algorithm}),
            "choose": self.choose,
            "delta_max": self.delta_max,
            "baseline": self.is_baseline,
        }
        if self.outcome is None:
            return told | {"left_out": self.left_out}
        return told | {
            "presence_max": self.presence_max,
            **({} if self.posterior_max is None else {"posterior_max": self.posterior_max}),
            **({} if self.together_max is None else {"together_max": self.together_max}),
            **self.outcome.metrics,
            "weighted": bool(self.outcome.weights),
            **self.linkage,
            "suppressed_rows": self.suppressed_rows,
            "whole": self.is_whole,
        }

    def __repr__(self) -> str:
        """One line with the main facts."""
        if self.outcome is None:
            return f"<Candidate {self.name!r}: no release: {self.left_out}>"
        return f"<Candidate {self.name!r}: {repr(self.outcome).partition(': ')[2]}"

"""What a job with a confidence finds where one table counts all of P: nothing is left open."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol

from dpsql.domain.sections.population import Population
from dpsql.domain.threshold import PresenceBounds


class _Delta(Protocol):
    @property
    def bounds(self) -> PresenceBounds: ...


class _Asked(Protocol):
    """A job, as far as it is read here."""

    @property
    def population(self) -> Population | None: ...
    @property
    def confidence(self) -> Fraction | None: ...
    @property
    def delta(self) -> _Delta | None: ...


@dataclass(frozen=True)
class Certainty:
    """The confidence that a job asks for, its δ, and the columns of the table that counts P."""

    asked: Fraction
    bounds: PresenceBounds | None
    columns: tuple[str, ...]

    def to_dict(
        self, minimum: Fraction, maximum: Fraction, if_absent: Fraction | None = None
    ) -> dict[str, Any]:
        """Return the JSON fields that a job on statistics has, from the presence that was counted.

        δ holds for certain, or it does not: both bounds are 1, or 0. `if_absent` is the greatest
        presence if people are known not to be in T, by which such a job is judged.
        """
        greatest = maximum if if_absent is None else if_absent
        surely, least = None, Fraction(0)
        if self.bounds is not None:
            least = self.bounds.minimum
            surely = float(least <= minimum and greatest <= self.bounds.maximum)
        return {
            "confidence": {"asked": str(self.asked), "least": surely, "most": surely},
            "delta_at_confidence": str(greatest) if least <= minimum else None,
            "presence_estimate": {"max": str(maximum)},
            "assumed_independent": [list(self.columns)],
        }


def find_certainty(job: _Asked) -> Certainty | None:
    """Return the certainty of a job that asks for a confidence and whose P is counted."""
    population = job.population
    if job.confidence is None or population is None or not population.is_exact:
        return None
    bounds = job.delta.bounds if job.delta is not None else None
    return Certainty(job.confidence, bounds, population.tables[0].columns)

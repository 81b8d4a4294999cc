"""Presence where P is known from statistics only: bounds that hold with a confidence."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

#: Doubles of two computations of a probability differ by less; those of an estimate by this.
_DIGITS, _DIGITS_OF_ESTIMATE = 1e-9, 1e-6


@dataclass(frozen=True)
class WeakestClass:
    """The class that most probably violates δ: how probably, its rows of T, its labels.

    Labels stand by quasi-identifier, without those at the last level and those that the statistics
    do not have: these are T's alone. `is_at_root`: all of them are at the last level.
    """

    violates: float
    private_rows: int
    labels: dict[str, str | None]
    is_at_root: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        return {
            "labels": self.labels,
            "private_rows": self.private_rows,
            "violates": round(self.violates, 12),
        }


@dataclass(frozen=True)
class ConfidentPresence:
    """How sure the owner of T can be that a release satisfies δ in the P that nobody has listed.

    `asked`: the confidence of the job. `least`, `most`: bounds of the probability that every class
    satisfies δ; None if the job states no δ. `delta`: the least δmax that holds with that
    confidence, None if none does. `estimate`: the greatest presence by the statistics alone,
    without any confidence. `contradictions`: classes that have more people of T than the statistics
    have people. `least_size`, `most_size`: people of P; `independent`: the blocks of columns that
    are assumed to be independent. `weakest`: the class that is likeliest to violate δ, if
    one may, and it was looked for. `regions`: the column of whose values the sizes are known.
    """

    asked: Fraction | None
    least: float | None
    most: float | None
    delta: Fraction | None
    estimate: Fraction
    contradictions: int
    least_size: int
    most_size: int
    independent: tuple[tuple[str, ...], ...]
    weakest: WeakestClass | None = None
    regions: str | None = None

    def is_close_to(self, other: "ConfidentPresence") -> bool:
        """Whether two counts of one release agree: exactly, but for the last digits of doubles."""
        pairs = ((self.least, other.least), (self.most, other.most))
        same = (
            one == two or (one is not None and two is not None and abs(one - two) < _DIGITS)
            for one, two in pairs
        )
        exact = (self.asked, self.delta, self.contradictions)
        return (
            all(same)
            and exact == (other.asked, other.delta, other.contradictions)
            and abs(self.estimate - other.estimate) <= _DIGITS_OF_ESTIMATE * self.estimate
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON output."""
        found: dict[str, Any] = {}
        if self.asked is not None:
            found["confidence"] = {
                "asked": str(self.asked),
                "least": self.least,
                "most": self.most,
            }
            found["delta_at_confidence"] = None if self.delta is None else str(self.delta)
        if self.weakest is not None:
            found["weakest_class"] = self.weakest.to_dict()
        return found | {
            "presence_estimate": {"max": str(self.estimate)},
            "assumed_independent": [list(block) for block in self.independent],
            "contradictions": self.contradictions,
            "population": {
                "min": self.least_size,
                "max": self.most_size,
                **({"by": self.regions} if self.regions is not None else {}),
            },
        }

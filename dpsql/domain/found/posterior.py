"""Presence under a prior: how sure somebody with that prior can be that a person is in T."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

#: Two computations of a posterior differ by less.
_ERROR = 1e-9


@dataclass(frozen=True)
class Posterior:
    """The least and the greatest posterior over all people of P, to 1e-9.

    `rate`: the prior of the people of the greatest one.
    """

    minimum: float
    maximum: float
    rate: Fraction | None

    def is_close_to(self, other: "Posterior | None") -> bool:
        """Whether two computations of one release agree."""
        if other is None:
            return False
        pairs = ((self.minimum, other.minimum), (self.maximum, other.maximum))
        return all(abs(one - two) < _ERROR for one, two in pairs)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the JSON output."""
        told: dict[str, Any] = {"min": round(self.minimum, 12), "max": round(self.maximum, 12)}
        if self.rate is not None:
            told["rate"] = str(self.rate)
        return {"posterior": told}

"""Odds of a prior: rates as exact fractions, and what they are in SQL, whole millionths.

A rate is the chance of a person to be in T before the release, as the adversary sees it. Only the
ratios of odds within a class matter. People of rate 0 are never in T and people of rate 1 always
are: they are taken out before odds are looked at.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

#: Odds are compared in SQL as whole multiples of 1/SCALE.
SCALE = 1_000_000


@dataclass(frozen=True)
class Odds:
    """The odds w = rate/(1 − rate) of the people of one rate, 0 < rate < 1."""

    exact: Fraction

    @classmethod
    def of(cls, rate: Fraction) -> "Odds":
        """Return the odds of a rate strictly between 0 and 1.

        >>> Odds.of(Fraction(1, 5)).exact
        Fraction(1, 4)
        """
        if not 0 < rate < 1:
            raise ValueError("people of rate 0 or 1 have no odds")
        return cls(rate / (1 - rate))

    @property
    def least(self) -> int:
        """The odds in millionths, rounded down."""
        return int(self.exact * SCALE // 1)

    @property
    def most(self) -> int:
        """The odds in millionths, rounded up."""
        return int(-(-self.exact * SCALE // 1))


def spread(odds: Sequence[Odds]) -> Fraction:
    """Return ρ, the largest odds over the least; 1 if there are none.

    >>> spread([Odds.of(Fraction(1, 5)), Odds.of(Fraction(1, 2))])
    Fraction(4, 1)
    """
    found = [one.exact for one in odds]
    return max(found) / min(found) if found else Fraction(1)

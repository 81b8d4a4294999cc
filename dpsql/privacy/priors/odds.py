"""Odds of a prior: rates as exact fractions, and what they are in SQL, whole numbers of a unit.

A rate is the chance of a person to be in T before the release, as somebody may know it. Only ratios
of odds matter. People of rate 0 are never in T and people of rate 1 always are: they have no odds,
and are taken out before odds are looked at.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

#: Numbers of 64 bits hold the largest odds, and 38 digits every product of a check.
_LARGEST, _LARGEST_PRODUCT = 10**18, 10**37


@dataclass(frozen=True)
class Rates:
    """The distinct rates of the people of P, ascending, each exact and from 0 to 1."""

    exact: tuple[Fraction, ...]

    @property
    def impossible(self) -> int | None:
        """The number of the rate 0, if it occurs."""
        return 0 if self.exact and self.exact[0] == 0 else None

    @property
    def certain(self) -> int | None:
        """The number of the rate 1, if it occurs."""
        return len(self.exact) - 1 if self.exact and self.exact[-1] == 1 else None

    @property
    def uncertain(self) -> range:
        """The numbers of the rates between."""
        first = 0 if self.impossible is None else 1
        return range(first, len(self.exact) - (0 if self.certain is None else 1))

    def odds(self, number: int) -> Fraction:
        """Return the odds of an uncertain rate, w = rate/(1 − rate)."""
        rate = self.exact[number]
        return rate / (1 - rate)


@dataclass(frozen=True)
class WholeOdds:
    """Odds as whole numbers of one unit, rounded down and up, by the number of the rate.

    Both are 0 for rates 0 and 1.
    """

    least: tuple[int, ...]
    most: tuple[int, ...]


def count_odds(rates: Rates, people: int, largest_factor: int) -> WholeOdds:
    """Express odds in a unit in which sums over all `people` fit 38 digits.

    So do their products with `largest_factor`, a numerator or a denominator of δ. The largest odds
    have about 18 digits, or fewer in huge tables. The smallest may be rounded to 0: then they
    bound nothing, and the exact posterior decides.

    >>> count_odds(Rates((Fraction(0), Fraction(1, 5), Fraction(1, 2))), 10, 10).most
    (0, 250000000000000000, 1000000000000000000)
    """
    numbers = rates.uncertain
    if not len(numbers):
        return WholeOdds((0,) * len(rates.exact), (0,) * len(rates.exact))
    largest = max(1, min(_LARGEST, _LARGEST_PRODUCT // (max(people, 1) * largest_factor)))
    unit = rates.odds(numbers[-1]) / largest
    exact = [rates.odds(n) / unit if n in numbers else Fraction(0) for n in range(len(rates.exact))]
    return WholeOdds(
        tuple(int(one // 1) for one in exact), tuple(int(-(-one // 1)) for one in exact)
    )


def list_odds(rates: Rates, numbers: Sequence[int]) -> list[float]:
    """Return the odds of uncertain rates as doubles."""
    return [float(rates.odds(number)) for number in numbers]

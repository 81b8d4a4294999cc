"""The law of the noise: discrete Laplace, also called two-sided geometric.

P(Z = z) = (1 - a) / (1 + a) * a^|z| with a = exp(-1 / scale). One person changes one count by one,
so that it is ε-differentially private for scale = 1 / ε. Source: Ghosh, Roughgarden and
Sundararajan 2012, "Universally utility-maximizing privacy mechanisms".
"""

from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from math import ceil, exp, log


@dataclass(frozen=True)
class DiscreteLaplace:
    """The law at a `scale` in people, as it is drawn: a double."""

    scale: float

    def find_margin(self, share: Fraction) -> int:
        """Return the least k with P(|Z| ≤ k) ≥ `share`.

        >>> DiscreteLaplace(10.0).find_margin(Fraction(95, 100))
        30
        """
        # P(|Z| > k) = 2 a^(k + 1) / (1 + a)
        alpha = exp(-1 / self.scale)
        return max(0, ceil(self.scale * log(2 / ((1 + alpha) * float(1 - share))) - 1))

    def measure_tail(self, least: int, context: Context) -> Decimal:
        """Return P(Z ≥ `least`) for a `least` of at least 1, to the digits of the context.

        >>> round(DiscreteLaplace(1.0).measure_tail(1, Context(prec=30)), 6)
        Decimal('0.268941')
        """
        if least < 1:
            raise ValueError("the tail begins at 1 or above")
        rate = context.divide(Decimal(-1), Decimal(self.scale))
        alpha = context.exp(rate)
        above = context.exp(context.multiply(rate, Decimal(least)))
        return context.divide(above, context.add(Decimal(1), alpha))

    def find_threshold(self, cells: int, most: int) -> int:
        """Return the least count, from 1 up, that `most` of these empty cells should reach.

        Rounded as a double is: it follows from public numbers, and no guarantee depends on it.
        """
        alpha = exp(-1 / self.scale)
        return max(1, ceil(self.scale * (log(cells) - log(most * (1 + alpha)))))

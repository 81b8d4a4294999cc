"""δmax for somebody who knows of some people that they are not in T.

Of a class of n people of P with t of them in T, j are known not to be in T. Everybody else of the
class is in T with t/(n − j). Fewer than j can be absent where n − t < j: then all the others are in
T, and t/max(n − j, t) is 1. Who has absent people in one class learns nothing of the others, so the
worst case is j of one class.
"""

from dataclasses import dataclass
from fractions import Fraction

from sqlglot import exp

from dpsql.privacy.model import PrivacyModel, times


def presence_if_absent(public_count: int, private_count: int, absent: int) -> Fraction:
    """Return the presence of those of a class who are not known to be absent; 0 without T.

    >>> [str(presence_if_absent(6, 3, absent)) for absent in (0, 1, 2, 3, 4)]
    ['1/2', '3/5', '3/4', '1', '1']
    """
    if not private_count:
        return Fraction(0)
    return Fraction(private_count, max(public_count - absent, private_count))


@dataclass(frozen=True)
class KnownAbsence(PrivacyModel):
    """private_count / (public_count − absent) ≤ δmax where T has rows. Monotone.

    A merged class has t₁ + t₂ of n₁ + n₂ − j ≥ (n₁ − j) + (n₂ − j) people, so its presence is at
    most the mediant of those of its parts.
    """

    absent: int
    maximum: Fraction
    monotone_under_generalization = True
    monotone_under_suppression = False

    @property
    def parameters(self) -> dict[str, str]:
        """The key as the job writes it."""
        return {"known_absent": str(self.absent)}

    def holds(self, public_count: int, private_count: int) -> bool:
        """Judge a class."""
        return presence_if_absent(public_count, private_count, self.absent) <= self.maximum

    def violation(
        self, public_count: exp.Expr, private_count: exp.Expr, public_rows: int
    ) -> exp.Expr:
        """Cross-multiply; where fewer than t are left, the left side is larger for δmax below 1."""
        if self.maximum == 1:
            return exp.false()
        left = exp.paren(public_count - exp.Literal.number(self.absent))
        above = times(private_count, self.maximum.denominator, public_rows) > times(
            left, self.maximum.numerator, max(public_rows, self.absent)
        )
        return exp.and_(private_count > 0, above)

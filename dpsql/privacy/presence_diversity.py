"""(c, 2)-diversity of presence: equation (1) of Nergiz et al. 2007, section 5.2.

Presence is treated as a sensitive value: n_1 people of a class are in T, n_0 are not. The model is
δ-presence with δmin = 1 − δmax = 1/(1 + c), and with no other bounds.
"""

from dataclasses import dataclass
from fractions import Fraction

from sqlglot import exp

from dpsql.privacy.model import PrivacyModel, times


@dataclass(frozen=True)
class PresenceDiversity(PrivacyModel):
    """1/c ≤ n_1/n_0 ≤ c for every class of P; < if `strict`. Monotone, as presence is.

    A class fails for every c if all of its people are in T, or none.
    """

    c: Fraction
    strict: bool = False
    monotone_under_generalization = True
    monotone_under_suppression = False

    @property
    def parameters(self) -> dict[str, str]:
        """The constraint as the job writes it."""
        return {"presence_diversity": f"{self.c}{' strictly' if self.strict else ''}"}

    def holds(self, public_count: int, private_count: int) -> bool:
        """Compare the rarer of the two with the more frequent, by integers."""
        absent = public_count - private_count
        few, many = sorted((private_count, absent))
        most = self.c.numerator * few
        many *= self.c.denominator
        return many < most if self.strict else many <= most

    def violation(
        self, public_count: exp.Expr, private_count: exp.Expr, public_rows: int
    ) -> exp.Expr:
        """Cross-multiply, either side being the rarer."""
        absent = exp.Paren(this=public_count - private_count)
        breaks = exp.GTE if self.strict else exp.GT
        return exp.or_(
            *(
                breaks(
                    this=times(many, self.c.denominator, public_rows),
                    expression=times(few, self.c.numerator, public_rows),
                )
                for many, few in ((private_count, absent), (absent, private_count))
            )
        )

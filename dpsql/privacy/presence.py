"""δ-presence (Nergiz, Atzori & Clifton 2007, Definition 5), two-sided, over all classes of P.

For non-overlapping generalizations the presence of each person of a class is n_T / n_P. A class of
P without a row of T has presence 0: it passes exactly if δmin is 0, and then the model is the
one-sided δ of Desfontaines. Monotone by Theorem 1 of the paper: the merged ratio is a mediant.
"""

from dataclasses import dataclass

from sqlglot import exp

from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.model import PrivacyModel, times


@dataclass(frozen=True)
class PresenceModel(PrivacyModel):
    """δmin ≤ private_count / public_count ≤ δmax for every class of P."""

    bounds: PresenceBounds
    monotone_under_generalization = True
    #: A suppressed row shows that someone is in T but not who; that raises other classes.
    monotone_under_suppression = False

    @property
    def parameters(self) -> dict[str, str]:
        """The range as fractions."""
        return {"min": str(self.bounds.minimum), "max": str(self.bounds.maximum)}

    def holds(self, public_count: int, private_count: int) -> bool:
        """Compare by integers."""
        return self.bounds.allows(public_count, private_count)

    def violation(
        self, public_count: exp.Expr, private_count: exp.Expr, public_rows: int
    ) -> exp.Expr:
        """Cross-multiply; a side that cannot fail is left out."""
        lower, upper = self.bounds.minimum, self.bounds.maximum
        above = times(private_count, upper.denominator, public_rows) > times(
            public_count, upper.numerator, public_rows
        )
        if lower == 0:
            return above
        below = times(private_count, lower.denominator, public_rows) < times(
            public_count, lower.numerator, public_rows
        )
        return exp.or_(above, below)

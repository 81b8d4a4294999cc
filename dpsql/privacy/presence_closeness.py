"""t-closeness of presence (Li, Li & Venkatasubramanian 2007; Nergiz et al. 2007, section 5.2).

Presence is treated as a sensitive value of P, with equal distances: the distance of a class from P
is |n_T/n_P − |T|/|P||. That is δ-presence between |T|/|P| − t and |T|/|P| + t, so the model needs
the sizes of the tables before it judges.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

from sqlglot import exp

from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.model import PrivacyModel, multiply, scale
from dpsql.privacy.presence import PresenceModel


@dataclass(frozen=True)
class PresenceCloseness(PrivacyModel):
    """The presence of every class of P is at most t from that of P. Monotone, as presence is."""

    t: Fraction
    presence: PresenceModel | None = None
    monotone_under_generalization = True
    monotone_under_suppression = False

    @property
    def parameters(self) -> dict[str, str]:
        """The constraint as the job writes it."""
        return {"presence_closeness": str(self.t)}

    def on(self, public_rows: int, private_rows: int) -> PrivacyModel:
        """Return the model with bounds for these tables.

        The bounds are fractions with denominators of at most |P|. Presences are such fractions, so
        rounding the bounds inwards changes no judgement.
        """
        ratio = Fraction(private_rows, public_rows)
        low, high = max(ratio - self.t, Fraction(0)), min(ratio + self.t, Fraction(1))
        bounds = PresenceBounds(
            find_neighbours(low, public_rows)[1], find_neighbours(high, public_rows)[0]
        )
        return replace(self, presence=PresenceModel(bounds))

    def holds(self, public_count: int, private_count: int) -> bool:
        """Judge a class of the tables that `on` was given."""
        return self._known.holds(public_count, private_count)

    def violation(
        self, public_count: exp.Expr, private_count: exp.Expr, public_rows: int
    ) -> exp.Expr:
        """Presence outside the bounds."""
        return self._known.violation(public_count, private_count, public_rows)

    def violation_beside(
        self,
        public_count: exp.Expr,
        private_count: exp.Expr,
        public_total: exp.Expr,
        private_total: exp.Expr,
    ) -> exp.Expr:
        """Predicate beside columns of |P| and |T|: |n_T |P| − |T| n_P| against t n_P |P|.

        Raises:
            ConfigError: t has too many digits for products of tables of `MOST_PEOPLE` people.
        """
        here = multiply(private_count, public_total)
        everywhere = multiply(private_total, public_count)
        apart = exp.cast(exp.Abs(this=here - everywhere), "DECIMAL(27, 0)")
        most = exp.cast(multiply(public_count, public_total), "DECIMAL(27, 0)")
        return scale(apart, self.t.denominator) > scale(most, self.t.numerator)

    @property
    def _known(self) -> PresenceModel:
        if self.presence is None:
            raise ValueError("presence_closeness judges no class before it is told the tables")
        return self.presence


def find_neighbours(x: Fraction, most: int) -> tuple[Fraction, Fraction]:
    """The greatest fraction ≤ x and the least ≥ x whose denominators are at most `most`.

    As in `Fraction.limit_denominator`: the last convergent that fits and the last semiconvergent
    lie on either side of x, and no fraction of such a denominator lies between them.

    >>> find_neighbours(Fraction(31, 100), 10)
    (Fraction(3, 10), Fraction(1, 3))
    """
    if x.denominator <= most:
        return x, x
    p0, q0, p1, q1 = 0, 1, 1, 0
    n, d = x.numerator, x.denominator
    while q0 + (n // d) * q1 <= most:
        p0, q0, p1, q1 = p1, q1, p0 + (n // d) * p1, q0 + (n // d) * q1
        n, d = d, n % d
    steps = (most - q0) // q1
    ends = Fraction(p0 + steps * p1, q0 + steps * q1), Fraction(p1, q1)
    return min(ends), max(ends)

"""k-map (Sweeney): each released row could stem from at least k people of P.

It is the weak k-anonymity of Atzori for published classes only.
"""

from dataclasses import dataclass

from sqlglot import exp

from dpsql.privacy.model import PrivacyModel


@dataclass(frozen=True)
class KMap(PrivacyModel):
    """public_count ≥ k wherever private_count is not 0. Monotone: merging adds."""

    k: int
    monotone_under_generalization = True
    monotone_under_suppression = True

    @property
    def parameters(self) -> dict[str, str]:
        """The constraint as the job writes it."""
        return {"k_map": str(self.k)}

    def holds(self, public_count: int, private_count: int) -> bool:
        """Judge a class."""
        return private_count == 0 or public_count >= self.k

    def violation(
        self, public_count: exp.Expr, private_count: exp.Expr, public_rows: int
    ) -> exp.Expr:
        """A row of T among fewer than k people."""
        return exp.and_(
            private_count > 0,
            public_count < exp.Literal.number(self.k),
        )

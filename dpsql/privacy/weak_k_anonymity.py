"""Weak k-anonymity (Atzori 2006, as section 5.1 of Nergiz et al. 2007 tells it).

P is anonymized to k, and the mapping that does it is applied to T. So every class of P has k
people, also one that publishes nothing; k-map asks that of published classes alone, and lets a
release depend on who is in T. Neither bounds presence.
"""

from dataclasses import dataclass

from sqlglot import exp

from dpsql.privacy.model import PrivacyModel


@dataclass(frozen=True)
class WeakKAnonymity(PrivacyModel):
    """public_count ≥ k for every class of P. Monotone: merging adds."""

    k: int
    monotone_under_generalization = True
    monotone_under_suppression = True

    @property
    def parameters(self) -> dict[str, str]:
        """The constraint as the job writes it."""
        return {"weak_k_anonymity": str(self.k)}

    def holds(self, public_count: int, private_count: int) -> bool:
        """Judge a class; `private_count` plays no part."""
        return public_count >= self.k

    def violation(
        self, public_count: exp.Expr, private_count: exp.Expr, public_rows: int
    ) -> exp.Expr:
        """Fewer than k people."""
        return exp.LT(this=public_count.copy(), expression=exp.Literal.number(self.k))

"""Weak k-anonymity (Atzori 2006, as described in section 5.1 of Nergiz et al. 2007).

P is k-anonymized, and the same mapping is applied to T. So every class of P has at least k people,
even one that publishes nothing. k-map demands that of published classes only, so a release may
depend on who is in T. Neither bounds presence.
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
        """Judge a class; `private_count` is not used."""
        return public_count >= self.k

    def violation(
        self, public_count: exp.Expr, private_count: exp.Expr, public_rows: int
    ) -> exp.Expr:
        """Fewer than k people."""
        return public_count < exp.Literal.number(self.k)

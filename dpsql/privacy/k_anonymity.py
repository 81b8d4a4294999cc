"""k-anonymity (Nergiz et al. 2007, Definition 3): each released row equals at least k − 1 others.

Counts T only: a class of P without a row of T publishes nothing and passes.
"""

from dataclasses import dataclass

from sqlglot import exp

from dpsql.privacy.model import PrivacyModel


@dataclass(frozen=True)
class KAnonymity(PrivacyModel):
    """private_count ≥ k wherever it is not 0. Monotone: merging adds."""

    k: int
    monotone_under_generalization = True
    monotone_under_suppression = False
    counts_public = False

    @property
    def parameters(self) -> dict[str, str]:
        """The constraint as the job writes it."""
        return {"k_anonymity": str(self.k)}

    def holds(self, public_count: int, private_count: int) -> bool:
        """Judge a class; `public_count` is not used."""
        return private_count == 0 or private_count >= self.k

    def violation(
        self, public_count: exp.Expr, private_count: exp.Expr, public_rows: int
    ) -> exp.Expr:
        """Between 1 and k − 1 rows of T."""
        return exp.Between(
            this=private_count.copy(),
            low=exp.Literal.number(1),
            high=exp.Literal.number(self.k - 1),
        )

"""The interface of a privacy model, whole, and the exact comparison that models are made of.

A model judges one equivalence class by two counts: `public_count`, its people of P, and
`private_count`, those of them in T. It is judged twice, by SQL (`violation`) and by Python
(`holds`); the search uses the first, the verifier the second.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable

from sqlglot import exp

_LARGEST_BIGINT = 2**63 - 1


class PrivacyModel(ABC):
    """A condition on every equivalence class."""

    #: Merging classes never breaks the model; only then may a search prune by it.
    monotone_under_generalization: bool
    #: Dropping rows of T never breaks the model.
    monotone_under_suppression: bool
    #: Its judgement depends on people of P that are not in T.
    counts_public = True

    @property
    @abstractmethod
    def words(self) -> dict[str, str]:
        """The model as the job file writes it."""

    @abstractmethod
    def holds(self, public_count: int, private_count: int) -> bool:
        """Tell whether a class satisfies the model, exactly."""

    @abstractmethod
    def violation(
        self, public_count: exp.Expr, private_count: exp.Expr, public_rows: int
    ) -> exp.Expr:
        """Predicate that is true for a class that breaks the model, false otherwise.

        `public_rows` bounds every count; it decides the width of the arithmetic.
        """


def any_violation(
    models: Iterable[PrivacyModel],
    public_rows: int,
    public_count: str = "public_count",
    private_count: str = "private_count",
) -> exp.Expr:
    """Predicate over two columns of counts that is true where a class breaks any model."""
    public, private = exp.column(public_count), exp.column(private_count)
    predicates = [model.violation(public, private, public_rows) for model in models]
    return exp.or_(*predicates) if predicates else exp.false()


def times(count: exp.Expr, factor: int, largest_count: int) -> exp.Expr:
    """Multiply without overflow: as BIGINT where the product fits, else as DECIMAL(38, 0).

    A factor is at most 10**18 and a count below 2**63, so that the product has at most 37 digits.
    """
    number = exp.Literal.number(factor)
    # A type that is no text is not parsed: a search makes this predicate a thousand times.
    if largest_count * factor <= _LARGEST_BIGINT:
        return exp.Mul(
            this=exp.cast(count.copy(), exp.DType.BIGINT),
            expression=exp.cast(number, exp.DType.BIGINT),
        )
    wide = "DECIMAL(19, 0)"
    return exp.Mul(this=exp.cast(count.copy(), wide), expression=exp.cast(number, wide))

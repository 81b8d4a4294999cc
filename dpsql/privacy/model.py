"""The interface of a privacy model, whole, and the exact comparison that models are made of.

A model judges one equivalence class by two counts: `public_count`, its people of P, and
`private_count`, those of them in T. It is judged twice, by SQL (`violation`) and by Python
(`holds`); the search uses the first, the verifier the second.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable

from sqlglot import exp

from dpsql.errors import ConfigError

_LARGEST_BIGINT = 2**63 - 1
_MOST_DIGITS = 38
#: Of a factor of a product of 27 digits; Spark adds one.
_MOST_FACTOR_DIGITS = 10


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
    def parameters(self) -> dict[str, str]:
        """The model as the job file writes it."""

    def on(self, public_rows: int, private_rows: int) -> "PrivacyModel":
        """The model as it judges the classes of P and T of so many rows."""
        return self

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

    A factor of at most 10**18 always fits with a count below 2**63: the product has 37 digits.

    Raises:
        ConfigError: another pair needs more than 38 digits.
    """
    number = exp.Literal.number(factor)
    if fits_bigint(largest_count * factor):
        return exp.Mul(this=_as_bigint(count.copy()), expression=_as_bigint(number))
    digits = [max(19, len(str(most))) for most in (largest_count, factor)]
    if sum(digits) > _MOST_DIGITS:
        digits = [len(str(most)) for most in (largest_count, factor)]
    if sum(digits) > _MOST_DIGITS:
        raise ConfigError(
            "constraints: a threshold has too many digits for so many rows; write a fraction of"
            " smaller terms"
        )
    wide = [f"DECIMAL({width}, 0)" for width in digits]
    return exp.cast(count.copy(), wide[0]) * exp.cast(number, wide[1])


def _as_bigint(number: exp.Expr) -> exp.Expr:
    """Cast a number as exp.cast does, which would copy it, and its type with each copy of the cast.

    A search makes this predicate a thousand times.
    """
    if isinstance(number, exp.Cast):
        return exp.cast(number, exp.DType.BIGINT, copy=False)
    return exp.Cast(this=number, to=exp.DataType(this=exp.DType.BIGINT))


def multiply(one: exp.Expr, other: exp.Expr) -> exp.Expr:
    """Multiply two columns of counts below 10**13; the product has at most 26 digits."""
    sides = [exp.cast(side.copy(), "DECIMAL(13, 0)") for side in (one, other)]
    return sides[0] * sides[1]


def scale(product: exp.Expr, factor: int) -> exp.Expr:
    """Multiply a sum of such products, cast to 27 digits, by a number.

    Raises:
        ConfigError: the result may need more than 38 digits, as dialects count them.
    """
    digits = len(str(factor))
    if digits > _MOST_FACTOR_DIGITS:
        raise ConfigError(
            f"constraints: t has more than {_MOST_FACTOR_DIGITS} digits; write a fraction of"
            " smaller terms"
        )
    if factor == 1:
        return product
    return product * exp.cast(exp.Literal.number(factor), f"DECIMAL({digits}, 0)")


def fits_bigint(number: int) -> bool:
    """Whether a count or a product of counts fits 64 bits."""
    return number <= _LARGEST_BIGINT

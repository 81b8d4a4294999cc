"""How much the losses of quasi-identifiers count, if a job weighs them."""

from collections.abc import Sequence
from fractions import Fraction


def mean_of_columns(losses: Sequence[Fraction], weights: Sequence[int | Fraction] = ()) -> Fraction:
    """Return the mean of the losses of all quasi-identifiers, by their weights if there are any.

    >>> losses = [Fraction(1), Fraction(1, 2)]
    >>> mean_of_columns(losses), mean_of_columns(losses, [1, 3])
    (Fraction(3, 4), Fraction(5, 8))
    """
    weights = weights or [1] * len(losses)
    told = zip(weights, losses, strict=True)
    return sum((weight * loss for weight, loss in told), Fraction(0)) / sum(weights)

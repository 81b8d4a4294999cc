"""The expected loss of sides of cuts, as `sql.expected_loss` states it, on arrays of counts.

The same operations in the same order: IEEE 754 rounds each of them, so both find the same doubles.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.threshold import PresenceBounds
from dpsql.sql.expected_loss import PIECES, ROOTS

Doubles = NDArray[np.float64]


def expect_loss(
    bounds: PresenceBounds | None, public: NDArray[Any], private: NDArray[Any], width: NDArray[Any]
) -> Doubles:
    """Return the expected loss of sides by their people, rows of T and widths; 0 without rows."""
    people, rows = public.astype(np.float64), private.astype(np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        loss = rows * width.astype(np.float64)
        if bounds is not None:
            loss = loss / _shrink(bounds, people, rows)
    return np.where(private == 0, 0.0, loss)


def _shrink(bounds: PresenceBounds, people: Doubles, rows: Doubles) -> Doubles:
    greatest, least = bounds.maximum, bounds.minimum
    slack = people * float(greatest.numerator) / float(greatest.denominator) - rows
    if least > 0:
        lower = rows - people * float(least.numerator) / float(least.denominator)
        slack = np.minimum(slack, lower)
    pieces = 1.0 + float(PIECES) * slack * slack / rows
    for _ in range(ROOTS):
        pieces = np.sqrt(pieces)
    return pieces

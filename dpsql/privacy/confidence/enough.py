"""How many people a class needs so that a T that is distributed like P has the confidence there.

A class with the share p gets about n p rows of such a T; within four standard deviations, t. It is
large enough if f(t) ≤ (1 − c) p for the most and the fewest of these t: the shares of all classes
sum to 1, so that Σ f ≤ 1 − c over classes that are all large enough. The rule depends on the sizes
of P and T, δ and c alone. If it is unlucky, T lacks the confidence at the chosen levels and nothing
is released; privacy does not depend on it (`privacy.margin` is the same rule for a counted P).
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.confidence.arrays import Counts, Shares
from dpsql.privacy.confidence.law import Law
from dpsql.privacy.margin import DEVIATIONS

#: Every number of people up to this is tried, and then about so many more up to all of P.
_EACH = 20_000


def find_enough(
    law: Law[Any],
    make_classes: Callable[[Counts, Shares], Any],
    sizes: tuple[int, int],
    bounds: PresenceBounds,
    asked: Fraction,
) -> int:
    """Return the least number such that classes of so many people, or of more, are large enough.

    `make_classes` makes classes of the law from rows of T and shares of P; `sizes` are those of P
    and of T. All of P, if no smaller number is.
    """
    people, rows = sizes
    tried = np.arange(1, min(people, _EACH) + 1, dtype=np.float64)
    if people > _EACH:
        tried = np.unique(np.append(tried, np.round(np.geomspace(_EACH, people, _EACH))))
    shares = tried / people
    mean = rows * shares
    spread = DEVIATIONS * np.sqrt(mean * (1 - shares))
    most = np.minimum(np.ceil(mean + spread), np.minimum(rows, tried)).astype(np.int64)
    fewest = np.maximum(np.floor(mean - spread), 0).astype(np.int64)
    allowed = float(1 - asked) * shares
    fits = law.violations(make_classes(most, shares), bounds) <= allowed
    if bounds.minimum:
        fits &= law.violations(make_classes(fewest, shares), bounds) <= allowed
    failing = np.flatnonzero(~fits[:-1])
    return int(tried[failing[-1] + 1]) if failing.size else int(tried[0])

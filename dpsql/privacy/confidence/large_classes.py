"""What the large classes of a domain have of P together, if blocks of columns are independent.

The share of a class is the product of its shares in the blocks. The domain has as many classes as
there are combinations of labels; only those of a share from `least` on are looked at, and they are
at most 1/`least`. The last block is not multiplied out: it is sorted once, and each combination of
the others finds by bisection how many of its labels make a large class.
"""

from collections.abc import Sequence
from math import prod

import numpy as np

from dpsql.errors import ResourceError
from dpsql.privacy.confidence.arrays import Shares

#: Combinations of labels of all blocks but the largest, at most.
MOST_COMBINATIONS = 20_000_000
#: A product that is less than the bound by so much, relatively, counts as large: which of several
#: equal products is rounded below the bound must not depend on their order.
_ROUNDING = 1e-12


def sum_large(blocks: Sequence[Shares], least: float) -> float:
    """Return the sum of the shares, at least `least` each, of classes of the product of blocks.

    A block has the shares of its labels, shape (labels,). Without blocks all people are one class.

    Raises:
        ResourceError: too many combinations have a share that could be large.

    >>> sum_large([np.array([0.5, 0.25, 0.25]), np.array([0.75, 0.25])], 0.18)
    0.75
    """
    if not blocks:
        return 1.0 if least <= 1 else 0.0
    least *= 1 - _ROUNDING
    *others, largest = sorted(blocks, key=len)
    sorted_shares = np.sort(largest)[::-1]
    tops = [float(block.max(initial=0.0)) for block in (*others, largest)]
    found = np.ones(1)
    for number, block in enumerate(others):
        above = prod(tops[number + 1 :])
        kept = block[block * float(found.max(initial=0.0)) * above >= least]
        if len(found) * len(kept) > MOST_COMBINATIONS:
            raise ResourceError(
                "algorithm: pooled with population: too many combinations of labels are expected to"
                f" have people enough, over {MOST_COMBINATIONS:,}; let more people settle together"
                " with least: …, or name fewer quasi-identifiers"
            )
        found = np.outer(found, kept).ravel()
        found = found[found * above >= least]
    sums = np.concatenate(([0.0], np.cumsum(sorted_shares)))
    places = np.searchsorted(-sorted_shares, -(least / found), side="right")
    return float(np.sum(found * sums[places]))

"""What the large classes of a domain have of P together, if blocks of columns are independent.

The share of a class is the product of its shares in the blocks. The domain has as many classes as
there are combinations of labels; only those of a share from `least` on are looked at, and they are
at most 1/`least`. The last block is not multiplied out: it is sorted once, and each combination of
the others finds by bisection how many of its labels make a large class.
"""

from collections.abc import Sequence
from math import fsum, prod

import numpy as np

from dpsql.errors import ResourceError
from dpsql.privacy.confidence.arrays import Counts, Shares

#: Combinations of labels of all blocks but the largest, at most.
MOST_COMBINATIONS = 20_000_000
#: A product that is less than the bound by so much, relatively, counts as large: which of several
#: equal products is rounded below the bound must not depend on their order.
_ROUNDING = 1e-12


def sum_small(blocks: Sequence[Shares], least: float) -> float:
    """Return the share of all classes of the product of blocks that have less than `least` each.

    The shares of a block may miss 1 by what they were rounded. What is missing is nobody's: these
    classes have the shares that are stated of them, and not the rest of 1.

    Raises:
        ResourceError: as of `sum_large`.

    >>> sum_small([np.array([0.5, 0.25, 0.25]), np.array([0.75, 0.25])], 0.18)
    0.25
    >>> sum_small([np.array([0.333, 0.333, 0.333])], 0.1)
    0.0
    """
    whole = prod(fsum(block.tolist()) for block in blocks)
    return min(1.0, max(0.0, whole - sum_large(blocks, least)))


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
    *others, largest = sorted((np.sort(block)[::-1] for block in blocks), key=len)
    tops = [float(block[0]) if len(block) else 0.0 for block in (*others, largest)]
    if not all(tops):
        return 0.0
    found = np.ones(1)
    for number, block in enumerate(others):
        # Only labels with which the greatest labels of all later blocks make a large class.
        labels = _count_at_least(block, least / (found * prod(tops[number + 1 :])))
        combinations = int(labels.sum())
        if combinations > MOST_COMBINATIONS:
            raise ResourceError(
                "algorithm: pooled with population: too many combinations of labels are expected to"
                f" have people enough, over {MOST_COMBINATIONS:,}; let more people settle together"
                " with least: …, or name fewer quasi-identifiers"
            )
        firsts = np.repeat(np.cumsum(labels) - labels, labels)
        found = np.repeat(found, labels) * block[np.arange(combinations) - firsts]
    sums = np.concatenate(([0.0], np.cumsum(largest)))
    return float(np.sum(found * sums[_count_at_least(largest, least / found)]))


def _count_at_least(descending: Shares, bounds: Shares) -> Counts:
    """Return how many of the shares are at least each bound, shape (bounds,)."""
    found: Counts = np.searchsorted(-descending, -bounds, side="right")
    return found

"""Sums of counts by key, and where keys begin in an ascending array."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
#: Sums are made in an array of at most so many numbers for each key, and so many more.
_DENSE, _SMALL = 8, 2**16


def sum_by(key: Integers, counts: Sequence[Integers]) -> tuple[Integers, list[Integers]]:
    """Sum up counts by key; return the keys ascending, and the sums."""
    most = int(key.max()) + 1
    if most <= _DENSE * len(key) + _SMALL:
        keys = np.flatnonzero(np.bincount(key, minlength=most))
        place = np.zeros(most, dtype=np.int64)
        place[keys] = np.arange(len(keys))
        places = place[key]
    else:
        keys, places = np.unique(key, return_inverse=True)
    # Sums of counts below 2**53 are exact as doubles.
    sums = [np.bincount(places, weights=one, minlength=len(keys)) for one in counts]
    return keys, [one.astype(np.int64) for one in sums]


def find_starts(values: Integers) -> Integers:
    """Return where each value of an ascending array begins.

    >>> find_starts(np.array([3, 3, 5])).tolist()
    [0, 2]
    """
    return np.flatnonzero(np.r_[True, values[1:] != values[:-1]])

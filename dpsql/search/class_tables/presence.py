"""Everybody's presence, from the counts of classes in memory."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.found.presence_bars import PresenceBar, find_bar
from dpsql.domain.found.statistics import Presence


def measure_presence(
    public: NDArray[np.int64], private: NDArray[np.int64], bars: Sequence[PresenceBar]
) -> Presence:
    """Measure the exact presence over all classes of P, of so many people and rows of T each."""
    people, shares = [0] * len(bars), set()
    pairs, times = np.unique(np.stack((public, private)), axis=1, return_counts=True)
    for (of_public, of_private), count in zip(pairs.T.tolist(), times.tolist(), strict=True):
        people[find_bar(bars, of_public, of_private)] += of_public * count
        shares.add(Fraction(of_private, of_public))
    return Presence(min(shares), max(shares), tuple(people), bars=tuple(bars))

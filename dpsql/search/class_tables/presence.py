"""Everybody's presence, from the counts of classes in memory."""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.found.presence_bars import PresenceBar, find_bar
from dpsql.domain.found.statistics import Presence
from dpsql.privacy.known_absence import presence_if_absent


def measure_presence(
    public: NDArray[np.int64],
    private: NDArray[np.int64],
    bars: Sequence[PresenceBar],
    known_absent: int | None = None,
) -> Presence:
    """Measure the exact presence over all classes of P, of so many people and rows of T each.

    `known_absent`: how many people of a class are known not to be in T, if the job says so.
    """
    people, shares, of_others = [0] * len(bars), set(), {Fraction(0)}
    pairs, times = np.unique(np.stack((public, private)), axis=1, return_counts=True)
    for (of_public, of_private), count in zip(pairs.T.tolist(), times.tolist(), strict=True):
        people[find_bar(bars, of_public, of_private)] += of_public * count
        shares.add(Fraction(of_private, of_public))
        if known_absent is not None:
            of_others.add(presence_if_absent(of_public, of_private, known_absent))
    if_absent = None if known_absent is None else max(of_others)
    return Presence(min(shares), max(shares), tuple(people), if_absent, tuple(bars))

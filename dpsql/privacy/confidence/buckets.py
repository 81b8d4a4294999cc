"""Σ f from below and above, from buckets of classes: a search decides from hundreds of numbers."""

from dataclasses import dataclass
from math import fsum

import numpy as np

from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.confidence.arrays import Counts
from dpsql.privacy.confidence.law import C, Law
from dpsql.privacy.confidence.needs import least_others, most_others


@dataclass(frozen=True)
class Bracket:
    """Σ f over all classes lies between the two."""

    least: float
    most: float


def bracket_buckets(
    law: Law[C], numbers: Counts, low: C, high: C, bounds: PresenceBounds
) -> Bracket:
    """Return certified bounds of Σ f over the classes of some buckets.

    Bucket i has `numbers[i]` classes, shape (K,), with the same people of T; their shares (or
    sampled people and pulls) lie between those of class i of `low` and of `high`, and some class
    has each of these. B is stochastically larger the larger they are. So Pr[B < L] is between its
    values at `high` and at `low`, and Pr[B > U] between those at `low` and at `high`. Classes with
    θ = 0 belong in buckets of their own. If δmin is above 0, the class of ``law.join_empty`` is one
    more bucket.
    """
    least, most = (
        least_others(low.members, bounds.maximum),
        most_others(low.members, bounds.minimum),
    )
    floor, ceiling = law.below(high, least), law.below(low, least)
    if bounds.minimum:
        floor, ceiling = floor + law.above(low, most), ceiling + law.above(high, most)
    at_low, at_high = law.contradicts(low), law.contradicts(high)
    floor = np.where(at_low & at_high, 1.0, np.minimum(floor, 1.0))
    ceiling = np.where(at_low | at_high, 1.0, np.minimum(ceiling, 1.0))
    return Bracket(fsum((numbers * floor).tolist()), fsum((numbers * ceiling).tolist()))

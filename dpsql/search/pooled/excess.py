"""Rows of T that no part of a class can settle with, however the class is divided.

Let C be a class of a node. Classes that lie inside C and do not overlap have at most C's people,
and each satisfies the models. So of C's rows of T at most as many are in such classes as δmax
allows of its people; and none of them if C has too few people, or rows of T, for a class of its
own. The others are its **excess**. What it costs: `search.pooled.leaving`. It holds only if no two
levels share a text: otherwise classes of several steps are one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpsql.privacy.k_anonymity import KAnonymity
from dpsql.privacy.k_map import KMap
from dpsql.privacy.model import PrivacyModel
from dpsql.privacy.presence import PresenceModel
from dpsql.privacy.weak_k_anonymity import WeakKAnonymity
from dpsql.search.sums import LARGEST_INT64

Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Excess:
    """What the models of a job say of any part of a class; other models say nothing.

    `least_public`, `least_private`: people of P and rows of T that a class with rows of T needs.
    """

    delta_max: Fraction = Fraction(1)
    least_public: int = 0
    least_private: int = 0

    @classmethod
    def of(cls, models: Sequence[PrivacyModel]) -> "Excess":
        """Read the models."""
        bounds = [model.bounds.maximum for model in models if isinstance(model, PresenceModel)]
        public = [model.k for model in models if isinstance(model, KMap | WeakKAnonymity)]
        private = [model.k for model in models if isinstance(model, KAnonymity)]
        return cls(
            min(bounds, default=Fraction(1)), max(public, default=0), max(private, default=0)
        )

    def count(self, public: Counts, private: Counts) -> Counts:
        """Count the rows of T of each class that cannot settle in it, however it is divided.

        >>> excess = Excess(Fraction(1, 3), least_public=5)
        >>> excess.count(np.array([9, 9, 4]), np.array([5, 2, 1])).tolist()
        [2, 0, 1]
        """
        above, below = self.delta_max.numerator, self.delta_max.denominator
        people = public
        if int(public.max(initial=0)) * above >= LARGEST_INT64:
            people = public.astype(object)
        allowed = (people * above // below).astype(np.int64)
        has_enough = (public >= self.least_public) & (private >= self.least_private)
        return np.where(has_enough, np.maximum(private - allowed, 0), private)

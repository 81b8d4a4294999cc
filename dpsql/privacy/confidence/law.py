"""What a law of the others of a class provides: its tails, and how probably a class violates δ."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, Protocol, Self, TypeVar

import numpy as np

from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.confidence.arrays import Counts, Mask, Shares
from dpsql.privacy.confidence.needs import least_others, most_others


class Classes(Protocol):
    """K classes with what a law needs to know of them, as arrays."""

    @property
    def members(self) -> Counts:
        """The people of T of each class, shape (K,)."""

    def take(self, chosen: Mask | Counts) -> Self:
        """Return the chosen classes, by a mask of shape (K,) or by their numbers."""


C = TypeVar("C", bound=Classes)


class Law(ABC, Generic[C]):
    """The law of B, the number of others of a class; the others of merged classes are added.

    So in each world that the law draws, a merged class that violates δ has a part that does: its
    presence lies between theirs. Pr[merged violates] is at most the sum over the parts.
    """

    @abstractmethod
    def below(self, classes: C, least: Counts) -> Shares:
        """Return Pr[B < least] of each class, shape (K,)."""

    @abstractmethod
    def above(self, classes: C, most: Counts) -> Shares:
        """Return Pr[B > most] of each class, shape (K,)."""

    @abstractmethod
    def expect(self, classes: C) -> Shares:
        """Return the mean of B of each class, shape (K,)."""

    @abstractmethod
    def join_empty(self, classes: C) -> C:
        """Return the classes with people of T, and the rest of the domain as one more class."""

    def contradicts(self, classes: C) -> Mask:
        """Return which classes have more people of T than the statistics have people, (K,)."""
        return np.zeros(len(classes.members), dtype=bool)

    @property
    def ends(self) -> "Sequence[Law[C]]":
        """The laws that may be true, where a bound holds for each of them apart."""
        return (self,)

    def violations(self, classes: C, bounds: PresenceBounds) -> Shares:
        """Return f = Pr[the class violates δ] of each class, shape (K,); 1 for contradictions."""
        members = classes.members
        found = self.below(classes, least_others(members, bounds.maximum))
        if bounds.minimum:
            found = found + self.above(classes, most_others(members, bounds.minimum))
        return np.where(self.contradicts(classes), 1.0, np.minimum(found, 1.0))

"""M1: the others are independent of each other and follow the shares of the statistics.

B ~ Binomial(M, p), where M = N − n: N people of P, n of them in T. The law is that of one cell of a
multinomial law, so p is added when classes are merged.
"""

from dataclasses import dataclass
from math import fsum

import numpy as np

from dpsql.errors import InputError
from dpsql.privacy.confidence.arrays import Counts, Mask, Shares
from dpsql.privacy.confidence.law import Law
from dpsql.privacy.confidence.tails import binomial_above, binomial_below

#: Shares are sums of products of doubles: a relative error up to this is no contradiction.
_ROUNDING = 1e-9


@dataclass(frozen=True)
class SharedClasses:
    """K classes: people of T, and the share θ of the statistics; both of shape (K,)."""

    members: Counts
    shares: Shares

    def take(self, chosen: Mask | Counts) -> "SharedClasses":
        """Return the chosen classes."""
        return SharedClasses(self.members[chosen], self.shares[chosen])


def find_chances(
    size: Counts | int, others: Counts | int, members: Counts, shares: Shares
) -> Shares:
    """Return p = (N θ − t)/M, the share of the others if θ is the share of all people; (K,).

    It lies outside of [0, 1] at a contradiction. p = 0 if the statistics give no share, or if
    there are no others.
    """
    left = size * shares - members
    some = (shares > 0) & (np.asarray(others) > 0)
    return np.where(some, left / np.maximum(others, 1), 0.0)


def find_contradictions(
    size: Counts | int, others: Counts | int, members: Counts, shares: Shares
) -> Mask:
    """Return where t > N θ, or where the rest of the class is more than all others; (K,)."""
    people = size * shares
    missing = members - people > _ROUNDING * people
    spare = people - members - others > _ROUNDING * size
    found: Mask = missing | spare
    return found


@dataclass(frozen=True)
class IndependentLaw(Law[SharedClasses]):
    """`size` people of P, `private_rows` of them in T.

    If the statistics do not count T's people, p = θ. If they do (`members_included`, census shares
    of this very P), N θ people of P have the class, t of them are in T, and the rest follows

    p = (N θ − t)/(N − n).

    Nothing is clipped. t > N θ contradicts the statistics: no law of B exists, and f is 1. So it is
    if p > 1: then other classes have more people of T than N θ. People of T whom the statistics
    give no share (θ = 0) are a contradiction, too: if T's people are counted, they are among them.

    A merged class may be free of a contradiction that a part has; the finer release has failed
    then, so that pruning stays right.

    Raises:
        InputError: P is smaller than T.
    """

    size: int
    private_rows: int
    members_included: bool = True

    def __post_init__(self) -> None:
        """Refuse a P that cannot hold T."""
        if self.size < self.private_rows:
            raise InputError(
                "population: size is less than the number of rows of the private table; size "
                "counts all people of P, those of T among them"
            )

    @property
    def others(self) -> int:
        """M, the people of P who are not in T."""
        return self.size - self.private_rows

    def find_chances(self, classes: SharedClasses) -> Shares:
        """Return p of each class, shape (K,), within [0, 1]: a contradiction is judged apart."""
        found = classes.shares
        if self.members_included:
            found = find_chances(self.size, self.others, classes.members, classes.shares)
        # A sum of shares may be more than 1 by rounding, and no tail is defined there.
        return np.clip(found, 0.0, 1.0)

    def contradicts(self, classes: SharedClasses) -> Mask:
        """Return which classes have t > N θ > 0, or leave others no room; shape (K,)."""
        if not self.members_included:
            return super().contradicts(classes)
        return find_contradictions(self.size, self.others, classes.members, classes.shares)

    def below(self, classes: SharedClasses, least: Counts) -> Shares:
        """Return Pr[B < least], the smaller the larger θ is."""
        return binomial_below(least, self.others, self.find_chances(classes))

    def above(self, classes: SharedClasses, most: Counts) -> Shares:
        """Return Pr[B > most], the larger the larger θ is."""
        return binomial_above(most, self.others, self.find_chances(classes))

    def expect(self, classes: SharedClasses) -> Shares:
        """Return M p."""
        return self.others * self.find_chances(classes)

    def join_empty(self, classes: SharedClasses) -> SharedClasses:
        """Return the classes with people of T, and one of all other values: 1 − Σ θ."""
        kept = classes.take(classes.members > 0)
        return SharedClasses(
            np.append(kept.members, 0), np.append(kept.shares, rest_of(1.0, kept.shares))
        )


def rest_of(whole: float, parts: Shares) -> float:
    """Return what is left of the whole, at least 0, added exactly."""
    return max(0.0, fsum((whole, *(-parts).tolist())))

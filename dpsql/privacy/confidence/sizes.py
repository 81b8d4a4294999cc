"""M4: N, the number of people of P, is only known to lie in an interval.

Safe for every N in it: f ≤ max Pr_N[B < L] + max Pr_N[B > U]. A maximum of sums is at most the sum
of the maxima, so this bound is monotone as f is.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dpsql.errors import ConfigError
from dpsql.privacy.confidence.arrays import Counts, Mask, Shares
from dpsql.privacy.confidence.independent import IndependentLaw, SharedClasses
from dpsql.privacy.confidence.law import C, Law
from dpsql.privacy.confidence.strata import StrataLaw
from dpsql.privacy.confidence.tails import binomial_above, binomial_below

#: How far a maximum over the sizes may be from its bound.
_GAP = 1e-13
#: Two powers that differ relatively by less are not told apart by doubles.
_ROUNDING = 1e-12


@dataclass(frozen=True)
class IntervalLaw(Law[C]):
    """The same law at the least and at the greatest size; the truth is one of those between.

    B grows with N if the statistics do not count T's people, and if they are a sample: the same
    chances, more people. Then Pr[B < L] is greatest at the least N, and Pr[B > U] at the greatest.
    If they are shares of P, p changes with N, too: `WorstSize` finds the maxima.

    Raises:
        ConfigError: strata of unknown sizes whose shares count T's people.
    """

    least: Law[C]
    most: Law[C]

    def __post_init__(self) -> None:
        """Refuse laws whose least favourable size is not known."""
        if isinstance(self.least, StrataLaw) and self.least.members_included:
            raise ConfigError(
                "population: the size of each stratum must be a number, not an interval; or state "
                "counts: non_members"
            )

    @property
    def ends(self) -> Sequence[Law[C]]:
        """Both; the truth is the least favourable law, so that a bound of one of them holds."""
        return (self.least, self.most)

    def contradicts(self, classes: C) -> Mask:
        """Return which classes contradict the statistics at the least or the greatest size."""
        return self.least.contradicts(classes) | self.most.contradicts(classes)

    def below(self, classes: C, least: Counts) -> Shares:
        """Return the maximum of Pr[B < least] over the sizes."""
        found = self.least.below(classes, least)
        if isinstance(self.least, IndependentLaw) and isinstance(self.most, IndependentLaw):
            WorstSize(self.least, self.most).raise_below(found, classes, least)  # type: ignore[arg-type]
        return found

    def above(self, classes: C, most: Counts) -> Shares:
        """Return the maximum of Pr[B > most] over the sizes."""
        found = self.most.above(classes, most)
        if isinstance(self.least, IndependentLaw) and isinstance(self.most, IndependentLaw):
            WorstSize(self.least, self.most).raise_above(found, classes, most)  # type: ignore[arg-type]
        return found

    def expect(self, classes: C) -> Shares:
        """Return the mean of B at the least size: the fewest others."""
        return self.least.expect(classes)

    def join_empty(self, classes: C) -> C:
        """Return the classes with people of T, and the rest of the domain as one more class."""
        return self.least.join_empty(classes)


@dataclass(frozen=True)
class WorstSize:
    """Where the tails are greatest if p = (N θ − t)/(N − n).

    dp/dN = (t − n θ)/(N − n)². If t ≥ n θ, p and M grow with N, and so does B.

    Otherwise p falls while M and M p = N θ − t grow. Let h(N) = M ln(1 − p) = ln Pr[B = 0]. For
    M₁ ≤ M₂ the ratio of the two binomial probabilities of k is log-convex in k (its steps are
    (M₂ − k)/(M₁ − k) times a constant, and that fraction grows). If it is at most 1 at k = 0, it
    passes 1 once, from below; so B is stochastically larger under M₂ exactly if h(M₂) ≤ h(M₁)
    (Klenke & Mattner 2010). With x = 1 − p and a = 1 − θ, x rises to a, and
    dh/dN = ln a + (a/x − 1 − ln(a/x)) falls: h is concave. So Pr[B < L] is greatest at the least N
    if h falls from the first step on, and Pr[B > U] at the greatest N if h is smaller there than at
    the least.

    Where that is not so (T has nearly all people of all other classes), intervals of N are halved
    until M and p from their unfavourable ends show that none of them holds more than was found.
    """

    least: IndependentLaw
    most: IndependentLaw

    def raise_below(self, found: Shares, classes: SharedClasses, bound: Counts) -> None:
        """Put the maximum of Pr[B < bound] over all N where `found`, at the least N, is less."""
        start, second = (self._log_none(size, classes) for size in (self._low, self._low + 1))
        for number in np.flatnonzero(self._falls(classes) & ~_is_less(second, start)).tolist():
            found[number] = self._search(classes, number, int(bound[number]), below=True)

    def raise_above(self, found: Shares, classes: SharedClasses, bound: Counts) -> None:
        """Put the maximum of Pr[B > bound] over all N where `found`, at the greatest N, is less."""
        start, end = (self._log_none(size, classes) for size in (self._low, self._high))
        for number in np.flatnonzero(self._falls(classes) & ~_is_less(end, start)).tolist():
            found[number] = self._search(classes, number, int(bound[number]), below=False)

    @property
    def _low(self) -> int:
        return self.least.size

    @property
    def _high(self) -> int:
        return self.most.size

    def _falls(self, classes: SharedClasses) -> Mask:
        """Where p falls as N grows, of classes without a contradiction."""
        if not self.least.members_included or self._low == self._high:
            return np.zeros(len(classes.members), dtype=bool)
        rare = classes.members < self.least.private_rows * classes.shares
        contradicts = self.least.contradicts(classes) | self.most.contradicts(classes)
        found: Mask = rare & ~contradicts
        return found

    def _at(self, size: int) -> IndependentLaw:
        return IndependentLaw(size, self.least.private_rows)

    def _log_none(self, size: int, classes: SharedClasses) -> Shares:
        """The logarithm of Pr[B = 0]."""
        law = self._at(size)
        with np.errstate(divide="ignore"):
            return law.others * np.log1p(-law.find_chances(classes))

    def _search(self, classes: SharedClasses, number: int, bound: int, *, below: bool) -> float:
        """Find the maximum over the sizes for one class, at most `_GAP` too large."""
        members, share = int(classes.members[number]), float(classes.shares[number])
        rows = self.least.private_rows
        tail = binomial_below if below else binomial_above

        def chance(size: Counts) -> Shares:
            people = np.maximum(size - rows, 1)
            return np.clip((size * share - members) / people, 0.0, 1.0)

        def value(size: Counts) -> Shares:
            return tail(np.array(bound), size - rows, chance(size))

        low, high = np.array([self._low]), np.array([self._high])
        best = float(max(value(low)[0], value(high)[0]))
        while low.size:
            trials = (low if below else high) - rows
            most = tail(np.array(bound), trials, chance(high if below else low))
            is_open = (most > best + _GAP) & (high - low > 1)
            low, high = low[is_open], high[is_open]
            middle = (low + high) // 2
            if low.size:
                best = max(best, float(value(middle).max()))
            low, high = np.append(low, middle), np.append(middle, high)
        return min(best + _GAP, 1.0)


def _is_less(one: Shares, other: Shares) -> Mask:
    """Whether doubles show that one logarithm is less than the other."""
    found: Mask = one < other - _ROUNDING * np.abs(other)
    return found

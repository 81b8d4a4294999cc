"""δ at confidence c: the least δmax with which classes satisfy the criterion B."""

from collections.abc import Iterator
from fractions import Fraction
from math import fsum
from typing import Generic

import numpy as np

from dpsql.privacy.confidence.arrays import UNBOUNDED, Counts
from dpsql.privacy.confidence.criterion import holds_with
from dpsql.privacy.confidence.law import C, Law
from dpsql.privacy.confidence.needs import most_others

#: So many of the classes that need others most are judged before the rest.
_FIRST = 2_000


def delta_at_confidence(
    law: Law[C], classes: C, minimum: Fraction, asked: Fraction
) -> Fraction | None:
    """Return the least δmax for which B holds; None if it does not hold for δmax = 1.

    Let r = (1 − δmax)/δmax, the others that a class needs for each of its people of T: L = ⌈t r⌉.
    f grows with r, by steps at the fractions k/t. So the greatest r that holds is one of these, and
    δmax = 1/(1 + r) is a fraction t/(t + k). r is found by halving, between whole numbers, then
    until few fractions are left, and then among these. All r are exact.
    """
    if minimum:
        classes = law.join_empty(classes)
    search = _Search(law, classes, minimum, asked)
    if not search.holds(Fraction(0)):
        return None
    if not classes.members.any():
        return Fraction(0)
    return 1 / (1 + search.find_greatest())


class _Search(Generic[C]):
    """Judges values of r; what a class answered stays until its L changes."""

    def __init__(self, law: Law[C], classes: C, minimum: Fraction, asked: Fraction) -> None:
        self._law, self._classes, self._asked = law, classes, asked
        contradicts = law.contradicts(classes)
        size = len(classes.members)
        self._fixed = (
            law.above(classes, most_others(classes.members, minimum)) if minimum else np.zeros(size)
        )
        self._fixed[contradicts] = 1.0
        self._counts, self._place = np.unique(classes.members, return_inverse=True)
        self._present = [int(count) for count in self._counts if count]
        need = law.expect(classes) / np.maximum(classes.members, 1)
        self._guess = float(need[classes.members > 0].min(initial=np.inf))
        self._order = np.argsort(np.where(classes.members > 0, need, np.inf), kind="stable")
        self._least = np.full(size, -1, dtype=np.int64)
        self._found = np.zeros(size)

    def find_greatest(self) -> Fraction:
        """The greatest r that holds, if 0 does."""
        low, high = 0, max(1, int(self._guess) + 1)
        while self.holds(Fraction(high)):
            low, high = high, 2 * high
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self.holds(Fraction(middle)) else (low, middle)
        below, above = Fraction(low), Fraction(high)
        while self._count(below, above) > 2 * len(self._present) + 64:
            half = (below + above) / 2
            below, above = (half, above) if self.holds(half) else (below, half)
        candidates = sorted(set(self._list(below, above)))
        first, last = 0, len(candidates)
        # The first holds: r = `below` does, and no candidate lies between.
        while last - first > 1:
            middle = (first + last) // 2
            first, last = (middle, last) if self.holds(candidates[middle]) else (first, middle)
        return candidates[first]

    def holds(self, ratio: Fraction) -> bool:
        """Whether B holds if a class needs so many others for each person of T."""
        over, under = ratio.as_integer_ratio()
        needs = [min(-(-count * over // under), UNBOUNDED) for count in self._counts.tolist()]
        least = np.array(needs, dtype=np.int64)[self._place]
        changed = least != self._least
        first = self._order[:_FIRST]
        self._renew(first[changed[first]], least)
        if not holds_with(fsum(self._found[first].tolist()), self._asked):
            return False
        others = self._order[_FIRST:]
        self._renew(others[changed[others]], least)
        return holds_with(fsum(self._found.tolist()), self._asked)

    def _renew(self, chosen: Counts, least: Counts) -> None:
        """Ask the law for these classes again."""
        if chosen.size:
            some = self._law.below(self._classes.take(chosen), least[chosen])
            self._found[chosen] = np.minimum(some + self._fixed[chosen], 1.0)
            self._least[chosen] = least[chosen]

    def _count(self, below: Fraction, above: Fraction) -> int:
        """How many pairs k, t have k/t from `below` up to `above`, and not `above`."""
        return sum(_up(count, above) - _up(count, below) for count in self._present)

    def _list(self, below: Fraction, above: Fraction) -> Iterator[Fraction]:
        for count in self._present:
            for k in range(_up(count, below), _up(count, above)):
                yield Fraction(k, count)


def _up(count: int, ratio: Fraction) -> int:
    """⌈count · ratio⌉."""
    return -(-count * ratio.numerator // ratio.denominator)

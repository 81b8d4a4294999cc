"""The least and the greatest presence over all people of P, for who has several releases of one T.

What is certain of an atom is taken out first; what is left falls into components that do not depend
on each other. A component with few states is exact, one with more has narrow bounds, and one with
very many those that its counts leave.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from dpsql.domain.sections.earlier import Together
from dpsql.privacy.composition.atoms import Atoms
from dpsql.privacy.composition.dense import find_dense_bounds
from dpsql.privacy.composition.intervals import find_intervals
from dpsql.privacy.composition.states import Budget, TooManyStates, find_presences
from dpsql.privacy.confidence.arrays import Counts

#: Steps of the exact computation over all components: some seconds.
STEPS = 1_000_000


@dataclass(frozen=True)
class Interval:
    """Presence over all people, exactly or between these ends."""

    minimum: Fraction
    maximum: Fraction
    is_exact: bool

    def as_together(self) -> Together:
        """Return what a job tells of it."""
        return Together("exact" if self.is_exact else "bounds", self.minimum, self.maximum)


def judge_atoms(atoms: Atoms, steps: int = STEPS) -> Interval:
    """Judge all releases together; there must be at least one atom.

    >>> judge_atoms(Atoms(np.array([2, 1]), np.array([[0, 0], [0, 1]]),
    ...                   (np.array([1]), np.array([0, 1]))))
    Interval(minimum=Fraction(0, 1), maximum=Fraction(1, 1), is_exact=True)
    """
    least, most = find_intervals(atoms)
    known = least == most
    lows = _list_shares(least[known], atoms.people[known])
    highs = list(lows)
    budget, is_exact = Budget(steps), True
    open_ = np.flatnonzero(~known)
    if len(open_):
        inner = atoms.take(open_, least)
        for chosen in inner.list_components():
            one = inner.take(chosen, np.zeros(len(inner), dtype=np.int64))
            bounds = least[open_][chosen], most[open_][chosen]
            try:
                lows += (found := find_presences(one, *bounds, budget))
                highs += found
            except TooManyStates:
                is_exact = False
                ends = _bound(one, *bounds)
                lows += ends[0]
                highs += ends[1]
    return Interval(min(lows), max(highs), is_exact)


def _bound(one: Atoms, least: Counts, most: Counts) -> tuple[list[Fraction], list[Fraction]]:
    """Return bounds of presence: narrow ones by doubles, or what the counts leave."""
    try:
        return find_dense_bounds(one, least, most)
    except TooManyStates:
        return _list_shares(least, one.people), _list_shares(most, one.people)


def _list_shares(inside: Counts, people: Counts) -> list[Fraction]:
    """Return the distinct shares of people in T."""
    pairs = np.unique(np.stack([inside, people], axis=1), axis=0)
    return [Fraction(int(x), int(n)) for x, n in pairs]

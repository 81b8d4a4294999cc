"""How many people of each atom can be in T at least and at most, by what the classes leave.

Each class has its number of rows of T. So an atom has no fewer than what its class has beyond the
most of its other atoms, and no more than what is left beyond the least of them (Fréchet). Every
bound may tighten others; this is repeated until nothing changes. All of it holds in every T that
the releases allow, so that a person's presence lies between least/people and most/people. Some
bounds are reached by no T.
"""

import numpy as np

from dpsql.privacy.composition.atoms import Atoms
from dpsql.privacy.confidence.arrays import Counts

#: Bounds are sound after any number of rounds.
_MOST_ROUNDS = 200


def find_intervals(atoms: Atoms) -> tuple[Counts, Counts]:
    """Return the least and the greatest number of people in T of each atom, each of shape (K,)."""
    least = np.zeros(len(atoms), dtype=np.int64)
    most = atoms.people.copy()
    for _ in range(_MOST_ROUNDS):
        before = least.copy(), most.copy()
        for numbered, of_class in zip(atoms.classes, atoms.members, strict=True):
            others_most = _sum(most, numbered, of_class) - most
            others_least = _sum(least, numbered, of_class) - least
            members = of_class[numbered]
            least = np.maximum(least, members - others_most)
            most = np.minimum(most, members - others_least)
        if (least == before[0]).all() and (most == before[1]).all():
            break
    return least, most


def _sum(values: Counts, numbered: Counts, of_class: Counts) -> Counts:
    """Return for each atom the sum over the atoms of its class."""
    sums = np.zeros(len(of_class), dtype=np.int64)
    np.add.at(sums, numbered, values)
    found: Counts = sums[numbered]
    return found

"""What several releases of one T tell: P in atoms, and the rows of T of each class of each release.

An atom is the people of P who share their class in every release. Each release tells of each of its
classes how many of its people are in T; of an atom it tells only what follows from that.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np

from dpsql.privacy.confidence.arrays import Counts


@dataclass(frozen=True)
class Atoms:
    """K atoms of P under R releases.

    `people`: those of P in each atom, above 0, shape (K,). `classes`: the number of its class in
    each release, shape (R, K), numbered from 0 in each. `members`: the rows of T of each class, an
    array per release.
    """

    people: Counts
    classes: Counts
    members: tuple[Counts, ...]

    def __len__(self) -> int:
        """How many atoms there are."""
        return len(self.people)

    def take(self, chosen: Counts, inside: Counts) -> Self:
        """Return the `chosen` atoms alone, when so many people `inside` of each atom are in T.

        What is known of the other atoms is taken from the rows of T of their classes.
        """
        others = np.ones(len(self), dtype=np.bool_)
        others[chosen] = False
        members, numbers = [], []
        for of_class, numbered in zip(self.members, self.classes, strict=True):
            left = of_class.copy()
            np.subtract.at(left, numbered[others], inside[others])
            kept, renumbered = np.unique(numbered[chosen], return_inverse=True)
            members.append(left[kept])
            numbers.append(renumbered)
        shape = (len(self.members), len(chosen))
        classes = np.array(numbers, dtype=np.int64).reshape(shape)
        return type(self)(self.people[chosen], classes, tuple(members))

    def list_components(self) -> list[Counts]:
        """Return the numbers of atoms by component; what is in T of one tells nothing of others.

        Atoms that share a class belong together.
        """
        owner = np.arange(len(self))
        while True:
            before = owner.copy()
            for numbered, of_class in zip(self.classes, self.members, strict=True):
                least = np.full(len(of_class), len(self))
                np.minimum.at(least, numbered, owner)
                owner = least[numbered]
            owner = owner[owner]
            if (owner == before).all():
                break
        order = np.argsort(owner, kind="stable")
        ends = np.flatnonzero(np.diff(owner[order])) + 1
        return np.split(order, ends)

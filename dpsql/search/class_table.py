"""A class table: the classes of one node in memory, which decide all of its ancestors exactly.

A generalization merges classes, so that the classes of an ancestor are sums of those of the node: a
person's label on a coarser level follows from that on the finer one. A class table of a node that
failed on the frequency set has some hundred times fewer rows; its ancestors are counted from it in
a fraction of the time, with no round trip to the engine.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.lattice import Node
from dpsql.domain.statistics import PrivateClasses
from dpsql.search.sums import LARGEST_INT64

Codes = NDArray[np.int64]
#: Takes a quasi-identifier and two levels: the code on the second by the code on the first.
CodesAbove = Callable[[int, int, int], Codes]
#: Sums of doubles are those of integers below it.
_LARGEST_EXACT = 2**53
#: Two conversions and a division err by at most 2⁻⁵³ each, relatively, and the product once more.
_TOLERANCE = 1 - 2**-48
#: Rows of an array by packed codes, at most: so many for each class, and so many more.
_DENSE, _SMALL = 4, 2**16


@dataclass(frozen=True)
class ClassTable:
    """The classes of one node: their codes in each quasi-identifier below its root, and counts.

    `radices`: how many codes a quasi-identifier has on the node's level.
    """

    node: Node
    codes: dict[int, Codes]
    radices: dict[int, int]
    public: NDArray[np.int64]
    private: NDArray[np.int64]

    def __len__(self) -> int:
        """How many classes there are."""
        return len(self.public)

    def roll_up(self, node: Node, codes_above: CodesAbove) -> "ClassTable":
        """Merge the classes into those of an ancestor of the node; those of its root are one."""
        codes, radices = {}, {}
        for j, column in self.codes.items():
            below, above = self.node.levels[j], node.levels[j]
            raised = codes_above(j, below, above) if below < above else None
            if raised is None or len(raised):
                codes[j] = column if raised is None else raised[column]
                radices[j] = self.radices[j] if raised is None else int(raised.max()) + 1
        counts = [self.public, self.private]
        found = _sum_dense(codes, radices, counts) or _sum_sorted(codes, radices, counts)
        return ClassTable(node, found[0], radices, *found[1])

    def find_greatest_presence(self) -> Fraction:
        """The greatest presence of a class, exactly: doubles preselect, fractions decide."""
        presence = self.private / self.public
        near = np.flatnonzero(presence >= presence.max() * _TOLERANCE)
        pairs = np.unique(np.stack((self.private[near], self.public[near])), axis=1).T.tolist()
        return max(Fraction(private, public) for private, public in pairs)

    def measure_private(self, *, squares_fit: bool) -> PrivateClasses:
        """The classes of T; their squares need more than 64 bits unless they fit."""
        private = self.private[self.private > 0]
        if not squares_fit:
            private = private.astype(object)
        return PrivateClasses(len(private), int((private * private).sum()))


_Summed = tuple[dict[int, Codes], list[NDArray[np.int64]]]


def _sum_dense(
    codes: dict[int, Codes], radices: dict[int, int], counts: Sequence[NDArray[np.int64]]
) -> _Summed | None:
    """Sum counts by packed codes in arrays of a place per combination; None if these are many."""
    size = len(counts[0])
    places = 1
    for radix in radices.values():
        places *= radix
    if places > _DENSE * size + _SMALL or sum(map(int, map(np.sum, counts))) >= _LARGEST_EXACT:
        return None
    key = np.zeros(size, dtype=np.int64)
    for j, column in codes.items():
        key = key * radices[j] + column
    used = np.flatnonzero(np.bincount(key, minlength=places))
    sums = [
        np.bincount(key, weights=count, minlength=places)[used].astype(np.int64) for count in counts
    ]
    found, rest = {}, used
    for j in reversed(codes):
        rest, found[j] = np.divmod(rest, radices[j])
    return {j: found[j] for j in codes}, sums


def _sum_sorted(
    codes: dict[int, Codes], radices: dict[int, int], counts: Sequence[NDArray[np.int64]]
) -> _Summed:
    """Sum counts by packed codes in their order.

    Codes that do not fit 64 bits together: what is packed so far is numbered anew.
    """
    size = len(counts[0])
    key, places = np.zeros(size, dtype=np.int64), 1
    for j, column in codes.items():
        if places * radices[j] >= LARGEST_INT64:
            key, places = np.unique(key, return_inverse=True)[1], size
        key, places = key * radices[j] + column, places * radices[j]
    order = np.argsort(key)
    ordered = key[order]
    starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
    firsts = order[starts]
    sums = [np.add.reduceat(count[order], starts) for count in counts]
    return {j: column[firsts] for j, column in codes.items()}, sums

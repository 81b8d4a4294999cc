"""A class table: the classes of one node in memory, which decide all of its ancestors exactly.

A generalization merges classes, so that the classes of an ancestor are sums of those of the node: a
person's label on a coarser level follows from that on the finer one. A class table of a node that
failed on the frequency set has some hundred times fewer rows; its ancestors are counted from it in
a fraction of the time, with no round trip to the engine.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.found.statistics import PrivateClasses
from dpsql.domain.levels.lattice import Node
from dpsql.search.class_tables.grouped_codes import Codes, GroupedCodes
from dpsql.search.sums import LARGEST_INT64

Counts = NDArray[np.int64]
#: Takes a quasi-identifier and two levels: the code on the second by the code on the first.
CodesAbove = Callable[[int, int, int], Codes]
#: Codes by quasi-identifier; people of P and rows of T of each class, or of T alone.
_Summed = tuple[dict[int, Codes], list[Counts]]
#: Sums of doubles are those of integers below it.
_LARGEST_EXACT = 2**53
#: Two conversions and a division err by at most 2⁻⁵³ each, relatively, and the product once more.
_TOLERANCE = 1 - 2**-48
#: Rows of an array by packed codes, at most: so many for each class, and so many more.
_DENSE, _SMALL = 4, 2**16


@dataclass(frozen=True)
class ClassTable:
    """The classes of one node: their codes in each quasi-identifier below its root, and counts.

    `radices`: how many codes a quasi-identifier has on the node's level. Where only T counts, one
    array is both `public` and `private`.
    """

    node: Node
    codes: dict[int, Codes]
    radices: dict[int, int]
    public: Counts
    private: Counts

    def __len__(self) -> int:
        """How many classes there are."""
        return len(self.public)

    def roll_up(self, node: Node, codes_above: CodesAbove) -> "ClassTable":
        """Merge the classes into those of an ancestor of the node; those of its root are one."""
        raised, radices = {}, {}
        for j in self.codes:
            below, above = self.node.levels[j], node.levels[j]
            codes = codes_above(j, below, above) if below < above else np.arange(self.radices[j])
            if len(codes):
                raised[j], radices[j] = codes, int(codes.max()) + 1
        sum_up = self._sum_dense if self._is_dense(radices) else self._sum_sorted
        found, sums = sum_up(raised, radices)
        return ClassTable(node, found, radices, sums[0], sums[-1])

    def select(self, chosen: NDArray[np.bool_] | Codes) -> "ClassTable":
        """Return some of the classes, with all their codes; if by number, in this order."""
        codes = {j: column[chosen] for j, column in self.codes.items()}
        return ClassTable(self.node, codes, self.radices, self.public[chosen], self.private[chosen])

    def add_up(self, by_code: Mapping[int, NDArray[Any]]) -> NDArray[Any]:
        """Return for each class the sum of what its codes have in these arrays, one per column."""
        return self._grouped.add_up(by_code)

    def sum_by(self, numbers: Codes, most: int) -> tuple[Codes, list[Counts]]:
        """Sum up the counts of classes that have the same number, all of which are below `most`.

        Return the numbers that occur, ascending, with their people of P and rows of T; if only T
        counts, the rows alone.
        """
        if self._people >= _LARGEST_EXACT:
            found, places = np.unique(numbers, return_inverse=True)
            exact = [np.zeros(len(found), dtype=np.int64) for _ in self._counts]
            for sums, counts in zip(exact, self._counts, strict=True):
                np.add.at(sums, places, counts)
            return found, exact
        summed = [np.bincount(numbers, weights, most) for weights in self._weights]
        # Each class has people.
        found = np.flatnonzero(summed[0] > 0)
        exact = [sums[found].astype(np.int64) for sums in summed]
        if len(exact) < len(self._counts):
            private = exact[0] // self._scale
            exact = [exact[0] - private * self._scale, private]
        return found, exact

    def count_people(self, j: int) -> Counts:
        """Count the people of P by their label in a quasi-identifier below its root."""
        found = np.zeros(self.radices[j], dtype=np.int64)
        used, sums = self.sum_by(self.codes[j], self.radices[j])
        found[used] = sums[0]
        return found

    def find_classes(self, rows: "ClassTable") -> Codes:
        """Return for each row of a table at the same node, which has further codes, its class here.

        Each of these rows must be of a class of this table.
        """
        size = len(self)
        both = {j: np.concatenate((column, rows.codes[j])) for j, column in self.codes.items()}
        key = _pack(both, self.radices, size + len(rows))
        order = np.argsort(key[:size])
        return order[np.searchsorted(key[:size], key[size:], sorter=order)]

    def _is_dense(self, radices: dict[int, int]) -> bool:
        """Whether an array with a place per combination of codes is small, and doubles suffice."""
        places = prod(radices.values())
        return places <= _DENSE * len(self) + _SMALL and self._people < _LARGEST_EXACT

    @cached_property
    def _people(self) -> int:
        """How many people the classes have; it is the same for every ancestor."""
        return int(self.public.sum()) + int(self.private.sum())

    @cached_property
    def by_size(self) -> Codes:
        """The numbers of the classes, those of the fewest people first, equals in any order."""
        return np.argsort(self.public)

    @cached_property
    def _grouped(self) -> GroupedCodes:
        return GroupedCodes.of(self.codes, self.radices, len(self))

    @property
    def _counts(self) -> list[Counts]:
        return [self.public] if self.private is self.public else [self.public, self.private]

    @cached_property
    def _scale(self) -> int:
        """More than all people of P: by it, rows of T are told apart from people in one sum."""
        return int(self.public.sum()) + 1

    @cached_property
    def _weights(self) -> list[NDArray[np.float64]]:
        """The counts as doubles; both in one if their sums are exact that way, too."""
        both = self._counts
        if len(both) > 1 and self._scale * (int(self.private.sum()) + 1) < _LARGEST_EXACT:
            both = [self.public + self.private * self._scale]
        return [counts.astype(np.float64) for counts in both]

    def _sum_dense(self, raised: dict[int, Codes], radices: dict[int, int]) -> _Summed:
        """Sum counts by packed codes in arrays with a place per combination."""
        by_code, places = {}, 1
        for j, codes in reversed(raised.items()):
            by_code[j] = codes * places
            places *= radices[j]
        rest, sums = self.sum_by(self.add_up(by_code), places)
        found = {}
        for j in reversed(raised):
            # Faster than divmod, whose division of integers is not vectorized.
            above = rest // radices[j]
            found[j] = rest - above * radices[j]
            rest = above
        return {j: found[j] for j in raised}, sums

    def _sum_sorted(self, raised: dict[int, Codes], radices: dict[int, int]) -> _Summed:
        """Sum counts by packed codes in their order."""
        columns = {j: codes.take(self.codes[j]) for j, codes in raised.items()}
        key = _pack(columns, radices, len(self))
        order = np.argsort(key)
        ordered = key[order]
        starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
        firsts = order[starts]
        sums = [np.add.reduceat(count[order], starts) for count in self._counts]
        return {j: column[firsts] for j, column in columns.items()}, sums

    def find_greatest_presence(self) -> Fraction:
        """The greatest presence of a class."""
        return find_greatest_presence(self.public, self.private)

    def measure_private(self, *, squares_fit: bool) -> PrivateClasses:
        """The classes of T; their squares need more than 64 bits unless they fit."""
        private = self.private[self.private > 0]
        if not squares_fit:
            private = private.astype(object)
        return PrivateClasses(len(private), int((private * private).sum()))


def find_greatest_presence(public: Counts, private: Counts) -> Fraction:
    """The greatest n_T / n_P of some classes, exactly: doubles preselect, fractions decide."""
    presence = private / public
    near = np.flatnonzero(presence >= presence.max() * _TOLERANCE)
    pairs = {*zip(private[near].tolist(), public[near].tolist(), strict=True)}
    return max(Fraction(n_t, n_p) for n_t, n_p in pairs)


def _pack(columns: dict[int, Codes], radices: dict[int, int], size: int) -> Codes:
    """Return a number per combination of codes, in each of so many rows.

    Codes that do not fit 64 bits together: what is packed so far is numbered anew.
    """
    key, places = np.zeros(size, dtype=np.int64), 1
    for j, column in columns.items():
        if places * radices[j] >= LARGEST_INT64:
            key, places = np.unique(key, return_inverse=True)[1], size
        key, places = key * radices[j] + column, places * radices[j]
    return key

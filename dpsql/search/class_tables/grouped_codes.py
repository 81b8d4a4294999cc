"""Sums over the columns of arrays by code: looked up once per group of columns, not per column.

A class has one number for the codes of all columns of a group. What the columns of a group add is
summed up for each combination of their codes first; these are far fewer than the classes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int64]
#: A group has so many times fewer combinations of codes than there are classes, or one column.
_SHRINKS = 16


@dataclass(frozen=True)
class GroupedCodes:
    """The codes of some classes by groups of columns; `radices`: how many codes a column has."""

    size: int
    radices: Mapping[int, int]
    groups: Sequence[tuple[Sequence[int], Codes]]

    @classmethod
    def of(
        cls, codes: Mapping[int, Codes], radices: Mapping[int, int], size: int
    ) -> "GroupedCodes":
        """Group the columns of so many classes.

        >>> codes = {0: np.array([0, 1]), 1: np.array([2, 0])}
        >>> GroupedCodes.of(codes, {0: 2, 1: 3}, 2).add_up(
        ...     {0: np.array([10, 20]), 1: np.array([1, 2, 3])}
        ... ).tolist()
        [13, 21]
        """
        groups: list[list[int]] = []
        combinations: list[int] = []
        for j in sorted(codes, key=lambda j: -radices[j]):
            for number, group in enumerate(groups):
                if combinations[number] * radices[j] <= size // _SHRINKS:
                    group.append(j)
                    combinations[number] *= radices[j]
                    break
            else:
                groups.append([j])
                combinations.append(radices[j])
        return cls(size, radices, [(group, _pack(group, codes, radices)) for group in groups])

    def add_up(self, by_code: Mapping[int, NDArray[Any]]) -> NDArray[Any]:
        """Return for each class the sum of what its codes have in these arrays, one per column."""
        found: NDArray[Any] | None = None
        for group, numbers in self.groups:
            if by_code.keys().isdisjoint(group):
                continue
            each = self._combine(group, by_code).take(numbers)
            found = each if found is None else found + each
        return np.zeros(self.size, dtype=np.int64) if found is None else found

    def _combine(self, group: Sequence[int], by_code: Mapping[int, NDArray[Any]]) -> NDArray[Any]:
        """The sums by the number of a combination of codes."""
        sums: NDArray[Any] = np.zeros(1, dtype=np.int64)
        for j in group:
            more = by_code[j] if j in by_code else np.zeros(self.radices[j], dtype=np.int64)
            sums = np.add.outer(sums, more[: self.radices[j]]).ravel()
        return sums


def _pack(group: Sequence[int], codes: Mapping[int, Codes], radices: Mapping[int, int]) -> Codes:
    numbers = codes[group[0]]
    for j in group[1:]:
        numbers = numbers * radices[j] + codes[j]
    return numbers

"""Chooses the size of buckets of 2**shift neighbouring positions, a filter before comparing ranges.

A join on ranges alone would compare every tuple with every box. Instead each box is listed once for
each combination of buckets that it overlaps; tuples are joined on equal buckets, and compared only
with the ranges of those boxes. Fine buckets list boxes often, coarse ones need many comparisons.
The choice affects the time of a verification, never its result.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, prod

#: Cost of listing a box, in comparisons of a tuple with a box. A listing costs more than one
#: comparison, but an even spread underestimates comparisons where there are many tuples and boxes.
_LISTING = 1
#: Limits for listings of boxes: this number, or one for so many tuples; the greater one applies.
_MOST_LISTED, _TUPLES_PER_LISTED = 2_000_000, 4
#: Combinations of buckets are numbered by a BIGINT.
_MOST_COMBINATIONS = 2**62


@dataclass(frozen=True)
class Reach:
    """How many buckets the boxes overlap along one axis with `positions` positions.

    `buckets[shift]`: the number of overlapped buckets, summed over all boxes.
    """

    positions: int
    buckets: tuple[int, ...]

    def count_buckets(self, shift: int) -> int:
        """Return the number of buckets of the axis."""
        return (self.positions - 1 >> shift) + 1


def count_shifts(positions: int) -> int:
    """Return the number of shifts; the last one leaves one bucket.

    >>> [count_shifts(positions) for positions in (1, 2, 3, 4, 5)]
    [1, 2, 3, 3, 4]
    """
    return (positions - 1).bit_length() + 1


def choose_shifts(reaches: Sequence[Reach], boxes: int, tuples: int) -> list[int]:
    """Choose a shift per axis, assuming that boxes and tuples are spread evenly.

    Starts with one bucket per axis. In each step, refines the axis with the fewest additional
    listings for the comparisons that it saves, as long as it saves more than it costs.

    >>> thin = Reach(1024, (100, *(100 for _ in range(10))))
    >>> wide = Reach(1024, tuple(100 * 1024 >> shift for shift in range(11)))
    >>> choose_shifts([thin, wide], 100, 10_000)
    [0, 10]
    """
    shifts = [len(reach.buckets) - 1 for reach in reaches]
    listed, compared = float(boxes), float(boxes) * tuples
    most = max(_MOST_LISTED, tuples // _TUPLES_PER_LISTED, boxes)
    combinations = 1
    while True:
        steps = [
            step
            for j, reach in enumerate(reaches)
            for shift in range(shifts[j] if boxes else 0)
            if reach.count_buckets(shift) * combinations <= _MOST_COMBINATIONS
            and (step := _refine(j, reach, shifts[j], shift)).repeated * listed <= most
            and _LISTING * listed * (step.repeated - 1) < compared * (1 - step.saved)
        ]
        if not steps:
            return shifts
        best = min(steps, key=lambda step: step.price)
        shifts[best.axis] = best.shift
        combinations = prod(map(Reach.count_buckets, reaches, shifts))
        listed, compared = listed * best.repeated, compared * best.saved


@dataclass(frozen=True)
class _Step:
    """Refines one axis: listings grow by `repeated`, comparisons shrink to the share `saved`.

    `price`: the ratio of the logarithms of both.
    """

    axis: int
    shift: int
    repeated: float
    saved: float

    @property
    def price(self) -> float:
        return log(self.repeated) / -log(self.saved)


def _refine(axis: int, reach: Reach, old: int, new: int) -> _Step:
    repeated = reach.buckets[new] / reach.buckets[old]
    finer = reach.count_buckets(new) / reach.count_buckets(old)
    return _Step(axis, new, repeated, repeated / finer)

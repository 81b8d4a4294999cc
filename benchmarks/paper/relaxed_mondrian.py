"""Mondrian at medians, strict and relaxed, and how often its boxes overlap on P; numpy.

LeFevre, DeWitt & Ramakrishnan 2006: rows of T are halved by the dimension that is widest in their
part, as long as k are on both sides. Strict cuts keep equal values together, as dpsql does; relaxed
ones divide the rows that have the median by their other columns, so that every part of 2k rows is
cut. Relaxed boxes share the values at which they were cut: a person of P may lie in several boxes,
and then n_T/n_P is not their presence. So presence is not measured here.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from benchmarks.paper.mondrian import Codes

Halve = Callable[[Codes, int], tuple[Codes, Codes]]
"""Divides rows by one column at its median."""


@dataclass(frozen=True)
class Measured:
    """The release of T for one k: its costs, and the people of P in no box and in several boxes."""

    loss: float
    discernibility: int
    boxes: int
    people_in_no_box: int
    people_in_several_boxes: int


def halve_strictly(rows: Codes, column: int) -> tuple[Codes, Codes]:
    """Return the rows up to the median, and those above."""
    median = np.sort(rows[:, column])[(len(rows) - 1) // 2]
    is_below = rows[:, column] <= median
    return rows[is_below], rows[~is_below]


def halve_relaxedly(rows: Codes, column: int) -> tuple[Codes, Codes]:
    """Return the lesser half of the rows, rounded down, and the greater; ties by all columns."""
    ranked = rows[np.lexsort((*rows.T[::-1], rows[:, column]))]
    return ranked[: len(rows) // 2], ranked[len(rows) // 2 :]


def measure_boxes(public: Codes, private: Codes, k: int, halve: Halve) -> Measured:
    """Anonymize T, of k rows at least, and measure its boxes; equal boxes are one class."""
    spans = np.maximum(public.max(axis=0), 1)
    sizes: dict[tuple[bytes, bytes], int] = defaultdict(int)
    boxes_around = np.zeros(len(public), dtype=np.int64)
    lost = 0.0
    for part in _cut(private, k, spans, halve):
        low, high = part.min(axis=0), part.max(axis=0)
        lost += len(part) * float(((high - low) / spans).sum())
        box = low.tobytes(), high.tobytes()
        if box not in sizes:
            boxes_around += ((public >= low) & (public <= high)).all(axis=1)
        sizes[box] += len(part)
    return Measured(
        lost / private.size,
        sum(size**2 for size in sizes.values()),
        len(sizes),
        int((boxes_around == 0).sum()),
        int((boxes_around > 1).sum()),
    )


def _cut(rows: Codes, k: int, spans: Codes, halve: Halve) -> Iterator[Codes]:
    """Yield the parts that cannot be cut; of equally wide dimensions the first is tried first."""
    parts = [rows]
    while parts:
        part = parts.pop()
        widths = (part.max(axis=0) - part.min(axis=0)) / spans
        for column in np.argsort(-widths, kind="stable"):
            halves = halve(part, int(column))
            if min(map(len, halves)) >= k:
                parts.extend(halves)
                break
        else:
            yield part

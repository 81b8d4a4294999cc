"""k-anonymity of T by suppressing cells, after sdcMicro's `localSuppression`.

Guarantee: every record matches at least k records of T on the quasi-identifiers, a missing cell
matching everything. That bounds nobody's presence, and frequencies with missing cells are
over-estimates: matching is not transitive.

As there, a record with too few matches loses a cell in which one of the records nearest to it
differs, in the column of most values first, until all hold. It differs from sdcMicro 5 in three
points: all records of a round lose their cell at once; no group is thinned out to k records before;
and a match counts the same whichever side has missing cells (sdcMicro's `freqCalc` is asymmetric).
"""

import numpy as np

from benchmarks.microdata.people import Ints, People
from benchmarks.microdata.release import Release

MISSING = -1
_AT_ONCE = 200


def suppress(rows: Ints, k: int) -> Ints:
    """Return the rows with cells set to `MISSING` so that each matches at least k rows.

    >>> suppress(np.array([[0, 0], [1, 0], [2, 0]]), 2).tolist()
    [[-1, 0], [-1, 0], [-1, 0]]
    """
    rows = rows.copy()
    order = np.argsort([-len(np.unique(column)) for column in rows.T], kind="stable")
    while True:
        patterns, of_row, counts = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
        changed = _suppress_once(patterns, counts, min(k, len(rows)), order)
        if changed is None:
            return rows
        rows = changed[of_row.ravel()]


def count_matches(rows: Ints) -> Ints:
    """Return by row how many rows match it, itself among them."""
    patterns, of_row, counts = np.unique(rows, axis=0, return_inverse=True, return_counts=True)
    found = [
        ((_differ(patterns[start : start + _AT_ONCE], patterns).sum(axis=0) == 0) @ counts)
        for start in range(0, len(patterns), _AT_ONCE)
    ]
    return np.concatenate(found)[of_row.ravel()]


def release_suppressed(people: People, members: Ints, k: int) -> Release:
    """Release T with suppressed cells; informative values stay."""
    rows = suppress(people.known[members], k)
    sizes = [len(column.values) for column in people.columns]
    labels = np.where(rows == MISSING, sizes, rows)
    meanings = tuple(
        (*(np.array([place]) for place in range(size)), np.arange(size)) for size in sizes
    )
    return Release(labels, meanings, people.codes[members, -1], members)


def _differ(some: Ints, patterns: Ints) -> np.ndarray:
    """Return by column, pattern of `some` and pattern whether both have a value, and another."""
    return np.stack(
        [
            (one[:, None] != other[None, :])
            & (one[:, None] != MISSING)
            & (other[None, :] != MISSING)
            for one, other in zip(some.T, patterns.T, strict=True)
        ]
    )


def _suppress_once(patterns: Ints, counts: Ints, k: int, order: Ints) -> Ints | None:
    """Suppress a cell of each pattern that matches too few records; None if there is none."""
    changed, is_changed = patterns.copy(), False
    for start in range(0, len(patterns), _AT_ONCE):
        some = patterns[start : start + _AT_ONCE]
        differ = _differ(some, patterns)
        distance = differ.sum(axis=0)
        for number in np.flatnonzero((distance == 0) @ counts < k):
            others = distance[number]
            near = others == others[others > 0].min()
            column = next(j for j in order if differ[j, number, near].any())
            changed[start + number, column] = MISSING
            is_changed = True
    return changed if is_changed else None

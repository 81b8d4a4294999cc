"""Mondrian-style k-anonymity of T for every k, its boxes judged against P; numpy, without dpsql.

T is cut like MPALM cuts P (LeFevre et al. 2006; Nergiz et al. 2007, sections 6.2 and 7): columns in
rotation, the first that has a cut with k rows of T on both sides. A box is drawn around the rows of
T in a part, because a k-anonymizer sees no other rows. Boxes do not overlap, so the presence of
the people in one is n_T divided by their number, and that of people in none is 0.

The release for k is also that of every larger k up to m, the rows of T in its least part. Its cuts
leave m rows or more on each side, so they are admissible up to m; they are preferred among fewer
cuts; and no cut becomes admissible.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

Codes = NDArray[np.int64]


@dataclass(frozen=True)
class Release:
    """The release for each k from `k` to `actual_k`; presence over all people of P."""

    k: int
    actual_k: int
    loss: float
    discernibility: int
    least_presence: Fraction
    greatest_presence: Fraction


def find_releases(public: Codes, private: Codes, cuts: str) -> Iterator[Release]:
    """Find the release for each k from 2 to |T|; `cuts`: cardinality or first.

    Both tables have positions in the order of each column; a step costs one part in (greatest
    position of P) of the loss of a cell.
    """
    k = 2
    while k <= len(private):
        release = _anonymize(public, private, k, cuts)
        yield release
        k = release.actual_k + 1


def find_positions(public: list[list[Any]], private: list[list[Any]]) -> tuple[Codes, Codes]:
    """Number the values of each column of P in their order: numbers by value, texts by letter."""
    coded = []
    for ours, theirs in zip(public, private, strict=True):
        values = np.array(sorted(set(ours)))
        coded.append([np.searchsorted(values, np.array(column)) for column in (ours, theirs)])
    public_codes, private_codes = (np.stack(each, axis=1) for each in zip(*coded, strict=True))
    return public_codes, private_codes


def _anonymize(public: Codes, private: Codes, k: int, cuts: str) -> Release:
    columns = public.shape[1]
    last_positions = [int(one) for one in public.max(axis=0)]
    steps = [0] * columns
    sizes, ratios = [], []
    covered = 0
    parts = [(np.arange(len(private)), np.arange(len(public)), columns - 1)]
    while parts:
        members, people, last = parts.pop()
        cut = _choose(private, members, last, k, cuts)
        if cut is not None:
            axis, position = cut
            below, near = private[members, axis] < position, public[people, axis] < position
            parts.append((members[below], people[near], axis))
            parts.append((members[~below], people[~near], axis))
            continue
        rows, others = private[members], public[people]
        low, high = rows.min(axis=0), rows.max(axis=0)
        inside = int(((others >= low) & (others <= high)).all(axis=1).sum())
        covered += inside
        sizes.append(len(members))
        ratios.append(Fraction(len(members), inside))
        for axis in range(columns):
            steps[axis] += len(members) * int(high[axis] - low[axis])
    shares = [
        done / most if most else 0.0 for done, most in zip(steps, last_positions, strict=True)
    ]
    return Release(
        k,
        min(sizes),
        sum(shares) / (len(private) * columns),
        sum(size**2 for size in sizes),
        min(ratios) if covered == len(public) else Fraction(0),
        max(ratios),
    )


def _choose(private: Codes, members: Codes, last: int, k: int, cuts: str) -> tuple[int, int] | None:
    """Choose the column after the last in rotation that has an admissible cut, and its value."""
    total = len(members)
    if total < 2 * k:
        return None
    columns = private.shape[1]
    for turn in range(1, columns + 1):
        axis = (last + turn) % columns
        counts = np.bincount(private[members, axis])
        values = np.flatnonzero(counts)[1:]
        below = np.cumsum(counts)[values - 1]
        admissible = np.flatnonzero((below >= k) & (total - below >= k))
        if len(admissible):
            if cuts == "cardinality":
                best = admissible[np.argmin(np.abs(total - 2 * below[admissible]))]
            else:
                best = admissible[0]
            return axis, int(values[best])
    return None

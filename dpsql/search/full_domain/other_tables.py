"""Tables T that a release cannot tell apart: those with as many rows in each of its classes.

Whoever sees a release at a node knows how many rows of T each class has, and by δ-presence takes
all T with these numbers for equally likely. If the node was chosen because it is the optimum for T,
only the T for which it is the optimum remain.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, product
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.int64]


def draw_other(
    random: np.random.Generator, public: Counts, private: Counts, classes: Counts
) -> Counts:
    """Draw such a table: its rows of each tuple.

    `public`, `private`: people of P and rows of T of each tuple. `classes`: the class of each.
    """
    found = np.zeros(len(public), dtype=np.int64)
    rows = np.bincount(classes, private).astype(np.int64)
    order = np.argsort(classes, kind="stable")
    ends = np.cumsum(np.bincount(classes))
    for number in np.flatnonzero(rows).tolist():
        tuples = order[(ends[number - 1] if number else 0) : ends[number]]
        found[tuples] = random.multivariate_hypergeometric(public[tuples], int(rows[number]))
    return found


def list_others(
    public: Counts, private: Counts, classes: Counts, most: int
) -> list[tuple[Counts, int]] | None:
    """List all such tables, each with the number of sets of people that have these tuples.

    None if there are more than `most`.
    """
    of_classes, size = [], 1
    for number in range(int(classes.max(initial=-1)) + 1):
        tuples = np.flatnonzero(classes == number)
        people, rows = public[tuples].tolist(), int(private[tuples].sum())
        ways = []
        for one in _divide(people, rows):
            ways.append((tuples, one))
            if size * len(ways) > most:
                return None
        of_classes.append(ways)
        size *= len(ways)
    found = []
    for chosen in product(*of_classes):
        table = np.zeros(len(public), dtype=np.int64)
        for tuples, counts in chosen:
            table[tuples] = counts
        sets = prod(comb(n, t) for n, t in zip(public.tolist(), table.tolist(), strict=True))
        found.append((table, sets))
    return found


def _divide(people: Sequence[int], rows: int) -> Iterator[tuple[int, ...]]:
    """Every way to choose so many rows from tuples of so many people, in order.

    A class may have more tuples than Python nests calls.
    """
    after = [*accumulate(reversed(people), initial=0)][-2::-1]
    if rows > sum(people):
        return
    chosen, left = list[int](), [rows]
    while True:
        for place in range(len(chosen), len(people)):
            chosen.append(max(0, left[-1] - after[place]))
            left.append(left[-1] - chosen[-1])
        yield tuple(chosen)
        while chosen and chosen[-1] == min(people[len(chosen) - 1], left[-2]):
            chosen.pop()
            left.pop()
        if not chosen:
            return
        chosen[-1] += 1
        left[-1] -= 1

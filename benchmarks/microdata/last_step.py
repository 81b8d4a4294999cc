"""What step 4 of IPA as described spends: the law of its choice, exactly, on one column.

Four values, and as candidates the values, their halves, and one class of all. The losses of the
candidates, of which step 4 chooses one with a quarter of ε, are drawn independently for one T; all
chances are summed up, but for tails below `_TAIL`. Who sees nothing but which candidate was chosen
compares T with T without a person of one cell.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log

import numpy as np

from benchmarks.microdata.methods.ipa_described import (
    OFFSET,
    THRESHOLD,
    find_chance_of_none,
    find_suppression_chances,
)
from benchmarks.microdata.people import Floats

#: By candidate: the cells of each class, and the thirds that a record of it loses.
CANDIDATES: tuple[tuple[tuple[tuple[int, ...], ...], int], ...] = (
    (((0,), (1,), (2,), (3,)), 0),
    (((0, 1), (2, 3)), 1),
    (((0, 1, 2, 3),), 3),
)
_THIRDS = 3
_TAIL = 1e-10


@dataclass(frozen=True)
class Spent:
    """The chances of each candidate, and those without one person of a `cell`.

    `cost`: the greatest logarithm of a ratio of the two; step 4 has a quarter of ε for it.
    """

    cell: int
    chances: Floats
    without: Floats
    cost: float


def find_spent(rows: Sequence[int], epsilon: float) -> Spent:
    """Return what the choice costs for the person who changes it most; `rows`: of T by value."""
    chances = find_chances(rows, epsilon)
    found = []
    for cell, number in enumerate(rows):
        if number:
            fewer = [one - (place == cell) for place, one in enumerate(rows)]
            without = find_chances(fewer, epsilon)
            cost = float(abs(np.log(chances / without)).max())
            found.append(Spent(cell, chances, without, cost))
    return max(found, key=lambda one: one.cost)


def find_chances(rows: Sequence[int], epsilon: float) -> Floats:
    """Return the chance of each candidate to be chosen."""
    part = epsilon / 4
    laws = [_find_losses(rows, classes, thirds, part) for classes, thirds in CANDIDATES]
    weights = [np.exp(-part * np.arange(len(law)) / _THIRDS / 2) for law in laws]
    found = np.zeros(len(CANDIDATES))
    for chance, weight in zip(laws[0], weights[0], strict=True):
        joint = chance * laws[1][:, None] * laws[2][None, :]
        shares = joint / (weight + weights[1][:, None] + weights[2][None, :])
        found[0] += weight * shares.sum()
        found[1] += (shares.sum(axis=1) * weights[1]).sum()
        found[2] += (shares.sum(axis=0) * weights[2]).sum()
    return np.asarray(found / found.sum())


def _find_losses(
    rows: Sequence[int], classes: Sequence[tuple[int, ...]], thirds: int, part: float
) -> Floats:
    """Return the chance of each loss in thirds: kept, suppressed and counterfeit records."""
    law = np.ones(1)
    for cells in classes:
        number = sum(rows[cell] for cell in cells)
        (suppressed,) = find_suppression_chances(np.array([number]), THRESHOLD, part)
        one = np.zeros(number * _THIRDS + 1)
        one[number * _THIRDS] += suppressed
        one[number * thirds] += 1 - suppressed
        law = np.convolve(np.convolve(law, one), _find_counterfeits(part))
    return np.asarray(law[: np.searchsorted(np.cumsum(law), 1 - _TAIL) + 1])


def _find_counterfeits(part: float) -> Floats:
    """Return the chance of each number of counterfeits of a class, in thirds of a loss."""
    alpha = exp(-part)
    most = int(log(_TAIL) / -part) + 2
    positive = (1 - alpha) / (1 + alpha) * alpha ** np.arange(1, most)
    law = np.zeros((most - 1) * _THIRDS + 1)
    law[0], law[_THIRDS::_THIRDS] = find_chance_of_none(part, OFFSET), positive
    return law

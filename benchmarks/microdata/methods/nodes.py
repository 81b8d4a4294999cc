"""Levels for the histograms, chosen from P alone: no choice here depends on T.

From everything suppressed, one column at a time gets a finer level: the one after which the tables
of two columns suffer least. That is rehearsed, with the same noise, on two tenths of P: a random
one, and one whose chances rise along the order of every column; the worse of the two counts. On a
random tenth alone, noise that is spread over the cells of P would look right. Informative values
are made up, as the public does not know them.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from benchmarks.microdata.people import Ints, People
from benchmarks.microdata.release import Release, find_classes
from benchmarks.microdata.utility import measure_utility

#: Cells that get noise, and records for each person of T, at most: finer nodes are not tried.
MOST_CELLS, MOST_RECORDS = 400_000, 10
_SEED = 20_230_926


Node = tuple[int, ...]


@dataclass(frozen=True)
class Choice:
    """The best node, and all that were tried."""

    best: Node
    tried: tuple[Node, ...]


Mend = Callable[[Ints], Ints]
_KNOWN: dict[tuple[str, int, float, str], Choice] = {}


def choose_node(people: People, epsilon: float, mend: Mend) -> Choice:
    """Choose the levels for a histogram with ε, once for all T of the same P.

    `mend`: what becomes of noisy counts that cannot be.
    """
    key = people.name, people.size, epsilon, mend.__name__
    if key not in _KNOWN:
        _KNOWN[key] = _descend(people, epsilon, mend)
    return _KNOWN[key]


def _descend(people: People, epsilon: float, mend: Mend) -> Choice:
    random = np.random.default_rng(_SEED)
    axes = [column.axis[people.known[:, j]] for j, column in enumerate(people.columns)]
    unlike = replace(people, chances=np.exp(np.sum(axes, axis=0))).draw("skewed", _SEED)
    rehearsed = [people.draw("random", _SEED), unlike]
    informative = random.integers(0, len(people.informative.values), people.size)
    made_up = replace(people, codes=np.column_stack([people.known, informative]))

    @cache
    def judge(node: Node) -> float | None:
        costs = [_rehearse(made_up, one, node, epsilon, mend, random) for one in rehearsed]
        return None if None in costs else max(cost for cost in costs if cost is not None)

    node = tuple(column.height for column in people.columns)
    judged = {node: judge(node)}
    while True:
        below = [(*node[:j], node[j] - 1, *node[j + 1 :]) for j in range(len(node)) if node[j]]
        finer = {one: cost for one in below if (cost := judge(one)) is not None}
        if not finer:
            known = {one: 1.0 if cost is None else cost for one, cost in judged.items()}
            return Choice(min(known, key=lambda one: (known[one], one)), tuple(sorted(known)))
        judged |= finer
        node = min(finer, key=lambda one: (finer[one], one))


def _rehearse(
    people: People,
    members: Ints,
    node: Node,
    epsilon: float,
    mend: Mend,
    random: np.random.Generator,
) -> float | None:
    """Return the mean shift of pairs of known columns; None if the node is not to be tried."""
    classes, values = find_classes(people, node), len(people.informative.values)
    cells = classes.size * values
    if cells > MOST_CELLS:
        return None
    codes = classes.of_person[members] * values + people.codes[members, -1]
    # Noise for a rehearsal on public people; that of T is dpsql's.
    share = 1 - np.exp(-epsilon)
    noise = random.geometric(share, cells) - random.geometric(share, cells)
    mended = mend(np.bincount(codes, minlength=cells) + noise)
    if not 0 < mended.sum() <= MOST_RECORDS * len(members):
        return None
    drawn = np.repeat(np.arange(cells), mended)
    release = Release(classes.labels[drawn // values], classes.meanings, drawn % values, None)
    shifts = measure_utility(people, members, release).pair_shifts
    name = people.informative.name
    return float(np.mean([one for names, one in shifts.items() if name not in names]))

"""IPA's idea in a form with a proof: a noisy histogram, and records written from it.

Levels are chosen from P (`nodes.py`); the cells are the classes of P at these levels with every
informative value, so that they do not depend on T; each count gets discrete Laplace noise of scale
1/ε, also where nobody of T is. Everything after the noise sees noisy counts, P and hierarchies.

Of two ways to mend negative counts, `clip` makes each 0, as the idea has it, which adds people in
empty cells. Guarantee: ε-differential privacy for one person added to T or removed. Whoever knows
how many rows T has compares tables that differ by one person exchanged for another: that changes
two counts, and the guarantee is 2ε.

`fit` also takes the same number off all cells until the sum is that of T: the nearest counts that
are not negative and have this sum. It makes the baseline stronger, and shows the number of rows.
Guarantee: only the second one, 2ε for one person exchanged for another.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from benchmarks.microdata.methods.nodes import Mend, choose_node
from benchmarks.microdata.people import ONE_OF, Ints, People
from benchmarks.microdata.release import Release, find_classes
from dpsql.noise.draw import Noise

AddNoise = Callable[[Sequence[int]], list[int]]


def clip(noisy: Ints) -> Ints:
    """Return the counts with 0 for negative ones."""
    return np.maximum(0, noisy)


def fit(noisy: Ints, total: int) -> Ints:
    """Return the nearest counts of this sum that are not negative.

    What rounding leaves goes to the largest counts, the first of equal ones first.

    >>> fit(np.array([5, 3, -2, 1]), 6).tolist()
    [4, 2, 0, 0]
    """
    descending = np.sort(noisy)[::-1]
    off = (np.cumsum(descending) - total) / np.arange(1, len(noisy) + 1)
    lowered = np.maximum(0, noisy - off[np.flatnonzero(descending > off)[-1]])
    whole = np.floor(lowered + 1e-9).astype(int)
    order = np.argsort(-noisy, kind="stable")
    whole[order[: total - whole.sum()]] += 1
    return np.asarray(whole)


def find_mend(people: People, *, fitted: bool) -> Mend:
    """Return the way to mend noisy counts; the sum is that of any T of these people."""

    def fit_to_size(noisy: Ints) -> Ints:
        return fit(noisy, people.size // ONE_OF)

    return fit_to_size if fitted else clip


def release_histogram(
    people: People,
    members: Ints,
    epsilon: Fraction,
    *,
    fitted: bool = False,
    add_noise: AddNoise | None = None,
) -> Release:
    """Release synthetic records; `add_noise` is dpsql's unless a test replaces it."""
    add, mend = add_noise or Noise(epsilon).add_to, find_mend(people, fitted=fitted)
    classes = find_classes(people, choose_node(people, float(epsilon), mend).best)
    values = len(people.informative.values)
    cells = classes.of_person[members] * values + people.codes[members, -1]
    counts = np.bincount(cells, minlength=classes.size * values)
    mended = mend(np.array(add(counts.tolist())))
    drawn = np.repeat(np.arange(len(mended)), mended)
    return Release(classes.labels[drawn // values], classes.meanings, drawn % values, None)

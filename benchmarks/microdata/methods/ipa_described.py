"""IPA (Lee & Chung 2020) in four steps, as Benschop (UNECE 2023) describes them.

Guarantee: DP towards dimension attributes only, unverified. It is no ε-differential privacy:
- The true informative values of all records that are kept are published as they are.
- Counterfeits are never fewer than none, so that a class can lose no record to noise: a class with
  no counterfeits cannot have had one person more, and that has the chance `find_chance_of_none`.
  It is the δ of an (ε, δ) for their number; without an offset it is above 1/2.
- Step 4 chooses by an information loss that one person may change by more than 1: it has no
  sensitivity, and a choice among several private outputs needs more budget than it is given.

The article was not obtainable; where its description leaves something open, this file decides:
equal quarters of ε, threshold `THRESHOLD`, no offset (`OFFSET`), as candidates all nodes that a
choice from P alone tried (`nodes.py`), classes of P (empty ones get counterfeits, too), values of
counterfeits by their counts in T.
"""

from math import exp

import numpy as np

from benchmarks.microdata.methods.ipa_strict import clip
from benchmarks.microdata.methods.nodes import choose_node
from benchmarks.microdata.people import Bools, Floats, Ints, People
from benchmarks.microdata.release import NOBODY, Classes, Release, find_classes

THRESHOLD, OFFSET = 10, 0


def find_suppression_chances(rows: Ints, threshold: int, epsilon: float) -> Floats:
    """Return by class the chance that its rows are fewer than the threshold with Laplace noise.

    The noise has the scale 1/ε.

    >>> find_suppression_chances(np.array([8, 10]), 10, 1).round(7).tolist()
    [0.9323324, 0.5]
    """
    tails = np.exp(-epsilon * abs(rows - threshold)) / 2
    return np.asarray(np.where(rows >= threshold, tails, 1 - tails))


def find_chance_of_none(epsilon: float, offset: int) -> float:
    """Return the chance of no counterfeit, which is the δ of their number: a^s / (1 + a).

    >>> round(find_chance_of_none(1, 10), 8)
    3.319e-05
    """
    alpha = exp(-epsilon)
    return alpha**offset / (1 + alpha)


def draw_suppressed(rows: Ints, epsilon: float, random: np.random.Generator) -> Bools:
    """Draw by class whether step 1 suppresses it."""
    return random.random(len(rows)) < find_suppression_chances(rows, THRESHOLD, epsilon)


def draw_counterfeits(
    classes: int, epsilon: float, random: np.random.Generator, offset: int = OFFSET
) -> Ints:
    """Draw by class the number of counterfeits of step 2: s + Z, but no fewer than none.

    None has its chance. Else s + Z is at least 1, and Z is drawn again until it is so.
    """
    drawn = np.zeros(classes, dtype=int)
    left = np.flatnonzero(random.random(classes) >= find_chance_of_none(epsilon, offset))
    share = 1 - exp(-epsilon)
    while len(left):
        noise = random.geometric(share, len(left)) - random.geometric(share, len(left))
        drawn[left] = np.maximum(0, offset + noise)
        left = left[drawn[left] == 0]
    return drawn


def weigh_exponentially(
    utilities: Ints | Floats, epsilon: float, sensitivity: float = 1.0
) -> Floats:
    """Return the chances of the exponential mechanism, exp(ε u / 2Δ) to a sum of 1.

    >>> weigh_exponentially(np.array([5.0, 3.0, 0.0]), 1).round(4).tolist()
    [0.6897, 0.2537, 0.0566]
    """
    exponents = epsilon * np.asarray(utilities, dtype=float) / (2 * sensitivity)
    weights = np.exp(exponents - exponents.max())
    return np.asarray(weights / weights.sum())


def release_described(
    people: People, members: Ints, epsilon: float, random: np.random.Generator
) -> Release:
    """Release the candidate that step 4 chooses."""
    part = epsilon / 4
    candidates, losses = [], []
    for node in choose_node(people, epsilon, clip).tried:
        classes = find_classes(people, node)
        release, loss = _make_candidate(people, members, classes, part, random)
        candidates.append(release)
        losses.append(loss)
    chances = weigh_exponentially(-np.array(losses), part)
    return candidates[random.choice(len(candidates), p=chances)]


def _make_candidate(
    people: People, members: Ints, classes: Classes, epsilon: float, random: np.random.Generator
) -> tuple[Release, float]:
    """Take steps 1 to 3 at a node; return the records with their loss, in records."""
    of_member = classes.of_person[members]
    rows = np.bincount(of_member, minlength=classes.size)
    suppressed = draw_suppressed(rows, epsilon, random)[of_member]
    extra = draw_counterfeits(classes.size, epsilon, random)
    outcomes = people.codes[members, -1]
    counts = np.bincount(outcomes, minlength=len(people.informative.values))
    invented = draw_values(counts, extra, epsilon, random)
    labels = np.concatenate([classes.labels[of_member], np.repeat(classes.labels, extra, axis=0)])
    # One more label of each column stands for all of its values: a suppressed record has it.
    labels[: len(members)][suppressed] = [len(one) for one in classes.meanings]
    meanings = tuple(
        (*one, np.arange(len(column.values)))
        for one, column in zip(classes.meanings, people.columns, strict=True)
    )
    release = Release(
        labels,
        meanings,
        np.concatenate([outcomes, invented]),
        np.concatenate([members, np.full(len(invented), NOBODY)]),
    )
    lost = _find_loss(people, classes)[of_member[~suppressed]].sum()
    return release, float(lost + suppressed.sum() + extra.sum())


def draw_values(counts: Ints, extra: Ints, epsilon: float, random: np.random.Generator) -> Ints:
    """Draw the informative values of the counterfeits of step 3, class by class.

    A class splits its budget among its `extra` ones. `counts`: rows of T by value.
    """
    each = np.repeat(extra, extra)
    drawn = np.zeros(len(each), dtype=int)
    for number in np.unique(each):
        here = np.flatnonzero(each == number)
        chances = weigh_exponentially(counts, epsilon / number)
        drawn[here] = random.choice(len(chances), len(here), p=chances)
    return drawn


def _find_loss(people: People, classes: Classes) -> Floats:
    """Return by class the mean over columns of (values - 1) / (all values - 1) of its labels."""
    costs = []
    for j, column in enumerate(people.columns):
        widths = np.array([len(one) for one in classes.meanings[j]])
        costs.append(((widths - 1) / (len(column.values) - 1))[classes.labels[:, j]])
    return np.asarray(np.mean(costs, axis=0))

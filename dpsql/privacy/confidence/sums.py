"""The tail of a sum of independent binomial counts, by convolution."""

import numpy as np

from dpsql.privacy.confidence.arrays import Counts, Shares
from dpsql.privacy.confidence.tails import binomial_below


def add_below(least: int, trials: Counts, chances: Shares) -> float:
    """Return Pr[B < least] for B = Σ Binomial(trials[i], chances[i]), independent; both (terms,).

    The probabilities of all terms but the one that varies most are convolved; its tail is added up
    with them. Each law is cut off where it has less than 1e-18 on a side: by Bernstein's inequality
    a distance of 10 σ + 40 from the mean is enough.
    """
    variance = trials * chances * (1 - chances)
    order = np.argsort(variance)
    start, law = 0, np.ones(1)
    for number in order[:-1]:
        first, term = _list_probabilities(int(trials[number]), float(chances[number]))
        start, law = start + first, _convolve(law, term)
    widest = order[-1]
    needed = least - start - np.arange(len(law))
    tails = binomial_below(needed, int(trials[widest]), chances[widest])
    return float(np.clip(law @ tails, 0.0, 1.0))


def _list_probabilities(trials: int, chance: float) -> tuple[int, Shares]:
    """The first count that matters, and the probabilities from it on."""
    from scipy.stats import binom

    mean, reach = trials * chance, 10 * (trials * chance * (1 - chance)) ** 0.5 + 40
    first, last = max(0, int(mean - reach)), min(trials, int(mean + reach) + 1)
    found: Shares = binom.pmf(np.arange(first, last + 1), trials, chance)
    return first, found


def _convolve(one: Shares, other: Shares) -> Shares:
    """The law of the sum; by Fourier transforms if that is faster, with an error of about 1e-17."""
    from scipy.signal import convolve

    found: Shares = np.maximum(convolve(one, other), 0.0)
    return found

"""The tail of a sum of independent binomial counts, by convolution."""

import numpy as np

from dpsql.privacy.confidence.arrays import Counts, Shares
from dpsql.privacy.confidence.tails import binomial_above, binomial_below

#: A probability that is so close to 0 or 1 is replaced by an upper bound, at most this greater.
_NEGLIGIBLE = 1e-17


def add_all_below(
    least: Counts, starts: Counts, numbers: Counts, trials: Counts, chances: Shares
) -> Shares:
    """Return Pr[B < least] of several sums B; one has `numbers` terms from its place in `starts`.

    Only what is neither 0 nor 1 but for `_NEGLIGIBLE` is convolved. A sum of n trials is less
    likely to be far from its mean than Binomial(n, mean / n): Hoeffding 1956, theorem 4. It bounds
    Pr[B ≤ c] from above where c ≤ mean − 1, and from below where c ≥ mean.
    """
    every = sum_terms(trials, starts, numbers)
    means = sum_terms(trials * chances, starts, numbers)
    average = np.clip(means / np.maximum(every, 1), 0.0, 1.0)
    found = np.ones(len(least))
    few = least <= means
    found[few] = binomial_below(least[few], every[few], average[few])
    rest = np.zeros(len(least))
    many = least - 1 >= means
    rest[many] = binomial_above(least[many] - 1, every[many], average[many])
    known = (few & (found <= _NEGLIGIBLE)) | (many & (rest <= _NEGLIGIBLE))
    for number in np.flatnonzero(~known):
        term = slice(starts[number], starts[number] + numbers[number])
        found[number] = add_below(int(least[number]), trials[term], chances[term])
    return found


def sum_terms(values: np.ndarray, starts: Counts, numbers: Counts) -> np.ndarray:
    """Return the sums of as many values as `numbers` says, each from a place in `starts`."""
    if not len(starts):
        return np.zeros(0, dtype=values.dtype)
    ends = np.column_stack((starts, starts + numbers)).ravel()
    found: np.ndarray = np.add.reduceat(np.append(values, values[:1]), ends)[::2]
    return found


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

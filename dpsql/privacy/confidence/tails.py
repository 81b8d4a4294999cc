"""Tails of the binomial and of the beta-binomial law, for arrays of classes.

`betaincc` is exact to 1e-12 at any size; `scipy.special.bdtr` is off by 1e-8 for five million
people, and `scipy.stats.betabinom` by as much, through `betaln`. Beta-binomial tails are exact to
1e-12 for small populations, and to 1e-10 for twenty million people.
"""

from collections.abc import Callable

import numpy as np

from dpsql.privacy.confidence.arrays import Counts, Shares
from dpsql.privacy.special import load_special

#: Cells of a block of probabilities, and of one class of it at once: they bound the memory.
_CELLS, _STEPS = 400_000, 20_000
#: What is left out of a sum.
_NOTHING = 1e-18


def binomial_below(least: Counts, trials: Counts | int, share: Shares) -> Shares:
    """Return Pr[B < least] for B ~ Binomial(trials, share); all of shape (K,), or one number.

    With L = `least` and M = `trials` it is the regularized incomplete beta function
    1 − I_p(L, M − L + 1).

    >>> float(binomial_below(np.array([190]), 43265, np.array([0.005]))[0])
    0.03168397970037868
    """
    least, trials, share = np.broadcast_arrays(least, trials, share)
    found = np.where(least > trials, 1.0, 0.0)
    open_ = (least > 0) & (least <= trials)
    k, m = least[open_].astype(float), trials[open_].astype(float)
    found[open_] = load_special().betaincc(k, m - k + 1, share[open_])
    return found


def binomial_above(most: Counts, trials: Counts | int, share: Shares) -> Shares:
    """Return Pr[B > most] for B ~ Binomial(trials, share); all of shape (K,), or one number.

    >>> float(binomial_above(np.array([0]), 2, np.array([0.5]))[0])
    0.75
    """
    most, trials, share = np.broadcast_arrays(most, trials, share)
    found = np.where(most < 0, 1.0, 0.0)
    open_ = (most >= 0) & (most < trials)
    k, m = most[open_].astype(float), trials[open_].astype(float)
    found[open_] = load_special().betainc(k + 1, m - k, share[open_])
    return found


def beta_binomial_below(least: Counts, trials: Counts | int, a: Shares, b: Shares) -> Shares:
    """Return Pr[B < least] for B ~ Beta-binomial(trials, a, b); all of shape (K,), or one number.

    a = 0 means that B is 0, and b = 0 that it is `trials`. Otherwise the probabilities of
    0, …, least − 1 are added: one of them is computed, the rest follows by the ratios

    Pr[k]/Pr[k − 1] = (M − k + 1)(a + k − 1)/(k (b + M − k)).

    It starts at the largest of them, so that products of ratios can only become too small. Costs
    `least` steps for each class; over the classes of T these are at most |T| (1 − δmax)/δmax and
    a step for each class.
    """
    least, trials, a, b = np.broadcast_arrays(least, trials, a, b)
    found = np.where(least > trials, 1.0, 0.0)
    found[(a <= 0) & (least > 0)] = 1.0
    open_ = np.flatnonzero((least > 0) & (least <= trials) & (a > 0) & (b > 0))
    order = open_[np.argsort(least[open_], kind="stable")]
    while order.size:
        # Classes of about the same length share a block, the longest first.
        rows = max(1, _CELLS // min(int(least[order[-1]]), _STEPS))
        block, order = order[-rows:], order[:-rows]
        found[block] = _add_up(least[block] - 1, trials[block], a[block], b[block])
    return found


def _add_up(last: Counts, trials: Counts, a: Shares, b: Shares) -> Shares:
    """Pr[B ≤ last], by the ratios of neighbouring probabilities from the largest one on."""
    start = np.minimum(_find_mode(trials, a, b), last)
    from_, m, a_, b_ = start[:, None], trials[:, None], a[:, None], b[:, None]

    def rise(steps: Counts) -> Shares:
        k = np.minimum(from_ + steps, m)
        found: Shares = (m - k + 1) * (a_ + (k - 1)) / np.maximum(k * (b_ + m - k), b_)
        return found

    def fall(steps: Counts) -> Shares:
        k = np.maximum(from_ - steps + 1, 1)
        found: Shares = k * (b_ + m - k) / ((m - k + 1) * (a_ + (k - 1)))
        return found

    total = 1.0 + _add_ratios(rise, last - start) + _add_ratios(fall, start)
    first: Shares = _probability(start, trials, a, b)
    return np.minimum(first * total, 1.0)


def _add_ratios(ratio: Callable[[Counts], Shares], steps: Counts) -> Shares:
    """Σ over 1, …, steps of the products of ratios so far, of each class.

    The products fall. It ends as soon as all that are left cannot add `_NOTHING` to a sum above 1.
    """
    longest = int(steps.max(initial=0))
    total, product = np.zeros(len(steps)), np.ones(len(steps))
    for begin in range(0, longest, _STEPS):
        some = np.arange(begin + 1, min(begin + _STEPS, longest) + 1)
        ratios = np.where(some <= steps[:, None], ratio(some), 0.0)
        terms = product[:, None] * np.cumprod(ratios, axis=1)
        total += terms.sum(axis=1)
        product = terms[:, -1]
        if (product * (longest - begin) < _NOTHING).all():
            break
    return total


def _find_mode(trials: Counts, a: Shares, b: Shares) -> Counts:
    """About where the probability is largest among 0, …, trials − 1, or at least no valley lies.

    Pr[k + 1] ≥ Pr[k] exactly if M (a − 1) − k (a + b − 2) − (b − 1) ≥ 0, which is linear in k.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        turn = (trials * (a - 1) - (b - 1)) / (a + b - 2) + 1
    mode = np.where((a > 1) & (b > 1), turn, np.where(a < b, 0, trials))
    found: Counts = np.clip(np.nan_to_num(mode), 0, trials).astype(np.int64)
    return found


def _probability(k: Counts, trials: Counts, a: Shares, b: Shares) -> Shares:
    """Pr[B = k]: at any share p it is binomial(k; p) · beta(p; a, b)/beta(p; a + k, b + M − k).

    This is Bayes' rule; p is the mean of the last factor. No factor suffers from cancellation.
    """
    from scipy.stats import beta, binom

    p = (a + k) / (a + b + trials)
    prior, posterior = beta.pdf(p, a, b), beta.pdf(p, a + k, b + trials - k)
    found: Shares = binom.pmf(k, trials, p) * prior / posterior
    return found

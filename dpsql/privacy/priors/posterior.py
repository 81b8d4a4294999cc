"""The exact posterior of the people of one class: conditional Bernoulli trials.

Before the release each person is in T with their own rate, independently. The release tells that
t of the n people of a class are. With odds w and the elementary symmetric polynomials e,

    P(i in T | t) = wᵢ · e(t − 1; all but i) / e(t; all).

People of equal odds are a type. With any tilt θ the odds θw have the same posterior; θ is chosen so
that the mean number of successes is t. Let X_k ~ Binomial(m_k, p_k) be the successes of type k,
p_k = θw_k/(1 + θw_k), and R_k the law of the sum of all other types. Then

    P_k = Σₓ x b_k(x) R_k(t − x) / (m_k Σₓ b_k(x) R_k(t − x)).

All terms are positive, so nothing cancels. Each binomial is kept within 14 standard deviations and
40 of its mean: by Bernstein's inequality less than 2e-26 lies outside, and the sum is t with a
probability of at least about 1/(3 √t). Relative error about 1e-13 at a million people.
"""

from dataclasses import dataclass
from math import exp, log

import numpy as np

from dpsql.privacy.confidence.arrays import Counts, Shares

#: How far a law is kept around its mean: in standard deviations, and beside them.
_DEVIATIONS, _BESIDE = 14, 40
#: Steps of the search for the tilt; the posterior does not depend on it, only its rounding does.
_STEPS = 60


@dataclass(frozen=True)
class _Law:
    """The probabilities of first, first + 1, …, in that order."""

    first: int
    chances: Shares

    def add(self, other: "_Law", first: int, last: int) -> "_Law":
        """The law of the sum of both, within first, …, last."""
        start = self.first + other.first
        found = np.convolve(self.chances, other.chances)
        low, high = max(first - start, 0), min(last - start + 1, len(found))
        return _Law(start + low, found[low:high])

    def at(self, numbers: Counts) -> Shares:
        """The probabilities of these numbers, 0 where they are not kept."""
        places = numbers - self.first
        inside = (places >= 0) & (places < len(self.chances))
        return np.where(inside, self.chances[np.clip(places, 0, len(self.chances) - 1)], 0.0)


def find_posteriors(odds: Shares, people: Counts, members: int) -> Shares:
    """Return P(i in T | t) of the people of each type, shape (K,).

    Args:
        odds: w of each type, above 0 and finite, shape (K,).
        people: how many people have them, above 0, shape (K,).
        members: t, between 0 and all people.

    >>> rates = np.array([.02, .1])
    >>> find_posteriors(rates / (1 - rates), np.array([1, 2]), 2).round(6).tolist()
    [0.268657, 0.865672]
    """
    return _find(odds, people, members, range(len(odds)))


def find_extremes(odds: Shares, people: Counts, members: int) -> tuple[float, float]:
    """Return the least and the greatest posterior: those of the least and of the greatest odds.

    A person of larger odds has a larger posterior: given who else may be in T, swapping two people
    multiplies the odds of a world by the ratio of theirs.
    """
    ends = sorted({int(np.argmin(odds)), int(np.argmax(odds))}, key=lambda k: float(odds[k]))
    found = _find(odds, people, members, ends)
    return float(found[0]), float(found[-1])


def _find(odds: Shares, people: Counts, members: int, wanted: "range | list[int]") -> Shares:
    """The posteriors of the wanted types, in their order."""
    total = int(people.sum())
    if not 0 <= members <= total:
        raise ValueError("a class has no more members than people, and no fewer than 0")
    if members in (0, total):
        return np.full(len(wanted), members / total)
    logits = _tilt(odds, people, members)
    laws = [_draw(int(m), float(one)) for m, one in zip(people, logits, strict=True)]
    means = people * _logistic(logits)
    variances = means * _logistic(-logits)
    before, after = _sums(laws, means, variances), _sums(laws[::-1], means[::-1], variances[::-1])
    found = []
    for k in wanted:
        own = laws[k]
        numbers = np.arange(own.first, own.first + len(own.chances))
        others = before[k].add(after[len(laws) - 1 - k], 0, total)
        weights = own.chances * others.at(members - numbers)
        found.append(float((numbers * weights).sum() / (int(people[k]) * weights.sum())))
    posteriors: Shares = np.minimum(np.array(found), 1.0)
    return posteriors


def _sums(laws: list[_Law], means: Shares, variances: Shares) -> list[_Law]:
    """The law of the sum of the first 0, 1, … types, each within its window."""
    sums = [_Law(0, np.ones(1))]
    mean = variance = 0.0
    for law, own, spread in zip(laws[:-1], means, variances, strict=False):
        mean, variance = mean + float(own), variance + float(spread)
        reach = _DEVIATIONS * variance**0.5 + _BESIDE
        sums.append(sums[-1].add(law, int(mean - reach), int(mean + reach) + 1))
    return sums


def _draw(trials: int, logit: float) -> _Law:
    """Binomial(trials, p) within its window, by the ratios of neighbours from the mode on.

    `logit` is log(p/(1 − p)): where p is all but 1, a double does not tell how much is left.
    """
    chance, rest = (float(one) for one in _logistic(np.array([logit, -logit])))
    mean = trials * chance
    reach = _DEVIATIONS * (mean * rest) ** 0.5 + _BESIDE
    first, last = max(0, int(mean - reach)), min(trials, int(mean + reach) + 1)
    mode = min(max(int((trials + 1) * chance), first), last)
    tilt = exp(logit)
    up = np.arange(mode + 1, last + 1)
    down = np.arange(mode, first, -1)
    above = np.cumprod((trials - up + 1) / up * tilt)
    below = np.cumprod(down / ((trials - down + 1) * tilt))
    found = np.concatenate([below[::-1], np.ones(1), above])
    return _Law(first, found / found.sum())


def _tilt(odds: Shares, people: Counts, members: int) -> Shares:
    """Log θw of each type, with θ such that Σ m θw/(1 + θw) = t, by halving log θ."""
    logs = np.log(odds)
    total = int(people.sum())
    middle = log(members) - log(total - members)
    low, high = middle - float(logs.max()), middle - float(logs.min())
    for _ in range(_STEPS):
        half = (low + high) / 2
        if float((people * _logistic(logs + half)).sum()) < members:
            low = half
        else:
            high = half
    found: Shares = logs + (low + high) / 2
    return found


def _logistic(values: Shares) -> Shares:
    """1/(1 + e⁻ˣ), without overflow."""
    found: Shares = np.exp(-np.logaddexp(0.0, -values))
    return found

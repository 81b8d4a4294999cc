"""How many people of P are the only one of their class, estimated from a sample: indications.

Both methods read the sizes of the classes of a sample of n of N people. Zayatz 1991: as many
classes of P have i people as classes of the sample have i rows; how probable it is that a class
with one sampled row has one person follows from the hypergeometric law. Pitman (Hoshino 2001):
classes are those of Pitman's sampling formula, whose θ and α maximize the likelihood of the sample.

Dankar et al. 2012 (BMC Medical Informatics and Decision Making 12:66) recommend Pitman for samples
of up to 10 %, and for larger ones the lesser of Zayatz and a third method, which is not here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, log, log1p

import numpy as np
from numpy.typing import NDArray

from dpsql.errors import ConfigError
from dpsql.privacy.special import load_special

#: The largest share of P that Pitman is recommended for: one of ten.
_SMALL = 10
#: Where a search for the parameters begins: α, and θ as a share of the sample.
_STARTS = ((0.5, 0.1), (0.1, 0.1), (0.9, 0.1), (0.5, 1.0), (0.5, 0.001))
_TOLERANCE = 1e-9
#: Steps of a search that go beyond have the ends of the range as their goal.
_FARTHEST = 30.0
#: Fewer classes of at most so many rows are multiplied term by term: exact to the last digits.
_MOST_TERMS = 10_000
Sizes = Mapping[int, int]


@dataclass(frozen=True)
class PitmanLaw:
    """The two parameters of Pitman's sampling formula, 0 < α < 1 and θ > −α."""

    theta: float
    alpha: float

    def find_uniques(self, people: int) -> float:
        """Return how many of so many people are expected to be the only one of their class.

        It is N Γ(θ+1)/Γ(θ+α) · Γ(θ+α+N−1)/Γ(θ+N), not its limit for large N.
        """
        rising = load_special().poch
        first = rising(self.theta + self.alpha, 1 - self.alpha)
        return float(people * first * rising(self.theta + people, self.alpha - 1))


@dataclass(frozen=True)
class PopulationUniques:
    """Estimated people of P who are the only one of their class, by method; `recommended` is one.

    None: the method has no answer for this sample.
    """

    zayatz: float | None
    pitman: float | None
    recommended: str

    @property
    def indication(self) -> float | None:
        """The number of the recommended method."""
        return self.pitman if self.recommended == "pitman" else self.zayatz


def estimate_uniques(sizes: Sizes, people: int) -> PopulationUniques:
    """Estimate the uniques of a population of `people` from the `sizes` of classes of a sample.

    `sizes`: how many classes have so many rows of the sample.

    Raises:
        ConfigError: the sample is empty, or larger than the population.
    """
    sampled = sum(size * count for size, count in sizes.items())
    if not 0 < sampled <= people:
        raise ConfigError("population uniques need a sample of some of the people, not of more")
    law = fit_pitman(sizes)
    pitman = None if law is None else law.find_uniques(people)
    is_small = sampled * _SMALL <= people and pitman is not None
    return PopulationUniques(
        find_zayatz_uniques(sizes, people), pitman, "pitman" if is_small else "zayatz"
    )


def find_zayatz_uniques(sizes: Sizes, people: int) -> float | None:
    """Return the uniques of the population by Zayatz; None if no class of the sample has one row.

    >>> found = find_zayatz_uniques({1: 120, 2: 40, 3: 20, 4: 10, 5: 6, 10: 3}, 1000)
    >>> round(found, 6)
    188.739066
    """
    sampled = sum(size * count for size, count in sizes.items())
    if not sizes.get(1):
        return None
    return find_conditional_share(sizes, people) * sizes[1] * people / sampled


def find_conditional_share(sizes: Sizes, people: int) -> float:
    """Return the share of the uniques of the sample that are unique in the population."""
    sampled = sum(size * count for size, count in sizes.items())
    # Pr[one of i is sampled] / Pr[the only one is sampled] = i · Π_j (N − n − j + 1) / (N − j).
    total, ratio, reached = 0.0, 0.0, 1
    for size in sorted(sizes):
        ratio += _log_ratio(people, sampled, reached, size)
        reached = size
        total += sizes[size] * size * exp(ratio)
        if ratio == -np.inf:
            break
    return sizes[1] / total


def _log_ratio(people: int, sampled: int, start: int, end: int) -> float:
    """Return Σ ln((N − n − j + 1) / (N − j)) for j from `start` to `end` − 1; −inf for a zero."""
    left = people - sampled
    if end > start and left - (end - 1) + 1 <= 0:
        return -np.inf
    if end - start <= _MOST_TERMS:
        return sum(log1p((1 - sampled) / (people - j)) for j in range(start, end))
    loggamma = load_special().gammaln
    above = loggamma(left - start + 2) - loggamma(left - end + 2)
    return float(above - loggamma(people - start + 1) + loggamma(people - end + 1))


def fit_pitman(sizes: Sizes) -> PitmanLaw | None:
    """Return the parameters that are most likely for a sample; None if they lie at no finite place.

    That is so if all its classes have one row, or none has, or the sample shows no α above 0.
    """
    law = _Likelihood(sizes)
    if law.classes < 2 or law.classes == law.rows or 1 not in sizes:
        return None
    from scipy.optimize import minimize, root

    # ln((θ + α) / n) and the logit of α may be any numbers.
    starts = [
        np.array([log(share + alpha / law.rows), log(alpha / (1 - alpha))])
        for alpha, share in _STARTS
    ]
    found = [
        minimize(law.measure, start, jac=law.differentiate, method="BFGS").x for start in starts
    ]
    best = min(found, key=law.measure)
    polished = root(law.differentiate, best, tol=1e-14).x
    slopes = [float(np.abs(law.differentiate(ends)).max()) for ends in (best, polished)]
    theta, alpha = law.place(polished if slopes[1] < slopes[0] else best)
    slope = min(slopes)
    is_inside = 1e-6 < alpha < 1 - 1e-6 and theta < law.rows * 1e6
    return PitmanLaw(theta, alpha) if is_inside and slope < _TOLERANCE * law.rows else None


class _Likelihood:
    """−ln L of Pitman's formula for the sizes of classes, and its derivatives."""

    def __init__(self, sizes: Sizes) -> None:
        self._sizes = np.array(sorted(sizes), dtype=float)
        self._counts = np.array([sizes[size] for size in sorted(sizes)], dtype=float)
        self.classes = int(self._counts.sum())
        self.rows = int((self._sizes * self._counts).sum())

    def place(self, ends: NDArray[np.float64]) -> tuple[float, float]:
        """Return θ and α."""
        place, logit = (min(max(float(end), -_FARTHEST), _FARTHEST) for end in ends)
        alpha = float(load_special().expit(logit))
        return self.rows * exp(place) - alpha, alpha

    def measure(self, ends: NDArray[np.float64]) -> float:
        """Return −ln L, without what does not depend on the parameters."""
        theta, alpha = self.place(ends)
        loggamma, u = load_special().gammaln, self.classes
        chances = (u - 1) * log(alpha) + loggamma(theta / alpha + u) - loggamma(theta / alpha + 1)
        chances -= loggamma(theta + self.rows) - loggamma(theta + 1)
        inside = loggamma(self._sizes - alpha) - loggamma(1 - alpha)
        return -float(chances + (self._counts * inside).sum())

    def differentiate(self, ends: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the derivatives of `measure`."""
        theta, alpha = self.place(ends)
        digamma, u = load_special().psi, self.classes
        steps = digamma(theta / alpha + u) - digamma(theta / alpha + 1)
        by_theta = steps / alpha - digamma(theta + self.rows) + digamma(theta + 1)
        inside = digamma(1 - alpha) - digamma(self._sizes - alpha)
        by_alpha = (u - 1) / alpha - theta / alpha**2 * steps + (self._counts * inside).sum()
        slope = alpha * (1 - alpha)
        return np.array(
            [-by_theta * (theta + alpha), -(by_alpha - by_theta) * slope], dtype=np.float64
        )

"""Converts between δ and the ε of differential privacy.

ε-differential privacy (one person added or removed) changes the odds of a person's membership by a
factor of at most e^ε, for an outsider whose probability of it was `prior`, independently of other
people. For one who knows |T| it is e^(2ε): if a person is in T another is not, so that two people
change. Logarithms are doubles, rounded to the safe side by more than their error.
"""

from fractions import Fraction
from math import exp, inf, log, log1p

from dpsql.domain.arguments import refuses_wrong_types
from dpsql.domain.threshold import PresenceBounds, parse_threshold
from dpsql.errors import ConfigError

#: More than the error of a few roundings of a double.
_SLACK = 1e-12


@refuses_wrong_types
def presence_to_epsilon(
    delta: PresenceBounds, prior: str | float | Fraction, *, size_known: bool = False
) -> float:
    """Return the greatest ε that keeps presence within δ; inf if δ is [0, 1], 0 if only 0 does.

    For an outsider with independent beliefs, or one to whom all tables T of a known size are
    equally likely (`size_known`): for the second one it is half as large.

    Raises:
        ConfigError: the prior is not a probability between 0 and 1, or is outside of δ.

    >>> import dpsql
    >>> from fractions import Fraction
    >>> delta = dpsql.PresenceBounds(Fraction(0), Fraction(1, 20))
    >>> round(dpsql.presence_to_epsilon(delta, Fraction(1, 25)), 6)
    0.233615
    """
    prior = _read_uncertain(prior)
    low, high = delta.minimum, delta.maximum
    if not low <= prior <= high:
        raise ConfigError("delta does not contain the prior: no mechanism keeps to this delta")
    above = inf if high == 1 else _log(high * (1 - prior) / (prior * (1 - high)))
    below = inf if low == 0 else _log(prior * (1 - low) / ((1 - prior) * low))
    epsilon = min(above, below)
    if epsilon == inf:
        return epsilon
    return max(0.0, epsilon * (1 - _SLACK)) / _count_changes(size_known=size_known)


@refuses_wrong_types
def epsilon_to_presence(
    epsilon: float, prior: str | float | Fraction, *, size_known: bool = False
) -> tuple[float, float]:
    """Return the least and the greatest presence that ε allows, as probabilities.

    For an outsider with independent beliefs, or one to whom all tables T of a known size are
    equally likely (`size_known`).

    Raises:
        ConfigError: ε is negative or not a number, or the prior is not between 0 and 1.

    >>> import dpsql
    >>> from fractions import Fraction
    >>> [round(end, 6) for end in dpsql.epsilon_to_presence(1, Fraction(1, 25))]
    [0.015097, 0.101739]
    """
    prior = _read_uncertain(prior)
    if not epsilon >= 0:
        raise ConfigError("epsilon is a number of at least 0")
    if epsilon == inf:
        return 0.0, 1.0
    epsilon *= _count_changes(size_known=size_known)
    odds = float(prior / (1 - prior))
    shrunk = odds * exp(-epsilon)
    low = shrunk / (1 + shrunk)
    # 1/(1 + e^-ε/odds) cannot overflow, whatever ε is.
    high = 1 / (1 + exp(-epsilon) / odds)
    return low * (1 - _SLACK), min(1.0, high * (1 + _SLACK))


def identifiability_to_scale(worlds: int, rho: Fraction, sensitivity: float = 1.0) -> float:
    """Return the scale of Laplace noise that keeps the posterior of each of `worlds` at most ρ.

    ρ-differential identifiability (Lee & Clifton 2012): which of `worlds` people is missing?

    Raises:
        ConfigError: ρ is not a probability above 1/worlds and below 1, or the sensitivity is not
            above 0.

    >>> round(identifiability_to_scale(100, Fraction(1, 10)), 7)
    0.4170324
    """
    if worlds < 2 or not Fraction(1, worlds) < rho < 1:
        raise ConfigError("rho lies above 1 / worlds, how often a guess is right, and below 1")
    if not sensitivity > 0:
        raise ConfigError("sensitivity: how much one person changes the answer lies above 0")
    return sensitivity / log((worlds - 1) * rho / (1 - rho)) * (1 + _SLACK)


def _count_changes(*, size_known: bool) -> int:
    """How many people of T change where one person is in T or not."""
    return 2 if size_known else 1


def _read_uncertain(given: str | float | Fraction) -> Fraction:
    prior = parse_threshold(given, "prior")
    if not 0 < prior < 1:
        raise ConfigError("prior: a belief that evidence can change lies between 0 and 1")
    return prior


def _log(odds: Fraction) -> float:
    """Return the logarithm of a number of at least 1, accurate also near 1."""
    return log1p(float(odds - 1))

"""The posterior of the people of one class, by another way than the search has.

The law of a sum of independent people is read off its characteristic function (Hong 2013, the
Poisson-binomial law): with rates tilted so that t is the mean,

    Pr[S = t] = 1/N Σⱼ φ(2πj/N) e^(−2πijt/N),    φ(x) = Πₖ (1 − pₖ + pₖ eⁱˣ)^mₖ,

over N points that are more than the numbers which have any probability to speak of. Without a
person of type k, φ is divided by one of its factors, and

    P(i in T | t) = pₖ Pr[S without i = t − 1]/Pr[S = t].
"""

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.threshold import PresenceBounds

_Doubles = NDArray[np.float64]
#: The error of a posterior in doubles is less.
_ERROR = 1e-9
#: Steps of exact arithmetic for a class.
_MOST_STEPS = 200_000
#: The logarithm of a number that vanishes beside any other.
_NOTHING = -700.0


def find_ends(people: Mapping[Fraction, int], members: int) -> tuple[float, float] | None:
    """Return the least and the greatest posterior of a class; None if T contradicts the rates.

    `people`: how many have each rate, ends included. `members`: those of them in T.
    """
    certain, impossible = people.get(Fraction(1), 0), people.get(Fraction(0), 0)
    open_ = {rate: number for rate, number in people.items() if 0 < rate < 1}
    left, everybody = members - certain, sum(open_.values())
    if not 0 <= left <= everybody:
        return None
    ends = [1.0] if certain else []
    if impossible:
        ends.append(0.0)
    if open_:
        ends += _find_open(open_, left, everybody)
    return min(ends), max(ends)


def _find_open(people: Mapping[Fraction, int], members: int, everybody: int) -> list[float]:
    if members in (0, everybody) or len(people) == 1:
        return [members / everybody]
    rates = sorted(people)
    # Log-odds, each from the exact rate: 1 − rate may be lost in a double.
    logs = np.array([float(np.log(float(one))) - float(np.log(float(1 - one))) for one in rates])
    numbers = np.array([people[one] for one in rates], dtype=np.float64)
    chances = 1.0 / (1.0 + np.exp(-(logs + _solve(logs, numbers, members))))
    spread = float((numbers * chances * (1 - chances)).sum()) ** 0.5
    points = min(everybody + 1, 2 * int(14 * spread + 41))
    angles = 2 * np.pi * np.arange(points) / points
    law = _log_factors(chances[:, None], angles)
    whole = (numbers[:, None] * law).sum(axis=0)
    found = []
    for k in (0, len(rates) - 1):
        with_ = np.exp(whole - 1j * angles * members).real.sum()
        without = np.exp(whole - law[k] - 1j * angles * (members - 1)).real.sum()
        found.append(min(1.0, float(chances[k] * without / with_)))
    return found


def _solve(logs: _Doubles, numbers: _Doubles, members: int) -> float:
    """The shift of log-odds at which the mean is `members`, by halving."""
    low, high = -float(logs.max()) - 800, -float(logs.min()) + 800
    for _ in range(200):
        middle = (low + high) / 2
        with np.errstate(over="ignore"):
            mean = float((numbers / (1 + np.exp(-(logs + middle)))).sum())
        low, high = (middle, high) if mean < members else (low, middle)
    return (low + high) / 2


def _log_factors(chances: _Doubles, angles: _Doubles) -> NDArray[np.complex128]:
    """log(1 − p + p eⁱˣ), both parts without cancellation."""
    half, unlike = np.sin(angles / 2) ** 2, 1 - 2 * chances
    # |φ|² = 1 − 4p(1 − p) sin²(x/2) = (1 − 2p)² sin²(x/2) + cos²(x/2): the first where it is near
    # 1, the second where it is near 0.
    near_one = np.log1p(-4 * chances * (1 - chances) * np.minimum(half, 0.5))
    with np.errstate(divide="ignore"):
        near_zero = np.log(unlike**2 * half + np.cos(angles / 2) ** 2)
    # A factor may be 0, and is taken out again of the product: its logarithm must be finite.
    size = np.maximum(0.5 * np.where(half < 0.5, near_one, near_zero), _NOTHING)
    turn = np.arctan2(chances * np.sin(angles), 1 - 2 * chances * half)
    found: NDArray[np.complex128] = size + 1j * turn
    return found


def lies_within(bounds: PresenceBounds, people: Mapping[Fraction, int], members: int) -> bool:
    """Tell whether all posteriors of a class lie within δ; where doubles cannot, by fractions."""
    ends = find_ends(people, members)
    if ends is None:
        return False
    low, high = float(bounds.minimum), float(bounds.maximum)
    if ends[0] > low + _ERROR and ends[1] < high - _ERROR:
        return True
    if ends[0] < low - _ERROR or ends[1] > high + _ERROR:
        return False
    exact = _find_exactly(people, members)
    if exact is None:
        return bounds.minimum == 0 and bounds.maximum == 1
    return bounds.minimum <= exact[0] and exact[1] <= bounds.maximum


def _find_exactly(people: Mapping[Fraction, int], members: int) -> tuple[Fraction, Fraction] | None:
    """The ends as fractions, from the chances of each number of members; None if too many."""
    open_ = {rate: number for rate, number in people.items() if 0 < rate < 1}
    ends = [end for end in (Fraction(0), Fraction(1)) if people.get(end)]
    left, everybody = members - people.get(Fraction(1), 0), sum(open_.values())
    if len(open_) == 1 or left in (0, everybody):
        ends += [Fraction(left, everybody)] if everybody else []
    else:
        if everybody * left > _MOST_STEPS:
            return None
        for rate in (min(open_), max(open_)):
            others = _count_ways({**open_, rate: open_[rate] - 1}, left)
            inside = rate.numerator * others[left - 1]
            outside = (rate.denominator - rate.numerator) * others[left]
            ends.append(Fraction(inside, inside + outside))
    return min(ends), max(ends)


def _count_ways(people: Mapping[Fraction, int], most: int) -> list[int]:
    """The chance of each number of members up to `most`, times the product of denominators."""
    ways = [1] + [0] * most
    for rate, number in people.items():
        yes, no = rate.numerator, rate.denominator - rate.numerator
        for _ in range(number):
            for count in range(most, 0, -1):
                ways[count] = ways[count] * no + ways[count - 1] * yes
            ways[0] *= no
    return ways

"""Which posteriors of a class lie within δ: by doubles, and by exact fractions at a bound."""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

import numpy as np

from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.confidence.arrays import Counts
from dpsql.privacy.priors.posterior import find_extremes, find_posteriors

#: A posterior in doubles is off by less.
ERROR = 1e-9
#: Steps of an exact computation, which takes a second or two then.
_MOST_STEPS = 200_000


def allows(bounds: PresenceBounds, odds: Sequence[Fraction], people: Counts, members: int) -> bool:
    """Tell whether δmin ≤ P(i in T | t) ≤ δmax for all people of a class.

    `odds` and `people` by type. A posterior that is as near to a bound as doubles err is computed
    again in exact fractions. If the class is too large for that, it is refused, which is safe.
    """
    doubles = np.array([float(one) for one in odds])
    least, greatest = find_extremes(doubles, people, members)
    return all(
        is_inside
        if abs(found - float(bound)) > ERROR
        else _is_inside_exactly(bound, odds, people, members, is_upper=is_upper)
        for found, bound, is_inside, is_upper in (
            (greatest, bounds.maximum, greatest < bounds.maximum, True),
            (least, bounds.minimum, least > bounds.minimum, False),
        )
        if not (bound == 1 and is_upper) and not (bound == 0 and not is_upper)
    )


def count_beyond(
    bounds: PresenceBounds, odds: Sequence[Fraction], people: Counts, members: int
) -> tuple[int, int]:
    """Count the people of a class whose posterior is below δmin, and those above δmax.

    Near a bound fractions decide, as in `allows`; who cannot be decided so is counted.

    >>> odds, people = [Fraction(1, 49), Fraction(1, 9)], np.array([1, 2])
    >>> count_beyond(PresenceBounds(Fraction(20, 67), Fraction(57, 67)), odds, people, 2)
    (1, 2)
    >>> count_beyond(PresenceBounds(Fraction(18, 67), Fraction(58, 67)), odds, people, 2)
    (0, 0)
    """
    low, high = bounds.minimum, bounds.maximum
    found = find_posteriors(np.array([float(one) for one in odds]), people, members)
    is_small = int(people.sum()) * members <= _MOST_STEPS

    def is_beyond(k: int, bound: Fraction, sign: int) -> bool:
        distance = sign * (found[k] - float(bound))
        if abs(distance) > ERROR:
            return bool(distance > 0)
        return not is_small or sign * (_find_exactly(odds, people, members, k) - bound) > 0

    types = range(len(odds))
    below = [int(people[k]) for k in types if low > 0 and is_beyond(k, low, -1)]
    above = [int(people[k]) for k in types if high < 1 and is_beyond(k, high, 1)]
    return sum(below), sum(above)


def _is_inside_exactly(
    bound: Fraction, odds: Sequence[Fraction], people: Counts, members: int, *, is_upper: bool
) -> bool:
    """Compare the extreme posterior with the bound exactly; False if that takes too long."""
    if len(set(odds)) > 1 and int(people.sum()) * members > _MOST_STEPS:
        return False
    exact = find_exact_extreme(odds, people, members, greatest=is_upper)
    return exact <= bound if is_upper else exact >= bound


def find_exact_extreme(
    odds: Sequence[Fraction], people: Counts, members: int, *, greatest: bool
) -> Fraction:
    """Return the greatest or the least posterior of a class as a fraction.

    By the elementary symmetric polynomials of all people but one, in integers: odds are multiplied
    with their common denominator, which leaves the posterior as it is. n · t steps.

    >>> find_exact_extreme([Fraction(1, 49), Fraction(1, 9)], np.array([1, 2]), 2, greatest=True)
    Fraction(58, 67)
    """
    own = max(range(len(odds)), key=lambda k: odds[k] if greatest else -odds[k])
    return _find_exactly(odds, people, members, own)


def _find_exactly(odds: Sequence[Fraction], people: Counts, members: int, own: int) -> Fraction:
    """Return the posterior of the people of the type numbered `own`."""
    if len(set(odds)) == 1:
        return Fraction(members, int(people.sum()))
    if not members:
        return Fraction(0)
    common = lcm(*(one.denominator for one in odds))
    whole = [int(one * common) for one in odds]
    polynomial = [1] + [0] * members
    for k, weight in enumerate(whole):
        for _ in range(int(people[k]) - (k == own)):
            for degree in range(members, 0, -1):
                polynomial[degree] += weight * polynomial[degree - 1]
    with_own = whole[own] * polynomial[members - 1]
    return Fraction(with_own, with_own + polynomial[members])

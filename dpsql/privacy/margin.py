"""How many people a class needs so that a T which spreads as P does satisfies the models there.

Of |T| people drawn from P without regard to the quasi-identifiers, those in a class of n have a
hypergeometric number: mean n·|T|/|P|, variance n·τ·(1 − τ)·(|P| − n)/(|P| − 1) with τ = |T|/|P|. A
class is large enough if all numbers within four standard deviations of the mean satisfy the models.
The rule looks at nothing but |P| and |T|; whether it is wise is a matter of luck, never of privacy.
"""

from collections.abc import Iterable
from math import isqrt

from dpsql.privacy.model import PrivacyModel

#: A class of a random T is beyond it about once in ten thousand times.
DEVIATIONS = 4


def find_least_class(
    models: Iterable[PrivacyModel],
    public_rows: int,
    private_rows: int,
    deviations: int = DEVIATIONS,
) -> int:
    """Return the least number of people that is enough; `public_rows` if no smaller one is.

    It is found by bisection: more people are enough as well, but for steps of one person.
    """
    models = tuple(models)
    too_few, enough = 0, public_rows
    while enough - too_few > 1:
        middle = (too_few + enough) // 2
        expected = _expect(middle, public_rows, private_rows, deviations)
        if all(model.holds(middle, rows) for model in models for rows in expected):
            enough = middle
        else:
            too_few = middle
    return enough


def _expect(people: int, public_rows: int, private_rows: int, deviations: int) -> set[int]:
    """The ends of the numbers of rows of T that are expected among so many people.

    1 is an end where 0 is one: k-anonymity allows a class without rows of T, not one with too few.
    """
    mean = people * private_rows  # in units of 1/|P|, as the spread is
    others = (public_rows - private_rows) * (public_rows - people)
    squared = deviations**2 * mean * others
    spread = -(-squared // max(public_rows - 1, 1))
    root = isqrt(spread)
    root += root * root < spread
    low = max((mean - root) // public_rows, 0)
    high = min(-(-(mean + root) // public_rows), people, private_rows)
    return {low, min(max(low, 1), high), high}

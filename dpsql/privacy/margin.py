"""How many people a class needs so that a T that is distributed like P satisfies the models there.

If |T| people are drawn from P without regard to the quasi-identifiers, the number of them in a
class of n is hypergeometric: mean n·|T|/|P|, variance n·τ·(1 − τ)·(|P| − n)/(|P| − 1), where τ is
|T|/|P|. A class is large enough if all numbers within four standard deviations of the mean satisfy
the models. The rule depends on nothing but |P| and |T|. If it is unlucky, T violates the job at the
chosen levels and nothing is released; privacy does not depend on it.
"""

from collections.abc import Iterable
from math import isqrt

from dpsql.privacy.model import PrivacyModel

#: The margin in standard deviations. A class of a random T exceeds it about once in ten thousand
#: times: of releases with 600 classes, one in twenty fails.
DEVIATIONS = 4


def find_least_class(
    models: Iterable[PrivacyModel],
    public_rows: int,
    private_rows: int,
    deviations: int = DEVIATIONS,
) -> int:
    """Return the least number such that every class of so many people or more is large enough.

    The result is `public_rows` if no smaller number is. Being large enough is not monotone: the
    margin is rounded to whole rows of T, so a class of one more person may fail again. The answer
    is one more than the greatest number that is not enough, found by halving blocks of sizes from
    above. A block is skipped if the corners of a box around its sizes and their numbers of rows
    satisfy the models: a model judges the share of T, which is extreme in a corner, or compares one
    count with a bound. A block of one size is judged as that size itself, so the answer is exact.
    """
    models = tuple(models)
    blocks = [(1, public_rows - 1)]
    while blocks:
        fewest, most = blocks.pop()
        if fewest > most or all(
            model.holds(people, min(rows, people))
            for rows in _expect((fewest, most), public_rows, private_rows, deviations)
            for people in {fewest, most}
            for model in models
        ):
            continue
        if fewest == most:
            return fewest + 1
        middle = (fewest + most) // 2
        blocks += [(fewest, middle), (middle + 1, most)]
    return 1


def _expect(
    people: tuple[int, int], public_rows: int, private_rows: int, deviations: int
) -> set[int]:
    """The extreme numbers of rows of T to expect in a class; `people` is a range of its size.

    If 0 is one of them, 1 is another: k-anonymity allows a class without rows of T, but not one
    with too few. The mean grows with the people. The variance is bounded by taking the most people
    as drawn, and all but the fewest as left out. Both are exact if the range has one size.
    """
    fewest, most = people
    # In units of 1/|P|, as the spread is.
    least_mean, greatest_mean = fewest * private_rows, most * private_rows
    others = (public_rows - private_rows) * (public_rows - fewest)
    squared = deviations**2 * greatest_mean * others
    spread = -(-squared // max(public_rows - 1, 1))
    root = isqrt(spread)
    root += root * root < spread
    low = max((least_mean - root) // public_rows, 0)
    high = min(-(-(greatest_mean + root) // public_rows), most, private_rows)
    return {low, min(max(low, 1), high), high}

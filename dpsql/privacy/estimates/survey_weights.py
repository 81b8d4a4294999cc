"""The individual risk of a sampled class, from the weights of its rows.

Model: Benedetti & Franconi 1998, as in mu-Argus and sdcMicro. A class with f rows in the sample,
whose weights sum to w, has F people of P. Given f, F is negative binomial: F − f failures before
the f-th success of probability p = f / w. The risk that one of its rows is linked to the right
person is E[1/F | f] = p^f / f · 2F1(f, f; f+1; 1−p). It is written here as
p / f · 2F1(1, 1; f+1; 1−p), which is the same (Euler) and neither overflows nor underflows.

The risk falls where the weights grow. So classes may be counted by the logarithm of their weights
in buckets, each with its least and greatest weight: both ends of all figures follow.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import floor, log

from dpsql.privacy.special import load_special

#: Buckets per unit of the natural logarithm of the summed weights: ends differ by 0.1 %.
_FINENESS = 1024
#: scipy's function has no value for very many rows; the terms of their series vanish at once.
_MOST_BY_SCIPY, _TERMS = 40, 40


@dataclass(frozen=True)
class WeighedClasses:
    """Classes of as many rows in the sample, whose summed weights lie between two numbers.

    `rows`: rows of T that all of them have, `sampled`: rows of the sample that each has.
    """

    sampled: int
    least_weight: float
    greatest_weight: float
    classes: int
    rows: int


@dataclass(frozen=True)
class Bracket:
    """Two ends between which an estimate lies."""

    least: float
    greatest: float


@dataclass(frozen=True)
class WeighedRisks:
    """The estimated risk of the row of T where it is greatest, and of rows on average.

    `expected`: rows of T that an attacker of all rows would link to the right people. `above`: rows
    whose risk is above a threshold. `unsampled`: rows whose class the sample lacks; their risk is
    taken to be 1.
    """

    greatest: Bracket
    mean: Bracket
    expected: Bracket
    above: tuple[int, int] | None
    unsampled: int


def find_individual_risk(sampled: int, weight: float) -> float:
    """Return E[1/F | f] of a class of `sampled` rows whose weights sum to `weight`.

    It is 1 where nobody was sampled, and that of weights of 1 where they sum to less.

    >>> round(find_individual_risk(1, 10), 7), round(find_individual_risk(3, 30), 7)
    (0.2558428, 0.0463684)
    """
    if sampled < 1:
        return 1.0
    share = sampled / weight if weight > sampled else 1.0
    if sampled <= _MOST_BY_SCIPY:
        series = float(load_special().hyp2f1(1, 1, sampled + 1, 1 - share))
    else:
        term = series = 1.0
        for number in range(1, _TERMS):
            term *= (1 - share) * number / (sampled + number)
            series += term
    return share / sampled * series


def find_bucket(weight: float) -> int:
    """Return the bucket that SQL counts a class of this summed weight in; it needs a weight > 0."""
    return floor(log(weight) * _FINENESS)


def estimate_risks(
    classes: Iterable[WeighedClasses], threshold: float | None = None
) -> WeighedRisks | None:
    """Return the estimated risks of the rows of T; None if there are none.

    >>> found = estimate_risks([WeighedClasses(1, 10.0, 10.0, 4, 4)], 0.09)
    >>> round(found.mean.greatest, 7), found.above
    (0.2558428, (4, 4))
    """
    listed = [one for one in classes if one.rows]
    if not listed:
        return None
    ends = [
        (
            find_individual_risk(one.sampled, one.greatest_weight),
            find_individual_risk(one.sampled, one.least_weight),
        )
        for one in listed
    ]
    counts = [one.rows for one in listed]
    least, greatest = ([pair[end] for pair in ends] for end in (0, 1))
    rows, sums = sum(counts), (_weigh(counts, least), _weigh(counts, greatest))
    above = None
    if threshold is not None:
        surely, perhaps = (_count_above(counts, risks, threshold) for risks in (least, greatest))
        above = surely, perhaps
    return WeighedRisks(
        Bracket(max(least), max(greatest)),
        Bracket(sums[0] / rows, sums[1] / rows),
        Bracket(*sums),
        above,
        sum(one.rows for one in listed if not one.sampled),
    )


def _weigh(rows: Sequence[int], risks: Sequence[float]) -> float:
    return sum(count * risk for count, risk in zip(rows, risks, strict=True))


def _count_above(rows: Sequence[int], risks: Sequence[float], threshold: float) -> int:
    return sum(count for count, risk in zip(rows, risks, strict=True) if risk > threshold)

"""Pooling where nobody has listed P: who climbs is decided by the people that are expected.

A class of the start with the share θ of P is expected to have N θ people. It settles if these are
at least as many as settle together, whether or not T has rows of it. All other labels of the domain
are one class at the root. So where somebody settles depends on the statistics alone, as it depends
on P alone where P is counted (`domain.pooling`).
"""

from fractions import Fraction

#: A share that is less than the bound by so much, relatively, still settles: products of shares
#: are doubles, and those that meet the bound exactly must not depend on how they were multiplied.
_SLACK = Fraction(1, 10**9)
#: People that are missing to the next whole number for doubles alone.
_NEARLY = Fraction(1, 1000)


def least_share(size: int, least: int) -> Fraction:
    """Return the share from which a class settles, if `least` of `size` people settle together.

    >>> least_share(1000, 20) < Fraction(20, 1000) < least_share(1000, 21)
    True
    """
    return Fraction(least, size) * (1 - _SLACK)


def find_largest(size: int, share: float) -> int:
    """Return the greatest number of people with which a class of this share settles.

    >>> find_largest(1000, 0.02), find_largest(1000, 0.0209)
    (20, 20)
    """
    return int(Fraction(share) * size / (1 - _SLACK))


def count_expected(size: int, share: float | Fraction) -> int:
    """Return how many of `size` people are expected with a share, rounded down.

    >>> count_expected(10, 0.7), count_expected(10, 0.79)
    (7, 7)
    """
    return int(Fraction(share) * size + _NEARLY)

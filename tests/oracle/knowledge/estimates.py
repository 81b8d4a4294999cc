"""Estimates from a sample, by the definitions alone: sums, term by term."""

from collections.abc import Mapping
from decimal import Decimal, localcontext
from fractions import Fraction
from math import comb


def bound_individual_risk(sampled: int, share: Fraction) -> tuple[float, float]:
    """Return two ends of E[1/F | f], where F is negative binomial: its law, summed to the end."""
    with localcontext(prec=50):
        success = Decimal(share.numerator) / share.denominator
        left, chance, risk, people = Decimal(1), success**sampled, Decimal(0), sampled
        while left > Decimal("1e-15"):
            risk += chance / people
            left -= chance
            chance *= (1 - success) * people / (people + 1 - sampled)
            people += 1
        return float(risk), float(risk + left / people)


def find_conditional_share(sizes: Mapping[int, int], people: int) -> Fraction:
    """Return Zayatz' share of sample uniques that are population uniques."""
    sampled = sum(size * count for size, count in sizes.items())
    classes = sum(sizes.values())

    def find_chance(size: int) -> Fraction:
        """The chance that one of a class of so many is sampled."""
        ways = size * comb(people - size, sampled - 1)
        return Fraction(ways, comb(people, sampled))

    single = sum(Fraction(count, classes) * find_chance(size) for size, count in sizes.items())
    return Fraction(sizes[1], classes) * find_chance(1) / single


def expect_uniques(theta: Fraction, alpha: Fraction, people: int) -> Fraction:
    """Return the expected classes of one person in Pitman's urn after so many people."""
    classes = uniques = Fraction(1)
    for number in range(1, people):
        new = (theta + alpha * classes) / (theta + number)
        uniques += new - uniques * (1 - alpha) / (theta + number)
        classes += new
    return uniques


def find_slopes(sizes: Mapping[int, int], theta: float, alpha: float) -> tuple[float, float]:
    """Return the derivatives of the logarithm of Pitman's formula for a sample, as plain sums."""
    classes = sum(sizes.values())
    rows = sum(size * count for size, count in sizes.items())
    by_theta = sum(1 / (theta + i * alpha) for i in range(1, classes))
    by_theta -= sum(1 / (theta + i) for i in range(1, rows))
    by_alpha = sum(i / (theta + i * alpha) for i in range(1, classes))
    by_alpha -= sum(
        count * sum(1 / (j - alpha) for j in range(1, size)) for size, count in sizes.items()
    )
    return by_theta, by_alpha

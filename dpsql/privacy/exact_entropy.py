"""Whether the values of a class have the entropy of l equally frequent ones: exact at any size.

Π (n/r_i)^r_i ≥ l^n by logarithms of more and more digits. Were both sides equal no digits would
tell: that is decided by the exponents of coprime factors. No power is ever taken.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from decimal import Context, Decimal
from fractions import Fraction
from math import fsum, gcd, log

#: Sums of so many logarithms as there are values err by less than this, relatively, in doubles.
TOLERANCE = 1e-9
#: Digits that are tried after doubles; they double until they tell.
_DIGITS = 50


def has_entropy(counts: Collection[int], l: Fraction) -> bool:  # noqa: E741 - as in the paper
    """Tell whether Π (n/r)^r ≥ l^n, r being the rows of each value and n their sum; l ≥ 1.

    >>> has_entropy([3, 3], Fraction(2)), has_entropy([4, 2], Fraction(2))
    (True, False)
    """
    times = Counter(counts)
    n, most = sum(counts), log(l)
    surplus = n * (log(n) - most) - fsum(k * r * log(r) for r, k in times.items())
    if abs(surplus) > TOLERANCE * n * (log(n) + most + 1):
        return surplus > 0
    powers = [(n, n), (l.denominator, n), (l.numerator, -n)]
    powers += [(r, -r * k) for r, k in times.items()]
    return _is_at_least_one(powers)


def _is_at_least_one(powers: Collection[tuple[int, int]]) -> bool:
    """Compare a product of powers with 1.

    A product whose logarithm fifty digits do not tell from 0 is nearly always 1. If it is not, some
    number of digits tells.
    """
    digits = _DIGITS
    sign = _find_sign(powers, digits)
    if not sign and is_one(powers):
        return True
    while not sign:
        digits *= 2
        sign = _find_sign(powers, digits)
    return sign > 0


def _find_sign(powers: Collection[tuple[int, int]], digits: int) -> int:
    """The sign of a product's logarithm; 0 where so many digits do not tell.

    Of each power the logarithm, the multiplication and the sum are rounded, each by at most half a
    unit of the last place: of what is summed, or of the sum, neither of them above `scale`.
    """
    context = Context(prec=digits)
    total = scale = Decimal(0)
    for number, exponent in powers:
        term = context.multiply(context.ln(Decimal(number)), Decimal(exponent))
        total = context.add(total, term)
        scale = context.add(scale, context.abs(term))
    error = context.multiply(scale, Decimal(3 * len(powers)).scaleb(1 - digits, context))
    if context.abs(total) <= error:
        return 0
    return 1 if total > 0 else -1


def is_one(powers: Iterable[tuple[int, int]]) -> bool:
    """Tell exactly whether a product of powers of positive integers is 1.

    What two bases have in common is split off until all are coprime; then each prime is in one of
    them, and the product is 1 if every exponent is 0.

    >>> is_one([(6, 2), (4, -1), (9, -1)]), is_one([(6, 2), (4, -1)])
    (True, False)
    """
    coprime: dict[int, int] = {}
    waiting = list(powers)
    while waiting:
        number, exponent = waiting.pop()
        if number == 1 or exponent == 0:
            continue
        other = next((one for one in coprime if gcd(one, number) > 1), None)
        if other is None:
            coprime[number] = exponent
            continue
        shared, taken = gcd(other, number), coprime.pop(other)
        waiting += [
            (number // shared, exponent),
            (other // shared, taken),
            (shared, exponent + taken),
        ]
    return not coprime

"""Whether the values of a class have the entropy of l equally frequent values, exact at any size.

Compares Π (n/r_i)^r_i ≥ l^n by logarithms with more and more digits. If both sides are equal, no
number of digits decides; then the exponents of coprime factors do. No power is ever computed.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from decimal import Context, Decimal
from fractions import Fraction
from math import fsum, gcd, log

#: Bound of the relative error of a sum of one logarithm per value, in doubles.
TOLERANCE = 1e-9
#: Digits that are tried after doubles; they are doubled until they decide.
_DIGITS = 50


def has_entropy(counts: Collection[int], l: Fraction) -> bool:  # noqa: E741 - as in the paper
    """Return whether Π (n/r)^r ≥ l^n; r are the rows of each value, n is their sum, and l ≥ 1.

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
    """Return whether a product of powers is at least 1.

    If fifty digits do not distinguish the logarithm of a product from 0, the product is nearly
    always 1. If it is not, some number of digits decides.
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
    """Return the sign of a product's logarithm; 0 if so many digits do not decide.

    For each power, the logarithm, the multiplication and the sum are rounded, each by at most half
    a unit of the last place of a term or of the sum. Neither a term nor the sum is above `scale`.
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
    """Return exactly whether a product of powers of positive integers is 1.

    Common factors of two bases are split off until all bases are coprime. Then each prime divides
    only one of them, and the product is 1 if and only if every exponent is 0.

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

"""Which of very many empty cells reach a threshold by their noise alone, without drawing for each.

A mechanism that publishes a cell only because somebody is in it shows that somebody is. So empty
cells get noise, too. Where they are too many to draw for each, the same law is met in three steps:
how many reach the threshold is binomial; which of them, without order, is uniform; and by how much
each exceeds it does not depend on the threshold (`Noise.draw_excesses`).
"""

from collections.abc import Set
from decimal import Context, Decimal
from secrets import SystemRandom, randbelow, randbits

from dpsql.noise.law import DiscreteLaplace

#: Digits with which a draw of the binomial begins.
_DIGITS = 60


def draw_reaching(law: DiscreteLaplace, cells: int, least: int, digits: int = _DIGITS) -> int:
    """Return how many of so many empty cells reach the count `least`, a number from 1 up.

    By inversion: a uniform number is compared with the sums of the binomial, all to so many
    `digits`. Where these cannot tell on which side of a sum the number lies, both get twice as many
    digits, the number by more random ones. The draw is exact for that reason.
    """
    bits, drawn = 0, 0
    while True:
        more = 4 * digits - bits
        drawn, bits = (drawn << more) | randbits(more), bits + more
        found = _invert(law, cells, least, (drawn, bits), digits)
        if found is not None:
            return found
        digits *= 2


def _invert(
    law: DiscreteLaplace, cells: int, least: int, drawn: tuple[int, int], digits: int
) -> int | None:
    """Return the number whose sum is the first above the drawn one; None if that is not clear.

    Each step of the sums is a few roundings, of a relative error below 10^(1 - digits) each, and
    sums are at most 1. The first chance, a power of so many cells, has so many times that error.
    """
    context = Context(prec=digits, Emin=-999_999_999, Emax=999_999_999)
    uniform = context.divide(Decimal(drawn[0]), context.power(Decimal(2), drawn[1]))
    slack = context.multiply(Decimal(cells), context.power(Decimal(10), Decimal(6 - digits)))
    share = law.measure_tail(least, context)
    rest = context.subtract(Decimal(1), share)
    chance = context.exp(context.multiply(context.ln(rest), Decimal(cells)))
    ratio, total = context.divide(share, rest), chance
    for number in range(cells + 1):
        if context.abs(context.subtract(uniform, total)) <= context.multiply(
            slack, Decimal(number + 1)
        ):
            return None
        if uniform < total:
            return number
        step = context.divide(Decimal(cells - number), Decimal(number + 1))
        chance = context.multiply(chance, context.multiply(step, ratio))
        total = context.add(total, chance)
    return None


def choose_empty(cells: int, number: int, occupied: Set[int]) -> list[int]:
    """Return so many distinct places of empty cells among `cells`, each set of them equally likely.

    Places are drawn until they are new and empty, unless most tries would be in vain.
    """
    if 2 * (len(occupied) + number) > cells:
        empty = [place for place in range(cells) if place not in occupied]
        return sorted(SystemRandom().sample(empty, number))
    chosen: set[int] = set()
    while len(chosen) < number:
        place = randbelow(cells)
        if place not in occupied:
            chosen.add(place)
    return sorted(chosen)

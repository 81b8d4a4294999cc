"""Round δmax, as people write them, and those of them to look at first."""

from fractions import Fraction
from itertools import chain, zip_longest

_PER_MILLE = (1, 2, 5, 10, 20, 50, 100, 150, 200, 250, 300, 400, 500, 600, 700, 750, 800, 850, 900)
#: From 0.1 % up. At 100 % everybody may be certain, and nothing need be lost.
ROUND_BOUNDS = tuple(Fraction(n, 1000) for n in (*_PER_MILLE, 950, 990, 1000))


def choose_bounds(
    least: Fraction, own: Fraction | None, most: int = len(ROUND_BOUNDS)
) -> list[Fraction]:
    """Return δmax to try, none below `least`: `own` first, then round ones next to it, in turn.

    `most`: how many of the round ones. Where one side has too few, the other has more. Without
    `own` they lie around twice the least, or half way from it to certainty.

    >>> [f"{float(one):.0%}" for one in choose_bounds(Fraction(2, 5), Fraction(3, 4), 6)]
    ['75%', '70%', '80%', '60%', '85%', '50%', '90%']
    """
    middle = min(least * 2, (least + 1) / 2) if own is None else own
    allowed = [one for one in ROUND_BOUNDS if one >= least and one != own]
    below = [one for one in reversed(allowed) if one < middle]
    above = [one for one in allowed if one >= middle]
    half = most // 2
    sides = below[: max(half, most - len(above))], above[: max(half, most - len(below))]
    nearest = [one for one in chain(*zip_longest(*sides)) if one is not None]
    return ([own] if own is not None and own >= least else []) + nearest

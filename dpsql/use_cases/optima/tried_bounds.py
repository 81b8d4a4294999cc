"""At which δmax an algorithm that has no frontier is tried, so that its curve has no wide gap."""

from collections.abc import Collection
from fractions import Fraction

from dpsql.domain.round_bounds import ROUND_BOUNDS

#: Most δmax at which boxes or parts are cut: as many runs of the algorithm.
MOST_TRIED = 8


def choose_tried(attained: Collection[Fraction], own: Fraction | None) -> list[Fraction]:
    """Return at most `MOST_TRIED` δmax, ascending, the ends of `attained` and `own` among them.

    Each of the others is the one in the widest gap, as a ratio, of those that others attain and of
    round ones. An `own` δmax below all that is attained is tried, too: cuts may hold there.

    >>> attained = [Fraction(8, 100), Fraction(2, 3), Fraction(1)]
    >>> [f"{float(one):.0%}" for one in choose_tried(attained, Fraction(11, 100))]
    ['8%', '11%', '15%', '20%', '30%', '50%', '70%', '100%']
    """
    if not attained:
        return [] if own is None else [own]
    least, most = min(attained), max(attained)
    chosen = {least, most} | ({own} if own else set())
    left = {*attained, *(one for one in ROUND_BOUNDS if least < one < most)} - chosen
    while left and len(chosen) < MOST_TRIED:
        widest = max(sorted(left), key=lambda one: min(_tell_ratio(one, it) for it in chosen))
        chosen.add(widest)
        left.remove(widest)
    return sorted(chosen)


def _tell_ratio(one: Fraction, other: Fraction) -> Fraction:
    """How many times the lower is in the greater; both are above 0, as rows of T are somewhere."""
    return max(one, other) / min(one, other)

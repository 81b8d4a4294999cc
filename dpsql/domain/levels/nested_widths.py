"""Widths of which each divides the next, and what to write in place of others."""

from collections.abc import Sequence
from decimal import Context, Decimal
from itertools import pairwise

#: Twice the digits of the numbers that a rule reads: their remainders and edges are exact.
EXACT = Context(prec=76)
#: Most lists of widths that an error proposes.
_MOST_LISTS = 2


def mend_widths(widths: Sequence[Decimal], small: Decimal, large: Decimal) -> str:
    """Return what to write, with which all widths are valid at once.

    The same widths from the least on; a multiple of `small` near the wrong one; or the most widths
    that can stand together.

    >>> mend_widths([Decimal(20), Decimal(5)], Decimal(20), Decimal(5))
    'write [5, 20]'
    >>> mend_widths([Decimal(5), Decimal(12)], Decimal(5), Decimal(12))
    'write 10 or 15 in place of 12'
    >>> mend_widths([Decimal(2), Decimal(5), Decimal(10)], Decimal(2), Decimal(5))
    'write [2, 10] or [5, 10]'
    """
    ordered = sorted(set(widths))
    if _are_nested(ordered):
        return f"write {_write_widths(ordered)}"
    times = max(2, int(large // small))
    near = [small * one for one in (times, times + 1)]
    fit = [one for one in near if _are_nested([one if w == large else w for w in widths])]
    if fit:
        return f"write {' or '.join(map(_write_width, fit))} in place of {large:f}"
    return f"write {' or '.join(map(_write_widths, _list_longest(ordered)[:_MOST_LISTS]))}"


def _are_nested(widths: Sequence[Decimal]) -> bool:
    """Whether each width is a greater multiple of the one before."""
    return all(
        larger > less and EXACT.remainder(larger, less) == 0 for less, larger in pairwise(widths)
    )


def _list_longest(ordered: Sequence[Decimal]) -> list[tuple[Decimal, ...]]:
    """List the longest nested widths of these; of those that end alike the first few.

    >>> [[*map(int, one)] for one in _list_longest([Decimal(n) for n in (2, 5, 10, 15)])]
    [[2, 10], [5, 10], [5, 15]]
    """
    ending: list[list[tuple[Decimal, ...]]] = []
    for place, width in enumerate(ordered):
        before = [
            one
            for less, chains in zip(ordered[:place], ending, strict=True)
            if EXACT.remainder(width, less) == 0
            for one in chains
        ]
        longest = max(map(len, before), default=0)
        chains = [(*one, width) for one in before if len(one) == longest]
        ending.append(chains[:_MOST_LISTS] or [(width,)])
    longest = max(len(chains[0]) for chains in ending)
    return [one for chains in ending for one in chains if len(one) == longest]


def _write_widths(widths: Sequence[Decimal]) -> str:
    return f"[{', '.join(map(_write_width, widths))}]"


def _write_width(width: Decimal) -> str:
    return f"{width.normalize():f}"

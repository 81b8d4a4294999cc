"""The bars of the histogram of presence, and the bar of each class: exact, never by doubles.

Bars are twentieths, each open on the left and closed on the right; the first includes 0. δmin and
δmax are edges, too, and belong to the bars between them: a presence that equals a bound is never in
a bar outside of δ.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from dpsql.domain.threshold import PresenceBounds

_STEPS = 20


@dataclass(frozen=True)
class PresenceBar:
    """Presence from `low` to `high`; whether each of these ends belongs to it."""

    low: Fraction
    high: Fraction
    with_low: bool
    with_high: bool

    def __str__(self) -> str:
        """The interval as mathematics writes it.

        >>> print(PresenceBar(Fraction(0), Fraction(1, 20), True, False))
        [0, 1/20)
        """
        first, last = "[" if self.with_low else "(", "]" if self.with_high else ")"
        return f"{first}{self.low}, {self.high}{last}"

    def ends_at_or_after(self, public_count: int, private_count: int) -> bool:
        """Return whether the bar ends at or after the presence of these counts."""
        place = private_count * self.high.denominator
        end = self.high.numerator * public_count
        return place <= end if self.with_high else place < end


def find_bars(bounds: PresenceBounds | None) -> tuple[PresenceBar, ...]:
    """List the bars from 0 to 1; together they hold each presence once.

    >>> " ".join(map(str, find_bars(PresenceBounds(Fraction(1, 20), Fraction(3, 50)))[:4]))
    '[0, 1/20) [1/20, 3/50] (3/50, 1/10] (1/10, 3/20]'
    """
    # A cut lies after its place (True), or before it if the place belongs to the bar on its right.
    cuts = {(Fraction(i, _STEPS), True) for i in range(1, _STEPS)}
    if bounds is not None:
        cuts.discard((bounds.minimum, True))
        cuts |= {(bounds.minimum, False), (bounds.maximum, True)}
    ends = sorted({(Fraction(0), False), *cuts, (Fraction(1), True)})
    return tuple(
        PresenceBar(low, high, not after_low, after_high)
        for (low, after_low), (high, after_high) in pairwise(ends)
    )


def find_bar(bars: Sequence[PresenceBar], public_count: int, private_count: int) -> int:
    """The number of the bar that holds the presence of a class with these counts.

    >>> find_bar(find_bars(None), 20, 1), find_bar(find_bars(None), 20, 2)
    (0, 1)
    """
    return next(
        i for i, bar in enumerate(bars) if bar.ends_at_or_after(public_count, private_count)
    )

"""The bars of the histogram of presence, and the bar of each class: exact, never by doubles.

Bars are twentieths, each open on the left and closed on the right; the first includes 0. Up to a
small δmax they are narrower, so that four or more show what lies below it. δmin and δmax are edges,
too, and belong to the bars between them: a presence that equals a bound is never in a bar outside
of δ.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count, pairwise
from math import ceil

from dpsql.domain.threshold import PresenceBounds

_STEPS = 20
#: Fewest bars up to δmax, but for its last one, which may be narrower.
_FEWEST = Fraction(7, 2)


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

    >>> " ".join(map(str, find_bars(PresenceBounds(Fraction(1, 20), Fraction(1, 10)))[:5]))
    '[0, 1/50] (1/50, 1/25] (1/25, 1/20) [1/20, 3/50] (3/50, 2/25]'
    """
    # A cut lies after its place (True), or before it if the place belongs to the bar on its right.
    cuts = {(Fraction(i, _STEPS), True) for i in range(1, _STEPS)}
    if bounds is not None:
        step = _find_step(bounds.maximum)
        cuts = {cut for cut in cuts if cut[0] > bounds.maximum}
        cuts |= {(i * step, True) for i in range(1, ceil(bounds.maximum / step))}
        cuts.discard((bounds.minimum, True))
        cuts |= {(bounds.minimum, False), (bounds.maximum, True)}
    ends = sorted({(Fraction(0), False), *cuts, (Fraction(1), True)})
    return tuple(
        PresenceBar(low, high, not after_low, after_high)
        for (low, after_low), (high, after_high) in pairwise(ends)
    )


def _find_step(delta_max: Fraction) -> Fraction:
    """The width of the bars up to δmax: a twentieth, or the greatest of 1, 2, 5 × 10⁻ⁿ.

    >>> [str(_find_step(Fraction(one))) for one in ("1/5", "0.1", "0.05", "1/100", "0")]
    ['1/20', '1/50', '1/100', '1/500', '1/20']
    """
    if not delta_max:
        return Fraction(1, _STEPS)
    steps = (Fraction(i, 10**n) for n in count(2) for i in (5, 2, 1))
    return next(step for step in steps if delta_max >= _FEWEST * step)


def find_bar(bars: Sequence[PresenceBar], public_count: int, private_count: int) -> int:
    """The number of the bar that holds the presence of a class with these counts.

    >>> find_bar(find_bars(None), 20, 1), find_bar(find_bars(None), 20, 2)
    (0, 1)
    """
    return next(
        i for i, bar in enumerate(bars) if bar.ends_at_or_after(public_count, private_count)
    )

"""Which limits of presence were searched for a frontier, and which is to be searched next.

Under each limit the best is sought among the same releases, as far as they keep it: what a lower
limit leaves is among what a higher one leaves.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from dpsql.search.pooled.settling import Settled


@dataclass(frozen=True)
class SearchedLimit:
    """The best release under a limit of presence; `best`: None if none holds."""

    limit: Fraction
    best: Settled | None

    @property
    def least(self) -> Fraction:
        """The least limit under which nothing else is the best: the presence of this one.

        From there up to `limit` it holds, and what holds beside it was there under `limit`.
        """
        return Fraction(0) if self.best is None else self.best.greatest_presence


@dataclass(frozen=True)
class SearchedLimits:
    """The limits that were searched, ascending."""

    found: tuple[SearchedLimit, ...] = ()

    def and_at(self, limit: Fraction, best: Settled | None) -> "SearchedLimits":
        """Return these limits, and one more."""
        return SearchedLimits(
            tuple(sorted((*self.found, SearchedLimit(limit, best)), key=lambda one: one.limit))
        )

    def decide(self, limit: Fraction) -> bool:
        """Whether the best release under this limit is known."""
        return any(one.least <= limit <= one.limit for one in self.found)

    def choose_next(self, asked: Sequence[Fraction], sizes: tuple[int, int]) -> Fraction | None:
        """Return the limit to search next; None if each is decided.

        `asked`: those that come before all others. `sizes`: the rows of P and of T.
        """
        public, private = sizes
        for limit in asked:
            if limit * public >= private and not self.decide(limit):
                return limit
        gaps: list[tuple[int, Fraction]] = []
        lowest = [SearchedLimit(Fraction(-1), None), *self.found]
        for below, above in pairwise(lowest):
            if above.best is None:
                continue
            lost = 0 if below.best is None else below.best.cost - above.best.cost
            if below.best is not None and not lost:
                # What is best between costs as much as both, and has more presence than the lower.
                continue
            following = find_next_below(above.least, public)
            if following is None or following * public < private or following <= below.limit:
                continue
            gaps.append((lost, following))
        return max(gaps)[1] if gaps else None


def drop_dominated(points: Iterable[Settled]) -> list[Settled]:
    """Return the points that none of no more presence betters in cost, presence ascending."""
    kept: list[Settled] = []
    for point in sorted(points, key=lambda one: (one.greatest_presence, one.cost)):
        if not kept or point.cost < kept[-1].cost:
            kept.append(point)
    return kept


def find_next_below(share: Fraction, most: int) -> Fraction | None:
    """Return the greatest fraction below a share, of denominators up to `most`; None below 0.

    Neighbours c/d > a/b in a Farey sequence satisfy c·b - a·d = 1, so b is an inverse of c modulo
    d; the largest such b up to `most` is nearest. `most` must be at least d.

    >>> find_next_below(Fraction(1, 2), 5), find_next_below(Fraction(1), 5)
    (Fraction(2, 5), Fraction(4, 5))
    """
    above, below = share.numerator, share.denominator
    if not above:
        return None
    inverse = pow(above, -1, below)
    denominator = most - (most - inverse) % below
    return Fraction(above * denominator - 1, below * denominator)

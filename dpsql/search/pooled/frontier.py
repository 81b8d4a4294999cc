"""The frontier of pooled releases: for each greatest presence that pays, the one of least cost.

The search for the best release is repeated while a limit of presence falls: the best release of all
is the first point, the best one below that point's greatest presence is the next, until none holds.
A published class has at most |P| people, so its presence lies below the limit exactly if it is at
most the next smaller fraction whose denominator is at most |P|. Some class has the mean presence
|T|/|P| or more, so nothing lies below that.

The numbers of people that a job tries by itself depend on the limit: one more than the largest
class that violates the job. So a lower limit can find a release that costs less, though the same
release held before; points that such a one dominates are dropped.

They also depend on the start, so that with the number of a point another start can cost less. Where
`shares_numbers`, that number is tried at all starts, and the best of them is the point. Then a
search for this number alone, under the presence of the point, finds the point: what holds there
holds below the limit as well, where nothing costs less, and ties are broken alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpsql.domain.levels.lattice import Node
from dpsql.domain.limits import NO_LIMITS, Limits, TooLong
from dpsql.domain.progress import FrontierProgress, Progress
from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.presence import PresenceModel
from dpsql.search.class_tables.classes import Classes
from dpsql.search.full_domain.spalm import Watch
from dpsql.search.pooled.search import find_pooled_optimum
from dpsql.search.pooled.settling import Settled, Settling
from dpsql.search.pooled.tried_starts import PooledResult


@dataclass(frozen=True)
class PooledFrontier:
    """All points, greatest presence ascending and cost descending; none if no release holds.

    `checked`: the starts whose classes were counted, by any of the searches. `is_whole`: the time
    was enough. Otherwise these are the points of greatest presence.
    """

    points: tuple[Settled, ...]
    checked: int
    is_whole: bool = True


def find_pooled_frontier(
    settling: Settling,
    classes: Classes,
    least: Sequence[int] | None,
    watch: Watch | None = None,
    limits: Limits = NO_LIMITS,
    *,
    shares_numbers: bool = False,
) -> PooledFrontier:
    """Find the frontier over all starts and numbers of people, or a part of it in time.

    Arguments as of one search; `limits`: of the time of all searches, which give up the last one.
    `shares_numbers`: what is best with numbers of its own is sought with one number for all.
    """
    sizes = settling.table.public_rows, settling.table.private_rows
    points: list[Settled] = []
    likely: list[Node] = []
    counted: set[Node] = set()
    limit: Fraction | None = Fraction(1)
    below = settling
    while limit is not None and limit * sizes[0] >= sizes[1]:
        model = PresenceModel(PresenceBounds(Fraction(0), limit)).on(*sizes)
        # One after the other, so that what was counted for one limit serves the next.
        below = below.under(settling.path, (*settling.models, model))
        told = _count_points(watch, len(points), limits)
        try:
            found = find_pooled_optimum(below, classes, least, told, likely=likely)
            if shares_numbers and least is None and found.best is not None:
                known = found.best.pooling
                found = share_number(below, classes, known.least, known.start, told)
        except TooLong:
            if not limits.are_over:
                # Of a watch that gives up, and takes no part of the points for all.
                raise
            return PooledFrontier(tuple(reversed(points)), len(counted), is_whole=False)
        counted |= found.counted
        best = found.best
        if best is None:
            break
        while points and points[-1].cost >= best.cost:
            points.pop()
        points.append(best)
        start = best.pooling.start
        likely = [start, *settling.lattice.children(start), *settling.lattice.parents(start)]
        limit = find_next_below(best.greatest_presence, sizes[0])
    return PooledFrontier(tuple(reversed(points)), len(counted))


def share_number(
    settling: Settling, classes: Classes, least: int, start: Node, watch: Watch | None = None
) -> PooledResult:
    """Find the best release of all starts with a number of people that holds at one of them."""
    return find_pooled_optimum(settling, classes, (least,), watch, likely=[start])


def _count_points(watch: Watch | None, points: int, limits: Limits) -> Watch:
    """Tell a watch how many points there are, besides the progress of the search for the next.

    Raises TooLong once the limits are over.
    """

    def told(progress: Progress) -> None:
        if limits.are_over:
            raise TooLong
        if watch is None:
            return
        watch(
            FrontierProgress(
                progress.nodes,
                progress.known,
                progress.checked,
                progress.best,
                unit=progress.unit,
                points=points,
            )
        )

    return told


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

"""The frontier of pooled releases: for each greatest presence that pays, the one of least cost.

The releases are those of a job at any δmax: every start, with the numbers of people that the job
states, or tries there by itself at some δmax (`search.pooled.numbers_of_limits`). They are the same
under each limit of presence, so that whatever limits are searched, and in which order, the points
are the same. A job at the δmax of a point may try fewer numbers, and lose more; the number of the
point, as its `least`, leads to the point.

The search for the best release is repeated under limits of presence. Under one limit it finds a
release. Under a lower one there is nothing that was not there before, so the same release is the
best under each limit from its greatest presence up to that one, and the cost never falls as limits
do. So a span of limits is decided, and the next limit lies just below a span. A published class has
at most |P| people, so its presence lies below a limit exactly if it is at most the next smaller
fraction whose denominator is at most |P|. Some class has the mean presence |T|/|P| or more, so
nothing lies below that. Of releases that cost the same, the one of least presence is a point.

By itself the search begins at certainty and goes down. Limits may be asked `first`, so that a
search that is ended early has points all over the frontier, not near certainty alone. Then the gaps
between spans are searched from above, those first where most is lost between their ends.

With the number of a point another start can cost less, if that start has other numbers. Where
`shares_numbers`, that number is tried at all starts, and the best of them is the point in place of
the one that was found. A search for this number alone, under the presence of the point, finds it:
what holds there holds below the limit as well, where nothing costs less, and ties are broken alike.
These points depend on the limits that were searched; each costs no more than those without.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from dpsql.domain.levels.lattice import Node
from dpsql.domain.limits import NO_LIMITS, Limits, TooLong
from dpsql.domain.progress import FrontierProgress, Progress
from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.presence import PresenceModel
from dpsql.search.class_tables.classes import Classes
from dpsql.search.full_domain.spalm import Watch
from dpsql.search.pooled.limits_of_presence import SearchedLimits, drop_dominated
from dpsql.search.pooled.numbers_of_limits import NumbersOfLimits
from dpsql.search.pooled.search import find_pooled_optimum
from dpsql.search.pooled.settling import Settled, Settling
from dpsql.search.pooled.tried_starts import PooledResult


@dataclass(frozen=True)
class PooledFrontier:
    """All points, greatest presence ascending and cost descending; none if no release holds.

    `checked`: the starts whose classes were counted, by any of the searches. `is_whole`: the time
    was enough. Otherwise other points may lie between these, or below. `searched`: the limits of
    presence that are decided. `unproven`: of a sketch, those that none of the points dominates.
    """

    points: tuple[Settled, ...]
    checked: int
    is_whole: bool = True
    searched: SearchedLimits = field(default_factory=SearchedLimits)
    unproven: tuple[Settled, ...] = ()


def find_pooled_frontier(
    settling: Settling,
    classes: Classes,
    least: Sequence[int] | None,
    watch: Watch | None = None,
    limits: Limits = NO_LIMITS,
    *,
    shares_numbers: bool = False,
    first: Sequence[Fraction] = (),
    likely: Sequence[Node] = (),
) -> PooledFrontier:
    """Find the frontier over all starts and numbers of people, or a part of it in time.

    Arguments as of one search; `limits`: of the time of all searches, which give up the last one.
    `shares_numbers`: what is best with numbers of its own is sought with one number for all.
    `first`: limits of presence to search before all others; `likely`: starts to try first there.
    """
    sizes = settling.table.public_rows, settling.table.private_rows
    searched, points = SearchedLimits(), list[Settled]()
    likely = [*likely]
    counted: set[Node] = set()
    of_limits = NumbersOfLimits(settling)
    below = settling
    asked = (*first, Fraction(1))
    while (limit := searched.choose_next(asked, sizes)) is not None:
        model = PresenceModel(PresenceBounds(Fraction(0), limit)).on(*sizes)
        # One after the other, so that what was counted for one limit serves the next.
        below = below.under(settling.path, (*settling.models, model))
        told = _count_points(watch, len(drop_dominated(points)), limits)
        try:
            found = find_pooled_optimum(
                below, classes, least, told, likely=likely, of_limits=of_limits
            )
            best = shown = found.best
            counted |= found.counted
            if shares_numbers and least is None and best is not None:
                known = best.pooling
                found = share_number(below, classes, known.least, known.start, told)
                counted |= found.counted
                shown = found.best
        except TooLong:
            if not limits.are_over:
                # Of a watch that gives up, and takes no part of the points for all.
                raise
            return PooledFrontier(tuple(drop_dominated(points)), len(counted), False, searched)
        searched = searched.and_at(limit, best)
        if shown is not None:
            points.append(shown)
            start = shown.pooling.start
            likely = [start, *settling.lattice.children(start), *settling.lattice.parents(start)]
    return PooledFrontier(tuple(drop_dominated(points)), len(counted), searched=searched)


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

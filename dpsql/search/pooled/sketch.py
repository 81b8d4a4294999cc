"""A sketch of the frontier of pooled releases: good ones under some limits of presence, unproven.

A proof of one point may take longer than a user waits, while climbing from start to start finds a
good release soon, and often the best one.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from dpsql.domain.levels.lattice import Node
from dpsql.domain.limits import Limits
from dpsql.domain.threshold import PresenceBounds
from dpsql.privacy.presence import PresenceModel
from dpsql.search.class_tables.classes import Classes
from dpsql.search.pooled.limits_of_presence import SearchedLimit
from dpsql.search.pooled.numbers_of_limits import NumbersOfLimits
from dpsql.search.pooled.search import find_good_pooling
from dpsql.search.pooled.settling import Settling


def sketch_frontier(
    settling: Settling,
    classes: Classes,
    least: Sequence[int] | None,
    asked: Iterable[Fraction],
    limits: Limits,
) -> list[SearchedLimit]:
    """Return the best release found under each of these limits of presence, as far as time goes.

    Each begins at the starts that were best under others.
    """
    sizes = settling.table.public_rows, settling.table.private_rows
    below, starts, found = settling, dict[Node, None](), list[SearchedLimit]()
    of_limits = NumbersOfLimits(settling)
    for limit in asked:
        if limits.are_over:
            break
        model = PresenceModel(PresenceBounds(Fraction(0), limit)).on(*sizes)
        below = below.under(settling.path, (*settling.models, model))
        best = find_good_pooling(below, classes, least, starts, limits, of_limits=of_limits)
        if best is not None:
            starts[best.pooling.start] = None
            found.append(SearchedLimit(limit, best))
    return found

"""A release as a point among those at other δmax: what it costs, and what its rows get."""

from collections.abc import Sequence
from fractions import Fraction

from dpsql.domain.found.explored import ExploredPoint, Person
from dpsql.domain.found.searched import Cutting, Search
from dpsql.domain.found.statistics import Presence
from dpsql.generalize.examples import show_people
from dpsql.generalize.released_cells import describe_cells
from dpsql.generalize.released_risk import find_link_risk
from dpsql.release.manifest import Shape
from dpsql.session.description import Description
from dpsql.session.load import Loaded


def describe_release(
    told: Description,
    shape: Shape,
    presence: Presence,
    delta_max: Fraction,
    loaded: Loaded,
    people: Sequence[Person] = (),
) -> ExploredPoint:
    """Return what was found as a point at `delta_max`, which it does not exceed.

    The tables of the session are still those of the search, or of the measuring.
    """
    pooled = told.pooled
    return ExploredPoint(
        delta_max,
        told.metrics["loss"],
        told.losses or {},
        presence,
        told.levels or None,
        None if pooled is None else pooled.least,
        None if pooled is None else (pooled.climbed_public_rows, pooled.climbed_private_rows),
        told.box_count,
        is_whole(told.search),
        show_people(loaded, shape, people),
        describe_cells(told, shape, loaded),
        find_link_risk(loaded, shape),
        _find_informed(told),
    )


def find_greatest(told: Description, presence: Presence) -> Fraction:
    """Return the greatest presence, also for whoever knows what the job says outsiders know."""
    known = presence.maximum, presence.if_absent, _find_informed(told)
    return max(one for one in known if one is not None)


def _find_informed(told: Description) -> Fraction | None:
    """Return the greatest presence under the prior, or with the earlier releases; None without."""
    if told.posterior is not None:
        return Fraction(told.posterior.maximum).limit_denominator(10**9)
    return None if told.together is None else told.together.maximum


def is_whole(search: Search | Cutting | None) -> bool:
    """Whether a search left nothing to search or to cut."""
    if search is None:
        return True
    return search.maximal if isinstance(search, Cutting) else search.optimal

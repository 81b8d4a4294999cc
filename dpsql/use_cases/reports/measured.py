"""What a page shows of levels that somebody chose, beside what searches find."""

from collections.abc import Sequence

from dpsql.domain.alternative import Alternative
from dpsql.domain.found.confident_presence import ConfidentPresence
from dpsql.domain.found.explored import ExploredPoint, Person
from dpsql.domain.found.statistics import Presence
from dpsql.domain.job import Job
from dpsql.domain.sections.algorithm import SPALM
from dpsql.generalize.released_point import describe_release, find_greatest
from dpsql.release.manifest import Shape
from dpsql.report.details import Shown
from dpsql.session.description import Description
from dpsql.session.load import Loaded
from dpsql.session.options import Options
from dpsql.use_cases.explore.others import name_explored
from dpsql.use_cases.reports.details import show_others


def describe_measured(
    job: Job,
    loaded: Loaded,
    told: Description,
    shape: Shape,
    presence: Presence | ConfidentPresence,
    people: Sequence[Person] = (),
    *,
    satisfied: bool,
) -> ExploredPoint:
    """Return the point of a measured release, while the tables of the session can count it."""
    assert isinstance(presence, Presence)  # noqa: S101 - of statistics nothing is explored
    greatest = find_greatest(told, presence)
    delta_max = job.delta.max if satisfied and job.delta else greatest
    return describe_release(told, shape, presence, delta_max, loaded, people)


def show_measured(
    job: Job,
    loaded: Loaded,
    shown: Shown,
    options: Options,
    point: ExploredPoint,
    *,
    satisfied: bool,
) -> Shown:
    """Add other algorithms and other δmax, among which the measured release stands.

    It joins no points if it does not satisfy the job, as all of these do.
    """
    own = SPALM if point.least is None else job.algorithm
    kind = name_explored(Alternative(own, "optimum")) if satisfied else ""
    return show_others(job, loaded, shown, options, point, kind=kind)

"""Finds the least loss for each attainable maximum of delta: of levels, or of pooled releases."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Unpack

from dpsql.domain.alternative import find_algorithm
from dpsql.domain.found.becoming import list_becoming
from dpsql.domain.found.frontier_point import FrontierPoint
from dpsql.domain.found.searched import Search
from dpsql.domain.frozen_mapping import thaw
from dpsql.domain.job import Job
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.sections.known_absence import refuse_absence
from dpsql.errors import ConfigError, ResourceError
from dpsql.faces import name_function, name_option
from dpsql.generalize import pooled_search
from dpsql.generalize.by_algorithm import searches_lattice
from dpsql.generalize.coded_rows import prepare
from dpsql.generalize.pooled_search import prepare_pooling
from dpsql.job_files.read import AnyJob, as_job
from dpsql.metrics.catalog import LOSS
from dpsql.report.frames import to_pandas, to_polars
from dpsql.report.headlines import summarize, tell_facts
from dpsql.report.notebook.blocks import Sentence, render_blocks
from dpsql.report.notebook.plain_text import write_blocks
from dpsql.report.notebook.warned import HasWarnings
from dpsql.search.full_domain.frontier import find_frontier
from dpsql.search.full_domain.greatest_presence import count_greatest_presence
from dpsql.session.clock import Clock, measure_peak_memory
from dpsql.session.description import (
    describe_points,
    describe_pooled_points,
    without_delta_max,
)
from dpsql.session.levels import list_limits, name_weights
from dpsql.session.load import Loaded, load
from dpsql.session.options import Options, TimedWords
from dpsql.session.run import Run
from dpsql.use_cases.optima.told_frontier import tell_frontier
from dpsql.use_cases.people.first_rows import FIRST_ROWS
from dpsql.use_cases.takes_options import takes_options

if TYPE_CHECKING:
    from dpsql.report.plots.picture import Picture


@dataclass(frozen=True)
class Frontier(HasWarnings):
    """The outcome of `frontier`: the points, δmax ascending and loss descending.

    `confidence`: with which each δmax holds, where P is known from statistics only.
    `becomes`: for each quasi-identifier the labels of one value of P on all levels. `limits`: the
    least and the most level of those that the job limits; no node outside was looked at. Where
    `search` is not `optimal`, the time limit ended it: smaller δmax may be attained as well, of
    pooled releases also others between the points.
    `weights`: how much the loss of each counts, if they differ. `releases_levels` is false where
    the job's algorithm cuts: the points are those of levels all the same.
    """

    points: tuple[FrontierPoint, ...]
    public_rows: int
    private_rows: int
    delta_min: Fraction
    constraints: dict[str, Any]
    search: Search
    seconds: dict[str, float]
    peak_memory_bytes: int
    confidence: Fraction | None = None
    becomes: Mapping[str, tuple[Leaf, ...]] = field(default_factory=dict)
    limits: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    weights: Mapping[str, str] = field(default_factory=dict)
    releases_levels: bool = True

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line; δ has no `max`, since every point has its own."""
        limits = self.limits
        told = {} if self.confidence is None else {"confidence": {"asked": str(self.confidence)}}
        return {
            "schema": SCHEMA,
            "metric": "loss",
            **({} if self.releases_levels else {"releases_levels": False}),
            **({"weights": dict(self.weights)} if self.weights else {}),
            "delta": {"min": str(self.delta_min)},
            **told,
            "constraints": thaw(self.constraints),
            "public_rows": self.public_rows,
            "private_rows": self.private_rows,
            "points": [point.to_dict() for point in self.points],
            **list_becoming(self.becomes),
            **({"limits": {name: list(one) for name, one in limits.items()}} if limits else {}),
            "search": self.search.to_dict(),
            "seconds": thaw(self.seconds),
            "peak_memory_bytes": self.peak_memory_bytes,
        }

    def plot_frontier(self) -> "Picture":
        """Draw the least loss for every δmax, as steps."""
        from dpsql.report.plots.draw import plot_frontier

        return plot_frontier(self.points, self.search.to_dict())

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each point: δmax, loss, and the level of each quasi-identifier.

        Where time ended the search, `proven` is a column.
        """
        whole = self.search.optimal
        return [one.to_row() | ({} if whole else {"proven": one.proven}) for one in self.points]

    def to_text(self) -> str:
        """The sentences and tables that the command prints, for `print` and for logs."""
        return write_blocks(tell_frontier(self))

    to_pandas = to_pandas
    to_polars = to_polars

    __repr__ = summarize

    def _repr_html_(self) -> str:
        return render_blocks("frontier", [Sentence(tell_facts(self)), *tell_frontier(self)])


@takes_options
def frontier(
    job: AnyJob,
    algorithm: str | Mapping[str, object] | None = None,
    **options: Unpack[TimedWords],
) -> Frontier:
    """Find the least loss for each δmax that can be attained; no point if no node holds.

    Example: ``dpsql.frontier("job.yaml").to_pandas()``

    Uses the job's δmin and constraints; ignores its δmax and metric. If the algorithm is pooled,
    people of rare classes climb, and a point is a start and a number of people. If it cuts, the
    points are those of levels. `algorithm`: one in place of the job's, as a job file has it; or
    `levels`.

    A time limit leaves out points. Of levels, those of the greatest δmax are there, and proven. Of
    pooled releases the job's δmax comes first, then round ones around it; those that are not
    `proven` in time may lose more than need be.

    Raises:
        ConfigError: the stated `algorithm` cuts; see `frontiers.frontiers`.
        ResourceError: the time was over before the first point was found.
    """
    if isinstance(algorithm, list | tuple):
        raise ConfigError("frontier: it takes one algorithm; pass a list to dpsql.frontiers")
    job, clock, settings = as_job(job), Clock(), Options.of(options)
    refuse_absence(job, "frontier")
    own = job.delta.max if job.delta else None
    job = without_delta_max(job)
    if algorithm is not None:
        job = job.with_algorithm(find_algorithm(algorithm), choose="optimum", metric="loss")
        if not searches_lattice(job.algorithm):
            raise ConfigError(_tell_no_frontier(job.algorithm.name, algorithm))
    with (
        Run.of(job, settings).held() as run,
        load(run, to_search="levels", estimates=True, repeats=FIRST_ROWS) as loaded,
    ):
        points, search = find_points(job, loaded, settings, clock, own)
        return Frontier(
            points,
            loaded.public_rows,
            loaded.sizes.private_rows,
            job.delta.min if job.delta else Fraction(0),
            job.constraints.stated,
            search,
            clock.seconds,
            measure_peak_memory(),
            job.confidence if job.is_estimated else None,
            loaded.becomes,
            list_limits(job, loaded.heights),
            name_weights(job),
            releases_levels=searches_lattice(job.algorithm),
        )


def _tell_no_frontier(name: str, asked: object) -> str:
    """Return that an algorithm cuts, and how it is tried beside one that has a frontier."""
    told = f"frontier: {name} cuts for one δmax, and has no frontier of its own; name spalm or"
    word = repr(asked) if isinstance(asked, str) else "…"
    words = "JOB --algorithm spalm --algorithm …"
    listed = name_function("frontiers", words, f"job, ['spalm', {word}]", command="frontier")
    return f"{told} pooled as well, as in {listed}, and it is tried at points of theirs"


def find_points(
    job: Job, loaded: Loaded, options: Options, clock: Clock, own: Fraction | None
) -> tuple[tuple[FrontierPoint, ...], Search]:
    """Return the points of the job's algorithm, and how the search went.

    `own`: the δmax of the job as it was asked.

    Raises:
        ResourceError: the time was over before the first point was found.
    """
    pooled = partial(_find_pooled, own=own)
    find = _find_nodes if job.algorithm.pooled is None else pooled
    if job.is_estimated:
        if job.algorithm.pooled is not None:
            raise ConfigError(
                "frontier: with population: it has points of levels only; write algorithm: spalm"
            )
        find = _find_confident
    points, checked, is_whole = find(job, loaded, options, clock)
    if not points and not is_whole:
        option = name_option("time_limit")
        raise ResourceError(
            f"{option}: time was over before any point was found; allow more seconds"
        )
    clock.stop("search")
    return points, Search(loaded.lattice.size, checked, optimal=is_whole)


#: The points, how many nodes or starts were counted, and whether the search came to its end.
_Found = tuple[tuple[FrontierPoint, ...], int, bool]


def _find_nodes(job: Job, loaded: Loaded, options: Options, clock: Clock) -> _Found:
    """Return the points of levels."""
    checker, table = prepare(job, loaded)
    clock.stop("load")
    options.enter("search")
    given = checker, count_greatest_presence, LOSS, table, options.watch
    found = find_frontier(*given, options.limits())
    return describe_points(found.points, loaded, table), found.checked, found.is_whole


def _find_confident(job: Job, loaded: Loaded, options: Options, clock: Clock) -> _Found:
    """Return the points of levels by the δmax that holds with the job's confidence."""
    from dpsql.generalize.confident import prepare
    from dpsql.search.confident.rates import rate_nodes

    if job.confidence is None:
        raise ConfigError(
            "confidence is missing: a point of the frontier is a δmax that holds with"
            " it; write confidence: 0.95"
        )
    checker, table = prepare(job, loaded)
    clock.stop("load")
    options.enter("search")
    found = find_frontier(checker, rate_nodes, LOSS, table, options.watch, options.limits())
    return describe_points(found.points, loaded, table), found.checked, found.is_whole


def _find_pooled(
    job: Job, loaded: Loaded, options: Options, clock: Clock, own: Fraction | None
) -> _Found:
    """Return the points of pooled releases."""
    judges, levels = prepare_pooling(job, loaded)
    clock.stop("load")
    options.enter("search")
    found = pooled_search.find_frontier(job, loaded, options, judges, levels, own)
    points = describe_pooled_points(found.points, loaded, levels.table)
    sketched = describe_pooled_points(found.unproven, loaded, levels.table, proven=False)
    both = sorted((*points, *sketched), key=lambda one: one.delta_max)
    return tuple(both), found.checked, found.is_whole

"""Frontiers of several algorithms for the same tables, found in one session.

Points of levels and of pooled releases are proven. Boxes and parts are cut for one δmax at a time,
and have no frontier: they are tried at some δmax, and other cuts may lose less.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Unpack

from dpsql.domain.alternative import Alternative, Stated, find_algorithm, list_stated
from dpsql.domain.attributes import KnowsAttributes
from dpsql.domain.found.becoming import list_becoming
from dpsql.domain.found.frontier_point import FrontierPoint
from dpsql.domain.found.searched import Search
from dpsql.domain.frozen_mapping import thaw
from dpsql.domain.job import Job
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.sections.delta import Delta
from dpsql.domain.sections.known_absence import refuse_absence
from dpsql.errors import ConfigError, NoSafeRelease
from dpsql.generalize.alternatives import measure_point
from dpsql.generalize.by_algorithm import searches_lattice
from dpsql.generalize.shared_searches import SharedSearches
from dpsql.job_files.read import AnyJob, as_job
from dpsql.report.frames import to_pandas, to_polars
from dpsql.report.headlines import summarize, tell_facts
from dpsql.report.notebook.blocks import Sentence, render_blocks
from dpsql.report.notebook.plain_text import write_blocks
from dpsql.report.notebook.warned import HasWarnings
from dpsql.report.sentences import name_algorithm
from dpsql.session.clock import Clock, measure_peak_memory
from dpsql.session.description import without_delta_max
from dpsql.session.levels import name_weights
from dpsql.session.load import Loaded, load
from dpsql.session.options import Options, TimedWords
from dpsql.session.run import Run
from dpsql.use_cases.optima.frontier import find_points
from dpsql.use_cases.optima.told_frontier import tell_frontiers
from dpsql.use_cases.optima.tried_bounds import choose_tried
from dpsql.use_cases.people.first_rows import FIRST_ROWS
from dpsql.use_cases.takes_options import takes_options

if TYPE_CHECKING:
    from dpsql.report.plots.picture import Picture


@dataclass(frozen=True)
class Curve(KnowsAttributes):
    """The points of one algorithm, δmax ascending and loss descending.

    `algorithm`: as a job has it. `search`: None where points were tried, and are not proven.
    `has_boxes`: its loss counts widths, and does not compare with that of labels.
    """

    algorithm: str | dict[str, Any]
    points: tuple[FrontierPoint, ...]
    search: Search | None
    has_boxes: bool = False

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        searched = {} if self.search is None else {"search": self.search.to_dict()}
        points = [point.to_dict() for point in self.points]
        told = {
            "algorithm": thaw(self.algorithm),
            "proven": self.search is not None,
            "points": points,
        }
        return told | searched


@dataclass(frozen=True)
class Frontiers(HasWarnings):
    """The outcome of `frontiers`: a curve for each algorithm, in the order in which they stand."""

    curves: tuple[Curve, ...]
    public_rows: int
    private_rows: int
    delta_min: Fraction
    constraints: dict[str, Any]
    seconds: dict[str, float]
    peak_memory_bytes: int
    #: For each quasi-identifier the labels of one value of P on all levels.
    becomes: Mapping[str, tuple[Leaf, ...]] = field(default_factory=dict)
    #: How much the loss of each quasi-identifier counts; empty if all are alike.
    weights: Mapping[str, str] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line; δ has no `max`, since every point has its own."""
        return {
            "schema": SCHEMA,
            "metric": "loss",
            **({"weights": dict(self.weights)} if self.weights else {}),
            "delta": {"min": str(self.delta_min)},
            "constraints": thaw(self.constraints),
            "public_rows": self.public_rows,
            "private_rows": self.private_rows,
            "curves": [curve.to_dict() for curve in self.curves],
            **list_becoming(self.becomes),
            "seconds": thaw(self.seconds),
            "peak_memory_bytes": self.peak_memory_bytes,
        }

    def plot_frontier(self) -> "Picture":
        """Draw all curves, as steps that differ in dashes and in the shape of their points.

        Boxes stand in a panel of their own, as their loss does not compare with that of labels.
        """
        from dpsql.report.plots.draw import plot_frontiers

        return plot_frontiers(
            [(curve.to_dict(), curve.points, curve.has_boxes) for curve in self.curves]
        )

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each point of each algorithm."""
        return [
            {
                "algorithm": name_algorithm(curve.to_dict()),
                "proven": curve.search is not None and point.proven,
                **point.to_row(),
            }
            for curve in self.curves
            for point in curve.points
        ]

    def to_text(self) -> str:
        """The sentences and tables that the command prints, for `print` and for logs."""
        return write_blocks(tell_frontiers(self))

    to_pandas = to_pandas
    to_polars = to_polars

    __repr__ = summarize

    def _repr_html_(self) -> str:
        return render_blocks("frontiers", [Sentence(tell_facts(self)), *tell_frontiers(self)])


@takes_options
def frontiers(
    job: AnyJob, algorithms: Stated | Sequence[Stated], **options: Unpack[TimedWords]
) -> Frontiers:
    """Find the frontier of each algorithm: a name or a mapping as in a job, or what it releases.

    Example: ``dpsql.frontiers("job.yaml", ["levels", "boxes"]).plot_frontier()``

    That is `levels`, `cuts` or `boxes`. Uses the job's δmin and constraints; ignores its metric and
    its algorithm. Boxes and cuts are tried at up to eight δmax, the job's among them.
    A time limit is for each curve of levels or of pooled releases, as of `frontier`, and for each
    cutting.

    Raises:
        ConfigError: an algorithm does not fit the job or is unsafe, or all of them cut.
        ResourceError: the time was over before a curve had a point.
    """
    listed = list_stated("frontiers: algorithms", algorithms, "['levels', 'pooled']")
    job, clock, settings = as_job(job), Clock(), Options.of(options)
    refuse_absence(job, "frontier")
    own = job.delta.max if job.delta else None
    job = without_delta_max(job)
    asked = _ask_for_each(job, listed)
    searched = [searches_lattice(one.algorithm) for one in asked]
    with (
        Run.of(job, settings).held() as run,
        load(run, to_search="levels", repeats=FIRST_ROWS) as loaded,
    ):
        clock.stop("load")
        curves: dict[int, Curve] = {}
        for number, one in enumerate(asked):
            if searched[number]:
                curves[number] = _search(one, loaded, settings, own)
        tried = choose_tried({p.delta_max for it in curves.values() for p in it.points}, own)
        for number, one in enumerate(asked):
            if not searched[number]:
                curves[number] = _try(one, loaded, settings, tried)
        clock.stop("search")
        return Frontiers(
            tuple(curves[number] for number in range(len(asked))),
            loaded.sizes.public_rows,
            loaded.sizes.private_rows,
            job.delta.min if job.delta else Fraction(0),
            job.constraints.stated,
            clock.seconds,
            measure_peak_memory(),
            loaded.becomes,
            name_weights(job),
        )


def _ask_for_each(job: Job, algorithms: Iterable[Stated]) -> list[Job]:
    """Return the job with each of the algorithms.

    Raises:
        ConfigError: an algorithm does not fit the job or is unsafe, or all of them cut.
    """
    asked = [
        job.with_algorithm(find_algorithm(one), choose="optimum", metric="loss")
        for one in algorithms
    ]
    for one in asked:
        words = one.algorithm.mpalm or one.algorithm.mondrian
        if words is not None and words.unsafe:
            raise ConfigError("frontier: unsafe boxes may violate any δmax; drop unsafe and box: T")
    if not any(searches_lattice(one.algorithm) for one in asked):
        raise ConfigError(
            "frontier: boxes and parts are tried between points of levels or of pooled releases;"
            " name spalm or pooled as well"
        )
    return asked


def _search(job: Job, loaded: Loaded, options: Options, own: Fraction | None) -> Curve:
    with loaded.engine.keeping_apart():
        return Curve(job.algorithm.words, *find_points(job, loaded, options, Clock(), own))


def _try(job: Job, loaded: Loaded, options: Options, tried: Iterable[Fraction]) -> Curve:
    """Cut at each δmax; a point that loses no less than one of smaller δmax is dropped."""
    points: list[FrontierPoint] = []
    asked = Alternative(job.algorithm, "optimum")
    delta_min = job.delta.min if job.delta else Fraction(0)
    for delta_max in tried:
        limited = job.with_unchecked({"delta": Delta(min=delta_min, max=delta_max)})
        try:
            loss = measure_point(SharedSearches(limited, loaded, options), asked).loss
        except NoSafeRelease:
            continue
        if not points or loss < points[-1].loss:
            points.append(FrontierPoint(delta_max, loss))
    return Curve(job.algorithm.words, tuple(points), None, asked.kind == "boxes")

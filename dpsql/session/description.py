"""Describes jobs and results: for outcomes, and for errors if nothing can be released."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from dpsql.domain.found.certainty import Certainty, find_certainty
from dpsql.domain.found.confident_presence import ConfidentPresence
from dpsql.domain.found.differing_rows import DifferingRows
from dpsql.domain.found.frontier_point import FrontierPoint
from dpsql.domain.found.kept_columns import KeptColumn
from dpsql.domain.found.pooled_rows import PooledRows
from dpsql.domain.found.posterior import Posterior
from dpsql.domain.found.searched import Cutting, Search
from dpsql.domain.found.statistics import (
    NodeStatistics,
    Presence,
    PrivateClasses,
    PublishedColumn,
    TableStatistics,
)
from dpsql.domain.found.verdict import Verdict, list_verdicts
from dpsql.domain.job import Job
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.levels.lattice import Node
from dpsql.domain.mends import Mends
from dpsql.domain.sections.earlier import Together
from dpsql.domain.sections.strategy import RestRule
from dpsql.errors import NoSafeRelease
from dpsql.faces import name_function
from dpsql.metrics.catalog import LOSS, METRICS
from dpsql.metrics.metric import ClassMetric, SeparableMetric
from dpsql.outcome.outcome import Outcome
from dpsql.privacy.demands import list_demands, tell_sensitive
from dpsql.report.infeasible import tell_infeasible
from dpsql.search.checker import Checker
from dpsql.search.full_domain.frontier import Point
from dpsql.search.pooled.settling import Settled
from dpsql.search.root_values import find_failing_values
from dpsql.session.levels import name_most_levels, name_weights
from dpsql.session.load import Loaded
from dpsql.session.models import find_models, find_sensitive
from dpsql.sql.counting.tuples import TableSizes


@dataclass(frozen=True)
class JobDescription:
    """The models and columns of a job, and the numbers of rows of P and T.

    `certainty`: the confidence that it asks for although P is counted. `differing`: where T is
    given by key, its rows whose own values are not those of P.
    """

    delta: dict[str, str] | None
    constraints: dict[str, Any]
    keep: tuple[str, ...]
    public_columns: tuple[str, ...]
    public_rows: int
    private_rows: int
    certainty: Certainty | None = None
    title: str | None = None
    weights: Mapping[str, str] = field(default_factory=dict)
    most_levels: Mapping[str, int] = field(default_factory=dict)
    differing: DifferingRows | None = None
    #: Kept columns that identify people.
    identifying: tuple[KeptColumn, ...] = ()
    mends: Mends = field(default_factory=Mends)
    #: The columns of P in which no two rows were found to agree, if the job says what names people.
    person: tuple[str, ...] | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as in the JSON output."""
        return {
            "delta": self.delta,
            "constraints": self.constraints,
            "keep": self.keep,
            "public_columns": self.public_columns,
            "public_rows": self.public_rows,
            "private_rows": self.private_rows,
        }


@dataclass(frozen=True)
class Description:
    """A generalization, in fields of `Outcome`, which describes them."""

    job: JobDescription
    heights: dict[str, int]
    metrics: dict[str, float]
    losses: dict[str, float] | None = None
    levels: dict[str, int] = field(default_factory=dict)
    pooled: PooledRows | None = None
    box_count: int | None = None
    rest: RestRule | None = None
    search: Search | Cutting | None = None
    choose: str | None = None
    posterior: Posterior | None = None
    together: Together | None = None
    becomes: Mapping[str, tuple[Leaf, ...]] = field(default_factory=dict)
    #: Quasi-identifiers that need their last level whatever the others have.
    needed: tuple[str, ...] = ()
    #: Those of them that do so because of NULL alone, with the people of P without a value.
    forced_by_null: Mapping[str, int] = field(default_factory=dict)
    #: Those that every node within the job's limits suppresses.
    beyond_limits: tuple[str, ...] = ()
    #: Those of which each row of T has a label for all leaves.
    suppressed: tuple[str, ...] = ()
    #: Those whose level is the least at which any node holds, or the job allows.
    at_floor: tuple[str, ...] = ()

    def as_outcome(self, status: str, presence: Presence | ConfidentPresence) -> Outcome:
        """Return an Outcome without what a command adds: verdicts, time and memory."""
        return Outcome(
            status=status,
            public_rows=self.job.public_rows,
            private_rows=self.job.private_rows,
            heights=self.heights,
            any_presence=presence,
            metrics=self.metrics,
            levels=self.levels,
            pooled=self.pooled,
            box_count=self.box_count,
            rest=self.rest,
            losses=self.losses,
            delta=self.job.delta,
            constraints=self.job.constraints,
            keep=self.job.keep,
            public_columns=self.job.public_columns,
            search=self.search,
            choose=self.choose,
            posterior=self.posterior,
            together=self.together,
            certainty=self.job.certainty,
            title=self.job.title,
            person=self.job.person,
            weights=self.job.weights,
            most_levels=self.job.most_levels,
            at_floor=self.at_floor,
            differing=self.job.differing,
            identifying=self.job.identifying,
            mends=replace(
                self.job.mends,
                needed=self.needed,
                forced_by_null=self.forced_by_null,
                beyond_limits=self.beyond_limits,
            ),
            becomes=self.becomes,
            suppressed=self.suppressed,
        )


def refuse_infeasible(job: Job, loaded: Loaded, search: Search | Cutting) -> None:
    """Raise NoSafeRelease if total suppression breaks δ or a constraint: then everything does."""
    if problem := tell_infeasible_sizes(job, loaded.sizes.public_rows, loaded.sizes.private_rows):
        raise no_safe_release(problem, job, loaded, search)


def tell_infeasible_sizes(job: Job, public_rows: int, private_rows: int) -> str:
    """Return why total suppression breaks δ or a constraint; empty if it does not."""
    told = list_verdicts(judge_root(job, TableSizes(public_rows, private_rows, 0)))
    if all(one["holds"] is not False for one in told):
        return ""
    found = {"models": told, "public_rows": public_rows, "private_rows": private_rows}
    problem = tell_infeasible(found).rstrip(".")
    if job.prior is not None:
        problem += (
            f"; the rates of the prior may need a wider δ: {name_function('check')} says which"
        )
    return problem


def judge_root(job: Job, sizes: TableSizes) -> tuple[Verdict, ...]:
    """Judge total suppression, whose one class is all of P: what fails there fails everywhere.

    What holds there is stated as not judged, as it may fail below.
    """
    counts = sizes.public_rows, sizes.private_rows
    demands = list_demands(model.on(*counts) for model in find_models(job))
    return tuple(
        Verdict(demand.name, demand.asked, None) if demand.model.holds(*counts) else demand.judge(1)
        for demand in demands
    )


def tell_models(job: Job, *, holds: bool | None) -> tuple[Verdict, ...]:
    """Return the same verdict on each demand of the job: it holds, or was not judged."""
    demands = list_demands(find_models(job))
    counted = 0 if holds else None
    of_counts = (Verdict(demand.name, demand.asked, holds, counted) for demand in demands)
    confidence = []
    if job.is_estimated and job.delta is not None:
        confidence.append(Verdict("confidence", str(job.confidence), holds))
    return (*confidence, *of_counts, *tell_sensitive(find_sensitive(job), holds=holds))


def judge_node(
    job: Job, checker: Checker, node: Node, counted: NodeStatistics
) -> tuple[Verdict, ...]:
    """Return the verdicts at a counted node; if T has no rows, sensitive models hold."""
    unbroken = () if checker.sensitive else tell_sensitive(find_sensitive(job), holds=True)
    return (*checker.judge(node, counted), *unbroken)


def judge_root_values(job: Job, loaded: Loaded) -> tuple[Verdict, ...]:
    """Judge the values of T's protected columns at total suppression, as `judge_root`.

    Raises:
        HierarchyError, InputError: values have no place or no order, as a search says.
    """
    models = find_sensitive(job)
    counted = loaded.tables, models, loaded.sizes.private_rows
    failing = find_failing_values(loaded.engine, loaded.lattice, *counted) if models else ()
    broken = tell_sensitive(failing, holds=False)
    return tuple(
        replace(one, holds=False, broken_classes=1)
        if any((one.name, one.asked) == (each.name, each.asked) for each in broken)
        else one
        for one in tell_sensitive(models, holds=None)
    )


def name_failing_values(job: Job, loaded: Loaded) -> str:
    """Return the models of sensitive columns that total suppression breaks; empty if none does."""
    failing = [one for one in judge_root_values(job, loaded) if one.holds is False]
    return " and ".join(f"{one.name} {one.asked}" for one in failing)


def no_safe_release(
    message: str, job: Job, loaded: Loaded, search: Search | Cutting
) -> NoSafeRelease:
    """Build the error with the JSON fields of the search that proved it."""
    not_judged = tell_sensitive(find_sensitive(job), holds=None)
    return NoSafeRelease(
        message,
        {
            "algorithm": job.algorithm.name,
            "metric": job.metric,
            **describe_job(job, loaded).to_dict(),
            "models": list_verdicts((*judge_root(job, loaded.sizes), *not_judged)),
            "search": search.to_dict(),
        },
    )


def no_safe_choice(job: Job, loaded: Loaded, search: Search | Cutting) -> NoSafeRelease:
    """Build the error if T fails where the release was chosen before T was looked at."""
    return no_safe_release(
        "T does not satisfy the job at the levels or in the parts that were chosen from P; publish"
        " nothing: whatever is chosen after T has failed would tell of T",
        job,
        loaded,
        search,
    )


def describe_job(job: Job, loaded: Loaded) -> JobDescription:
    """Return the models and columns of the job, and the numbers of rows of P and T."""
    return JobDescription(
        delta=delta_parameters(job),
        constraints=job.constraints.stated,
        keep=job.keep,
        public_columns=loaded.tables.public_columns,
        public_rows=loaded.public_rows,
        private_rows=loaded.sizes.private_rows,
        certainty=find_certainty(job),
        title=job.about.title,
        weights=name_weights(job),
        most_levels=name_most_levels(job),
        differing=loaded.differing,
        mends=Mends.of(job, loaded.made_finer, loaded.heights),
        person=job.person,
    )


def describe_node(
    job: Job, loaded: Loaded, node: Node, classes: PrivateClasses, table: TableStatistics
) -> Description:
    """Describe a node whose classes were counted, without the search for it."""
    return Description(
        describe_job(job, loaded),
        heights=loaded.heights,
        metrics=measure_metrics(node, classes, table),
        losses=measure_losses(loaded, node, table),
        levels=loaded.name_levels(node),
        becomes=loaded.becomes,
        suppressed=find_suppressed(
            {
                name: table.publish(j, level)
                for j, (name, level) in enumerate(zip(loaded.hierarchies, node.levels, strict=True))
            },
            table.private_rows,
        ),
    )


def find_suppressed(columns: Mapping[str, PublishedColumn], private_rows: int) -> tuple[str, ...]:
    """Return the quasi-identifiers of which each row of T has a label for all leaves."""
    return tuple(
        name
        for name, one in columns.items()
        if one.leaves > 1 and one.leaves_lost == (one.leaves - 1) * private_rows > 0
    )


def measure_losses(loaded: Loaded, node: Node, table: TableStatistics) -> dict[str, float]:
    """Return the loss of each quasi-identifier at a node; the metric `loss` is their mean."""
    losses = {}
    for name, level, levels in zip(loaded.hierarchies, node.levels, table.levels, strict=True):
        most = (levels[level].leaves - 1) * table.private_rows
        losses[name] = _share(levels[level].leaves_lost, most)
    return losses


def without_delta_max(job: Job) -> Job:
    """Return the job with its δmin only; without δ if δmin is 0 and excludes nothing."""
    if job.delta is None or not job.delta.min:
        return job.with_unchecked({"delta": None})
    return job.with_unchecked({"delta": job.delta.model_copy(update={"max": Fraction(1)})})


def measure_metrics(
    node: Node, classes: PrivateClasses, table: TableStatistics
) -> dict[str, float]:
    """Measure a counted node by all metrics."""
    values = {}
    for name, metric in METRICS.items():
        if isinstance(metric, SeparableMetric):
            values[name] = metric.value(metric.node_cost(node.levels, table), table)
        else:
            values[name] = metric.value(metric.cost(classes, table), table)
    return values


def measure_published(
    columns: Mapping[str, PublishedColumn], classes: PrivateClasses, table: TableStatistics
) -> tuple[dict[str, float], dict[str, float]]:
    """Measure columns whose rows are on several levels: by all metrics, and each column's loss."""
    values, losses = {}, {}
    for name, metric in METRICS.items():
        if isinstance(metric, SeparableMetric):
            cost = sum(metric.published_cost(column, table) for column in columns.values())
            values[name] = metric.published_value(cost, table)
        else:
            values[name] = metric.value(metric.cost(classes, table), table)
    for name, column in columns.items():
        losses[name] = _share(column.leaves_lost, (column.leaves - 1) * table.private_rows)
    return values, losses


def _share(lost: int, most: int) -> float:
    return lost / most if most else 0.0


def measure_classes(
    classes: PrivateClasses, public_rows: int, private_rows: int
) -> dict[str, float]:
    """Measure classes of T by the metrics that depend on classes only."""
    table = TableStatistics(public_rows, private_rows, ())
    return {
        name: metric.value(metric.cost(classes, table), table)
        for name, metric in METRICS.items()
        if isinstance(metric, ClassMetric)
    }


def delta_parameters(job: Job) -> dict[str, str] | None:
    """δ as fractions, or None."""
    return {"min": str(job.delta.min), "max": str(job.delta.max)} if job.delta else None


def describe_points(
    points: Iterable[Point], loaded: Loaded, table: TableStatistics
) -> tuple[FrontierPoint, ...]:
    """Return the points of a frontier with their losses and the names of their levels."""
    return tuple(
        FrontierPoint(
            point.greatest_presence,
            LOSS.value(point.cost, table),
            loaded.name_levels(point.node),
        )
        for point in points
    )


def describe_pooled_points(
    points: Iterable[Settled], loaded: Loaded, table: TableStatistics, *, proven: bool = True
) -> tuple[FrontierPoint, ...]:
    """Return the points of a frontier of pooled releases, in the same form."""
    return tuple(
        FrontierPoint(
            point.greatest_presence,
            LOSS.published_value(point.cost * LOSS.resolution, table),
            loaded.name_levels(point.pooling.start),
            point.pooling.least,
            # Less than nothing cannot be lost.
            proven or not point.cost,
        )
        for point in points
    )

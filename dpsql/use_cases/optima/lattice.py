"""Finds all minimal nodes that hold."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Unpack

from dpsql.domain.attributes import freeze
from dpsql.domain.found.becoming import list_becoming
from dpsql.domain.found.searched import Search
from dpsql.domain.found.statistics import TableStatistics
from dpsql.domain.frozen_mapping import thaw
from dpsql.domain.job import Job
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.sections.algorithm import FULL_DOMAIN
from dpsql.generalize.coded_rows import prepare
from dpsql.job_files.read import AnyJob, as_job
from dpsql.report.frames import name_by_column, to_pandas, to_polars
from dpsql.report.headlines import summarize, tell_facts
from dpsql.report.notebook.blocks import Sentence, render_blocks
from dpsql.report.notebook.plain_text import write_blocks
from dpsql.report.notebook.warned import HasWarnings
from dpsql.search.checker import NodeChecker
from dpsql.search.full_domain.spalm import find_minimal_nodes
from dpsql.session.clock import Clock, measure_peak_memory
from dpsql.session.description import delta_parameters, measure_metrics
from dpsql.session.levels import list_limits, name_weights
from dpsql.session.load import Loaded, load
from dpsql.session.models import require_model
from dpsql.session.options import Options, SearchWords
from dpsql.session.run import Run
from dpsql.use_cases.optima.told_lattice import tell_minimal_nodes
from dpsql.use_cases.people.first_rows import FIRST_ROWS
from dpsql.use_cases.takes_options import takes_options


class MinimalNode(NamedTuple):
    """A node that holds while none below it does: its level and its metrics, by name."""

    levels: dict[str, int]
    metrics: dict[str, float]

    @property
    def loss(self) -> float:
        """The loss, as `metrics` has it."""
        return self.metrics["loss"]


@dataclass(frozen=True)
class MinimalNodes(HasWarnings):
    """The outcome of `lattice`: all minimal nodes that hold, by level vector.

    `releases_levels` is false where the job's algorithm does not release a node. `becomes`: for
    each quasi-identifier the labels of one value of P on all levels. `limits`: the least and the
    most level of those that the job limits; nodes outside were not looked at. `weights`: how much
    the loss of each counts, if they differ.
    """

    nodes: tuple[MinimalNode, ...]
    public_rows: int
    private_rows: int
    delta: dict[str, str] | None
    search: Search
    seconds: dict[str, float]
    peak_memory_bytes: int
    releases_levels: bool
    becomes: Mapping[str, tuple[Leaf, ...]] = field(default_factory=dict)
    limits: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    weights: Mapping[str, str] = field(default_factory=dict)

    @property
    def by_loss(self) -> list[MinimalNode]:
        """The nodes in the order of their numbers, from 1: the least loss first, as on a page."""
        return sorted(self.nodes, key=lambda one: (one.metrics["loss"], tuple(one.levels.values())))

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        return {
            "schema": SCHEMA,
            **({} if self.releases_levels else {"releases_levels": False}),
            **({"weights": dict(self.weights)} if self.weights else {}),
            "delta": thaw(self.delta),
            "public_rows": self.public_rows,
            "private_rows": self.private_rows,
            "minimal_nodes": [
                {"levels": dict(levels), "metrics": dict(metrics)} for levels, metrics in self.nodes
            ],
            **list_becoming(self.becomes),
            **(
                {"limits": {name: list(one) for name, one in self.limits.items()}}
                if self.limits
                else {}
            ),
            "search": self.search.to_dict(),
            "seconds": thaw(self.seconds),
            "peak_memory_bytes": self.peak_memory_bytes,
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each minimal node, by loss: its number, its levels and its metrics.

        The number is that of the terminal and of the internal page.
        """
        return [
            {"node": number, **name_by_column("level", levels), **metrics}
            for number, (levels, metrics) in enumerate(self.by_loss, 1)
        ]

    def to_text(self) -> str:
        """The sentences and tables that the command prints, for `print` and for logs."""
        return write_blocks(tell_minimal_nodes(self))

    to_pandas = to_pandas
    to_polars = to_polars

    __repr__ = summarize

    def _repr_html_(self) -> str:
        return render_blocks("lattice", [Sentence(tell_facts(self)), *tell_minimal_nodes(self)])


@takes_options
def lattice(job: AnyJob, **options: Unpack[SearchWords]) -> MinimalNodes:
    """Find all minimal nodes that hold; none if no node holds.

    Example: ``dpsql.lattice("job.yaml").nodes[0].levels``
    """
    job, clock, settings = as_job(job), Clock(), Options.of(options)
    require_model(job)
    with (
        Run.of(job, settings).held() as run,
        load(run, to_search="levels", estimates=True, repeats=FIRST_ROWS) as loaded,
    ):
        checker, table = _prepare(job, loaded)
        clock.stop("load")
        settings.enter("search")
        found = find_minimal_nodes(checker, settings.watch)
        clock.stop("search")
        described = tuple(
            MinimalNode(
                freeze(loaded.name_levels(node), "levels"),
                freeze(measure_metrics(node, statistics.private, table), "metrics"),
            )
            for node, statistics in found.nodes.items()
        )
        return MinimalNodes(
            described,
            loaded.public_rows,
            loaded.sizes.private_rows,
            delta_parameters(job),
            Search(loaded.lattice.size, found.checked, optimal=True),
            clock.seconds,
            measure_peak_memory(),
            job.algorithm.name in FULL_DOMAIN,
            loaded.becomes,
            list_limits(job, loaded.heights),
            name_weights(job),
        )


def _prepare(job: Job, loaded: Loaded) -> tuple[NodeChecker, TableStatistics]:
    """Code the tables for a search, on statistics where P itself is not known."""
    if not job.is_estimated:
        return prepare(job, loaded)
    from dpsql.generalize import confident

    return confident.prepare(job, loaded)

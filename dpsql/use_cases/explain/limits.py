"""What the limits of a job's levels exclude: nodes, and the optimum that there would be."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import prod
from typing import Any

from dpsql.domain.job import Job
from dpsql.domain.levels.lattice import Lattice
from dpsql.generalize.coded_rows import prepare
from dpsql.metrics.catalog import METRICS
from dpsql.search.full_domain import spalm
from dpsql.session.description import measure_metrics
from dpsql.session.levels import list_limits
from dpsql.session.load import Loaded
from dpsql.session.options import Options


@dataclass(frozen=True)
class ExcludedByLimits:
    """The limits by column, least and most level; the nodes within them, of all `nodes`.

    `levels`: the optimum without any limits, with its `value` of the job's metric; None if no node
    holds.
    """

    limits: Mapping[str, tuple[int, int]]
    within: int
    nodes: int
    metric: str
    levels: Mapping[str, int] | None
    value: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return the JSON form."""
        without = None
        if self.levels is not None:
            without = {"levels": dict(self.levels), "metrics": {self.metric: self.value}}
        return {
            "limits": {name: list(ends) for name, ends in self.limits.items()},
            "nodes": {"within": self.within, "all": self.nodes},
            "without": without,
        }


def find_excluded(job: Job, loaded: Loaded, options: Options) -> ExcludedByLimits | None:
    """Search again without the limits of the job; None if it has none.

    The frequency set of the session is then that of this search.
    """
    limits = list_limits(job, loaded.heights)
    if not limits:
        return None
    everywhere = replace(loaded, lattice=Lattice(loaded.lattice.heights))
    checker, table = prepare(job.with_all_levels(), everywhere)
    best = spalm.find_optimum(checker, METRICS[job.metric], table, options.watch)
    free = everywhere.lattice
    ends = [limits.get(name, (0, height)) for name, height in loaded.heights.items()]
    within = prod(most - least + 1 for least, most in ends)
    if best.node is None or best.counted is None:
        return ExcludedByLimits(limits, within, free.size, job.metric, None, None)
    value = measure_metrics(best.node, best.counted.private, table)[job.metric]
    levels = loaded.name_levels(best.node)
    return ExcludedByLimits(limits, within, free.size, job.metric, levels, value)

"""What is said of a job and a node: the fields of outcomes, and why nothing can be released."""

from fractions import Fraction
from typing import Any

from dpsql.catalog import METRICS
from dpsql.domain.job import Job
from dpsql.domain.lattice import Node
from dpsql.domain.statistics import PrivateClasses, TableStatistics
from dpsql.errors import NoSafeRelease
from dpsql.loading import Loaded
from dpsql.metrics.metric import SeparableMetric
from dpsql.outcome import Search


def refuse_infeasible(job: Job, loaded: Loaded) -> None:
    """Total suppression has the one presence |T|/|P|; if δ excludes it, δ excludes everything."""
    sizes = loaded.sizes
    if job.delta and not job.delta.bounds.allows(sizes.public_rows, sizes.private_rows):
        ratio = Fraction(sizes.private_rows, sizes.public_rows)
        message = (
            f"no generalization can satisfy delta: |T|/|P| = {ratio} does not lie between"
            f" {job.delta.min} and {job.delta.max}; widen delta to contain it"
        )
        # The two sizes are the counts of the root's one class.
        search = Search(loaded.lattice.size, 1, optimal=True)
        raise no_safe_release(message, job, loaded, search)


def no_safe_release(message: str, job: Job, loaded: Loaded, search: Search) -> NoSafeRelease:
    """Build the error with the JSON fields of the search that proved it."""
    return NoSafeRelease(
        message,
        {
            "algorithm": job.algorithm.name,
            "metric": job.metric,
            "delta": words_of_delta(job),
            "constraints": job.constraints.stated,
            "public_rows": loaded.sizes.public_rows,
            "private_rows": loaded.sizes.private_rows,
            "search": search.to_dict(),
        },
    )


def describe_node(
    job: Job, loaded: Loaded, node: Node, classes: PrivateClasses, table: TableStatistics
) -> dict[str, Any]:
    """Fields of an Outcome that every measured node has."""
    return {
        "public_rows": table.public_rows,
        "private_rows": table.private_rows,
        "levels": loaded.name_levels(node),
        "heights": loaded.heights,
        "metrics": measure_metrics(node, classes, table),
        "delta": words_of_delta(job),
        "constraints": job.constraints.stated,
    }


def measure_metrics(
    node: Node, classes: PrivateClasses, table: TableStatistics
) -> dict[str, float]:
    """Measure a counted node by every metric there is."""
    values = {}
    for name, metric in METRICS.items():
        if isinstance(metric, SeparableMetric):
            values[name] = metric.value(metric.node_cost(node.levels, table), table)
        else:
            values[name] = metric.value(metric.cost(classes, table), table)
    return values


def words_of_delta(job: Job) -> dict[str, str] | None:
    """δ as fractions, or None."""
    return {"min": str(job.delta.min), "max": str(job.delta.max)} if job.delta else None

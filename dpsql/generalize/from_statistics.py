"""Chooses levels from statistics of P, the job and |T| alone, before T is looked at.

Whoever has the statistics can repeat the choice. The levels have the best metric over the people
that are expected in P, of all whose classes are expected to have enough
(privacy/confidence/enough).
"""

from math import inf

import numpy as np

from dpsql.domain.found.searched import Search
from dpsql.domain.job import Job
from dpsql.domain.levels.lattice import Node
from dpsql.domain.threshold import PresenceBounds
from dpsql.engines.base import Engine
from dpsql.errors import ConfigError, NoSafeRelease
from dpsql.faces import name_option
from dpsql.generalize.chosen import ChosenLevels
from dpsql.hierarchies.load import load_hierarchies
from dpsql.metrics.catalog import METRICS
from dpsql.metrics.metric import SeparableMetric
from dpsql.privacy.confidence.enough import find_enough
from dpsql.privacy.confidence.independent import SharedClasses
from dpsql.privacy.confidence.sample import SampledClasses
from dpsql.privacy.confidence.stated import Sampled, find_law
from dpsql.search.confident.expected import ExpectedChecker
from dpsql.search.full_domain.spalm import find_optimum
from dpsql.session.description import tell_infeasible_sizes
from dpsql.session.engine import open_engine
from dpsql.session.examples import list_examples
from dpsql.session.levels import TELL_LIMITS, make_lattice, weigh
from dpsql.session.run import Run
from dpsql.sql.counting.leaves import list_leaves
from dpsql.sql.counting.tuples import TableSizes
from dpsql.sql.lattice.frequency_set import Levels
from dpsql.sql.lattice.level_statistics import measure_levels
from dpsql.sql.statistics.codes import code_statistics
from dpsql.sql.statistics.expected import expected_values_query
from dpsql.sql.statistics.tables import SampleTable, Statistics, describe_known, read_statistics


def choose_from_statistics(run: Run, private_rows: int) -> ChosenLevels:
    """Choose levels for a T of `private_rows` rows.

    Raises:
        ConfigError: the metric depends on classes, which nobody has counted; or the search has a
            limit. NoSafeRelease: T has fewer rows than a constraint needs.
    """
    job, options = run.job, run.options
    metric = METRICS[job.metric]
    if not isinstance(metric, SeparableMetric):
        raise ConfigError(
            f"choose: from_public with population: {job.metric} depends on classes, and nobody has"
            " counted those of P; write metric: loss, precision or entropy"
        )
    if options.gap or options.time_limit < inf:
        raise ConfigError(
            "choose: from_public needs the whole search, so that others find the same; drop"
            f" {name_option('gap')} and {name_option('time_limit')}"
        )
    assert job.population is not None  # noqa: S101 - the caller looked
    size = job.population.one_size.min
    # Whether δ holds depends on people whom nobody has counted; of constraints it is known.
    constrained = job.with_unchecked({"delta": None})
    if problem := tell_infeasible_sizes(constrained, size, private_rows):
        raise NoSafeRelease(problem)
    with open_engine(run.dumping_to("choose", "search")) as engine:
        known = describe_known(engine, job, run.inputs.statistics)
        hierarchies = load_hierarchies(job, run.inputs.mappings, engine)
        lattice = make_lattice(job, hierarchies)
        statistics = read_statistics(engine, job, known, run.inputs.statistics)
        queries = {
            j: expected_values_query(j, table, size) for table in statistics for j in table.columns
        }
        leaves = list_leaves(engine, hierarchies, known=queries, whose="the statistics of P")
        sizes = TableSizes(size, size, 0)
        weights = weigh(job)
        single = measure_levels(engine, hierarchies, leaves, (), sizes, weights)
        levels = Levels(lattice, lattice.raw, single.label_counts)
        _code(engine, levels, statistics)
        enough = _find_enough(job, statistics, size, private_rows)
        options.enter("choose")
        checker = ExpectedChecker(engine, levels, statistics, size, enough)
        found = find_optimum(checker, metric, single.table, options.watch)
        # The values here are those of the statistics, with their expected rows.
        becomes = list_examples(engine, hierarchies, statistics, is_estimated=False)
    if found.node is None:
        raise ConfigError(TELL_LIMITS)
    return ChosenLevels(
        _name(job, found.node),
        enough,
        size,
        private_rows,
        job.metric,
        Search(found.nodes, found.checked, found.optimal, found.rounds),
        becomes=becomes,
    )


def _name(job: Job, node: Node) -> dict[str, int]:
    return dict(zip(job.quasi_identifiers, node.levels, strict=True))


def _code(engine: Engine, levels: Levels, statistics: tuple[Statistics, ...]) -> None:
    for table in statistics:
        measures = ["measure", "sampled"] if isinstance(table, SampleTable) else ["measure"]
        code_statistics(engine, levels, table.name, table.columns, measures)


def _find_enough(job: Job, statistics: tuple[Statistics, ...], size: int, private_rows: int) -> int:
    """Return how many people a class must be expected to have; all of P where δ is not asked."""
    assert job.population is not None  # noqa: S101 - the caller looked
    if job.delta is None or job.confidence is None:
        return 1
    samples = [table for table in statistics if isinstance(table, SampleTable)]
    sample = Sampled(samples[0].sampled, samples[0].effective) if samples else None
    included = job.population.counts == "members_included"
    ends = (size, job.population.one_size.max)
    law = find_law(ends, private_rows, sample, members_included=included)

    def make(rows: np.ndarray, shares: np.ndarray) -> SharedClasses | SampledClasses:
        if sample is None:
            return SharedClasses(rows, shares)
        seen = np.floor(sample.people * shares).astype(np.int64)
        return SampledClasses(rows, seen, (sample.effective + 1) * shares)

    bounds = PresenceBounds(job.delta.min, job.delta.max)
    return find_enough(law, make, (size, private_rows), bounds, job.confidence)

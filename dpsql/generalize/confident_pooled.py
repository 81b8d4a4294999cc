"""People of rare classes climb where P is known from tables of statistics only.

Who climbs is decided by the people that are expected (`domain.expected_pooling`); whether the
classes hold, by the criterion of `privacy.confidence`. T stands in the place of P in the engine.
"""

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from dpsql.domain.expected_pooling import least_share
from dpsql.domain.found.confident_presence import ConfidentPresence, WeakestClass
from dpsql.domain.found.searched import Search
from dpsql.domain.found.statistics import TableStatistics
from dpsql.domain.found.verdict import Verdict
from dpsql.domain.job import Job
from dpsql.domain.levels.lattice import Node
from dpsql.errors import ConfigError, EngineError
from dpsql.generalize.confident import (
    choose_weakest,
    describe_presence,
    estimate,
    label_weakest,
    tell_infeasible_root,
)
from dpsql.generalize.generalized import Generalized
from dpsql.generalize.pooled import (
    SettledPeople,
    describe_settled,
    judge_settled,
    name_steps,
)
from dpsql.generalize.pooled_search import (
    Judges,
    RawClasses,
    fetch_protected,
    fetch_raw,
    find_words,
    list_numbers,
    prepare_pooling,
)
from dpsql.metrics.catalog import METRICS
from dpsql.metrics.metric import SeparableMetric
from dpsql.search.confident.label_shares import LabelShares
from dpsql.search.confident.pooled import Pooled, find_best_at, find_expected_optimum
from dpsql.search.confident.pooled_start import Demands, ExpectedSettling
from dpsql.search.pooled.row_costs import RowCosts
from dpsql.session.clock import Clock
from dpsql.session.description import no_safe_release
from dpsql.session.load import Loaded
from dpsql.session.models import name_demands
from dpsql.session.options import Options
from dpsql.session.population import code_known, find_law
from dpsql.sql.lattice.frequency_set import Levels
from dpsql.sql.pooling.published import list_classes, release_query
from dpsql.sql.statistics import climbers
from dpsql.sql.statistics.class_shares import CodedTables


def generalize(job: Job, loaded: Loaded, options: Options, clock: Clock) -> Generalized:
    """Search for the start and the number of people of least cost that hold with the confidence.

    Raises:
        ConfigError: a hierarchy has its last label on a lower level as well. NoSafeRelease: nothing
            holds. ResourceError: T has too many distinct tuples, or the statistics have.
    """
    known = _prepare(job, loaded)
    clock.stop("load")
    options.enter("search")
    found = find_expected_optimum(
        known.rules, known.raw.of_nodes, list_numbers(job), options.watch, options.limits()
    )
    gap = None if found.optimal else found.gap
    told = Search(found.nodes, found.checked, found.optimal, None, gap)
    if found.best is None:
        raise no_safe_release(_tell_failure(job, loaded), job, loaded, told)
    settled = _settle(job, loaded, known, found.best)
    if not settled.holds:
        raise EngineError("the engine judges the models of T otherwise; please report it")
    clock.stop("search")
    return Generalized(
        release_query(loaded.tables, loaded.hierarchies, settled.pooling),
        name_steps(loaded, settled.pooling, find_words(job)),
        settled.presence,
        replace(settled.description, search=told),
    )


def measure(
    job: Job, loaded: Loaded, options: Options, clock: Clock, start: Node
) -> tuple[SettledPeople, bool, tuple[Verdict, ...]]:
    """Let people settle from a start, with the number that is best there, or that the job states.

    If no number holds, it is the least that is tried. Return also whether the job is satisfied, and
    the verdicts. Raises as `generalize`, but no NoSafeRelease.
    """
    known = _prepare(job, loaded)
    clock.stop("load")
    options.enter("measure")
    numbers, opened = list_numbers(job), known.rules.open(known.raw.of_nodes.at(start))
    best = find_best_at(known.rules, opened, numbers)
    if best is None:
        published = opened.publish(min(numbers or [1]))
        best = Pooled(opened.pool(published), published, 0)
    settled = _settle(job, loaded, known, best)
    verdicts = judge_settled(job, loaded, known.judges, settled)
    demands, holds = known.rules.demands, settled.holds
    if demands.bounds is not None:
        has_confidence = demands.has_confidence(best.published.classes)
        holds = holds and has_confidence
        verdicts = (Verdict("confidence", str(demands.asked), has_confidence), *verdicts)
    return settled, holds, verdicts


@dataclass(frozen=True)
class _Known:
    """What a run has read: the models, the statistics, the classes of T, and the rules."""

    judges: Judges
    statistics: CodedTables
    raw: RawClasses
    table: TableStatistics
    rules: ExpectedSettling


def _prepare(job: Job, loaded: Loaded) -> _Known:
    """Code T and the statistics at raw values, and fetch the classes of T."""
    judges, levels = prepare_pooling(job, loaded)
    raw = fetch_raw(loaded, levels)
    _refuse_shared_root(loaded, raw)
    statistics = code_known(
        job, loaded, Levels(loaded.lattice, loaded.lattice.raw, levels.label_counts)
    )
    size, metric = loaded.stated_size, METRICS[job.metric]
    # `population_fits` refuses other jobs.
    assert isinstance(statistics, CodedTables) and size is not None  # noqa: S101
    assert isinstance(metric, SeparableMetric)  # noqa: S101
    demands = Demands(
        find_law(job, loaded, statistics),
        job.delta.bounds if job.delta is not None else None,
        Fraction(1) if job.confidence is None else job.confidence,
        judges.of_counts,
        fetch_protected(loaded, judges, raw),
    )
    protecting = (model for coded in judges.of_values for model in coded.models)
    rules = ExpectedSettling(
        loaded.lattice,
        size.min,
        LabelShares(statistics, raw.codes),
        demands,
        RowCosts(metric, levels.table, raw.labels, raw.codes),
        demands.monotone and all(one.monotone_under_generalization for one in protecting),
    )
    return _Known(judges, statistics, raw, levels.table, rules)


def _refuse_shared_root(loaded: Loaded, raw: RawClasses) -> None:
    """Raise ConfigError where a label below the root has the root's text.

    Nobody could tell a class that settled from the one at the root then.
    """
    for name, levels in zip(loaded.hierarchies, raw.labels, strict=True):
        *below, root = levels
        if any(np.isin(root.texts, level.texts).any() for level in below):
            raise ConfigError(
                f"algorithm: pooled with population: the last label of the hierarchy of {name}"
                " stands on a lower level as well, or among the values; give the last level a label"
                " of its own"
            )


def _tell_failure(job: Job, loaded: Loaded) -> str:
    """Say that no start holds: total suppression does not, or the job's limits leave none."""
    if problem := tell_infeasible_root(job, loaded):
        return problem
    return (
        "no start between least_level and most_level and no number of people satisfies delta with"
        f" confidence {job.confidence}; widen the limits, or loosen {name_demands(job)}"
    )


def _settle(job: Job, loaded: Loaded, known: _Known, found: Pooled) -> SettledPeople:
    """Let the rows of T settle in the engine; the release can be written then."""
    published, pooling = found.published, found.pooling
    least = float(least_share(known.rules.size, published.least))
    climbers.settle(known.statistics, pooling.start, least)
    list_classes(loaded.engine, loaded.hierarchies, pooling)
    presence = _describe(job, loaded, known, found, least)
    settled = describe_settled(job, loaded, known.judges, known.table, pooling, presence)
    if settled.rows_by_step != tuple(step.private_rows for step in pooling.steps):
        raise EngineError("the engine lets other rows settle than the search; please report it")
    return settled


def _describe(
    job: Job, loaded: Loaded, known: _Known, found: Pooled, least: float
) -> ConfidentPresence:
    published, start = found.published, found.pooling.start
    if start == loaded.lattice.root:
        least = 0.0
    estimates = [Fraction(0)]
    for rows, share in known.statistics.find_weakest(start, least):
        estimates.append(estimate(job, loaded, rows, share))
    if published.rest_rows:
        # Products of doubles; what is told of it has no more digits.
        share = Fraction(published.rest).limit_denominator(10**12)
        estimates.append(estimate(job, loaded, published.rest_rows, share))
    weakest = _find_weakest(loaded, known, found)
    law = known.rules.demands.law
    return describe_presence(job, loaded, law, published.classes, max(estimates), weakest)


def _find_weakest(loaded: Loaded, known: _Known, found: Pooled) -> WeakestClass | None:
    """The class that is likeliest to violate δ; the one at the root has no labels."""
    demands, published = known.rules.demands, found.published
    if demands.bounds is None:
        return None
    weakest = choose_weakest(demands.law, published.classes, demands.bounds)
    if weakest is None:
        return None
    if published.rest_rows and weakest.number == published.settled:
        return WeakestClass(weakest.violates, weakest.rows, {}, is_at_root=True)
    return label_weakest(known.statistics, loaded, found.pooling.start, weakest)

"""Which k a k-anonymizer of T needs for its releases to satisfy δ (Nergiz et al. 2007, Figure 3).

A k-anonymizer does not look at P, so a larger k may satisfy what a smaller one does and fail it
again: every k is tried. Releases are judged as they would be written; nothing is published.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dpsql.catalog import METRICS
from dpsql.description import measure_metrics, refuse_infeasible, words_of_delta
from dpsql.domain.job import Job
from dpsql.domain.statistics import Presence
from dpsql.errors import ConfigError
from dpsql.inputs import find_inputs
from dpsql.job_file import read_job
from dpsql.loading import Options, load
from dpsql.outcome import SCHEMA, Clock, Search, measure_peak_memory
from dpsql.privacy.k_anonymity import KAnonymity
from dpsql.search.checker import Checker
from dpsql.search.least_k import FIRST_K, Anonymization, PrivateChecker, find_anonymizations
from dpsql.sql.frequency_set import encode
from dpsql.sql.level_statistics import measure_levels


@dataclass(frozen=True)
class Trial:
    """The optimal release for each k from `k` to `actual_k`, the rows of T in its least class.

    `satisfied`: whether δ holds for it, over all classes of P.
    """

    k: int
    actual_k: int
    satisfied: bool
    metrics: dict[str, float]
    levels: dict[str, int]
    presence: Presence

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it; presence as exact fractions."""
        return {
            "k": self.k,
            "actual_k": self.actual_k,
            "satisfied": self.satisfied,
            "metrics": self.metrics,
            "levels": self.levels,
            "presence": {"min": str(self.presence.minimum), "max": str(self.presence.maximum)},
        }


@dataclass(frozen=True)
class LeastK:
    """The outcome of `least_k`: one trial per release, k ascending from 2 to |T| without a gap."""

    trials: tuple[Trial, ...]
    public_rows: int
    private_rows: int
    delta: dict[str, str]
    metric: str
    seconds: dict[str, float]
    peak_memory_bytes: int

    @property
    def least(self) -> Trial | None:
        """The first trial that satisfies δ; its k is the least that does."""
        return next((trial for trial in self.trials if trial.satisfied), None)

    @property
    def larger_that_fail(self) -> tuple[int, ...]:
        """Every k above the least whose release does not satisfy δ."""
        return tuple(k for ks in self.ranges_that_fail for k in ks)

    @property
    def ranges_that_fail(self) -> tuple[range, ...]:
        """The same, a range per release."""
        least = self.least
        if least is None:
            return ()
        failing = (one for one in self.trials if one.k > least.k and not one.satisfied)
        return tuple(range(one.k, one.actual_k + 1) for one in failing)

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        return {
            "schema": SCHEMA,
            "metric": self.metric,
            "delta": self.delta,
            "public_rows": self.public_rows,
            "private_rows": self.private_rows,
            "trials": [trial.to_dict() for trial in self.trials],
            "least_k": self.least and self.least.k,
            "larger_k_that_fail": list(self.larger_that_fail),
            "seconds": self.seconds,
            "peak_memory_bytes": self.peak_memory_bytes,
        }


def least_k(job: Job | str | Path, **options: Any) -> LeastK:
    """Find the least k whose optimal k-anonymization of T satisfies the job's δ; try all up to |T|.

    Optimal by the job's metric among full-domain generalizations. `options` are the fields of
    `loading.Options` but `gap` and `time_limit`: each optimum is proven.

    Raises:
        ConfigError: the job states no δ, or further constraints, or an algorithm that cuts.
        NoSafeRelease: |T|/|P| does not lie in δ, so that no release of any k can satisfy it.
    """
    job, clock, settings = _as_job(job), Clock(), Options(**options)
    _refuse_other_questions(job)
    with load(job, find_inputs(job), settings, to_search=True) as loaded:
        # The two sizes are the counts of the one class of total suppression.
        refuse_infeasible(job, loaded, Search(loaded.lattice.size, 1, optimal=True))
        engine, sizes = loaded.engine, loaded.sizes
        levels = measure_levels(engine, loaded.hierarchies, [KAnonymity(FIRST_K)], sizes)
        frequency_set = encode(engine, loaded.lattice, levels.floor, levels.label_counts, sizes)
        checker = Checker.of(engine, loaded.lattice, (), sizes, frequency_set)
        clock.stop("load")

        def try_one(found: Anonymization) -> Trial:
            presence = checker.measure_presence(found.node)
            return Trial(
                found.k,
                found.actual_k,
                _lies_within(presence, job),
                measure_metrics(found.node, found.classes, levels.table),
                loaded.name_levels(found.node),
                presence,
            )

        found: Iterable[Anonymization] = find_anonymizations(
            PrivateChecker.of(checker), METRICS[job.metric], levels.table, settings.watch
        )
        trials = tuple(map(try_one, found))
        clock.stop("search")
    return LeastK(
        trials,
        sizes.public_rows,
        sizes.private_rows,
        words_of_delta(job) or {},
        job.metric,
        clock.seconds,
        measure_peak_memory(),
    )


def _as_job(job: Job | str | Path) -> Job:
    return job if isinstance(job, Job) else read_job(job)


def _refuse_other_questions(job: Job) -> None:
    if job.delta is None:
        raise ConfigError("delta: is missing; least-k asks which k achieves it")
    if job.constraints.stated:
        raise ConfigError("constraints: least-k tries k-anonymity for every k; drop them")
    if job.algorithm.name == "mpalm":
        raise ConfigError(
            "algorithm: mpalm cuts by delta, not by k; drop it, and least-k finds the optimal"
            " full-domain release for each k"
        )


def _lies_within(presence: Presence, job: Job) -> bool:
    """Tell whether δ holds for every class, given the extremes over all."""
    delta = job.delta
    return delta is not None and delta.min <= presence.minimum and presence.maximum <= delta.max

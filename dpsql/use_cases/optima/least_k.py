"""Finds the least k whose k-anonymization of T satisfies δ (Nergiz et al. 2007, Figure 3).

A k-anonymizer does not look at P, so a larger k may fail although a smaller one satisfies δ: every
k is tried. Releases are judged as they would be written; nothing is published.
"""

from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any, Unpack

from dpsql.domain.found.searched import Cutting, Search
from dpsql.domain.frozen_mapping import thaw
from dpsql.domain.job import Job
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.sections.known_absence import refuse_absence
from dpsql.errors import ConfigError
from dpsql.generalize.each_k import Trial, try_boxes, try_levels
from dpsql.job_files.read import as_job
from dpsql.report.frames import to_pandas, to_polars
from dpsql.report.headlines import summarize
from dpsql.report.notebook import cells
from dpsql.report.notebook.plain_text import write_blocks
from dpsql.report.notebook.warned import HasWarnings
from dpsql.session.clock import Clock, measure_peak_memory
from dpsql.session.description import delta_parameters, refuse_infeasible
from dpsql.session.load import load
from dpsql.session.options import LimitedWords, Options
from dpsql.session.run import Run
from dpsql.use_cases.optima.told_least_k import tell_least_k
from dpsql.use_cases.people.first_rows import FIRST_ROWS
from dpsql.use_cases.takes_options import takes_options


@dataclass(frozen=True)
class LeastK(HasWarnings):
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
    def ranges_that_fail(self) -> tuple[range, ...]:
        """Every k above the least whose release does not satisfy δ; a range per release."""
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
            "delta": thaw(self.delta),
            "public_rows": self.public_rows,
            "private_rows": self.private_rows,
            "trials": [trial.to_dict() for trial in self.trials],
            "least_k": self.least and self.least.k,
            "larger_k_that_fail": [[ks[0], ks[-1]] for ks in self.ranges_that_fail],
            "seconds": thaw(self.seconds),
            "peak_memory_bytes": self.peak_memory_bytes,
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each release: the least and the greatest k that lead to it."""
        return [
            {
                "k": one.k,
                "actual_k": one.actual_k,
                "satisfied": one.satisfied,
                "presence_min": one.presence.minimum,
                "presence_max": one.presence.maximum,
                **one.metrics,
            }
            for one in self.trials
        ]

    def to_text(self) -> str:
        """The table and the sentence that the command prints, for `print` and for logs."""
        return write_blocks(tell_least_k(self))

    to_pandas = to_pandas
    to_polars = to_polars

    __repr__ = summarize

    def _repr_html_(self) -> str:
        return cells.show_least_k(self.to_dict())


@takes_options
def least_k(job: Job | str | Path, **options: Unpack[LimitedWords]) -> LeastK:
    """Find the least k whose k-anonymization of T satisfies the job's δ; try all up to |T|.

    Example: ``dpsql.least_k("job.yaml").least``

    With a search of levels, a release is the optimum by the job's metric among full-domain
    generalizations. With mondrian, it follows from the options of the algorithm, and its cost is
    the loss. `options` are those of all runs except `gap` and `time_limit`, because each
    optimum is proven.

    Raises:
        ConfigError: the job states no δ, or further constraints, or algorithm mpalm or pooled.
        NoSafeRelease: |T|/|P| does not lie in δ, so that no release of any k can satisfy it.
    """
    job, clock, settings = as_job(job), Clock(), Options.of(options)
    _refuse_other_questions(job)
    refuse_absence(job, "least-k")
    if settings.gap or settings.time_limit < inf:
        raise ConfigError("least-k proves every optimum; drop gap and time_limit")
    in_levels = job.algorithm.mondrian is None
    with (
        Run.of(job, settings).held() as run,
        load(run, to_search=in_levels, repeats=FIRST_ROWS) as loaded,
    ):
        # If all of P is one class, its counts are the sizes of the tables.
        one = Search(loaded.lattice.size, 1, optimal=True)
        refuse_infeasible(job, loaded, one if in_levels else Cutting(1, 0, maximal=True))
        clock.stop("load")
        settings.enter("search")
        trials = tuple((try_levels if in_levels else try_boxes)(job, loaded, settings))
        clock.stop("search")
    return LeastK(
        trials,
        loaded.sizes.public_rows,
        loaded.sizes.private_rows,
        delta_parameters(job) or {},
        job.metric if in_levels else "loss",
        clock.seconds,
        measure_peak_memory(),
    )


def _refuse_other_questions(job: Job) -> None:
    if job.delta is None:
        raise ConfigError("delta: is missing; least-k asks which k achieves it")
    if job.constraints.stated:
        raise ConfigError("constraints: least-k tries k-anonymity for every k; drop them")
    if any(words.is_limited for words in job.quasi_identifiers.values()):
        raise ConfigError(
            "quasi_identifiers: least-k tries all levels; drop least_level and most_level"
        )
    if job.algorithm.mpalm is not None:
        raise ConfigError(
            "algorithm: mpalm cuts by delta, not by k; write mondrian, which cuts by k, or spalm"
        )
    if job.algorithm.rest is not None:
        raise ConfigError(
            "algorithm: least-k does not try cuts along hierarchies; write cuts: order, or spalm"
        )
    if job.algorithm.pooled is not None:
        raise ConfigError("algorithm: least-k does not try pooled; write spalm, or mondrian")

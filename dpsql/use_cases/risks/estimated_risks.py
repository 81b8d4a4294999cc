"""Estimates the risks of re-identification where P is known from statistics only.

A class is taken to have as many people of P as are expected (plug-in), never fewer than of T. Of a
sample with weights the individual risk is estimated as well, which allows for what the sample does
not know (`privacy.estimates`). Both are estimates, and have no confidence.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

import numpy as np

from dpsql.domain.found.risks import find_least_people
from dpsql.domain.found.verdict import Verdict, list_verdicts
from dpsql.domain.frozen_mapping import thaw
from dpsql.domain.job import Job
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.levels.lattice import node_at_levels
from dpsql.domain.sections.constraints import Constraints
from dpsql.generalize.confident import estimate_greatest, prepare
from dpsql.privacy.confidence.averages import estimate_presence
from dpsql.privacy.estimates.population_uniques import estimate_uniques
from dpsql.privacy.estimates.survey_weights import WeighedClasses, estimate_risks
from dpsql.report.frames import to_pandas, to_polars
from dpsql.report.headlines import summarize, tell_facts
from dpsql.report.notebook.blocks import Sentence, render_blocks
from dpsql.report.notebook.plain_text import write_blocks
from dpsql.report.notebook.warned import HasWarnings
from dpsql.session.clock import Clock, measure_peak_memory
from dpsql.session.load import load
from dpsql.session.options import Options
from dpsql.session.run import Run
from dpsql.sql.statistics.sample_shares import CodedSample
from dpsql.use_cases.risks.told_estimates import tell_estimated_risks


@dataclass(frozen=True)
class EstimatedRisks(HasWarnings):
    """The outcome of `risks` on statistics; `found` are the figures as the JSON has them.

    `satisfied` is None if no threshold was given.
    """

    found: Mapping[str, Any]
    levels: dict[str, int]
    threshold: Fraction | None
    public_rows: int
    private_rows: int
    public_columns: tuple[str, ...]
    seconds: dict[str, float]
    peak_memory_bytes: int

    @property
    def satisfied(self) -> bool | None:
        """Whether no row of T is estimated to be above the threshold."""
        return None if self.threshold is None else not self.found["above_threshold"]

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdict on the threshold, if there is one."""
        if self.threshold is None:
            return ()
        return (Verdict("risk", str(self.threshold), self.satisfied),)

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        asked = None
        if self.threshold is not None:
            people = find_least_people(self.threshold)
            asked = {"risk": str(self.threshold), "least_people": people}
        return {
            "schema": SCHEMA,
            "public_rows": self.public_rows,
            "private_rows": self.private_rows,
            "public_columns": list(self.public_columns),
            "levels": thaw(self.levels),
            "threshold": asked,
            **self.found,
            "satisfied": self.satisfied,
            "models": list_verdicts(self.verdicts),
            "seconds": thaw(self.seconds),
            "peak_memory_bytes": self.peak_memory_bytes,
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each estimated risk: the greatest of a row of T, and the mean."""
        found = self.found
        risks = {
            **{name: found[name] for name in ("prosecutor", "journalist")},
            "marketer": {"mean": found["marketer"]},
            **({"survey_weights": found["survey_weights"]} if "survey_weights" in found else {}),
        }
        return [
            {"risk": name, **{end: _as_double(one.get(end)) for end in ("max", "mean")}}
            for name, one in risks.items()
        ]

    to_pandas = to_pandas
    to_polars = to_polars

    __repr__ = summarize

    def to_text(self) -> str:
        """The tables that the command prints, for `print` and for logs."""
        return write_blocks(tell_estimated_risks(self))

    def _repr_html_(self) -> str:
        return render_blocks(
            "estimated risks", [Sentence(tell_facts(self)), *tell_estimated_risks(self)]
        )


def estimate(
    job: Job, levels: Mapping[str, int], limit: Fraction | None, options: Options, clock: Clock
) -> EstimatedRisks:
    """Estimate the risks of T at `levels` (raw where not named)."""
    alone = {"delta": None, "constraints": Constraints(), "keep": ()}
    job = job.with_unchecked(alone)
    with Run.of(job, options).held() as run, load(run, estimates=True) as loaded:
        node = node_at_levels(levels, loaded.heights)
        checker, _ = prepare(job, loaded, node)
        clock.stop("load")
        options.enter("measure")
        classes = checker.statistics.list_classes(node)
        rows = np.array(classes.members, dtype=np.float64)
        presences = estimate_presence(checker.law, classes)
        people = np.where(presences > 0, rows / np.where(presences > 0, presences, 1), rows)
        greatest = estimate_greatest(job, checker, loaded, node)
        found = _find_figures(rows, people, limit, greatest)
        if isinstance(checker.statistics, CodedSample):
            found |= _weigh(checker.statistics.list_weights(node), limit)
            sizes = Counter(checker.statistics.list_sizes(node))
            uniques = estimate_uniques(sizes, loaded.public_rows)
            found["unique_in_population"] = uniques.indication
            found["uniques_by"] = uniques.recommended
        clock.stop("measure")
        return EstimatedRisks(
            found,
            loaded.name_levels(node),
            limit,
            loaded.public_rows,
            loaded.sizes.private_rows,
            loaded.tables.public_columns,
            clock.seconds,
            measure_peak_memory(),
        )


def _find_figures(
    rows: np.ndarray, people: np.ndarray, limit: Fraction | None, greatest: Fraction
) -> dict[str, Any]:
    """Return the figures of classes by their rows of T and expected people of P."""
    total, number = int(rows.sum()), len(rows)
    marketer = float((rows / people).sum()) / total
    above = None
    if limit is not None:
        above = int(rows[people * float(limit) < 1].sum())
    return {
        "estimated_by": "plug_in",
        "prosecutor": {
            "max": str(Fraction(1, int(rows.min()))),
            "mean": str(Fraction(number, total)),
        },
        "journalist": {
            "max": 1 / float(people.min()),
            "mean": max(number / float(people.sum()), marketer),
        },
        "marketer": marketer,
        "above_threshold": above,
        "unique_in_population": None,
        "k_map": floor(float(people.min()) + 1e-9),
        "presence_estimate": {"max": str(greatest)},
    }


def _weigh(classes: list[tuple[int, int, float]], limit: Fraction | None) -> dict[str, Any]:
    """Return the individual risks of classes by their rows of T, sampled people and weight."""
    found = estimate_risks(
        (WeighedClasses(sampled, weight, weight, 1, rows) for rows, sampled, weight in classes),
        None if limit is None else float(limit),
    )
    assert found is not None  # noqa: S101 - T has rows
    return {
        "survey_weights": {
            "max": found.greatest.greatest,
            "mean": found.mean.greatest,
            "above_threshold": None if found.above is None else found.above[1],
            "unsampled_rows": found.unsampled,
        }
    }


def _as_double(risk: str | float | None) -> float | None:
    """A risk as the JSON has it, a fraction or a double."""
    return float(Fraction(risk)) if isinstance(risk, str) else risk

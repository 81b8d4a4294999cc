"""Puts releases that a job could make side by side, without writing any: presence and loss.

For the keeper of T: which algorithm can satisfy which δ tells of T what one release does not.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from time import monotonic
from typing import Any, Unpack

from dpsql.domain.delta import Delta
from dpsql.domain.job import Job
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.threshold import parse_threshold
from dpsql.errors import ConfigError, InputError, NoSafeRelease, ResourceError
from dpsql.generalize.alternatives import generalized_apart, is_whole
from dpsql.generalize.generalized import Generalized
from dpsql.generalize.shifts import measure_shifts
from dpsql.job_files.read import AnyJob, as_job
from dpsql.outcome import Outcome
from dpsql.report.headlines import summarize
from dpsql.session.clock import measure_peak_memory
from dpsql.session.load import Loaded, load
from dpsql.session.models import require_model
from dpsql.session.options import Options, OptionWords
from dpsql.session.run import Run


@dataclass(frozen=True)
class Candidate:
    """A release that could be made, or the reason why none was found.

    `job`: the name of its file; None of a job in memory. `algorithm`: as a job has it. `delta_max`:
    None if the job has no δ. `outcome`: as of `measure`; None without a release. `shifts`: how far
    the distribution of each column moves (`generalize.shifts`). `suppressed_rows`:
    rows of T with the last label in every column; None where boxes or parts are released.
    `is_whole`: nothing was left to search or to cut.
    """

    job: str | None
    algorithm: object
    choose: str
    delta_max: Fraction | None
    outcome: Outcome | None = None
    shifts: Mapping[str, Fraction] = field(default_factory=dict)
    suppressed_rows: int | None = None
    is_whole: bool = True
    left_out: str = ""
    seconds: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        told: dict[str, Any] = {
            "job": self.job,
            "algorithm": self.algorithm,
            "choose": self.choose,
            "delta_max": None if self.delta_max is None else str(self.delta_max),
            "seconds": round(self.seconds, 3),
        }
        if self.outcome is None:
            return told | {"left_out": self.left_out}
        found = self.outcome.to_dict()
        names = (
            *("presence", "posterior", "together", "confidence", "delta_at_confidence"),
            *("metrics", "levels", "pooled", "partitions"),
        )
        return told | {
            **{name: found[name] for name in names if name in found},
            "losses": self.outcome.losses or {},
            "shifts": {name: round(float(shift), 12) for name, shift in self.shifts.items()},
            "suppressed_rows": self.suppressed_rows,
            "whole": self.is_whole,
        }


@dataclass(frozen=True)
class Compared:
    """The outcome of `compare`: the candidates, in the order of jobs, δ and algorithms."""

    candidates: tuple[Candidate, ...]
    peak_memory_bytes: int

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        return {
            "schema": SCHEMA,
            "status": "compared",
            "candidates": [one.to_dict() for one in self.candidates],
            "peak_memory_bytes": self.peak_memory_bytes,
        }

    __repr__ = summarize


def compare(
    *jobs: AnyJob,
    algorithms: Sequence[object] = (),
    deltas: Sequence[object] = (),
    **options: Unpack[OptionWords],
) -> Compared:
    """Find the release of each job, with each of the algorithms and each δmax, and measure it.

    Without `algorithms` or `deltas` each job has its own. Nothing is written. Each job is read and
    counted once. `options` are the fields of `Options`; a time limit is for each search.

    Raises:
        ConfigError: no job; a job states no model; a δmax is none, or below the job's δmin. The
            errors of reading and counting.
    """
    if not jobs:
        raise ConfigError("compare: name at least one job")
    limits = [parse_threshold(one, "--delta") for one in deltas]
    settings, found = Options(**options), list[Candidate]()
    for stated in jobs:
        job = as_job(stated)
        require_model(job)
        name = Path(stated).name if isinstance(stated, str | Path) else None
        asked = list(_list_asked(job, name, algorithms, limits))
        with (
            Run.of(job, settings).held() as run,
            load(run, to_search=True, estimates=True) as loaded,
        ):
            settings.enter("search")
            found += [_try(one, name, loaded, settings) for one in asked]
    return Compared(tuple(found), measure_peak_memory())


def _list_asked(
    job: Job, name: str | None, algorithms: Sequence[object], limits: Sequence[Fraction]
) -> Iterator[Job | Candidate]:
    """Yield the job with each δmax and each algorithm; one that does not fit as a candidate."""
    least = job.delta.min if job.delta is not None else Fraction(0)
    each: Sequence[Fraction | None] = limits or [None]
    for limit in each:
        asked = job
        if limit is not None:
            if limit < least:
                raise ConfigError(f"--delta: {limit} is less than the job's δmin, {least}")
            asked = job.model_copy(update={"delta": Delta(min=least, max=limit)})
        for algorithm in algorithms or [None]:
            if algorithm is None:
                yield asked
                continue
            try:
                yield asked.with_algorithm(algorithm)
            except ConfigError as problem:
                most = asked.delta.max if asked.delta is not None else None
                yield Candidate(name, algorithm, job.choose, most, left_out=_tell(problem))


def _try(asked: Job | Candidate, name: str | None, loaded: Loaded, options: Options) -> Candidate:
    """Search for the release of a job in a session that has counted."""
    if isinstance(asked, Candidate):
        return asked
    limit = asked.delta.max if asked.delta is not None else None
    words = name, asked.algorithm.words, asked.choose, limit
    began = monotonic()
    try:
        with generalized_apart(asked, loaded, options) as found:
            took = monotonic() - began
            outcome = found.description.as_outcome("measured", found.presence)
            return Candidate(
                *words,
                outcome=outcome,
                shifts=measure_shifts(loaded, found),
                suppressed_rows=_count_suppressed(found, loaded),
                is_whole=is_whole(found.description.search),
                seconds=took,
            )
    except NoSafeRelease as problem:
        return Candidate(*words, left_out=_tell(problem), seconds=monotonic() - began)
    except (ConfigError, InputError, ResourceError) as problem:
        return Candidate(*words, left_out=_tell(problem))


def _tell(problem: Exception) -> str:
    return str(problem).removeprefix("job: ")


def _count_suppressed(found: Generalized, loaded: Loaded) -> int | None:
    """Count the rows of T that have the last label of every column."""
    told = found.description
    if told.pooled is not None:
        return sum(rows for levels, _, rows in told.pooled.steps if levels == loaded.heights)
    if not isinstance(found.shape, dict):
        return None
    return loaded.sizes.private_rows if found.shape == loaded.heights else 0

"""Puts releases that a job could make side by side, without writing any: presence and loss.

For the keeper of T: which algorithm can satisfy which δ tells of T what one release does not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from time import monotonic
from typing import Annotated, Any, Unpack

from pydantic import BeforeValidator, ValidationError

from dpsql.domain.alternative import find_algorithm, names_release
from dpsql.domain.fits.invalid_job import InvalidJob
from dpsql.domain.found.confident_presence import ConfidentPresence
from dpsql.domain.job import Job
from dpsql.domain.job_section import JobSection
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.levels.lattice import Lattice
from dpsql.domain.sections.algorithm import Algorithm, as_algorithm
from dpsql.domain.sections.delta import Delta
from dpsql.domain.threshold import parse_threshold
from dpsql.errors import ConfigError, InputError, NoSafeRelease, ResourceError
from dpsql.faces import name_option
from dpsql.generalize.alternatives import generalized_apart, is_whole
from dpsql.generalize.generalized import Generalized
from dpsql.job_files.read import AnyJob, as_job
from dpsql.outcome import Outcome
from dpsql.report.cells import show_rows
from dpsql.report.frames import name_by_column, to_pandas, to_polars
from dpsql.report.headlines import summarize
from dpsql.report.sentences import name_algorithm
from dpsql.session.clock import measure_peak_memory
from dpsql.session.load import Loaded, load
from dpsql.session.models import require_model
from dpsql.session.options import Options, OptionWords
from dpsql.session.run import Run
from dpsql.use_cases.takes_options import takes_options
from dpsql.utility.as_row import list_cells
from dpsql.utility.measure import Utility, measure_utility
from dpsql.utility.own_figures import OwnFigures
from dpsql.utility.questions.best import Best, find_best

_USUAL = {"algorithms": "['spalm', 'pooled']", "deltas": "['5%', '1/5']"}


@dataclass(frozen=True)
class Candidate:
    """A release that could be made, or the reason why none was found.

    `job`: the name of its file; None of a job in memory. `algorithm`: as a job has it. `delta_max`:
    None if the job has no δ. `outcome`: as of `measure`; None without a release. `utility`: what
    becomes of T's distributions, means and relations. `suppressed_rows`: rows of T with the last
    label in every column; None where boxes or parts are released. `is_whole`: nothing was left to
    search or to cut. `is_baseline`: every column is suppressed, whatever was asked for. `asked_as`:
    levels, cuts or boxes, if the algorithm was asked for by what it releases.
    """

    job: str | None
    algorithm: object
    choose: str
    delta_max: Fraction | None
    outcome: Outcome | None = None
    utility: Utility = field(default_factory=Utility)
    suppressed_rows: int | None = None
    is_whole: bool = True
    left_out: str = ""
    seconds: float = 0.0
    is_baseline: bool = False
    asked_as: str = ""

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        told: dict[str, Any] = {
            "job": self.job,
            "algorithm": self.algorithm,
            "choose": self.choose,
            "delta_max": None if self.delta_max is None else str(self.delta_max),
            "seconds": round(self.seconds, 3),
            **({"baseline": True} if self.is_baseline else {}),
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
            "suppressed_rows": self.suppressed_rows,
            "whole": self.is_whole,
            **self.utility.to_dict(),
        }

    def to_row(self) -> dict[str, Any]:
        """Return it as a row of a table; what a candidate without a release lacks is left out."""
        return self.sum_up() | list_cells(self.utility)

    def sum_up(self) -> dict[str, Any]:
        """Return the part of the row that people look at first: presence, loss and shift."""
        told: dict[str, Any] = {
            "job": self.job,
            "algorithm": "all suppressed"
            if self.is_baseline
            else name_algorithm({"algorithm": self.algorithm}),
            "choose": self.choose,
            "delta_max": self.delta_max,
            **({"baseline": True} if self.is_baseline else {}),
        }
        if self.outcome is None:
            return told | {"left_out": self.left_out}
        presence = self.outcome.presence
        greatest = presence.delta if isinstance(presence, ConfidentPresence) else presence.maximum
        return told | {
            "presence_max": greatest,
            **self.outcome.metrics,
            "suppressed_rows": self.suppressed_rows,
            "whole": self.is_whole,
            **name_by_column("loss", self.outcome.losses),
            **name_by_column("shift", self.utility.shifts),
        }


@dataclass(frozen=True)
class Compared:
    """The outcome of `compare`: the candidates, in the order of jobs, δ and algorithms."""

    candidates: tuple[Candidate, ...]
    peak_memory_bytes: int

    @property
    def best(self) -> list[Best]:
        """The candidates that answer the job's questions best, by their numbers from 1."""
        return find_best(
            {
                number: (*one.utility.answers, *one.utility.predictions)
                for number, one in enumerate(self.candidates, 1)
                if not one.is_baseline
            }
        )

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        return {
            "schema": SCHEMA,
            "status": "compared",
            "candidates": [one.to_dict() for one in self.candidates],
            **({"best": [one.to_dict() for one in best]} if (best := self.best) else {}),
            "peak_memory_bytes": self.peak_memory_bytes,
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each candidate: losses, shifts, means, relations, and answers to questions."""
        return [one.to_row() for one in self.candidates]

    to_pandas = to_pandas
    to_polars = to_polars

    __repr__ = summarize

    def _repr_html_(self) -> str:
        return show_rows(self, [one.sum_up() for one in self.candidates])


@takes_options
def compare(
    *jobs: AnyJob,
    algorithms: Sequence[object] = (),
    deltas: Sequence[object] = (),
    baseline: bool = False,
    **options: Unpack[OptionWords],
) -> Compared:
    """Find the release of each job, with each of the algorithms and each δmax, and measure it.

    Without `algorithms` or `deltas` each job has its own. Beside the algorithms of a job, `levels`,
    `cuts` and `boxes` name what is released. Nothing is written. Each job is read and counted once.
    `options` are the fields of `Options`; a time limit is for each search. `baseline`: put first
    what is left of a job's T if every column is suppressed, so that readers know its rows alone.

    Raises:
        ConfigError: no job; a job states no model; an algorithm or a δmax is none, or below the
            job's δmin. The errors of reading and counting.
    """
    if not jobs:
        raise ConfigError("compare: name at least one job")
    for key, listed in (("algorithms", algorithms), ("deltas", deltas)):
        if isinstance(listed, str) or not isinstance(listed, Sequence):
            raise ConfigError(f"compare: {key}: write a list, such as {_USUAL[key]}")
    option = name_option("deltas", flag="--delta")
    limits = [parse_threshold(one, option) for one in deltas]
    settings, found = Options.of(options), list[Candidate]()
    for algorithm in algorithms:
        _refuse_unknown(find_algorithm(algorithm))
    read = [(as_job(stated), _name_file(stated)) for stated in jobs]
    for job, _ in read:
        require_model(job)
    asked = [[*_list_asked(job, name, algorithms, limits)] for job, name in read]
    several = sum(map(len, asked))
    for (job, name), of_job in zip(read, asked, strict=True):
        with (
            Run.of(job, settings).held() as run,
            load(run, to_search=True, estimates=True) as loaded,
        ):
            own = OwnFigures(job, loaded)
            if baseline:
                found.append(_suppress(job, name, own, settings))
            for one in of_job:
                place = f"{len(found) + 1} of {several + baseline * len(jobs)}"
                told = _try(one.job, name, own, _telling(settings, one, place))
                found.append(replace(told, asked_as=one.word))
    return Compared(tuple(found), measure_peak_memory())


class _Algorithm(JobSection):
    """An algorithm by itself, as a job states it."""

    algorithm: Annotated[Algorithm, BeforeValidator(as_algorithm)]


def _refuse_unknown(algorithm: object) -> None:
    """Raise ConfigError unless it is an algorithm of some job."""
    try:
        _Algorithm.model_validate({"algorithm": algorithm})
    except ValidationError as error:
        problem = InvalidJob(error, _Algorithm)
        if isinstance(algorithm, str):
            raise ConfigError(f"{problem}; or what is released: levels, cuts or boxes") from None
        raise problem from None


def _name_file(stated: AnyJob) -> str | None:
    return Path(stated).name if isinstance(stated, str | Path) else None


@dataclass(frozen=True)
class _Asked:
    """A job with one algorithm and one δmax, or the candidate of one that does not fit.

    `word`: levels, cuts or boxes, if this names the algorithm.
    """

    job: Job | Candidate
    word: str = ""


def _telling(settings: Options, asked: _Asked, place: str) -> Options:
    """Have stages named with the candidate that they are of."""
    job = asked.job
    if settings.on_stage is None or isinstance(job, Candidate):
        return settings
    algorithm = asked.word or name_algorithm({"algorithm": job.algorithm.words})
    limit = "" if job.delta is None else f" at δ ≤ {job.delta.max}"
    words = f"{algorithm}{limit}, {place}"
    return replace(settings, on_stage=lambda stage: settings.enter(f"{stage}: {words}"))


def _list_asked(
    job: Job, name: str | None, algorithms: Sequence[object], limits: Sequence[Fraction]
) -> Iterator[_Asked]:
    """Yield the job with each δmax and each algorithm; one that does not fit as a candidate."""
    least = job.delta.min if job.delta is not None else Fraction(0)
    each: Sequence[Fraction | None] = limits or [None]
    for limit in each:
        asked = job
        if limit is not None:
            if limit < least:
                option = name_option("deltas", flag="--delta")
                raise ConfigError(f"{option}: {limit} is less than the job's δmin, {least}")
            asked = job.model_copy(update={"delta": Delta(min=least, max=limit)})
        if not algorithms:
            yield _Asked(asked)
        for stated in algorithms:
            algorithm, word = find_algorithm(stated), stated if names_release(stated) else ""
            try:
                yield _Asked(asked.with_algorithm(algorithm), word)
            except ConfigError as problem:
                most = asked.delta.max if asked.delta is not None else None
                unfit = Candidate(name, algorithm, job.choose, most, left_out=_tell(problem))
                yield _Asked(unfit, word)


def _suppress(job: Job, name: str | None, own: OwnFigures, options: Options) -> Candidate:
    """Return the candidate with every column at its last level, whatever the job limits."""
    levels = job.with_all_levels().with_algorithm("spalm", choose="optimum")
    root = own.loaded.lattice.heights
    loaded = replace(own.loaded, lattice=Lattice(root, least=root, most=root))
    asked = levels.at_levels(own.loaded.heights)
    return replace(_try(asked, name, own, options, loaded), is_baseline=True)


def _try(
    asked: Job | Candidate,
    name: str | None,
    own: OwnFigures,
    options: Options,
    loaded: Loaded | None = None,
) -> Candidate:
    """Search for the release of a job in a session that has counted.

    `loaded`: in place of the one of `own`, where other levels are searched.
    """
    if isinstance(asked, Candidate):
        return asked
    loaded = loaded or own.loaded
    limit = asked.delta.max if asked.delta is not None else None
    words = name, asked.algorithm.words, asked.choose, limit
    began = monotonic()
    try:
        with generalized_apart(asked, loaded, options) as found:
            took = monotonic() - began
            outcome = found.description.as_outcome("measured", found.presence)
            if not outcome.is_unsafe:
                outcome = replace(outcome, satisfied=True)
            return Candidate(
                *words,
                outcome=outcome,
                utility=measure_utility(own, found),
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

"""Puts releases that a job could make side by side, without writing any: presence and loss.

For the data holder: which algorithm can satisfy which δ tells of T what one release does not.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from time import monotonic
from typing import Annotated, Unpack

from pydantic import BeforeValidator, ValidationError

from dpsql.domain.alternative import Stated, find_algorithm, list_stated, names_release
from dpsql.domain.fits.invalid_job import InvalidJob
from dpsql.domain.job import Job
from dpsql.domain.job_section import JobSection
from dpsql.domain.levels.lattice import Lattice
from dpsql.domain.names import find_alike
from dpsql.domain.sections.algorithm import Algorithm, as_algorithm
from dpsql.domain.sections.delta import Delta
from dpsql.domain.threshold import parse_threshold
from dpsql.errors import ConfigError, InputError, NoSafeRelease, ResourceError
from dpsql.faces import name_option
from dpsql.generalize.alternatives import generalized_apart
from dpsql.generalize.generalized import Generalized
from dpsql.generalize.released_point import is_whole
from dpsql.generalize.released_risk import find_link_risk
from dpsql.job_files.read import AnyJob
from dpsql.report.sentences import name_algorithm
from dpsql.report.written_bounds import name_bound, write_bound
from dpsql.session.clock import measure_peak_memory
from dpsql.session.load import Loaded, load
from dpsql.session.models import require_model
from dpsql.session.options import LimitedWords, Options
from dpsql.session.run import Run
from dpsql.use_cases.compare.candidate import Candidate
from dpsql.use_cases.compare.compared import Compared
from dpsql.use_cases.compare.names import name_candidates, name_releases
from dpsql.use_cases.compare.same_jobs import leave_out_the_same
from dpsql.use_cases.people.first_rows import FIRST_ROWS
from dpsql.use_cases.takes_options import takes_options
from dpsql.utility.measure import measure_utility
from dpsql.utility.own_figures import OwnFigures


@takes_options
def compare(
    *jobs: AnyJob,
    algorithms: Stated | Sequence[Stated] = (),
    deltas: str | float | Fraction | Sequence[str | float | Fraction] = (),
    baseline: bool = False,
    **options: Unpack[LimitedWords],
) -> Compared:
    """Find the release of each job, with each of the algorithms and each δmax, and measure it.

    Example: ``dpsql.compare("job.yaml", algorithms=["levels", "cuts"], deltas=["10%"]).best``

    Nothing is written. Each job is read and counted once; a time limit is for each search. All that
    is returned tells of T: it is for the data holder only.

    `jobs`: paths of job files, or ``dpsql.Job``s. `algorithms`: in place of those of the jobs, each
    as a job has it (``"pooled"``, ``{"pooled": {"path": "root"}}``), or what is released:
    ``"levels"``, ``"cuts"`` or ``"boxes"``. `deltas`: in place of the δmax of the jobs, such as
    ``"5%"``, ``"1/20"`` or ``0.05``. One of either needs no list. `baseline`: put first what is
    left of a job's T if every column is suppressed, so that readers know its rows alone.

    Of what is returned, ``found.to_pandas()`` has a row for each candidate and a column for each
    figure, ``found["pooled, δ ≤ 5 %"]`` is a candidate by its name, and ``found.best`` names those
    that answer each question of the job best. A notebook shows all tables of the terminal.

    Raises:
        ConfigError: no job; a job states no model; an algorithm or a δmax is none, or below the
            job's δmin. The errors of reading and counting.
    """
    if not jobs:
        raise ConfigError("compare: name at least one job")
    if any(isinstance(one, list | tuple) for one in jobs):
        raise ConfigError("compare: pass the jobs one after the other: compare(job1, job2)")
    asked_for = list_stated("compare: algorithms", algorithms, "['spalm', 'pooled']")
    asked_max = list_stated("compare: deltas", deltas, "['5%', '1/5']")
    option = name_option("deltas", flag="--delta")
    # 10% and 1/10 are one δmax, levels and spalm one algorithm: by the word that came first.
    limits = [*dict.fromkeys(parse_threshold(one, f"{option}: the threshold") for one in asked_max)]
    settings, found = Options.of(options), list[Candidate]()
    different = _leave_out_repeats(asked_for)
    read = leave_out_the_same(jobs, different, limits)
    for job, _ in read:
        require_model(job)
    words = name_releases([job.algorithm for job, _ in read])
    asked = [
        [*_list_asked(job, word, different, limits)]
        for (job, _), word in zip(read, words, strict=True)
    ]
    several = sum(map(len, asked))
    baselines = baseline * len(read)
    for (job, name), of_job in zip(read, asked, strict=True):
        with (
            Run.of(job, settings).held() as run,
            load(run, to_search=True, estimates=True, informed=True, repeats=FIRST_ROWS) as loaded,
        ):
            own = OwnFigures(job, loaded, settings.enter)
            if baseline:
                found.append(_suppress(job, name, own, settings))
            for one in of_job:
                place = f"{len(found) + 1} of {several + baselines}"
                told = _try(one, name, own, _telling(settings, one, place))
                found.append(replace(told, asked_as=one.word))
    return Compared(name_candidates(found), measure_peak_memory())


class _Algorithm(JobSection):
    """An algorithm by itself, as a job states it."""

    algorithm: Annotated[Algorithm, BeforeValidator(as_algorithm)]


def _leave_out_repeats(algorithms: Sequence[Stated]) -> list[Stated]:
    """Return the first that states each algorithm; raise ConfigError if one is of no job."""
    different = list[Algorithm]()
    kept = list[Stated]()
    for stated in algorithms:
        if (algorithm := _read(find_algorithm(stated))) not in different:
            different.append(algorithm)
            kept.append(stated)
    return kept


def _read(algorithm: object) -> Algorithm:
    try:
        return _Algorithm.model_validate({"algorithm": algorithm}).algorithm
    except ValidationError as error:
        problem = InvalidJob(error, _Algorithm)
        if isinstance(algorithm, str):
            joint = " Or" if str(problem).endswith("?") else "; or"
            meant = find_alike(algorithm, ["levels", "cuts", "boxes"])
            hint = f"; did you mean {meant[0]!r}?" if meant else ""
            told = f"{problem}{joint} what is released: levels, cuts or boxes{hint}"
            raise ConfigError(told) from None
        raise problem from None


@dataclass(frozen=True)
class _Asked:
    """A job with one algorithm and one δmax.

    `word`: levels, pooled, cuts or boxes, if this names the algorithm. `misfit`: why the job does
    not allow the `algorithm`, and is left with its own.
    """

    job: Job
    algorithm: object
    word: str = ""
    misfit: str = ""

    @property
    def delta_max(self) -> Fraction | None:
        """None if the job has no δ."""
        return self.job.delta.max if self.job.delta is not None else None


def _telling(settings: Options, asked: _Asked, place: str) -> Options:
    """Have stages named with the candidate that they are of."""
    if settings.on_stage is None:
        return settings
    algorithm = asked.word or name_algorithm({"algorithm": asked.algorithm})
    limit = "" if asked.delta_max is None else f", δ ≤ {name_bound(asked.delta_max)}"
    words = f"{algorithm}{limit}, {place}"
    return replace(settings, on_stage=lambda stage: settings.enter(f"{stage}: {words}"))


def _list_asked(
    job: Job, word: str, algorithms: Sequence[object], limits: Sequence[Fraction]
) -> Iterator[_Asked]:
    """Yield the job with each δmax and each algorithm; `word` is for the job's own."""
    least = job.delta.min if job.delta is not None else Fraction(0)
    each: Sequence[Fraction | None] = limits or [None]
    for limit in each:
        asked = job
        if limit is not None:
            if limit < least:
                option = name_option("deltas", flag="--delta")
                told = f"{write_bound(limit)} is less than the job's δmin, {write_bound(least)}"
                raise ConfigError(f"{option}: {told}")
            asked = job.with_unchecked({"delta": Delta(min=least, max=limit)})
        if not algorithms:
            yield _Asked(asked, asked.algorithm.words, word)
        for stated in algorithms:
            yield _ask(asked, find_algorithm(stated), stated if names_release(stated) else "")


def _ask(job: Job, algorithm: object, word: str) -> _Asked:
    try:
        fit = job.with_algorithm(algorithm)
    except ConfigError as problem:
        return _Asked(job, algorithm, word, misfit=_tell(problem))
    return _Asked(fit, fit.algorithm.words, word)


def _suppress(job: Job, name: str, own: OwnFigures, options: Options) -> Candidate:
    """Return the candidate with every column at its last level, whatever the job limits."""
    levels = job.with_all_levels().with_algorithm("spalm", choose="optimum")
    root = own.loaded.lattice.heights
    loaded = replace(own.loaded, lattice=Lattice(root, least=root, most=root))
    at_root = levels.at_levels(own.loaded.heights)
    asked = _Asked(at_root, at_root.algorithm.words)
    return replace(_try(asked, name, own, options, loaded), is_baseline=True)


def _try(
    asked: _Asked,
    name: str,
    own: OwnFigures,
    options: Options,
    loaded: Loaded | None = None,
) -> Candidate:
    """Search for the release of a job in a session that has counted.

    `loaded`: in place of the one of `own`, where other levels are searched.
    """
    words = name, asked.algorithm, asked.job.choose, asked.delta_max
    if asked.misfit:
        return Candidate(*words, left_out=asked.misfit)
    loaded = loaded or own.loaded
    began = monotonic()
    try:
        with generalized_apart(asked.job, loaded, options) as found:
            took = monotonic() - began
            outcome = found.description.as_outcome("measured", found.presence)
            if not outcome.is_unsafe:
                outcome = replace(outcome, satisfied=True)
            # Of statistics nobody knows the people of a class.
            is_counted = not asked.job.is_estimated
            risk = find_link_risk(loaded, found.shape) if is_counted else None
            return Candidate(
                *words,
                outcome=outcome,
                utility=measure_utility(own, found),
                suppressed_rows=_count_suppressed(found, loaded),
                risk=risk,
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

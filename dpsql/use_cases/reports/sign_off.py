"""Gathers what somebody signs: a verified release, before and after, and all hashes."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from shlex import quote
from typing import Any, Unpack

from dpsql.domain.found.released_column import ReleasedColumn, mean_loss
from dpsql.domain.found.risks import find_risks
from dpsql.domain.job import Job
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.levels.lattice import Node
from dpsql.domain.threshold import PresenceBounds
from dpsql.errors import ConfigError, DpsqlError, IntegrityError, NotSatisfied, error_of
from dpsql.faces import name_function, name_option
from dpsql.files import private_file
from dpsql.files.absolute import make_absolute
from dpsql.files.fit_place import PAGES, refuse_unfit_place
from dpsql.generalize.coded_rows import prepare
from dpsql.generalize.priors import count_placed_by_prior, find_greatest_consistent, judge_by_prior
from dpsql.job_files.read import AnyJob, as_job
from dpsql.release.manifest import Claims, hash_file
from dpsql.release.publish import find_claims
from dpsql.release.target import Target
from dpsql.report.explored_sentences import tell_few
from dpsql.report.frames import to_pandas, to_polars
from dpsql.report.headlines import summarize
from dpsql.report.notebook import cells
from dpsql.report.notebook.warned import HasWarnings
from dpsql.report.sign_off.before import Before
from dpsql.report.sign_off.blanks import list_blank, tell_blank
from dpsql.report.sign_off.columns import Labels, list_signed, tell_fineness, tell_shape
from dpsql.report.sign_off.page import Published, SignedFiles, render_sign_off
from dpsql.search.checker import Checker
from dpsql.session.kept_columns import warn_of_kept_columns
from dpsql.session.levels import name_weights
from dpsql.session.load import Loaded, load
from dpsql.session.options import Options, RunWords
from dpsql.session.run import Run
from dpsql.session.telling_columns import warn_of_telling_columns
from dpsql.sql.lattice.placed import count_placed
from dpsql.sql.lattice.risks import count_sizes
from dpsql.use_cases.job_release import find_job_release, job_target, reads_table, taking_out
from dpsql.use_cases.measure import measure
from dpsql.use_cases.people.first_rows import warn_of_several_rows
from dpsql.use_cases.reports.input_hashes import hash_inputs, name_in_database, name_unhashed
from dpsql.use_cases.reports.released_columns import describe_columns
from dpsql.use_cases.takes_options import takes_options
from dpsql.use_cases.verify import Verification, verify
from dpsql.verifier.check_release import refuse_other_algorithm


@dataclass(frozen=True)
class SignOff(HasWarnings):
    """The outcome of `sign_off`: the verified release, and what was known of people before.

    `blank`: the keys of ``about`` that the job leaves out, so that their lines of the page are
    blank.
    """

    verification: Verification
    before: Before
    page: Path
    blank: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        differing = self.before.differing
        return {
            **self.verification.to_dict(),
            **({} if differing is None else {"differing_rows": differing.to_dict()}),
            "before": self.before.to_dict(),
            "report": {"path": str(self.page), "variant": "sign_off", "blank": [*self.blank]},
            "schema": SCHEMA,
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each model: what was asked for, and whether it holds."""
        return self.verification.to_rows()

    to_pandas = to_pandas
    to_polars = to_polars

    __repr__ = summarize

    def _repr_html_(self) -> str:
        told = f" Before: {self.before.sentence} The page to sign is {self.page}."
        if self.blank:
            told += f" {tell_blank(self.blank)}."
        return cells.show_verification(self.verification.to_dict(), told)


@takes_options
def sign_off(
    job: AnyJob, page: str | Path, release: str | Path | None = None, **options: Unpack[RunWords]
) -> SignOff:
    """Verify the release of a job, measure T as it is, and write the page to sign.

    Example: ``dpsql.sign_off("job.yaml", "to-sign.html")``

    Raises as `verify`, and ConfigError if the page cannot be written.
    """
    refuse_unfit_place(Path(page), "page", PAGES, f"{name_option('page', flag='--output')}: ")
    words, stated = as_job(job), job if isinstance(job, str | Path) else None
    place = _find_place(words, release, Options.of(options))
    with _telling_whose(words, place, stated):
        verification = verify(words, release, **options)
    with _reading(words, release, Options.of(options)) as (file, claims):
        found = _measure_before(words, file, claims, options)
    name, manifest = place.name, place.manifest_path
    files = {
        name: verification.release.sha256,
        manifest.name: hash_file(manifest),
    }
    if stated is not None:
        files[Path(stated).name] = hash_file(Path(stated))
    Options.of(options).enter("hash the inputs")
    told, people = verification.to_dict(), verification.people_of_rows
    published = Published(
        tell_shape(told, verification.classes),
        list_signed(told, found.labels, found.columns),
        tell_fineness(
            people,
            found.loss,
            verification.public_rows,
            name_weights(words),
            has_boxes="boxes" in told,
        ),
        tell_few(people.few, people.rows) if people is not None else "",
        verification.public_rows - people.people if people is not None else 0,
    )
    unhashed = [*name_unhashed(words), *([] if stated is not None else ["the job"])]
    today = datetime.now(UTC).date()
    inside = tuple(name_in_database(words))
    signed = SignedFiles(files, hash_inputs(words), today, tuple(unhashed), inside)
    text = render_sign_off(words, name, told, found.before, signed, published)
    try:
        private_file.write(Path(page), text)
    except OSError as error:
        problem = f"{name_option('page', flag='--output')}: {Path(page).name} cannot be written"
        raise error_of(error, problem, ConfigError) from None
    return SignOff(verification, found.before, Path(page), list_blank(words))


@contextmanager
def _telling_whose(job: Job, place: Target, stated: str | Path | None) -> Iterator[None]:
    """Add to an error of the verifier whose release that is, as far as its manifest says."""
    try:
        yield
    except (IntegrityError, NotSatisfied) as error:
        told = str(error)
        with suppress(DpsqlError):
            told += f"; {_tell_whose(job, find_claims(place), stated)}"
        if isinstance(error, NotSatisfied):
            raise NotSatisfied(told, error.summary) from None
        raise type(error)(told) from None


def _tell_whose(job: Job, claims: Claims, stated: str | Path | None) -> str:
    """Return whether another job made the release, and how to make that of this one."""
    columns = claims.levels or (claims.boxes and claims.boxes.orders)
    others = {
        "algorithm": _is_of_other_algorithm(job, claims),
        "quasi-identifiers": columns is not None and {*columns} != {*job.quasi_identifiers},
        "delta": claims.delta != job.delta,
        "constraints": claims.constraints != job.constraints,
        "keep": claims.keep != [*job.keep],
        "known_absent": claims.known_absent != job.known_absent,
    }
    named = ", ".join(name for name, is_other in others.items() if is_other)
    which = f"{claims.release.name} (by its manifest, SHA-256 {claims.release.sha256[:12]}…)"
    whose = (
        f"is of another job, with other {named}"
        if named
        else "is of other tables, or was changed; do not use it before you know which"
    )
    named = quote(str(stated)) if stated is not None else "JOB"
    makes = name_function("anonymize", f"{named} --overwrite", "job, overwrite=True")
    return f"{which} {whose}: {makes} makes that of this job"


def _is_of_other_algorithm(job: Job, claims: Claims) -> bool:
    try:
        refuse_other_algorithm(job, claims.shape, claims.release.name)
    except IntegrityError:
        return True
    return False


def _find_place(job: Job, release: str | Path | None, options: Options) -> Target:
    """Return where the release and its manifest are."""
    if reads_table(job, release):
        with job_target(job, options) as target:
            return target
    return Target(find_job_release(job, release), overwrite=False)


@contextmanager
def _reading(
    job: Job, release: str | Path | None, options: Options
) -> Iterator[tuple[Path, Claims]]:
    """Yield the file with the rows of the release, and its claims."""
    if reads_table(job, release):
        with taking_out(job, options) as (file, claims, _):
            yield file, claims
        return
    path = find_job_release(job, release)
    yield path, find_claims(Target(path, overwrite=False))


@dataclass(frozen=True)
class _Measured:
    """T before, the labels of values of P, and the columns of the release with their loss."""

    before: Before
    labels: Labels
    columns: Mapping[str, ReleasedColumn] = field(default_factory=dict)
    loss: Fraction | None = None


def _measure_before(job: Job, file: Path, claims: Claims, options: RunWords) -> _Measured:
    """Measure what T would reveal as it is: at raw values; and what the release has."""
    if job.is_estimated:
        # Nobody climbs from raw values.
        found = measure(job.with_algorithm("spalm", choose="optimum"), **options)
        labels = Labels(found.heights, found.becomes)
        with (
            Run.of(job, Options.of(options)).held() as run,
            load(run, estimates=True, warns=False) as loaded,
        ):
            kept = warn_of_kept_columns(loaded)
        told = Before(found.private_rows, None, None, found.confident_presence, identifying=kept)
        return _Measured(told, labels)
    readable = [make_absolute(file)]
    with (
        Run.of(job, Options.of(options)).held() as run,
        # The verifier has said which rows of T differ from P.
        load(run, informed=True, readable=readable, warns=False) as loaded,
    ):
        raw = loaded.lattice.raw
        checker, _ = prepare(job.with_all_levels(), loaded, raw)
        telling = warn_of_telling_columns(loaded, by_limits=True)
        kept = warn_of_kept_columns(loaded)
        before = replace(
            _place(job, loaded, checker, raw),
            telling=telling,
            identifying=kept,
            known_absent=job.known_absent,
            differing=loaded.differing,
            doubt=warn_of_several_rows(loaded.engine, job, loaded.tables),
        )
        columns = describe_columns(job, loaded, file, claims)
        is_whole = len(columns) == len(loaded.hierarchies)
        loss = mean_loss([*columns.values()], loaded.weights) if is_whole else None
        return _Measured(before, Labels(loaded.heights, loaded.becomes), columns, loss)


def _place(job: Job, loaded: Loaded, checker: Checker, raw: Node) -> Before:
    """Count whom somebody could place in T if its raw values were published.

    Earlier releases tell nothing beside raw values, whose classes are parts of theirs.
    """
    rows, people = loaded.sizes.private_rows, loaded.public_rows
    bounds = job.delta.bounds if job.delta is not None else None
    within = bounds or PresenceBounds(Fraction(0), Fraction(1))
    if job.prior is not None:
        judge = judge_by_prior(job, loaded, checker)
        placed = count_placed_by_prior(judge, raw, within)
        greatest = find_greatest_consistent(judge, raw) if not placed.certain else 1.0
        return Before(rows, placed, None, None, people, bounds, greatest)
    counted = loaded.engine, loaded.lattice, raw
    placed = count_placed(*counted, within, people, job.known_absent)
    sizes = count_sizes(*counted)
    maximum = find_risks(sizes).maximum if sizes else Fraction(0)
    return Before(rows, placed, maximum, None, people, bounds)

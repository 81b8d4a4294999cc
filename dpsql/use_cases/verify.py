"""Checks a release and its manifest against P, T and the job."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Unpack

from dpsql.domain.found.certainty import find_certainty
from dpsql.domain.found.people_of_rows import PeopleOfRows, find_people_of_rows
from dpsql.domain.found.published import Release
from dpsql.domain.found.statistics import PresenceEnds
from dpsql.domain.found.verdict import Verdict, list_verdicts
from dpsql.domain.frozen_mapping import thaw
from dpsql.domain.job import Job
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.levels.lattice import read_levels
from dpsql.domain.plurals import name_count
from dpsql.engines.release_table import ReleaseTable
from dpsql.errors import ConfigError
from dpsql.faces import name_option
from dpsql.generalize.from_public import refuse_other_levels
from dpsql.job_files.read import AnyJob, as_job
from dpsql.outcome.told import NOT_JUDGED, tell_together
from dpsql.release.lakes.folder_layout import refuse_other_data
from dpsql.release.manifest import Claims
from dpsql.release.publish import find_claims
from dpsql.release.target import Target
from dpsql.report.first_sentence import tell_presence
from dpsql.report.frames import to_pandas, to_polars
from dpsql.report.headlines import summarize
from dpsql.report.notebook import cells
from dpsql.report.notebook.blocks import Block, Sentence
from dpsql.report.notebook.plain_text import write_blocks
from dpsql.report.notebook.warned import HasWarnings
from dpsql.report.sentences import as_bounds, name_columns, sum_up_overlap
from dpsql.session.models import require_model
from dpsql.session.options import Options, RunWords
from dpsql.session.run import Run
from dpsql.use_cases.job_release import (
    find_job_release,
    reads_table,
    taking_out,
    tell_release,
)
from dpsql.use_cases.takes_options import takes_options
from dpsql.verifier.check_release import verify_claims
from dpsql.verifier.foreign.check_foreign import count_foreign
from dpsql.verifier.verified import Verified


@dataclass(frozen=True)
class Verification(HasWarnings):
    """The outcome of `verify`: the release is what its manifest claims, and satisfies the job.

    A release that dpsql did not write has no manifest; its `box_count` is the number of its boxes.
    `reached`: the fields of the JSON that tell of presence, or of the confidence.
    `pooled`: what the manifest claims of those who climbed; `cuts`: those that it claims.
    """

    release: Release
    public_rows: int
    reached: dict[str, Any]
    levels: dict[str, int] | None
    boxes: dict[str, Any] | None = None
    box_count: int | None = None
    models: tuple[Verdict, ...] = ()
    public_columns: tuple[str, ...] = ()
    pooled: dict[str, Any] | None = None
    cuts: list[dict[str, Any]] | None = None
    #: Classes with rows, as anyone counts them in the release; None where P is not listed.
    classes: int | None = None
    #: None likewise.
    people_of_rows: PeopleOfRows | None = None

    @property
    def presence(self) -> PresenceEnds:
        """Least and greatest presence over all classes of P, exact.

        Raises:
            ConfigError: P is known from statistics only; `reached` has what is known.
        """
        ends = self.reached.get("presence")
        if ends is None:
            raise ConfigError(
                "presence: P is known from statistics, and nobody's presence is counted; read"
                " reached"
            )
        return PresenceEnds(Fraction(ends["min"]), Fraction(ends["max"]))

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        shapes = {
            "levels": thaw(self.levels),
            "boxes": thaw(self.boxes),
            "cuts": self.cuts,
            "partitions": self.box_count,
        }
        return {
            "schema": SCHEMA,
            "status": "verified",
            "release": self.release.to_dict(),
            "public_rows": self.public_rows,
            "public_columns": list(self.public_columns),
            **self.reached,
            "models": list_verdicts(self.models),
            **{name: shape for name, shape in shapes.items() if shape is not None},
            **(self.pooled or {}),
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each model: what was asked for, and whether it holds."""
        return list_verdicts(self.models)

    to_pandas = to_pandas
    to_polars = to_polars

    __repr__ = summarize

    def to_text(self) -> str:
        """The sentence that the command prints, for `print` and for logs."""
        return write_blocks(tell_verification(self))

    def _repr_html_(self) -> str:
        return cells.show_verification(self.to_dict())


def tell_verification(found: Verification) -> Iterator[Block]:
    """Yield what was confirmed, as a sentence."""
    rows = name_count(found.release.rows, "released row")
    if "presence" not in found.reached:
        told = found.reached.get("confidence")
        sure = f" with a confidence of {as_bounds(told['least'], 1)[0]} at least" if told else ""
        yield Sentence(f"Verified: {rows} against the statistics of P; δ holds{sure}.", "green")
        return
    columns = name_columns(found.public_columns)
    told = tell_presence(found.to_dict(), columns, ("is", "lies"))
    people = name_count(found.public_rows, "person", "people")
    together = tell_together(found.reached)
    yield Sentence(f"Verified: {rows} against {people}; presence {told}{together}", "green")
    if found.box_count is not None and found.cuts is None:
        # It has no manifest.
        if "overlap" in found.reached:
            yield Sentence(sum_up_overlap(found.reached), "green")
        boxes = name_count(found.box_count, "box", "boxes")
        yield Sentence(f"Of {boxes}; {NOT_JUDGED}.", "green")


@takes_options
def verify(
    job: AnyJob,
    release: str | Path | None = None,
    *,
    foreign: bool = False,
    levels: Mapping[str, int] | None = None,
    **options: Unpack[RunWords],
) -> Verification:
    """Check a release and its manifest against P, T and the job; `release` defaults to the job's.

    Example: ``dpsql.verify("job.yaml").release.rows``

    `foreign`: the release has no manifest, because dpsql did not write it. Each of its cells is a
    value of P, a label of the column's hierarchy (at the level in `levels`, if named) or
    ``[low..high]``.

    Raises:
        IntegrityError: the release is not what its manifest claims, or its rows are not those of T.
        NotSatisfied: a class violates the job's models.
    """
    job = as_job(job)
    require_model(job)
    settings, levels = Options.of(options), read_levels(levels)
    if foreign:
        path = find_job_release(job, release)
        return _verify_foreign(job, path, levels, settings)
    if levels:
        raise ConfigError(
            f"{name_option('levels')}: a manifest states its own; give them with"
            f" {name_option('foreign', True)}"
        )
    if reads_table(job, release):
        return _verify_table(job, settings)
    path = find_job_release(job, release)
    claims = find_claims(Target(path, overwrite=False))
    told = Release(str(path), claims.release.rows, claims.release.sha256)
    return verify_rows(job, path, claims, settings, told)


def _verify_table(job: Job, options: Options) -> Verification:
    """Check the table that the job releases: its rows are written to a file, as a release is."""
    with taking_out(job, options) as (file, claims, table):
        found = verify_rows(job, file, claims, options, tell_release(job, claims), table)
        if table.folder is not None:
            refuse_other_data(table.folder, claims.release.sha256)
        return found


def verify_rows(
    job: Job,
    file: Path,
    claims: Claims,
    options: Options,
    release: Release,
    table: ReleaseTable | None = None,
    *,
    warns: bool = True,
) -> Verification:
    """Check a file with the rows of a release against its claims; `warns`: as of `verify_claims`.

    Raises as `verify`.
    """
    run = Run.of(job, options)
    with run.held():
        verified = verify_claims(run, file, claims, table, warns=warns)
        refuse_other_levels(run, claims)
    return Verification(
        release,
        verified.public_rows,
        _tell_presence(job, verified),
        claims.levels,
        claims.boxes.model_dump() if claims.boxes is not None else None,
        verified.released_classes.count if claims.cuts is not None else None,
        models=verified.verdicts,
        public_columns=verified.public_columns,
        pooled=claims.model_dump(mode="json", include={"pooled", "steps"})
        if claims.pooled
        else None,
        cuts=claims.model_dump(mode="json")["cuts"] if claims.cuts is not None else None,
        classes=None if job.is_estimated else verified.released_classes.count,
        people_of_rows=None if job.is_estimated else _count_people(verified),
    )


def _count_people(verified: Verified) -> PeopleOfRows | None:
    return find_people_of_rows((one.public, one.released, one.classes) for one in verified.counts)


def _verify_foreign(
    job: Job, file: Path, levels: Mapping[str, int], options: Options
) -> Verification:
    """Check `file`, which has no manifest, against P, T and the job."""
    verified, release = count_foreign(job, file, levels, options, tolerate_failure=False)
    return Verification(
        release,
        verified.public_rows,
        _tell_presence(job, verified),
        levels=None,
        box_count=verified.released_classes.count,
        models=verified.verdicts,
        public_columns=verified.public_columns,
    )


def _tell_presence(job: Job, verified: Verified) -> dict[str, Any]:
    """Return the presence that was counted; it is certain if a confidence was asked for."""
    sure, absent = find_certainty(job), verified.if_absent(verified.known_absent)
    told = sure.to_dict(verified.minimum, verified.maximum, absent) if sure is not None else {}
    return verified.summary_of_presence | told

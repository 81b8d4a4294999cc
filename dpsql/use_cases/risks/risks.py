"""Measures the risks of re-identification of T at given levels, as regulators ask for them."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from dpsql.domain.found.published import Release
from dpsql.domain.found.risks import Risk, Risks, find_least_people, find_risks, read_threshold
from dpsql.domain.found.telling_columns import TellingColumn
from dpsql.domain.found.verdict import Verdict, list_verdicts
from dpsql.domain.frozen_mapping import thaw
from dpsql.domain.job import Job
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.levels.lattice import node_at_levels, read_levels
from dpsql.domain.sections.constraints import Constraints
from dpsql.domain.threshold import Number
from dpsql.errors import ConfigError
from dpsql.faces import name_option
from dpsql.generalize.coded_rows import prepare
from dpsql.job_files.read import AnyJob, as_job
from dpsql.report.frames import to_pandas, to_polars
from dpsql.report.headlines import summarize
from dpsql.report.notebook.blocks import render_blocks
from dpsql.report.notebook.plain_text import write_blocks
from dpsql.report.notebook.warned import HasWarnings
from dpsql.session.clock import Clock, measure_peak_memory
from dpsql.session.load import load
from dpsql.session.options import Options, RunWords
from dpsql.session.run import Run
from dpsql.session.telling_columns import warn_of_telling_columns
from dpsql.sql.lattice.risks import count_sizes
from dpsql.use_cases.job_release import ReadRelease, reading_release
from dpsql.use_cases.measured_file import count_claimed, find_fitting_claims
from dpsql.use_cases.people.first_rows import FIRST_ROWS
from dpsql.use_cases.released_sizes import list_sizes
from dpsql.use_cases.risks.told_risks import tell_risks, tell_where
from dpsql.use_cases.takes_options import takes_options
from dpsql.verifier.foreign.check_foreign import count_foreign

if TYPE_CHECKING:
    from dpsql.use_cases.risks.estimated_risks import EstimatedRisks


_log = logging.getLogger("dpsql")


@dataclass(frozen=True)
class MeasuredRisks(HasWarnings):
    """The outcome of `risks`: the risks at a node, and whether rows of T exceed the threshold.

    `satisfied` is None if no threshold was given. `levels` is None if a `release` was measured.
    `telling`: quasi-identifiers that alone show who is in T, at these levels.
    """

    risks: Risks
    levels: dict[str, int] | None
    threshold: Fraction | None
    public_rows: int
    private_rows: int
    public_columns: tuple[str, ...]
    seconds: dict[str, float]
    peak_memory_bytes: int
    release: Release | None = None
    telling: tuple[TellingColumn, ...] = ()

    @property
    def satisfied(self) -> bool | None:
        """Whether no row of T is above the threshold."""
        above = self.risks.above_threshold
        return None if above is None else not above

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """The verdict on the threshold, if there is one."""
        if self.threshold is None:
            return ()
        broken = self.risks.classes_above
        return (Verdict("risk", str(self.threshold), self.satisfied, broken),)

    @property
    def least_people(self) -> int | None:
        """How many people of P each class of T needs by the threshold."""
        return None if self.threshold is None else find_least_people(self.threshold)

    def to_dict(self) -> dict[str, Any]:
        """The JSON of the command line."""
        asked = None
        if self.threshold is not None:
            asked = {"risk": str(self.threshold), "least_people": self.least_people}
        return {
            "schema": SCHEMA,
            "public_rows": self.public_rows,
            "private_rows": self.private_rows,
            "public_columns": list(self.public_columns),
            **({"levels": thaw(self.levels)} if self.levels is not None else {}),
            **({"release": self.release.to_dict()} if self.release is not None else {}),
            "threshold": asked,
            **self.risks.to_dict(),
            "satisfied": self.satisfied,
            "models": list_verdicts(self.verdicts),
            "telling_columns": [one.to_dict() for one in self.telling],
            "seconds": thaw(self.seconds),
            "peak_memory_bytes": self.peak_memory_bytes,
        }

    def to_rows(self) -> list[dict[str, Any]]:
        """A row for each risk: the greatest of a row of T, and the mean, which is a double.

        As a fraction the mean has as many digits as there are classes; `to_dict` has it.
        """
        found = self.risks
        risks = (
            *(("prosecutor", found.prosecutor), ("journalist", found.journalist)),
            ("marketer", Risk(None, found.marketer)),
        )
        return [
            {
                "risk": name,
                "max": one.maximum,
                "mean": None if one.mean is None else float(one.mean),
            }
            for name, one in risks
        ]

    to_pandas = to_pandas
    to_polars = to_polars

    __repr__ = summarize

    def to_text(self) -> str:
        """The tables that the command prints, for `print` and for logs."""
        return write_blocks(tell_risks(self))

    def _repr_html_(self) -> str:
        return render_blocks("measured risks", [tell_where(self), *tell_risks(self)])


@takes_options
def risks(
    job: AnyJob,
    levels: Mapping[str, int] | None = None,
    *,
    release: str | Path | None = None,
    threshold: Number | None = None,
    **options: Unpack[RunWords],
) -> "MeasuredRisks | EstimatedRisks":
    """Measure the risks of re-identification of T at `levels`.

    Where a level is not named, that of `Job.at_levels` is meant, or the raw value.

    Example: ``dpsql.risks("job.yaml", {"zip": 2}, threshold="9%").satisfied``

    Where P is known from statistics only, the risks are estimated.

    With `release`, measure the classes of that file, as the verifier counts them: by its manifest,
    or by its cells if it has none and another program has written it.

    `threshold`: a risk, as text or Fraction, or the name of a preset, that no row of T may exceed.
    The models of the job are not judged.
    """
    job, clock, settings = as_job(job), Clock(), Options.of(options)
    levels = read_levels(levels)
    limit = None if threshold is None else read_threshold(threshold)
    if release is None:
        levels = job.complete_levels(levels)
    if job.is_estimated:
        if release is not None:
            raise ConfigError("release: risks of a file need P itself; name the levels instead")
        from dpsql.use_cases.risks.estimated_risks import estimate

        return estimate(job, levels, limit, settings, clock)
    # Neither the models nor the columns that they protect change a risk.
    job = job.with_unchecked({"delta": None, "constraints": Constraints()})
    if release is not None:
        # What outsiders know changes no risk of a class, and cannot be judged without δ.
        job = job.with_unchecked({"prior": None, "known_absent": None, "earlier": ()})
        with reading_release(job, release, settings) as read:
            return _measure_release(job, read, levels, limit, settings, clock)
    job = job.with_unchecked({"keep": ()})
    with Run.of(job, settings).held() as run, load(run, repeats=FIRST_ROWS) as loaded:
        node = node_at_levels(levels, loaded.heights)
        if node.height and job.algorithm.pooled is not None:
            _log.warning(
                "the job pools: people of rare classes get coarser labels than at these levels;"
                f" to measure what was released, give {name_option('release')}"
            )
        prepare(job, loaded, node)
        telling = warn_of_telling_columns(loaded, node)
        clock.stop("load")
        settings.enter("measure")
        found = find_risks(count_sizes(loaded.engine, loaded.lattice, node), limit)
        clock.stop("measure")
        return MeasuredRisks(
            found,
            loaded.name_levels(node),
            limit,
            loaded.sizes.public_rows,
            loaded.sizes.private_rows,
            loaded.tables.public_columns,
            clock.seconds,
            measure_peak_memory(),
            telling=telling,
        )


def _measure_release(
    job: Job,
    read: ReadRelease,
    levels: Mapping[str, int],
    limit: Fraction | None,
    settings: Options,
    clock: Clock,
) -> MeasuredRisks:
    """Measure the classes of a released file, as the verifier counts them."""
    claims = find_fitting_claims(job, read.file)
    if claims is None:
        verified, release = count_foreign(job, read.file, levels, settings, tolerate_failure=True)
    elif levels:
        raise ConfigError("levels: the manifest of the release states its own; drop them")
    else:
        verified = count_claimed(job, read, claims, settings)
        release = Release(str(read.file), claims.release.rows, claims.release.sha256)
    in_boxes = claims is None or claims.boxes is not None
    found = find_risks(list_sizes(verified.counts, in_boxes=in_boxes), limit)
    clock.stop("measure")
    return MeasuredRisks(
        found,
        None,
        limit,
        verified.public_rows,
        verified.rows,
        verified.public_columns,
        clock.seconds,
        measure_peak_memory(),
        read.told or release,
    )

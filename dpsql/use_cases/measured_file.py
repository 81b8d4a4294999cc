"""Measures a file that was written before, with the counts of the verifier.

A pooled release, and one of parts along the hierarchies, is read by its manifest: its labels alone
do not say who settled where, or who stayed together. Any other file is read as one that dpsql did
not write.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from dpsql.domain.found.certainty import find_certainty
from dpsql.domain.found.confident_presence import ConfidentPresence
from dpsql.domain.found.pooled_rows import PooledRows
from dpsql.domain.found.presence_bars import find_bar
from dpsql.domain.found.published import Release
from dpsql.domain.found.risks import REPORTED, find_risks
from dpsql.domain.found.statistics import Presence
from dpsql.domain.job import Job
from dpsql.errors import ConfigError, InputChanged, IntegrityError
from dpsql.outcome.outcome import Outcome
from dpsql.release.manifest import Claims, hash_file
from dpsql.release.publish import find_claims
from dpsql.release.release_format import ReleaseFormat
from dpsql.release.target import Target
from dpsql.report.details import Details
from dpsql.session.clock import Clock, measure_peak_memory
from dpsql.session.description import delta_parameters, measure_classes
from dpsql.session.models import find_models, find_sensitive, states_model
from dpsql.session.options import Options
from dpsql.session.run import Run
from dpsql.use_cases.job_release import ReadRelease
from dpsql.use_cases.released_sizes import list_sizes
from dpsql.verifier.check_release import tell_count, verify_file
from dpsql.verifier.foreign.check_foreign import count_foreign
from dpsql.verifier.verified import Verified


def measure_file(
    job: Job, read: ReadRelease, levels: Mapping[str, int], options: Options
) -> Outcome:
    """Measure the presence over all people of P if a release is published.

    `levels`: the level of each column whose cells are labels of one level, if it is known. Raises
    the errors of `count_foreign` and `verify_file` except NotSatisfied.
    """
    clock, file = Clock(), read.file
    claims = find_fitting_claims(job, file)
    if job.is_estimated and (claims is None or claims.levels is None):
        raise ConfigError(
            "population: a file is measured by its manifest, which states its levels; statistics do"
            " not list the people that could tell its labels apart"
        )
    if claims is None or not (job.is_estimated or claims.pooled or claims.cuts):
        verified, release = count_foreign(job, file, levels, options, tolerate_failure=True)
        box_count = verified.released_classes.count
        # Those of a release of dpsql; its cells were read all the same.
        stated = (claims.levels or {}) if claims is not None else {}
        outcome = replace(
            _describe(job, verified, release, in_boxes=True), box_count=box_count, levels=stated
        )
    elif levels:
        raise ConfigError("levels: the manifest of the release states its own; drop them")
    else:
        outcome = _measure_by_claims(job, read, claims, options)
    clock.stop("measure")
    if read.told is not None:
        outcome = replace(outcome, release=read.told)
    return replace(outcome, seconds=clock.seconds, peak_memory_bytes=measure_peak_memory())


def find_fitting_claims(job: Job, file: Path) -> Claims | None:
    """Return what the manifest beside the file claims; None if there is no manifest.

    Raises:
        IntegrityError: there is a manifest, and it is damaged. ConfigError: it counts rows in
            another way than the job.
    """
    target = Target(file, overwrite=False)
    try:
        claims = find_claims(target)
    except IntegrityError as error:
        if not target.manifest_path.exists():
            return None
        raise IntegrityError(
            f"{error}; to measure the file by its cells alone, move the manifest away"
        ) from None
    if claims.release.count != job.release_count:
        raise ConfigError(f"{file.name}: {tell_count(claims, job)}")
    return claims


def count_claimed(job: Job, read: ReadRelease, claims: Claims, options: Options) -> Verified:
    """Count the classes that the manifest claims; neither the file nor a table may change."""
    file = read.file
    if hash_file(file) != claims.release.sha256:
        raise IntegrityError(f"{file.name}: its bytes are not those that the manifest names")
    run = Run.of(job, options)
    with run.held():
        verified = verify_file(
            run,
            file,
            claims.shape,
            ReleaseFormat.of(file, claims.csv_formulas, read.table),
            find_models(job),
            find_sensitive(job),
            tolerate_failure=True,
        )
    if hash_file(file) != claims.release.sha256:
        raise InputChanged(f"{file.name} changed while it was read; run again")
    return verified


def _measure_by_claims(job: Job, read: ReadRelease, claims: Claims, options: Options) -> Outcome:
    """Describe the classes that the manifest claims."""
    verified = count_claimed(job, read, claims, options)
    release = Release(str(read.file), claims.release.rows, claims.release.sha256)
    if claims.cuts is not None:
        count = verified.released_classes.count
        outcome = _describe(job, verified, release, in_boxes=False)
        return replace(outcome, box_count=count, rest=claims.rest)
    pooled, steps = claims.pooled, claims.steps
    if pooled is None and claims.levels is not None:
        described = _describe(job, verified, release, in_boxes=False)
        return replace(described, levels=claims.levels)
    assert pooled is not None and steps is not None  # noqa: S101 - the caller looked
    told = [
        (step.levels, public, private)
        for step, (public, private) in zip(steps, verified.steps, strict=True)
    ]
    path = pooled.path if isinstance(pooled.path, str) else list(pooled.path)
    classes = sum(one.classes for one in verified.counts)
    return replace(
        _describe(job, verified, release, in_boxes=False),
        levels=steps[0].levels,
        pooled=PooledRows(pooled.least, path, classes, told),
    )


def _describe(job: Job, verified: Verified, release: Release, *, in_boxes: bool) -> Outcome:
    # Of overlapping boxes, and of a P that nobody has listed, no class has its own people.
    is_counted = verified.overlap is None and verified.confident is None
    sizes = verified.counts if is_counted else ()
    risks = find_risks(list_sizes(sizes, in_boxes=in_boxes), REPORTED) if sizes else None
    return Outcome(
        status="measured",
        satisfied=verified.holds if states_model(job) else None,
        public_rows=verified.public_rows,
        private_rows=verified.rows,
        heights=verified.heights,
        any_presence=_measure_presence(verified, job),
        metrics=measure_classes(verified.released_classes, verified.public_rows, verified.rows),
        models=verified.verdicts,
        delta=delta_parameters(job),
        constraints=job.constraints.stated,
        keep=job.keep,
        public_columns=verified.public_columns,
        certainty=find_certainty(job),
        title=job.about.title,
        # Kept counts have no such column.
        person=None if job.is_verified_from_kept else job.person,
        overlap=verified.overlap,
        release=release,
        # What rows lose is not known of several levels.
        details=Details(risks=risks, tells_losses=in_boxes),
    )


def _measure_presence(verified: Verified, job: Job) -> Presence | ConfidentPresence:
    if verified.confident is not None:
        return verified.confident
    bars = job.presence_bars
    counted = [0] * len(bars)
    if verified.overlap is not None:
        # Of people whose presence is not certain, the greatest that it may be.
        for people, (_, most) in verified.overlap.groups:
            counted[find_bar(bars, *most.as_integer_ratio()[::-1])] += people
    else:
        for one in verified.counts:
            counted[find_bar(bars, one.public, one.released)] += one.public * one.classes
    if_absent = verified.if_absent(job.known_absent)
    return Presence(verified.minimum, verified.maximum, tuple(counted), if_absent, bars)

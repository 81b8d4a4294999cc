"""A release that dpsql did not write: measured, or held against the job, from the file alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from dpsql.catalog import find_models
from dpsql.description import find_sensitive, measure_classes, states_model, words_of_delta
from dpsql.domain.job import Job
from dpsql.domain.lattice import node_at_levels
from dpsql.domain.statistics import Presence, PrivateClasses
from dpsql.errors import InputChanged
from dpsql.hierarchies import load_hierarchies
from dpsql.inputs import Inputs, find_inputs
from dpsql.loading import Options, open_engine
from dpsql.outcome import Clock, Outcome, Release, Verification, measure_peak_memory
from dpsql.release.manifest import PresenceRange, hash_file
from dpsql.release.released_file import register_release
from dpsql.release.verified import Verified
from dpsql.release.verify_foreign import FOREIGN, verify_foreign_boxes
from dpsql.release.verify_sensitive import judge_sensitive
from dpsql.sql.presence import PRESENCE_BINS
from dpsql.sql.tables import read_tables


@dataclass(frozen=True)
class _Counted:
    """What the verifier counted, the file, and the last level of each quasi-identifier."""

    verified: Verified
    release: Release
    heights: dict[str, int]

    @property
    def boxes(self) -> PrivateClasses:
        """The boxes with rows of T, which are the released ones."""
        counts = [one for one in self.verified.counts if one.released]
        return PrivateClasses(
            sum(one.classes for one in counts),
            sum(one.classes * one.released**2 for one in counts),
        )


def measure_foreign(job: Job, file: Path, levels: Mapping[str, int], options: Options) -> Outcome:
    """Measure the presence of T over all people of P, where `file` is published.

    `levels`: those of the columns whose cells are labels of one level, where that is known. Errors
    are those of `verify_foreign` but NotSatisfied.
    """
    clock = Clock()
    found = _count(job, file, levels, options, tolerate_failure=True)
    verified, boxes = found.verified, found.boxes
    clock.stop("measure")
    return Outcome(
        status="measured",
        satisfied=verified.holds if states_model(job) else None,
        public_rows=verified.public_rows,
        private_rows=verified.rows,
        heights=found.heights,
        presence=_measure_presence(verified),
        metrics=measure_classes(boxes, verified.public_rows, verified.rows),
        models=verified.verdicts,
        partitions=boxes.count,
        delta=words_of_delta(job),
        constraints=job.constraints.stated,
        keep=job.keep,
        release=found.release,
        seconds=clock.seconds,
        peak_memory_bytes=measure_peak_memory(),
    )


def verify_foreign(
    job: Job, file: Path, levels: Mapping[str, int], options: Options
) -> Verification:
    """Hold `file`, which has no manifest, against P, T and the job.

    Raises:
        IntegrityError: it is not T in boxes that are disjoint on P. NotSatisfied: a box breaks the
            job's models, or people whom no box covers do. InputError: P and T cannot be used.
    """
    found = _count(job, file, levels, options, tolerate_failure=False)
    verified = found.verified
    presence = PresenceRange(min=str(verified.minimum), max=str(verified.maximum))
    return Verification(
        found.release,
        verified.public_rows,
        presence.model_dump(),
        levels=None,
        partitions=found.boxes.count,
        models=verified.verdicts,
    )


def _count(
    job: Job, file: Path, levels: Mapping[str, int], options: Options, *, tolerate_failure: bool
) -> _Counted:
    """Count the file against P and T, none of which may change meanwhile."""
    options.enter("verify")
    inputs = find_inputs(job)
    digest = hash_file(file)
    with inputs.held(job):
        verified, heights = _verify(
            job, inputs, file, levels, options, tolerate_failure=tolerate_failure
        )
    if hash_file(file) != digest:
        raise InputChanged(f"{file.name} changed while it was read; run again")
    return _Counted(verified, Release(str(file), verified.rows, digest), heights)


def _verify(
    job: Job,
    inputs: Inputs,
    file: Path,
    levels: Mapping[str, int],
    options: Options,
    *,
    tolerate_failure: bool,
) -> tuple[Verified, dict[str, int]]:
    with open_engine(job, inputs, options, readable=[file.absolute()]) as engine:
        tables = read_tables(engine, job, inputs.public, inputs.private)
        # Who measures decides what goes out; who verifies has decided.
        if tolerate_failure:
            tables.warn_of_matching()
        hierarchies = load_hierarchies(job, inputs.mappings, engine)
        heights = {name: hierarchy.height for name, hierarchy in hierarchies.items()}
        node_at_levels(levels, heights)  # refuses levels that the hierarchies have not
        register_release(engine, FOREIGN, file)
        verified = verify_foreign_boxes(
            engine,
            tables,
            hierarchies,
            job.quasi_identifiers,
            levels,
            find_models(job),
            tolerate_failure=tolerate_failure,
        )
        verified = judge_sensitive(
            engine,
            list(hierarchies),
            find_sensitive(job),
            verified,
            formulas_are_quoted=False,
            tolerate_failure=tolerate_failure,
        )
    return verified, heights


def _measure_presence(verified: Verified) -> Presence:
    bins = [0] * PRESENCE_BINS
    for one in verified.counts:
        share = Fraction(one.released, one.public)
        bins[min(int(share * PRESENCE_BINS), PRESENCE_BINS - 1)] += one.public * one.classes
    return Presence(verified.minimum, verified.maximum, tuple(bins))

"""Measures a release that dpsql did not write, with the counts of the verifier."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from dpsql.domain.job import Job
from dpsql.domain.presence_bars import PresenceBar, find_bar
from dpsql.domain.statistics import Presence
from dpsql.outcome import Outcome
from dpsql.session.clock import Clock, measure_peak_memory
from dpsql.session.description import delta_parameters, measure_classes
from dpsql.session.models import states_model
from dpsql.session.options import Options
from dpsql.verifier.check_foreign import count_foreign
from dpsql.verifier.verified import Verified


def measure_foreign(job: Job, file: Path, levels: Mapping[str, int], options: Options) -> Outcome:
    """Measure the presence over all people of P if `file` is published.

    `levels`: the level of each column whose cells are labels of one level, if it is known. Raises
    the errors of `count_foreign` except NotSatisfied.
    """
    clock = Clock()
    found = count_foreign(job, file, levels, options, tolerate_failure=True)
    verified, boxes = found.verified, found.boxes
    clock.stop("measure")
    return Outcome(
        status="measured",
        satisfied=verified.holds if states_model(job) else None,
        public_rows=verified.public_rows,
        private_rows=verified.rows,
        heights=found.heights,
        presence=_measure_presence(verified, job.presence_bars),
        metrics=measure_classes(boxes, verified.public_rows, verified.rows),
        models=verified.verdicts,
        box_count=boxes.count,
        delta=delta_parameters(job),
        constraints=job.constraints.stated,
        keep=job.keep,
        public_columns=verified.public_columns,
        release=found.release,
        seconds=clock.seconds,
        peak_memory_bytes=measure_peak_memory(),
    )


def _measure_presence(verified: Verified, bars: Sequence[PresenceBar]) -> Presence:
    counted = [0] * len(bars)
    for one in verified.counts:
        counted[find_bar(bars, one.public, one.released)] += one.public * one.classes
    return Presence(verified.minimum, verified.maximum, tuple(counted))

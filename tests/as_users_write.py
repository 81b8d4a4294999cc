"""What people write with dpsql, for the type checker: a comment for each error that it must find.

Nothing of it runs. `mypy` fails where a comment is no longer needed, so that typed arguments that
become untyped are noticed.
"""

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path

import dpsql


def write_jobs(rule: Mapping[str, list[int]]) -> dpsql.Job:
    """Jobs that are valid by their types."""
    known = {"max": "1/5"}
    dpsql.Job(public="p.csv", private={"where": "t"}, quasi_identifiers={"zip": rule}, delta=known)
    columns = {"zip": "zip.csv"}
    return dpsql.Job(
        public=Path("p.csv"),
        private="t.csv",
        quasi_identifiers=columns,
        delta={"min": Fraction(0), "max": 0.2},
        keep=["result"],
        algorithm={"mpalm": {"cuts": "hierarchy"}},
        questions=[{"sql": "SELECT COUNT(*) FROM t"}],
        engine={"duckdb": {"threads": 2}},
    )


def write_wrong_jobs() -> None:
    """Jobs that no type checker may let pass."""
    columns = {"zip": "zip.csv"}
    dpsql.Job(private="t", quasi_identifiers=columns, nope=1)  # type: ignore[call-arg]
    dpsql.Job(public="p", quasi_identifiers=columns)  # type: ignore[call-arg]
    dpsql.Job(private="t", quasi_identifiers=columns, metric="lost")  # type: ignore[arg-type]
    dpsql.Job(private="t", quasi_identifiers=columns, delta={"max": []})  # type: ignore[dict-item]
    dpsql.Job(private=1, quasi_identifiers=columns)  # type: ignore[arg-type]
    dpsql.anonymize("job.yaml", overwrit=True)  # type: ignore[call-arg]


def read_outcomes(job: dpsql.Job) -> tuple[Fraction, int, int, dict[str, int]]:
    """What a run is asked for first needs no check for None."""
    released = dpsql.anonymize(job, overwrite=True)
    measured: dpsql.Outcome = dpsql.measure(job, {"zip": 1})
    points = dpsql.frontier(job).points
    most = max(measured.presence.maximum, points[0].delta_max)
    return most, released.release.rows, len(points), dpsql.lattice(job).nodes[0].levels

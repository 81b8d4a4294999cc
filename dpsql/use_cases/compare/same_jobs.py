"""Jobs that ask for the same releases, once the command has its own algorithms and δmax."""

import logging
from collections.abc import Sequence
from fractions import Fraction

from dpsql.domain.job import Job
from dpsql.domain.plurals import join_names
from dpsql.job_files.read import AnyJob, as_job
from dpsql.use_cases.compare.names import name_job, name_jobs

_log = logging.getLogger("dpsql")
#: Nothing of a release that is not written depends on these.
_NO_MATTER = ("about", "release")


def leave_out_the_same(
    jobs: Sequence[AnyJob], algorithms: Sequence[object], limits: Sequence[Fraction]
) -> list[tuple[Job, str]]:
    """Return the jobs that differ, with their names; warn of each that is the same as another.

    `algorithms` and `limits` stand in place of those of the jobs. Of two that differ in the columns
    that they keep, the one that has all of the other's is returned.
    """
    read = [as_job(one) for one in jobs]
    keys = [_list_what_decides(job, algorithms, limits) for job in read]
    stands_for = {k: _find_place(k, read, keys) for k in range(len(read))}
    kept = [k for k, place in stands_for.items() if k == place]
    names = dict(zip(kept, name_jobs([jobs[k] for k in kept]), strict=True))
    for k, place in stands_for.items():
        if k != place:
            name = name_job(jobs[k]) or f"job {k + 1}"
            same = _tell_same(name, names[place], is_same=_is_same(read[k], read[place]))
            more = [one for one in read[place].keep if one not in read[k].keep]
            kept_too = _tell_more_kept(names[place], more) if more else ""
            _log.warning("compare: %s %s compared once%s", name, same, kept_too)
    return [(read[k], names[k]) for k in kept]


def _list_what_decides(
    job: Job, algorithms: Sequence[object], limits: Sequence[Fraction]
) -> list[object]:
    """Return what the compared releases follow from, but for the columns that are kept."""
    without = {*_NO_MATTER, "keep", *(["algorithm"] if algorithms else [])}
    # Where a job stands, and its lines there, do not matter.
    told = {key: getattr(job, key) for key in Job.model_fields if key not in without}
    if limits:
        told["delta"] = Fraction(0) if job.delta is None else job.delta.min
    return list(told.values())


def _find_place(k: int, read: Sequence[Job], keys: Sequence[list[object]]) -> int:
    """Return the place of the job that stands for this one, which may be itself.

    That is the first of those that keep the most columns, and all of its own among them.
    """
    own = {*read[k].keep}
    alike = [j for j, key in enumerate(keys) if key == keys[k] and own <= {*read[j].keep}]
    return max(alike, key=lambda j: (len({*read[j].keep}), -j))


def _is_same(job: Job, other: Job) -> bool:
    return all(getattr(job, key) == getattr(other, key) for key in Job.model_fields)


def _tell_same(name: str, other: str, *, is_same: bool) -> str:
    if not is_same:
        return f"asks for the same releases as {other}, and is"
    same = "is given twice" if name == other else f"is the same job as {other}"
    return f"{same}, and"


def _tell_more_kept(name: str, more: Sequence[str]) -> str:
    """Say which columns the job that is compared keeps beyond the other, and why none matters.

    >>> _tell_more_kept("all.yaml", ["lab", "visit"])
    '; all.yaml also keeps lab and visit, and kept columns are released as they are'
    """
    return f"; {name} also keeps {join_names(more)}, and kept columns are released as they are"

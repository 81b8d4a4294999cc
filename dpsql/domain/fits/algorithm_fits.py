"""Which options of an algorithm fit the rest of a job."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dpsql.domain.job import Job

_METRICS_OF_BOXES = ("loss", "discernibility", "class_size")


def refuse_unfit_path(job: "Job") -> None:
    """Raise ValueError unless a path of climbing people lists each quasi-identifier once."""
    pooled = job.algorithm.pooled
    if pooled is None or not isinstance(pooled.path, tuple):
        return
    if sorted(pooled.path) != sorted(job.quasi_identifiers):
        raise ValueError(
            "algorithm: path lists each quasi-identifier once, the one that is raised first at"
            " the front; or write path: columns, or path: root"
        )


def refuse_unfit_cuts(job: "Job") -> None:
    """Raise ValueError unless cuts fit columns, metric, and how parts are chosen."""
    words = job.algorithm.mpalm or job.algorithm.mondrian
    if words is None:
        return
    if words.cuts == "order" and job.choose == "from_public":
        raise ValueError(
            "choose: from_public fixes levels or labels, and boxes have none; write cuts:"
            " hierarchy, or algorithm: spalm, or drop it"
        )
    if words.priority is not None and sorted(words.priority) != sorted(job.quasi_identifiers):
        raise ValueError("algorithm: priority lists each quasi-identifier once, first one first")
    if job.metric not in _METRICS_OF_BOXES:
        raise ValueError(f"metric: boxes are measured by {', '.join(_METRICS_OF_BOXES)}")

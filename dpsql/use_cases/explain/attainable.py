"""Finds what total suppression satisfies in place of what it violates, where that is one number."""

from collections.abc import Iterator
from dataclasses import replace

from dpsql.domain.job import Job
from dpsql.session.attainable_values import list_attainable_values
from dpsql.session.description import judge_root_values
from dpsql.session.load import Loaded
from dpsql.use_cases.explain.explanation import Judged


def judge_root(job: Job, loaded: Loaded, by_counts: Judged) -> Judged:
    """Add what the values of T violate at total suppression, if its counts violate nothing."""
    if by_counts.broken_classes:
        return by_counts
    failing = tuple(one for one in judge_root_values(job, loaded) if one.holds is False)
    return replace(by_counts, sensitive_classes=int(bool(failing)), sensitive_models=failing)


def list_attainable(job: Job, loaded: Loaded, root: Judged) -> Iterator[str]:
    """Yield constraints as the job writes them, with the greatest number that the root satisfies.

    One that no number above 1 satisfies is left out: 1 demands nothing.
    """
    for one in root.worst[:1]:
        greatest = {"k_anonymity": one.private_rows, "k_map": one.public_rows}
        for name in (broken.split(" ", 1)[0] for broken in one.breaks):
            if greatest.get(name, 0) > 1:
                yield f"{name} {greatest[name]}"
    yield from list_attainable_values(job, loaded, root.sensitive_models)

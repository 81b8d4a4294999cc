"""Finds what total suppression satisfies in place of what it violates, where that is one number."""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import replace

from dpsql.domain.job import Job
from dpsql.privacy.demands import tell_sensitive
from dpsql.privacy.l_diversity import DistinctDiversity
from dpsql.search.root_values import find_failing_values
from dpsql.session.description import judge_root_values
from dpsql.session.load import Loaded
from dpsql.session.models import find_sensitive
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
    asked = {verdict.asked for verdict in root.sensitive_models}
    for model in find_sensitive(job):
        (told,) = tell_sensitive([model], holds=False)
        if isinstance(model, DistinctDiversity) and told.asked in asked:
            number = _find_greatest(loaded, model)
            if number > 1:
                yield f"{told.name} of {model.column} distinct {number}"


def _find_greatest(loaded: Loaded, model: DistinctDiversity) -> int:
    """Return the greatest l that T as one class satisfies; `model` asks for more."""
    counted = loaded.engine, loaded.lattice, loaded.tables
    rows = loaded.sizes.private_rows

    def fails(number: int) -> bool:
        return bool(find_failing_values(*counted, (replace(model, l=number),), rows))

    most = min(model.l, rows + 1)
    return bisect_right(range(1, most), False, key=fails)

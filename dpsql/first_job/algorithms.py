"""Recommends an algorithm for a first job, from P alone."""

from collections.abc import Iterator
from math import prod

from dpsql.first_job.draft import FEW, Draft
from dpsql.first_job.people.people import find_certain_panel
from dpsql.first_job.proposal import count_levels

#: What pooled searches in seconds, up to half a minute: starts, each of which costs as much as so
#: many combinations of P and once more what P has.
_MOST_WORK, _START = 64_000_000, 4_000
_POOLED = "algorithm: pooled  # people of rare classes get coarser labels; the others need not"
_LEVELS = "algorithm: spalm  # one level for each column: all rows have labels of one kind"
#: By what T loses; from P alone nobody knows which loses less.
_COMPARED = "# Which keeps more of T: dpsql compare JOB --algorithm pooled --algorithm cuts"
_COMPARED_IN_MEMORY = "# Which keeps more of T: dpsql.compare(job, algorithms=['pooled', 'cuts'])"
_CUTS = "algorithm: {mpalm: {cuts: hierarchy}}  # labels as fine as each group of people allows"


def recommends_pooled(draft: Draft) -> bool:
    """Whether a job pools: that takes seconds."""
    return _count_starts(draft) * (_START + draft.rarity.combinations) <= _MOST_WORK


def _count_starts(draft: Draft) -> int:
    return prod(count_levels(one) for one in draft.chosen)


def write_algorithms(draft: Draft, *, in_memory: bool) -> Iterator[str]:
    """Yield the lines of the algorithm, with the reason, and of others as comments."""
    rarity, compared = draft.rarity, _COMPARED_IN_MEMORY if in_memory else _COMPARED
    if not recommends_pooled(draft):
        yield _CUTS
        tried = f"{_count_starts(draft):,} starts on {rarity.combinations:,} combinations"
        yield f"# Why: pooled can take minutes; it would try {tried}."
        yield f"# {_POOLED}"
        yield f"# {_LEVELS}"
        return
    yield _POOLED
    if not rarity.rare:
        yield "# Why: only who would break the bound gets coarser labels. At the values themselves"
        yield f"# nobody is rare (each has {FEW - 1} others beside): spalm may keep as much."
        yield from (compared, f"# {_LEVELS}", f"# {_CUTS}")
        return
    people = "people" if find_certain_panel(draft.found) is None else "rows"
    rare = (
        f"{rarity.rare:,} of {rarity.everybody:,} {people} of P share these values with fewer than"
    )
    yield f"# Why: {rare} {FEW - 1} others."
    yield compared
    yield f"# {_LEVELS}"
    yield f"# {_CUTS}"

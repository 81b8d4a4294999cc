"""How far a search or a partition is, in words: numbers of nodes and the metric's value."""

from collections.abc import Iterable

from dpsql.domain.plurals import name_count
from dpsql.domain.progress import CuttingProgress, FrontierProgress, Progress


def tell_progress(progress: Progress | CuttingProgress) -> str:
    """Return how far it is; no value of a table.

    >>> tell_progress(Progress(48, 20, 7, 0.5))
    '20 of 48 nodes decided, 7 counted, best so far 0.5'
    """
    if isinstance(progress, CuttingProgress):
        parts = name_count(progress.parts, "part")
        told = f"{parts}, {progress.open_parts:,} of them may still be cut"
        if progress.open_people is not None:
            told += f", with {progress.open_people:,} of {progress.people:,} people of P"
        return told
    decided = f"{progress.known:,} of {progress.nodes:,} {progress.unit}s decided"
    if isinstance(progress, FrontierProgress) and progress.unit == "start":
        # Each point is a search of its own, which begins with all starts.
        return f"{name_count(progress.points, 'point')} so far; for the next, {decided}"
    return f"{decided}, {progress.checked:,} counted, {_find_best(progress)}"


def tell_stages(done: Iterable[tuple[str, float]]) -> str:
    """Return how many seconds each stage took; those of one kind, before its colon, together.

    >>> tell_stages([("load", 1), ("search: pooled, 1 of 2", 2), ("search: spalm, 2 of 2", 3)])
    'load 1.0 s, search 5.0 s'
    """
    took: dict[str, float] = {}
    for stage, seconds in done:
        kind, _, _ = stage.partition(":")
        took[kind] = took.get(kind, 0) + seconds
    return ", ".join(f"{kind} {seconds:.1f} s" for kind, seconds in took.items())


def _find_best(progress: Progress) -> str:
    if isinstance(progress, FrontierProgress):
        return f"{name_count(progress.points, 'point')} so far"
    if progress.best is None and progress.holding:
        return f"{progress.holding:,} of them hold"
    if progress.best is None:
        return "none holds yet"
    bound = "" if progress.bound is None else f", {progress.bound:.6g} still possible"
    return f"best so far {progress.best:.6g}{bound}"

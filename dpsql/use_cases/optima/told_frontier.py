"""What `frontier` says of the points of algorithms, for the terminal and for a notebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from dpsql.domain.alternative import AMONG_TRIED, BOXES_APART
from dpsql.domain.found.frontier_point import FrontierPoint, tell_proven
from dpsql.domain.found.searched import Search
from dpsql.domain.plurals import name_count
from dpsql.report.notebook.blocks import Block, LevelMeanings, Sentence, Table
from dpsql.report.sentences import as_percent, name_algorithm
from dpsql.report.written_bounds import as_bound
from dpsql.use_cases.optima.told_lattice import tell_limits

if TYPE_CHECKING:  # points are shown by what follows
    from dpsql.use_cases.optima.frontier import Frontier
    from dpsql.use_cases.optima.frontiers import Frontiers


def tell_frontier(found: Frontier) -> Iterator[Block]:
    """Yield the points, one per row: δmax in percent and exactly, loss, levels."""
    if not found.points:
        yield Sentence("No node of the lattice satisfies the job, whatever δmax is.", "red")
        yield from tell_limits(found.limits, is_red=True)
        return
    yield _list_points(found.points, weighted=bool(found.weights))
    counted = f"{found.search.checked:,} of {found.search.nodes:,} nodes counted"
    proof = _tell_proof(found.points)
    seconds = f"{found.seconds.get('search', 0):.2f} s"
    yield Sentence(f"{name_count(len(found.points), 'point')}, {proof}; {counted} in {seconds}")
    yield from _tell_end(found.search, found.points)
    yield from tell_limits(found.limits)
    yield from _explain_people(found.points)
    if not found.releases_levels:
        yield Sentence(
            "These are releases of levels; the job's algorithm cuts. To see both: --algorithm"
            " levels --algorithm cuts (or boxes)."
        )
    yield LevelMeanings(found.becomes)


def tell_frontiers(found: Frontiers) -> Iterator[Block]:
    """Yield the points of each algorithm, under its name."""
    for curve in found.curves:
        name = name_algorithm(curve.to_dict())
        if not curve.points:
            yield Sentence(f"{name}: no release satisfies the job, whatever δmax is.", "red")
            continue
        yield Sentence(name, "bold")
        yield _list_points(curve.points, weighted=bool(found.weights))
        proof = "tried at these δmax only, not proven: other cuts may lose less"
        if curve.search is not None:
            search = curve.search
            proof = (
                f"{_tell_proof(curve.points)}; {search.checked:,} of {search.nodes:,} nodes counted"
            )
        yield Sentence(f"{name_count(len(curve.points), 'point')}, {proof}")
        if curve.search is not None:
            yield from _tell_end(curve.search, curve.points)
        yield from _explain_people(curve.points)
    if len({curve.has_boxes for curve in found.curves}) > 1:
        yield Sentence(BOXES_APART)
    yield LevelMeanings(found.becomes)


def _tell_proof(points: Sequence[FrontierPoint]) -> str:
    return tell_proven(points, "" if points[0].least is None else AMONG_TRIED)


def _write_loss(one: FrontierPoint) -> str:
    return f"{'' if one.proven else '≤ '}{one.loss:.6g}"


def _tell_end(search: Search, points: Sequence[FrontierPoint]) -> Iterator[Sentence]:
    """Say what a time limit left out."""
    if search.optimal:
        return
    least = points[0].delta_max
    if points[0].least is not None:
        yield Sentence(
            "The time was over. There may be other points between these, or below.", "yellow"
        )
        if not all(one.proven for one in points):
            yield Sentence("≤: the best that was found; more time may find less.", "yellow")
    else:
        told = as_bound(least)
        yield Sentence(f"The time was over: no δmax below {told} was searched.", "yellow")


def _explain_people(points: Sequence[FrontierPoint]) -> Iterator[Sentence]:
    """Say what the column of people means, which pooled releases have."""
    if points[0].least is not None:
        yield Sentence(
            "people: so many share their labels at least; people of smaller classes climb to"
            " coarser levels than these. 1: nobody climbs."
        )


def _list_points(points: Sequence[FrontierPoint], *, weighted: bool) -> Table:
    """Points, one per row: δmax in percent and as a job has it, loss, levels if there are any."""
    climb = ["people"] if points[0].least is not None else []
    loss = "loss, weighted" if weighted else "loss"
    rows = [
        (
            *(as_percent(one.delta_max, 2), str(one.delta_max), _write_loss(one)),
            *map(str, (one.levels or {}).values()),
            *([] if one.least is None else [f"{one.least:,}"]),
        )
        for one in points
    ]
    return Table(("δmax", "exactly", loss, *(points[0].levels or ()), *climb), rows)

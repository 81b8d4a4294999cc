"""dpsql frontier: the least loss for every delta."""

from collections.abc import Iterator, Sequence
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

import dpsql
from dpsql.cli.terminal.level_meanings import list_limits, list_meanings
from dpsql.cli.terminal.options import JobPath, read_algorithm
from dpsql.cli.terminal.plain import one_line, plain_table, tell_seconds
from dpsql.cli.terminal.shared_options import SearchOptions
from dpsql.cli.terminal.text_table import TextTable
from dpsql.domain.alternative import AMONG_TRIED, BOXES_APART
from dpsql.domain.found.frontier_point import FrontierPoint
from dpsql.domain.plurals import name_count
from dpsql.report.sentences import name_algorithm
from dpsql.use_cases.optima.frontier import Frontier
from dpsql.use_cases.optima.frontiers import Frontiers


def frontier(
    job: JobPath,
    algorithms: Annotated[
        list[str] | None,
        typer.Option(
            "--algorithm",
            metavar="ALGORITHM",
            help="In place of the job's algorithm: levels, pooled, cuts, boxes, or as a job has it:"
            " '{pooled: {path: root}}'. Repeat it to compare.",
        ),
    ] = None,
    *,
    shared: SearchOptions,
) -> None:
    """List the least loss for every attainable δmax, from one search.

    Uses the job's δmin (0 if it has none) and constraints; ignores its δmax and metric. With
    several --algorithm there is a curve for each. Boxes and cuts along the hierarchies are tried at
    up to eight δmax, the job's among them; their points are not proven.

    Exit code 4 if no generalization satisfies δmin and the constraints.
    """
    with shared.begin() as output:
        asked = [read_algorithm(text) for text in algorithms or ()]
        options = shared.gather(output)
        if len(asked) > 1:
            curves = dpsql.frontiers(job, asked, **options)
            output.show(curves.to_dict(), lambda: _describe_curves(curves))
            holds = any(curve.points for curve in curves.curves)
        else:
            found = dpsql.frontier(job, *asked, **options)
            output.show(found.to_dict(), lambda: _describe(found))
            holds = bool(found.points)
        if not holds:
            output.end_with(4, "no release satisfies the job, whatever δmax is")


def _describe(found: Frontier) -> RenderableType:
    """The points, one per row: δmax as a fraction and as a decimal, loss, levels."""
    limits = "".join(f"\n{line}" for line in list_limits(found.limits))
    if not found.points:
        problem = "No node of the lattice satisfies the job, whatever δmax is."
        return Text(f"{problem}{limits}", "red")
    table = _list_points(found.points, weighted=bool(found.weights))
    counted = f"{found.search.checked:,} of {found.search.nodes:,} nodes counted"
    proof = _tell_proof(found.points)
    seconds = tell_seconds(found.seconds.get("search", 0))
    return Group(
        table,
        Text(f"{name_count(len(found.points), 'point')}, {proof}; {counted} in {seconds}{limits}"),
        *_explain_people(found.points),
        *_tell_other_releases(found),
        *list_meanings(found.becomes),
    )


def _tell_proof(points: Sequence[FrontierPoint]) -> str:
    return "proven" if points[0].least is None else f"proven {AMONG_TRIED}"


def _tell_other_releases(found: Frontier) -> Iterator[Text]:
    """Say that the job's own release is of another kind, and how to see both."""
    if not found.releases_levels:
        yield Text(
            "These are releases of levels; the job's algorithm cuts. To see both: --algorithm"
            " levels --algorithm cuts (or boxes)."
        )


def _explain_people(points: Sequence[FrontierPoint]) -> Iterator[Text]:
    """Say what the column of people means, which pooled releases have."""
    if points[0].least is not None:
        yield Text(
            "people: so many share their labels at least; people of smaller classes climb to"
            " coarser levels than these. 1: nobody climbs."
        )


def _describe_curves(found: Frontiers) -> RenderableType:
    """The points of each algorithm, under its name."""
    parts: list[RenderableType] = []
    for curve in found.curves:
        name = one_line(name_algorithm(curve.to_dict()))
        if not curve.points:
            parts.append(Text(f"{name}: no release satisfies the job, whatever δmax is.", "red"))
            continue
        parts.append(Text(name, "bold"))
        parts.append(_list_points(curve.points, weighted=bool(found.weights)))
        proof = "tried at these δmax only, not proven: other cuts may lose less"
        if curve.search is not None:
            search = curve.search
            proof = (
                f"{_tell_proof(curve.points)}; {search.checked:,} of {search.nodes:,} nodes counted"
            )
        parts.append(Text(f"{name_count(len(curve.points), 'point')}, {proof}"))
        parts += _explain_people(curve.points)
    if len({curve.has_boxes for curve in found.curves}) > 1:
        parts.append(Text(BOXES_APART))
    return Group(*parts, *list_meanings(found.becomes))


def _list_points(points: Sequence[FrontierPoint], *, weighted: bool) -> TextTable:
    """Points, one per row: δmax as a fraction and as a decimal, loss, levels if there are any."""
    climb = ["people"] if points[0].least is not None else []
    loss = "loss, weighted" if weighted else "loss"
    table = plain_table("δmax", "decimal", loss, *map(one_line, points[0].levels or ()), *climb)
    for point in points:
        levels = map(str, (point.levels or {}).values())
        decimal = f"{float(point.delta_max):.6f}"
        least = [] if point.least is None else [f"{point.least:,}"]
        table.add_row(str(point.delta_max), decimal, f"{point.loss:.6g}", *levels, *least)
    return table

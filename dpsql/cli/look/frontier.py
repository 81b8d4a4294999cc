"""dpsql frontier: the least loss for every delta."""

from math import inf
from typing import Annotated

import typer

import dpsql
from dpsql.cli.terminal.notebook_blocks import show_blocks
from dpsql.cli.terminal.options import JobPath, read_algorithm
from dpsql.cli.terminal.shared_options import SearchOptions
from dpsql.use_cases.optima.told_frontier import tell_frontier, tell_frontiers


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
    time_limit: Annotated[
        float,
        typer.Option(
            metavar="SECONDS",
            help="End the search after this time, with the points that were found until then.",
        ),
    ] = inf,
    *,
    shared: SearchOptions,
) -> None:
    """List the least loss for every attainable δmax, from one search.

    Uses the job's δmin (0 if it has none) and constraints; ignores its δmax and metric. With
    several --algorithm there is a curve for each. Boxes and cuts along the hierarchies are tried at
    up to eight δmax, the job's among them; their points are not proven.

    With --time-limit, points may be left out. Of levels these are points of smaller δmax. The
    search for pooled releases begins at the job's δmax and goes on at round ones around it.

    Exit code 4 if no generalization satisfies δmin and the constraints.
    """
    with shared.begin() as output:
        asked = [read_algorithm(text) for text in algorithms or ()]
        options = shared.gather(output) | {"time_limit": time_limit}
        if time_limit == inf:
            output.progress.offer_limit("--time-limit 60")
        if len(asked) > 1:
            curves = dpsql.frontiers(job, asked, **options)
            output.show(curves.to_dict(), lambda: show_blocks(tell_frontiers(curves)))
            holds = any(curve.points for curve in curves.curves)
        else:
            found = dpsql.frontier(job, *asked, **options)
            output.show(found.to_dict(), lambda: show_blocks(tell_frontier(found)))
            holds = bool(found.points)
        if not holds:
            output.end_with(4, "no release satisfies the job, whatever δmax is")

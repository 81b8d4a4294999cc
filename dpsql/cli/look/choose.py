"""dpsql choose: levels from P and the number of rows of T alone."""

from functools import partial
from typing import Annotated

import typer

import dpsql
from dpsql.cli.terminal import tables as terminal
from dpsql.cli.terminal.options import JobPath
from dpsql.cli.terminal.shared_options import SearchOptions


def choose(
    job: JobPath,
    private_rows: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="Rows of T; default: count them."),
    ] = None,
    *,
    shared: SearchOptions,
) -> None:
    """Print the levels or parts that a job with choose: from_public uses; publish nothing.

    If the algorithm is pooled, these are the levels of the start, and people climb from there. With
    cuts along the hierarchies, --json lists each cut. All of it depends only on P, the job and the
    number of rows of T, so it can be announced before anybody looks at T.
    """
    with shared.begin() as output:
        options = shared.gather(output)
        found = dpsql.choose(job, private_rows, **options)
        # Loaded for those who choose.
        from dpsql.generalize.chosen import ChosenParts

        if isinstance(found, ChosenParts):
            output.show(found.to_dict(), partial(terminal.describe_chosen_parts, found))
        else:
            output.show(found.to_dict(), partial(terminal.describe_chosen_levels, found))

"""dpsql choose: levels from P and the number of rows of T alone."""

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
    """Print the levels that a job with choose: from_public uses; publish nothing.

    If the algorithm is pooled, these are the levels of the start, and people climb from there. They
    depend only on P, the job and the number of rows of T, so they can be announced
    before anybody looks at T.
    """
    with shared.begin() as output:
        options = shared.gather(output)
        found = dpsql.choose(job, private_rows, **options)
        output.show(found.to_dict(), lambda: terminal.describe_chosen_levels(found))

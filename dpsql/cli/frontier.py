"""dpsql frontier: the least loss for every delta."""

import dpsql
from dpsql.cli.terminal import tables as terminal
from dpsql.cli.terminal.options import JobPath
from dpsql.cli.terminal.shared_options import SearchOptions


def frontier(
    job: JobPath,
    *,
    shared: SearchOptions,
) -> None:
    """List the least loss for every attainable δmax, from one search.

    Uses the job's δmin (0 if it has none) and constraints; ignores its δmax and metric. Exit code 4
    if no generalization satisfies δmin and the constraints.
    """
    with shared.begin() as output:
        found = dpsql.frontier(job, **shared.gather(output))
        output.show(found.to_dict(), lambda: terminal.describe_frontier(found))
        if not found.points:
            output.exit_code = 4

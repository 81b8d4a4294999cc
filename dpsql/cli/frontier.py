"""dpsql frontier: the least loss for every delta."""

import dpsql
from dpsql.cli.terminal import tables as terminal
from dpsql.cli.terminal.command_output import command_output
from dpsql.cli.terminal.options import (
    Debug,
    DumpSql,
    JobPath,
    Json,
    MaxNodes,
    Quiet,
    ShowPublic,
    gather_options,
)
from dpsql.session.options import MAX_NODES


def frontier(
    job: JobPath,
    as_json: Json = False,
    quiet: Quiet = False,
    dump_sql: DumpSql = None,
    debug: Debug = None,
    show_public: ShowPublic = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """List the least loss for every attainable δmax, from one search.

    Uses the job's δmin (0 if it has none) and constraints; ignores its δmax and metric. Exit code 4
    if no generalization satisfies δmin and the constraints.
    """
    with command_output(as_json, quiet, debug) as output:
        found = dpsql.frontier(job, **gather_options(output, dump_sql, show_public, max_nodes))
        output.show(found.to_dict(), lambda: terminal.describe_frontier(found))
        if not found.points:
            output.exit_code = 4

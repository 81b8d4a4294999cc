"""dpsql lattice: all minimal nodes that satisfy the job."""

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


def lattice(
    job: JobPath,
    as_json: Json = False,
    quiet: Quiet = False,
    dump_sql: DumpSql = None,
    debug: Debug = None,
    show_public: ShowPublic = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """List all minimal nodes that satisfy the job: no level of such a node can be lowered.

    Exit code 4 if there is none.
    """
    with command_output(as_json, quiet, debug) as output:
        found = dpsql.lattice(job, **gather_options(output, dump_sql, show_public, max_nodes))
        output.show(found.to_dict(), lambda: terminal.describe_minimal_nodes(found))
        if not found.nodes:
            output.exit_code = 4

"""dpsql choose: levels from P and the number of rows of T alone."""

from typing import Annotated

import typer

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


def choose(
    job: JobPath,
    private_rows: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="Rows of T; default: count them."),
    ] = None,
    as_json: Json = False,
    quiet: Quiet = False,
    dump_sql: DumpSql = None,
    debug: Debug = None,
    show_public: ShowPublic = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Print the levels that a job with choose: from_public uses; publish nothing.

    The levels depend only on P, the job and the number of rows of T, so they can be announced
    before anybody looks at T.
    """
    with command_output(as_json, quiet, debug) as output:
        options = gather_options(output, dump_sql, show_public, max_nodes)
        found = dpsql.choose(job, private_rows, **options)
        output.show(found.to_dict(), lambda: terminal.describe_chosen_levels(found))

"""dpsql check: validate the job, its tables and its hierarchies."""

import dpsql
from dpsql.cli.terminal import tables as terminal
from dpsql.cli.terminal.ci_gate import Gate
from dpsql.cli.terminal.command_output import command_output
from dpsql.cli.terminal.options import (
    Debug,
    DumpSql,
    JobPath,
    Json,
    Junit,
    Quiet,
    ShowPublic,
    gather_options,
)


def check(
    job: JobPath,
    as_json: Json = False,
    quiet: Quiet = False,
    junit: Junit = None,
    dump_sql: DumpSql = None,
    debug: Debug = None,
    show_public: ShowPublic = False,
) -> None:
    """Validate the job, its tables and its hierarchies, without a search.

    Prints the sizes of P, T and the lattice, and whether delta is attainable. Exit code 4 if no
    release can satisfy the job: total suppression violates delta or a constraint.
    """
    with command_output(as_json, quiet, debug, Gate("check", job, junit)) as output:
        found = dpsql.check(job, **gather_options(output, dump_sql, show_public))
        output.show(found.to_dict(), lambda: terminal.describe_check(found))
        if found.feasible is False:
            output.exit_code = 4

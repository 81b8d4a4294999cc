"""dpsql least-k: the least k whose k-anonymization satisfies delta."""

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


def least_k(
    job: JobPath,
    as_json: Json = False,
    quiet: Quiet = False,
    dump_sql: DumpSql = None,
    debug: Debug = None,
    show_public: ShowPublic = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Find the least k whose k-anonymization of T satisfies the job's delta; publish nothing.

    Tries every k from 2 to |T|, because a larger k may fail again. For each k the release is the
    optimum by the job's metric, or Mondrian's boxes if the job has algorithm: mondrian. Each
    release is listed once, with the values of k that lead to it. Exit code 4 if no k satisfies
    delta.
    """
    with command_output(as_json, quiet, debug) as output:
        found = dpsql.least_k(job, **gather_options(output, dump_sql, show_public, max_nodes))
        output.show(found.to_dict(), lambda: terminal.describe_least_k(found))
        if found.least is None:
            output.exit_code = 4

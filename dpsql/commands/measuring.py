"""Commands that look and write nothing: check, measure, lattice, frontier, least-k."""

from pathlib import Path
from typing import Annotated

import typer

from dpsql import api, k_choice
from dpsql.commands import terminal
from dpsql.commands.completion import complete_levels
from dpsql.commands.gate import Gate
from dpsql.commands.options import (
    Debug,
    DumpSql,
    Internal,
    JobPath,
    Json,
    Junit,
    MaxNodes,
    Quiet,
    ReportFile,
    ShowPublic,
    find_variant,
    gather_options,
    parse_levels,
)
from dpsql.commands.reporting import reporting, write_page
from dpsql.loading import MAX_NODES


def check(
    job: JobPath,
    as_json: Json = False,
    quiet: Quiet = False,
    junit: Junit = None,
    dump_sql: DumpSql = None,
    debug: Debug = None,
    show_public: ShowPublic = False,
) -> None:
    """Validate the job, its tables and its hierarchies; search nothing.

    Says how large P, T and the lattice are, and whether delta can be reached at all.
    """
    with reporting(as_json, quiet, debug, Gate("check", job, junit)) as report:
        found = api.check(job, **gather_options(report, dump_sql, show_public))
        report.show(found.to_dict(), lambda: terminal.describe_check(found))


def measure(
    job: JobPath,
    levels: Annotated[
        str,
        typer.Option(
            metavar="NAME=LEVEL,…",
            autocompletion=complete_levels,
            help="Levels to measure at; raw where unnamed.",
        ),
    ] = "",
    release: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Measure this file, which any program may have written from T."
        ),
    ] = None,
    page: ReportFile = None,
    internal: Internal = False,
    junit: Junit = None,
    as_json: Json = False,
    quiet: Quiet = False,
    dump_sql: DumpSql = None,
    debug: Debug = None,
    show_public: ShowPublic = False,
) -> None:
    """Measure how sure anyone can be that a person is in T, if T were published at these levels.

    With --release, if that file were: it is read as verify --foreign reads it, and --levels say
    which levels its labels have, where that is not plain. Exit code 4 if the job states a delta or
    constraints and they do not hold, 7 if the file is not T generalized.
    """
    with reporting(as_json, quiet, debug, Gate("measure", job, junit)) as report:
        options = gather_options(report, dump_sql, show_public)
        options["report"] = find_variant(page, internal=internal)
        found = api.measure(job, parse_levels(levels), release=release, **options)
        report.show(found.to_dict(), lambda: terminal.describe_outcome(found))
        write_page(report, found, page, internal=internal)
        if found.satisfied is False:
            report.exit_code = 4


def lattice(
    job: JobPath,
    as_json: Json = False,
    quiet: Quiet = False,
    dump_sql: DumpSql = None,
    debug: Debug = None,
    show_public: ShowPublic = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """List all minimal nodes that satisfy the job: no level of them can be lowered.

    Exit code 4 if there is none.
    """
    with reporting(as_json, quiet, debug) as report:
        found = api.lattice(job, **gather_options(report, dump_sql, show_public, max_nodes))
        report.show(found.to_dict(), lambda: terminal.describe_minimal_nodes(found))
        if not found.nodes:
            report.exit_code = 4


def frontier(
    job: JobPath,
    as_json: Json = False,
    quiet: Quiet = False,
    dump_sql: DumpSql = None,
    debug: Debug = None,
    show_public: ShowPublic = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """List the least loss for every max of delta that can be attained, in one search.

    Keeps to the job's min of delta (0 if it has none) and constraints; ignores its max of delta and
    its metric. Exit code 4 if no generalization satisfies them.
    """
    with reporting(as_json, quiet, debug) as report:
        found = api.frontier(job, **gather_options(report, dump_sql, show_public, max_nodes))
        report.show(found.to_dict(), lambda: terminal.describe_frontier(found))
        if not found.points:
            report.exit_code = 4


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

    Tries every k from 2 to |T|, since a larger k may fail again, and lists each release once, with
    the ks that it is made for: the optimum by the job's metric, or what Mondrian cuts if the job
    has algorithm: mondrian. Exit code 4 if no k satisfies delta.
    """
    with reporting(as_json, quiet, debug) as report:
        found = k_choice.least_k(job, **gather_options(report, dump_sql, show_public, max_nodes))
        report.show(found.to_dict(), lambda: terminal.describe_least_k(found))
        if found.least is None:
            report.exit_code = 4

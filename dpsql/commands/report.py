"""The command report: a page on what a release would tell, without a release."""

from pathlib import Path
from typing import Annotated

import typer

from dpsql.commands import terminal
from dpsql.commands.completion import complete_levels
from dpsql.commands.options import (
    Debug,
    DumpSql,
    Internal,
    JobPath,
    Json,
    MaxNodes,
    Quiet,
    ShowPublic,
    gather_options,
    parse_levels,
)
from dpsql.commands.reporting import refuse_unfit_page, reporting
from dpsql.errors import ConfigError, error_of
from dpsql.loading import MAX_NODES
from dpsql.risk_report import write_report


def report(
    job: JobPath,
    page: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The page: a new .html file.")
    ],
    levels: Annotated[
        str,
        typer.Option(
            metavar="NAME=LEVEL,…",
            autocompletion=complete_levels,
            help="Report on these levels; raw where unnamed.",
        ),
    ] = "",
    internal: Internal = False,
    as_json: Json = False,
    quiet: Quiet = False,
    dump_sql: DumpSql = None,
    debug: Debug = None,
    show_public: ShowPublic = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Write one offline HTML page on what a release of the job would tell; release nothing.

    Searches as anonymize does, or takes --levels. The page is a function of P, the hierarchies, the
    job and such a release, so that it can be published with it: who is told how much, which classes
    are most exposed, what was lost. With --internal it also shows what every other bound would cost
    and how the lattice looks, and is marked as being for the keeper of T alone.

    Exit code 4 if the job is not satisfied; an internal page then says why.
    """
    with reporting(as_json, quiet, debug) as told:
        options = gather_options(told, dump_sql, show_public, max_nodes)
        refuse_unfit_page(page, "--output")
        chosen = parse_levels(levels) if levels else None
        try:
            found = write_report(job, page, chosen, internal=internal, **options)
        except OSError as error:
            raise error_of(error, f"--output: {page.name} cannot be written", ConfigError) from None
        written = {"path": str(page), "variant": "internal" if internal else "public"}
        told.show(found.to_dict() | {"report": written}, lambda: terminal.describe_outcome(found))
        if found.satisfied is False:
            told.exit_code = 4

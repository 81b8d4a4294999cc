"""dpsql anonymize: search, write, verify, publish."""

from functools import partial
from math import inf
from typing import Annotated

import typer

import dpsql
from dpsql.cli.terminal import tables as terminal
from dpsql.cli.terminal.ci_gate import Gate
from dpsql.cli.terminal.command_output import CommandOutput
from dpsql.cli.terminal.completion import complete_levels
from dpsql.cli.terminal.options import (
    REST_IS_RAW,
    Internal,
    JobPath,
    Junit,
    ReportFile,
    find_variant,
    parse_levels,
)
from dpsql.cli.terminal.pages import write_page
from dpsql.cli.terminal.shared_options import SearchOptions
from dpsql.journal.journal import BEGIN_AFTER
from dpsql.release.manifest import CsvFormulas


def anonymize(
    job: JobPath,
    levels: Annotated[
        str | None,
        typer.Option(
            metavar="NAME=LEVEL,…",
            help=f"Release these levels if they hold, and search nothing. {REST_IS_RAW}",
            autocompletion=complete_levels,
        ),
    ] = None,
    overwrite: Annotated[
        bool,
        typer.Option(
            "--overwrite", help="Replace the release if it exists, and the report of --report."
        ),
    ] = False,
    csv_formulas: Annotated[
        CsvFormulas,
        typer.Option(help="What to do with CSV cells that a spreadsheet would run as formulas."),
    ] = "refuse",
    page: ReportFile = None,
    internal: Internal = False,
    junit: Junit = None,
    gap: Annotated[
        float,
        typer.Option(
            metavar="SHARE",
            help="End the search when no node can be better by more than this share: 0.02.",
        ),
    ] = 0.0,
    time_limit: Annotated[
        float,
        typer.Option(
            metavar="SECONDS",
            help="End the search after this time, with the best node that holds so far.",
        ),
    ] = inf,
    restart: Annotated[
        bool,
        typer.Option(
            "--restart",
            help="Start the search again; discard the journal of an interrupted search.",
        ),
    ] = False,
    journal_after: Annotated[
        float,
        typer.Option(
            metavar="SECONDS",
            help="Write a journal when the search takes longer, to resume it; inf: never.",
        ),
    ] = BEGIN_AFTER,
    keep_journal: Annotated[
        bool,
        typer.Option("--keep-journal", help="Keep the journal also after Ctrl-C or a signal."),
    ] = False,
    *,
    shared: SearchOptions,
) -> None:
    """Find a generalization that satisfies the job, write it, verify it, publish it.

    By default every column has one level, and the result is the proven optimum. With algorithm
    pooled, rare people climb to coarser levels. With mpalm or mondrian the people are cut into
    parts, and boxes of values are released, or labels with cuts: hierarchy. The release
    appears complete and verified, or not at all, with a manifest beside it. With --gap or
    --time-limit the release still satisfies the job, but it may not be proven optimal. --levels
    releases what you choose, such as a node of dpsql lattice; exit code 4 if it does not hold.

    After a crash or kill -9, the same command resumes a search of levels from a private journal
    beside the release. Exit code 7 if the inputs, the job or dpsql have changed.
    """
    with shared.begin(Gate("anonymize", job, junit)) as output:
        options = shared.gather(output)
        options |= {"gap": gap, "time_limit": time_limit}
        options |= {"journal_after": journal_after, "keep_journal": keep_journal}
        options["report"] = find_variant(page, internal=internal, overwrite=overwrite)
        options["on_stage"] = partial(_enter, output)
        if time_limit == inf:
            output.progress.offer_limit("--time-limit 60")
        found = dpsql.anonymize(
            job,
            None if levels is None else parse_levels(levels),
            overwrite=overwrite,
            csv_formulas=csv_formulas,
            restart=restart,
            **options,
        )
        output.if_stopped = "the release is published: the signal came too late"
        output.show(found.to_dict(), lambda: terminal.describe_outcome(found))
        write_page(output, found, page, internal=internal)


def _enter(output: CommandOutput, stage: str) -> None:
    """Show a stage that begins; only in the last one a release is published."""
    output.progress.enter(stage)
    output.if_stopped = "no release was written"
    if stage == "verify":
        output.if_stopped = "the release may be published; dpsql verify finds out"

"""Commands of a release: choose, anonymize, verify."""

from math import inf
from pathlib import Path
from typing import Annotated

import typer

from dpsql import api
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
from dpsql.journal.journal import BEGIN_AFTER
from dpsql.loading import MAX_NODES
from dpsql.verification import CsvFormulas


def choose(
    job: JobPath,
    private_rows: Annotated[
        int | None,
        typer.Option(metavar="N", min=0, help="Rows of T; they are counted if this is left out."),
    ] = None,
    as_json: Json = False,
    quiet: Quiet = False,
    dump_sql: DumpSql = None,
    debug: Debug = None,
    show_public: ShowPublic = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Tell the levels that a job with choose: from_public takes; publish nothing.

    They follow from P, the job and the number of rows of T, so that they can be announced before
    anybody looks at T.
    """
    with reporting(as_json, quiet, debug) as report:
        options = gather_options(report, dump_sql, show_public, max_nodes)
        found = api.choose(job, private_rows, **options)
        report.show(found.to_dict(), lambda: terminal.describe_choice(found))


def anonymize(
    job: JobPath,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the release if it exists.")
    ] = False,
    csv_formulas: Annotated[
        CsvFormulas, typer.Option(help="CSV cells that a spreadsheet would run.")
    ] = "refuse",
    page: ReportFile = None,
    internal: Internal = False,
    junit: Junit = None,
    gap: Annotated[
        float,
        typer.Option(
            metavar="SHARE",
            help="End the search once no node can be better by this share of the value: 0.02.",
        ),
    ] = 0.0,
    time_limit: Annotated[
        float,
        typer.Option(
            metavar="SECONDS", help="End the search then, with the best that holds so far."
        ),
    ] = inf,
    restart: Annotated[
        bool,
        typer.Option("--restart", help="Search anew; drop what a search broken off has counted."),
    ] = False,
    journal_after: Annotated[
        float,
        typer.Option(
            metavar="SECONDS",
            help="Keep a journal of a search once it takes so long, to resume it; inf: never.",
        ),
    ] = BEGIN_AFTER,
    keep_journal: Annotated[
        bool,
        typer.Option("--keep-journal", help="Keep it also where Ctrl-C or a signal ends the run."),
    ] = False,
    as_json: Json = False,
    quiet: Quiet = False,
    dump_sql: DumpSql = None,
    debug: Debug = None,
    show_public: ShowPublic = False,
    max_nodes: MaxNodes = MAX_NODES,
) -> None:
    """Find a generalization that satisfies the job, write it, verify it, publish it.

    By default the least one, proven: every column at one level. With algorithm mpalm or mondrian
    the people are cut into parts, and boxes of values are released. The release appears whole and
    verified, or not at all; a manifest is put beside it. With --gap or --time-limit it satisfies
    the job as always, but its optimality may not be proven.

    A search of levels that a crash or kill -9 ends is resumed by the same command, from a private
    journal beside the release. Exit code 7 if inputs, job or dpsql are not the same any more.
    """
    with reporting(as_json, quiet, debug, Gate("anonymize", job, junit)) as report:
        options = gather_options(report, dump_sql, show_public, max_nodes)
        options |= {"gap": gap, "time_limit": time_limit}
        options |= {"journal_after": journal_after, "keep_journal": keep_journal}
        options["report"] = find_variant(page, internal=internal)
        found = api.anonymize(
            job, overwrite=overwrite, csv_formulas=csv_formulas, restart=restart, **options
        )
        report.show(found.to_dict(), lambda: terminal.describe_outcome(found))
        write_page(report, found, page, internal=internal)


def verify(
    job: JobPath,
    release: Annotated[
        Path | None, typer.Argument(help="The release; by default the one the job names.")
    ] = None,
    foreign: Annotated[
        bool,
        typer.Option("--foreign", help="Check a release that dpsql did not write: no manifest."),
    ] = False,
    levels: Annotated[
        str,
        typer.Option(
            metavar="NAME=LEVEL,…",
            autocompletion=complete_levels,
            help="With --foreign: the levels of its labels, where not plain.",
        ),
    ] = "",
    junit: Junit = None,
    as_json: Json = False,
    quiet: Quiet = False,
    dump_sql: DumpSql = None,
    debug: Debug = None,
) -> None:
    """Check a release and its manifest against P, T and the job, by code apart from the search.

    Exit code 7 if it is not what its manifest claims, 4 if a class breaks the job.

    With --foreign, a release of ARX or another tool, CSV or Parquet: each cell of a
    quasi-identifier is a value of P, a label of its hierarchy or a range of values as dpsql spells
    them; rows and columns stand in any order, other columns are ignored. It must be T, row for row,
    in boxes that do not overlap on P: rows suppressed in every column while others are not have no
    presence.
    """
    with reporting(as_json, quiet, debug, Gate("verify", job, junit)) as report:
        found = api.verify(
            job,
            release,
            foreign=foreign,
            levels=parse_levels(levels),
            **gather_options(report, dump_sql),
        )
        report.show(found.to_dict(), lambda: terminal.describe_verification(found))

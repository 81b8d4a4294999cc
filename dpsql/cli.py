"""The command line: parse arguments, call the api, hand what it found to a report.

What is printed where, and which exit code follows, stands in `reporting`.
"""

import json
import os
import signal
import sys
from io import TextIOWrapper
from math import inf
from pathlib import Path
from typing import Annotated

import typer

from dpsql import __version__, api, k_choice, terminal
from dpsql.cli_options import (
    Debug,
    DumpSql,
    Html,
    JobPath,
    Json,
    MaxNodes,
    Quiet,
    ShowPublic,
    gather_options,
    parse_levels,
)
from dpsql.commands import hierarchy
from dpsql.commands.dbt import dbt
from dpsql.commands.delta import delta
from dpsql.commands.explain import explain
from dpsql.commands.init import init
from dpsql.demo import run_demo
from dpsql.domain.job import Job
from dpsql.domain.words import JobSchema
from dpsql.engines.warehouses import WAREHOUSES
from dpsql.errors import ConfigError, ResourceError, error_of
from dpsql.journal.journal import BEGIN_AFTER
from dpsql.loading import MAX_NODES
from dpsql.outcome import SCHEMA
from dpsql.reporting import Report, abandon, refuse_unfit_page, reporting, stop, write_page
from dpsql.signals import STOPPING, is_to_be_ignored, keep_promises
from dpsql.verification import CsvFormulas

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="How sure can anyone be that a given person is in a table, and how to bound it.",
    epilog="Start with [bold]dpsql demo[/bold]. Exit codes: 0 done, 1 a bug, 2 usage or job file,"
    " 3 bad input or hierarchy, 4 no release satisfies the job or a check does not hold,"
    " 5 memory or disk, 6 engine, 7 integrity, 8 locked.",
)


app.command()(init)
app.command()(dbt)
app.command()(delta)
app.command()(explain)
app.add_typer(hierarchy.commands, name="hierarchy")


def _show_version(wanted: bool) -> None:
    if wanted:
        with reporting(as_json=False, quiet=False) as report:
            report.print(f"dpsql {__version__}")


@app.callback()
def _root(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """Say nothing here: the help of the app stands at its making."""


@app.command()
def check(
    job: JobPath,
    as_json: Json = False,
    quiet: Quiet = False,
    dump_sql: DumpSql = None,
    debug: Debug = None,
    show_public: ShowPublic = False,
) -> None:
    """Validate the job, its tables and its hierarchies; search nothing.

    Says how large P, T and the lattice are, and whether delta can be reached at all.
    """
    with reporting(as_json, quiet, debug) as report:
        found = api.check(job, **gather_options(report, dump_sql, show_public))
        report.show(found.to_dict(), lambda: terminal.describe_check(found))


@app.command()
def measure(
    job: JobPath,
    levels: Annotated[
        str, typer.Option(metavar="NAME=LEVEL,…", help="Levels to measure at; raw where unnamed.")
    ] = "",
    release: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Measure this file, which any program may have written from T."
        ),
    ] = None,
    html: Html = None,
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
    with reporting(as_json, quiet, debug) as report:
        options = gather_options(report, dump_sql, show_public)
        refuse_unfit_page(html)
        found = api.measure(job, parse_levels(levels), release=release, **options)
        report.show(found.to_dict(), lambda: terminal.describe_outcome(found))
        write_page(found, html)
        if found.satisfied is False:
            report.exit_code = 4


@app.command()
def anonymize(
    job: JobPath,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the release if it exists.")
    ] = False,
    csv_formulas: Annotated[
        CsvFormulas, typer.Option(help="CSV cells that a spreadsheet would run.")
    ] = "refuse",
    html: Html = None,
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
    with reporting(as_json, quiet, debug) as report:
        options = gather_options(report, dump_sql, show_public, max_nodes)
        options |= {"gap": gap, "time_limit": time_limit}
        options |= {"journal_after": journal_after, "keep_journal": keep_journal}
        refuse_unfit_page(html)
        found = api.anonymize(
            job, overwrite=overwrite, csv_formulas=csv_formulas, restart=restart, **options
        )
        report.show(found.to_dict(), lambda: terminal.describe_outcome(found))
        write_page(found, html)


@app.command()
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


@app.command()
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
            help="With --foreign: the levels of its labels, where not plain.",
        ),
    ] = "",
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
    with reporting(as_json, quiet, debug) as report:
        found = api.verify(
            job,
            release,
            foreign=foreign,
            levels=parse_levels(levels),
            **gather_options(report, dump_sql),
        )
        report.show(found.to_dict(), lambda: terminal.describe_verification(found))


@app.command()
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


@app.command()
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


@app.command("least-k")
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


@app.command()
def sql(
    job: JobPath,
    dialect: Annotated[str, typer.Option(help=f"One of {', '.join(WAREHOUSES)}.")] = "duckdb",
    levels: Annotated[
        str, typer.Option(metavar="NAME=LEVEL,…", help="Node to check and release; level 1 else.")
    ] = "",
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Print the job as a script for a warehouse; run nothing and read no table.

    The script counts P and T, checks the node of --levels, lists its violating classes and fills
    dpsql_release with T at these levels. Its head says which names to put in, and what to look at
    before the release goes out: the script itself stops nothing, and does not search.
    """
    with reporting(as_json, quiet) as report:
        script = api.script(job, dialect, parse_levels(levels))
        if as_json:
            found = {"schema": SCHEMA, "dialect": dialect, "statements": list(script.steps)}
            report.show(found, str)
        else:
            report.print(str(script))


@app.command()
def demo(
    folder: Annotated[
        Path | None,
        typer.Option("--into", metavar="DIR", help="Keep the tables and the job in DIR."),
    ] = None,
    as_json: Json = False,
    quiet: Quiet = False,
    dump_sql: DumpSql = None,
    debug: Debug = None,
) -> None:
    """Run the running example of the paper (Nergiz, Atzori & Clifton, SIGMOD 2007, Tables 1-3)."""
    with reporting(as_json, quiet, debug) as report:
        story = run_demo(folder, dump_sql, debug)
        report.show(story.release.to_dict(), lambda: terminal.describe_demo(story))


@app.command()
def schema() -> None:
    """Print the JSON Schema of the job file, for editors."""
    with reporting(as_json=False, quiet=False) as report:
        report.print(json.dumps(Job.model_json_schema(schema_generator=JobSchema), indent=2))


def main() -> None:
    """Run the command line; `__main__` calls it once everything is loaded."""
    # What an engine spills keeps to its owner, too; DuckDB asks for modes of its own.
    os.umask(0o077)
    for stream in (sys.stdout, sys.stderr):
        # A name that the terminal cannot show must not end a run whose release is out.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    for number in STOPPING:
        if not is_to_be_ignored(number):
            signal.signal(number, stop)
    try:
        sys.exit(app(standalone_mode=False))
    except typer.TyperException as error:
        if not (said := error.format_message().rstrip(".")):
            sys.exit(ConfigError.exit_code)  # nothing was asked, and the help is printed
        usage = ConfigError(f"{said}; see dpsql --help")
        Report(as_json="--json" in sys.argv, quiet=True).fail(usage)
        sys.exit(usage.exit_code)
    except OSError as error:
        # Of what no report prints: the help.
        abandon(sys.stdout)
        full = error_of(error, "stdout: it cannot be printed to", ResourceError)
        Report(as_json=False, quiet=True).fail(full)
        sys.exit(full.exit_code)
    finally:
        keep_promises()

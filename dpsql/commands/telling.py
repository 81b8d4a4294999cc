"""Commands that need no tables of the user: sql, demo, schema."""

import json
from pathlib import Path
from typing import Annotated

import typer

from dpsql import api
from dpsql.commands import terminal
from dpsql.commands.completion import complete_dialect, complete_levels
from dpsql.commands.options import (
    Debug,
    DumpSql,
    JobPath,
    Json,
    Quiet,
    parse_levels,
)
from dpsql.commands.reporting import reporting
from dpsql.demo import run_demo
from dpsql.domain.job import Job
from dpsql.domain.words import JobSchema
from dpsql.engines.warehouses import WAREHOUSES
from dpsql.outcome import SCHEMA


def sql(
    job: JobPath,
    dialect: Annotated[
        str, typer.Option(help=f"One of {', '.join(WAREHOUSES)}.", autocompletion=complete_dialect)
    ] = "duckdb",
    levels: Annotated[
        str,
        typer.Option(
            metavar="NAME=LEVEL,…",
            autocompletion=complete_levels,
            help="Node to check and release; level 1 else.",
        ),
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


def schema() -> None:
    """Print the JSON Schema of the job file, for editors."""
    with reporting(as_json=False, quiet=False) as report:
        report.print(json.dumps(Job.model_json_schema(schema_generator=JobSchema), indent=2))

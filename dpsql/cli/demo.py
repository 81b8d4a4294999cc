"""dpsql demo: the running example of the paper."""

from pathlib import Path
from typing import Annotated

import typer

from dpsql.cli.terminal import tables as terminal
from dpsql.cli.terminal.command_output import command_output
from dpsql.cli.terminal.options import (
    Debug,
    DumpSql,
    Json,
    Quiet,
)
from dpsql.demo import run_demo


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
    with command_output(as_json, quiet, debug) as output:
        story = run_demo(folder, dump_sql, debug)
        output.show(story.release.to_dict(), lambda: terminal.describe_demo(story))

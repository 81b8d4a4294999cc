"""dpsql demo: the running example of the paper."""

from pathlib import Path
from typing import Annotated

import typer

from dpsql.cli.terminal import tables as terminal
from dpsql.cli.terminal.shared_options import RunOptions
from dpsql.demo import run_demo


def demo(
    folder: Annotated[
        Path | None,
        typer.Option("--into", metavar="DIR", help="Keep the tables and the job in DIR."),
    ] = None,
    *,
    shared: RunOptions,
) -> None:
    """Run the running example of the paper (Nergiz, Atzori & Clifton, SIGMOD 2007, Tables 1-3)."""
    with shared.begin() as output:
        story = run_demo(folder, shared.dump_sql, shared.debug)
        output.show(story.release.to_dict(), lambda: terminal.describe_demo(story))

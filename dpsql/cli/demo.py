"""dpsql demo: the running example of the paper."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from dpsql.cli.terminal.plain import plain_table
from dpsql.cli.terminal.shared_options import RunOptions
from dpsql.demo import run_demo
from dpsql.demo.story import Story


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
        output.show(story.release.to_dict(), lambda: _describe(story))


def _describe(story: Story) -> RenderableType:
    """The running example, told step by step."""
    parts: list[RenderableType] = []
    for chapter in story.chapters:
        parts.append(Text(f"\n{chapter.title}", "bold"))
        if chapter.text:
            parts.append(Text(chapter.text))
        for rows in chapter.tables:
            table = plain_table(*rows[0])
            for row in rows[1:]:
                table.add_row(*row)
            parts.append(table)
    return Group(*parts)

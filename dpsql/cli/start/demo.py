"""dpsql demo: the running example of the paper."""

import shlex
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from dpsql.cli.terminal.plain import one_line, plain_table
from dpsql.cli.terminal.shared_options import RunOptions
from dpsql.demo import run_demo, write_people
from dpsql.demo.people import MEMBERS, PEOPLE
from dpsql.demo.story import Story
from dpsql.domain.json_schema import SCHEMA
from dpsql.errors import ConfigError
from dpsql.session.options import refuse_idle


def demo(
    folder: Annotated[
        Path | None,
        typer.Option("--into", metavar="DIR", help="Keep the tables and the job in DIR."),
    ] = None,
    people: Annotated[
        bool,
        typer.Option("--people", help="Only write made-up people into DIR, to try dpsql on."),
    ] = False,
    *,
    shared: RunOptions,
) -> None:
    """Run the running example of the paper (Nergiz, Atzori & Clifton, SIGMOD 2007, Tables 1-3).

    With --people, write files for a walk of your own instead: 2,000 made-up people of a census, the
    160 of them who are in a trial, both as one table that marks who is in it, and a hierarchy of
    the zips. They are the same at every call.
    """
    with shared.begin(writes=[folder]) as output:
        if people:
            if folder is None:
                raise ConfigError("--people: name a new folder for the tables: --into people")
            idle = {"dump_sql": shared.dump_sql, "debug": shared.debug}
            refuse_idle("--people", "no SQL is run", idle)
            write_people(folder)
            output.show(
                {"schema": SCHEMA, "status": "written", "folder": str(folder)},
                lambda: _list_tables(str(folder)),
            )
            return
        story = run_demo(folder, shared.dump_sql, shared.debug)
        output.show(story.release.to_dict(), lambda: _describe(story))


def _list_tables(folder: str) -> str:
    place = one_line(shlex.quote(folder))
    return (
        f"Wrote made-up people to {place}:\n"
        f"  census.parquet    P: {PEOPLE:,} people\n"
        f"  trial.parquet     T: the {MEMBERS} who are in a trial, with a lab result\n"
        "  registry.parquet  P with a column in_trial, which marks T\n"
        "  zip.csv           a hierarchy of the zips\n"
        f"Next: cd {place} && dpsql init census.parquet trial.parquet"
    )


def _describe(story: Story) -> RenderableType:
    """The running example, told step by step."""
    parts: list[RenderableType] = []
    for chapter in story.chapters:
        parts.append(Text(f"\n{chapter.title}", "bold"))
        if chapter.text:
            parts += [_write(line) for line in chapter.text.split("\n")]
        for rows in chapter.tables:
            table = plain_table(*rows[0])
            for row in rows[1:]:
                table.add_row(*row)
            parts.append(table)
    return Group(*parts)


def _write(line: str) -> Text:
    """A line of a chapter; a command is to be copied, and is not wrapped."""
    return Text(line, no_wrap=line.startswith("dpsql "), overflow="ignore")

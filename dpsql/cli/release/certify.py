"""dpsql certify: a proof of the optimum that counting a few nodes confirms."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

import dpsql
from dpsql.cli.terminal.options import JobPath
from dpsql.cli.terminal.plain import one_line, plain_table
from dpsql.cli.terminal.shared_options import SearchOptions
from dpsql.domain.plurals import name_count
from dpsql.errors import ConfigError
from dpsql.use_cases.optima.certify import Proven


def certify(
    job: JobPath,
    output_path: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The proof: a new .json file."),
    ] = None,
    check: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Check this proof instead of writing one.")
    ] = None,
    *,
    shared: SearchOptions,
) -> None:
    """Write a proof that the levels of a job are optimal, or check one.

    The proof lists nodes that fail; every better node lies below one of them. --check counts the
    listed nodes and the optimum, and nothing else. Which nodes fail tells of T beyond the release:
    the proof is internal, and no part of a release. Exit code 7 if a proof does not hold.
    """
    with shared.begin(writes=[output_path]) as output:
        if (output_path is None) == (check is None):
            raise ConfigError("name one of: --output, the proof to write; --check, one to check")
        options = shared.gather(output)
        if check is not None:
            found = dpsql.check_certificate(job, check, **options)
        else:
            found = dpsql.certify(job, str(output_path), **options)
        output.show(found.to_dict(), lambda: _describe(found))


def _describe(found: Proven) -> RenderableType:
    table = plain_table("quasi-identifier", "level")
    for name, level in found.levels.items():
        table.add_row(one_line(name), str(level))
    is_one = found.failing_nodes == 1
    how = "proves" if is_one else "prove"
    if found.status != "certified":
        how = f"{'was' if is_one else 'were'} counted, and {how}"
    text = (
        f"{name_count(found.failing_nodes, 'failing node')} {how} that these levels are the best of"
        f" {found.nodes:,}."
    )
    return Group(table, Text(text, "green"), Text("Internal: it tells of T beyond the release."))

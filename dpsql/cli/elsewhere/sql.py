"""dpsql sql: the job as a script for a warehouse."""

from typing import Annotated

import typer

import dpsql
from dpsql.cli.terminal.completion import complete_dialect, complete_levels
from dpsql.cli.terminal.options import (
    RAW_IS_CHECKED,
    REST_IS_RAW,
    JobPath,
    ManifestFile,
    parse_levels,
)
from dpsql.cli.terminal.shared_options import OutputOptions
from dpsql.domain.json_schema import SCHEMA
from dpsql.warehouses.dialects import WAREHOUSES


def sql(
    job: JobPath,
    dialect: Annotated[
        str | None,
        typer.Option(
            metavar="DIALECT",
            help=f"One of {', '.join(WAREHOUSES)}; default: that of the job's engine.",
            autocompletion=complete_dialect,
        ),
    ] = None,
    levels: Annotated[
        str,
        typer.Option(
            metavar="NAME=LEVEL,…",
            autocompletion=complete_levels,
            help=f"Levels to check and release, of pooled the start. {REST_IS_RAW}",
        ),
    ] = "",
    manifest: ManifestFile = None,
    *,
    shared: OutputOptions,
) -> None:
    """Print the job as a script for a warehouse; run nothing and read no table.

    The script counts P and T, checks the node of --levels, lists its violating classes and fills
    dpsql_release with T at these levels. The release stays empty where a check fails. The
    first comment lists the names to replace. The script does not search.

    If the algorithm is pooled, people of rare classes climb from --levels. The job then states
    one number least, and path: root or a list of columns. With --manifest, start, number and
    steps are those of a release, also for path: columns. Boxes and parts are those of a
    release.
    """
    with shared.begin() as output:
        script = dpsql.script(job, dialect, parse_levels(levels), manifest=manifest)
        if not (levels or manifest or output.quiet or output.as_json):
            output.say(RAW_IS_CHECKED)
        if shared.as_json:
            found = {"schema": SCHEMA, "dialect": script.dialect, "statements": list(script.steps)}
            output.show(found, str)
        else:
            output.print(str(script))

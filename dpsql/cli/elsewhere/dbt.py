"""``dpsql dbt``: the job as a dbt project."""

from pathlib import Path
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
from dpsql.cli.terminal.plain import one_line
from dpsql.cli.terminal.shared_options import OutputOptions
from dpsql.domain.json_schema import SCHEMA
from dpsql.domain.plurals import name_count
from dpsql.warehouses.dialects import WAREHOUSES


def dbt(
    job: JobPath,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder.")],
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
            help=f"Levels to test and release, of pooled the start. {REST_IS_RAW}",
        ),
    ] = "",
    manifest: ManifestFile = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Overwrite an older project of dpsql.")
    ] = False,
    *,
    shared: OutputOptions,
) -> None:
    """Write the job as a dbt project; run nothing and read no table.

    Models count P and T and generalize T to the node of --levels, hierarchies are seeds, and the
    job's delta and constraints are tests, three of them generic: delta_presence, k_anonymity and
    k_map. The README of the folder explains the rest.
    """
    with shared.begin(writes=[folder]) as output:
        chosen = parse_levels(levels)
        files = dpsql.dbt(job, folder, dialect, chosen, manifest=manifest, overwrite=overwrite)
        if not (levels or manifest or output.quiet or output.as_json):
            output.say(RAW_IS_CHECKED)
        found = {"schema": SCHEMA, "status": "written", "folder": str(folder), "files": files}
        output.show(
            found, lambda: f"{name_count(len(files), 'file')} written to {one_line(str(folder))}"
        )

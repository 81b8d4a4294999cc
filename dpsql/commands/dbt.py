"""``dpsql dbt``: the job as a dbt project."""

from pathlib import Path
from typing import Annotated

import typer

from dpsql import api
from dpsql.commands.completion import complete_dialect, complete_levels
from dpsql.commands.options import JobPath, Json, Quiet, parse_levels
from dpsql.commands.reporting import reporting
from dpsql.commands.terminal import one_line
from dpsql.engines.warehouses import WAREHOUSES
from dpsql.outcome import SCHEMA


def dbt(
    job: JobPath,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder.")],
    dialect: Annotated[
        str, typer.Option(help=f"One of {', '.join(WAREHOUSES)}.", autocompletion=complete_dialect)
    ] = "duckdb",
    levels: Annotated[
        str,
        typer.Option(
            metavar="NAME=LEVEL,…",
            autocompletion=complete_levels,
            help="Node to test and release; level 1 else.",
        ),
    ] = "",
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Write over an older project of dpsql.")
    ] = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Write the job as a dbt project; run nothing and read no table.

    Models count P and T and generalize T to the node of --levels, hierarchies are seeds, and the
    job's delta and constraints are tests, three of them generic: delta_presence, k_anonymity and
    k_map. The README of the folder tells the rest.
    """
    with reporting(as_json, quiet) as report:
        files = api.dbt(job, folder, dialect, parse_levels(levels), overwrite=overwrite)
        found = {"schema": SCHEMA, "status": "written", "folder": str(folder), "files": files}
        report.show(found, lambda: f"{len(files)} files are written to {one_line(str(folder))}")

"""Arguments and options of more than one command, and how they are read."""

import re
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from dpsql.cli.terminal.pages import refuse_unfit_page
from dpsql.domain.variant import Variant
from dpsql.errors import ConfigError
from dpsql.job_files.plain_yaml import parse_words

#: The rule of `domain.lattice.node_at_levels`, in the help of every --levels.
REST_IS_RAW = "Default for other columns: raw values (level 0)."
#: Told where a script or project is written without --levels and --manifest.
RAW_IS_CHECKED = "no --levels: raw values are checked; --levels or --manifest choose others"
JobPath = Annotated[Path, typer.Argument(metavar="JOB", help="The job file (YAML).")]
ReportFile = Annotated[
    Path | None,
    typer.Option("--report", metavar="FILE", help="Also write an HTML report, to a new file."),
]
Internal = Annotated[
    bool,
    typer.Option(
        "--internal",
        help="Include what [bold]only the data holder may see[/bold], and mark the report so.",
    ),
]
Junit = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Write JUnit XML for CI: a case per model. Replaces an earlier one of dpsql.",
    ),
]

ManifestFile = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="The manifest of a release, whose levels or steps stand in place of --levels.",
    ),
]


def find_variant(
    page: Path | None, *, internal: bool, overwrite: bool | None = None
) -> Variant | None:
    """The variant of the report, or None if no report was requested.

    `overwrite`: whether a report may be replaced; None where the command has no such option.

    Raises:
        ConfigError: the page cannot be written, or --internal is given without a report.
    """
    if page is None:
        if internal:
            raise ConfigError("--internal: applies to a report; add --report FILE")
        return None
    may_replace: Literal["", "reports"] = "" if overwrite is None else "reports"
    refuse_unfit_page(page, "--report", overwrite=bool(overwrite), may_replace=may_replace)
    return "internal" if internal else "public"


def parse_levels(text: str) -> dict[str, int]:
    """Read ``zip=2,age=1``."""
    levels: dict[str, int] = {}
    for part in filter(None, text.split(",")):
        name, _, level = (one.strip() for one in part.rpartition("="))
        if not name:
            raise ConfigError(f"--levels: write NAME=LEVEL,… such as zip=2,age=1, not {part!r}")
        # No hierarchy has so many levels, and Python refuses to parse thousands of digits.
        if not re.fullmatch("[0-9]{1,9}", level):
            raise ConfigError(
                f"--levels: a level is a whole number from 0 up, as in zip=2,age=1; {part!r} has"
                " none"
            )
        if name in levels:
            raise ConfigError(f"--levels: {name!r} stands twice; keep one")
        levels[name] = int(level)
    return levels


def read_algorithm(text: str) -> Any:
    """Read an algorithm as a job file has it: ``spalm``, ``{pooled: {path: root}}``."""
    return parse_words(text.encode("utf-8", "surrogatepass"), "--algorithm", "option")[0]


def read_engine(text: str) -> Any:
    """Read an engine as a job file has it: ``postgres``, ``{duckdb: {database: a.duckdb}}``."""
    return parse_words(text.encode("utf-8", "surrogatepass"), "--engine", "option")[0]

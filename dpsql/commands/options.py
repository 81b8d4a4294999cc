"""Options that several commands share, and what they hand to the api."""

from pathlib import Path
from typing import Annotated, Any

import typer

from dpsql.commands.reporting import Report, refuse_unfit_page
from dpsql.errors import ConfigError
from dpsql.loading import MAX_NODES
from dpsql.report.details import Variant

JobPath = Annotated[Path, typer.Argument(metavar="JOB", help="The job file (YAML).")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout.")]
Quiet = Annotated[bool, typer.Option("--quiet", help="Print no progress and no tables.")]
DumpSql = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Write every statement to a numbered file in DIR."),
]
Debug = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Write what the engine says when it fails to a private file in DIR;"
        " [bold]it may quote rows of T[/bold].",
    ),
]
ReportFile = Annotated[
    Path | None,
    typer.Option("--report", metavar="FILE", help="Also write an HTML report, to a new file."),
]
Internal = Annotated[
    bool,
    typer.Option(
        "--internal",
        help="Let the report show what [bold]only the keeper of T may see[/bold], marked so.",
    ),
]
Junit = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="Also write JUnit XML for CI: a test case per model, whatever comes."
    ),
]
ShowPublic = Annotated[
    bool, typer.Option("--show-public", help="Let errors quote values of P (never of T).")
]
MaxNodes = Annotated[int, typer.Option(help="Search no lattice of more nodes than this.")]


def gather_options(
    report: Report,
    dump_sql: Path | None,
    show_public: bool = False,
    max_nodes: int = MAX_NODES,
) -> dict[str, Any]:
    """Return the fields of `loading.Options`."""
    return {
        "dump_sql": dump_sql,
        "debug": report.debug,
        "show_public": show_public,
        "max_nodes": max_nodes,
        "watch": report.progress.update,
        "on_stage": report.progress.enter,
    }


def find_variant(page: Path | None, *, internal: bool) -> Variant | None:
    """What a report is to show, if there is to be one.

    Raises:
        ConfigError: it cannot be written, or none was asked for that could be internal.
    """
    if page is None:
        if internal:
            raise ConfigError("--internal: says what a report shows; ask for one by --report FILE")
        return None
    refuse_unfit_page(page, "--report")
    return "internal" if internal else "public"


def parse_levels(text: str) -> dict[str, int]:
    """Read ``zip=2,age=1``."""
    levels: dict[str, int] = {}
    for part in filter(None, text.split(",")):
        name, _, level = part.rpartition("=")
        if not name or not level.isdecimal():
            raise ConfigError(f"--levels: write NAME=LEVEL,… such as zip=2,age=1, not {part!r}")
        if name in levels:
            raise ConfigError(f"--levels: {name!r} stands twice; keep one")
        levels[name] = int(level)
    return levels

"""dpsql measure: the presence of every person of P."""

from pathlib import Path
from typing import Annotated

import typer

import dpsql
from dpsql.cli.terminal import tables as terminal
from dpsql.cli.terminal.ci_gate import Gate
from dpsql.cli.terminal.completion import complete_levels
from dpsql.cli.terminal.options import (
    REST_IS_RAW,
    Internal,
    JobPath,
    Junit,
    ReportFile,
    find_variant,
    parse_levels,
)
from dpsql.cli.terminal.pages import write_page
from dpsql.cli.terminal.shared_options import TableOptions


def measure(
    job: JobPath,
    levels: Annotated[
        str,
        typer.Option(
            metavar="NAME=LEVEL,…",
            autocompletion=complete_levels,
            help=f"Levels to measure at. {REST_IS_RAW}",
        ),
    ] = "",
    release: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Measure this file. It may have been made from T by any program."
        ),
    ] = None,
    page: ReportFile = None,
    internal: Internal = False,
    junit: Junit = None,
    *,
    shared: TableOptions,
) -> None:
    """Measure how sure anyone can be that a person is in T if T is published at these levels.

    If the job's algorithm is pooled, people of rare classes climb from these levels; dpsql risks
    measures T as it is.

    With --release, measures that file instead: a release of dpsql that is pooled or cut along the
    hierarchies by its manifest, any other file as verify --foreign reads it; --levels names the
    levels of its labels where these are ambiguous. It may also be a folder that dpsql released, or
    the name of the table that the job releases. Exit code 4 if the job has a delta or constraints
    that are not satisfied, 7 if the file is not a generalization of T.
    """
    with shared.begin(Gate("measure", job, junit), [page]) as output:
        options = shared.gather(output)
        options["report"] = find_variant(page, internal=internal)
        found = dpsql.measure(job, parse_levels(levels), release=release, **options)
        output.show(found.to_dict(), lambda: terminal.describe_outcome(found))
        write_page(output, found, page, internal=internal)
        if found.satisfied is False:
            output.end_unsatisfied(found.to_dict())

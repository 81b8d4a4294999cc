"""dpsql report: a page on what a release would reveal, without a release."""

from pathlib import Path
from typing import Annotated

import typer

from dpsql.cli.terminal import tables as terminal
from dpsql.cli.terminal.command_output import refuse_unfit_page
from dpsql.cli.terminal.completion import complete_levels
from dpsql.cli.terminal.options import REST_IS_RAW, Internal, JobPath, parse_levels
from dpsql.cli.terminal.shared_options import SearchOptions
from dpsql.errors import ConfigError, error_of
from dpsql.use_cases.report import write_report


def report(
    job: JobPath,
    page: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The page: a new .html file.")
    ],
    levels: Annotated[
        str,
        typer.Option(
            metavar="NAME=LEVEL,…",
            autocompletion=complete_levels,
            help=f"Report on these levels. {REST_IS_RAW}",
        ),
    ] = "",
    internal: Internal = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace the page if it exists.")
    ] = False,
    *,
    shared: SearchOptions,
) -> None:
    """Write one offline HTML page on what a release of the job would reveal; release nothing.

    Searches as anonymize does, or uses --levels. The page shows the presence of people, the most
    exposed classes and the information lost. It depends only on P, the hierarchies, the job and
    such a release, so it can be published with that release. With --internal it also shows what
    other algorithms would keep, the cost of other bounds and the lattice, and is marked as for the
    data holder only.

    Exit code 4 if the job is not satisfied; an internal page then explains why.
    """
    with shared.begin() as output:
        options = shared.gather(output)
        refuse_unfit_page(page, "--output", overwrite=overwrite)
        chosen = parse_levels(levels) if levels else None
        try:
            found = write_report(job, page, chosen, internal=internal, **options)
        except OSError as error:
            raise error_of(error, f"--output: {page.name} cannot be written", ConfigError) from None
        written = {"path": str(page), "variant": "internal" if internal else "public"}
        output.show(found.to_dict() | {"report": written}, lambda: terminal.describe_outcome(found))
        if found.satisfied is False:
            output.exit_code = 4

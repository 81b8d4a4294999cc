"""dpsql verify: check that a release is what its manifest claims."""

from pathlib import Path
from typing import Annotated

import typer

import dpsql
from dpsql.cli.terminal.ci_gate import Gate
from dpsql.cli.terminal.completion import complete_levels
from dpsql.cli.terminal.notebook_blocks import show_blocks
from dpsql.cli.terminal.options import JobPath, Junit, parse_levels
from dpsql.cli.terminal.shared_options import RunOptions
from dpsql.use_cases.verify import tell_verification


def verify(
    job: JobPath,
    release: Annotated[
        Path | None, typer.Argument(help="The release; default: the release of the job.")
    ] = None,
    foreign: Annotated[
        bool,
        typer.Option(
            "--foreign", help="Check a release without a manifest, which dpsql did not write."
        ),
    ] = False,
    levels: Annotated[
        str,
        typer.Option(
            metavar="NAME=LEVEL,…",
            autocompletion=complete_levels,
            help="With --foreign: the levels of its labels, where ambiguous.",
        ),
    ] = "",
    junit: Junit = None,
    *,
    shared: RunOptions,
) -> None:
    """Check a release and its manifest against P, T and the job, with code that no search uses.

    Exit code 7 if the release is not what its manifest claims, 4 if a class violates the job.

    With --foreign, checks a release of ARX or another tool, as CSV or Parquet. Each cell of a
    quasi-identifier must be a value of P, a label of its hierarchy or a range of values as dpsql
    writes it. Rows and columns may be in any order; other columns are ignored. The release must
    contain every row of T once. Where its rows could stand for people of several classes, as rows
    that are suppressed in every column do, presence is counted over all people that they may be;
    a file with too many such ways to count is not certified, and its exit code is 4.
    """
    with shared.begin(Gate("verify", job, junit)) as output:
        found = dpsql.verify(
            job,
            release,
            foreign=foreign,
            levels=parse_levels(levels),
            **shared.gather(output),
        )
        output.show(found.to_dict(), lambda: show_blocks(tell_verification(found)))

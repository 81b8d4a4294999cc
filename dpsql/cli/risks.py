"""dpsql risks: the risks of re-identification that regulators ask for."""

from pathlib import Path
from typing import Annotated, Any

import typer

import dpsql
from dpsql.cli.terminal import tables as terminal
from dpsql.cli.terminal.ci_gate import Gate
from dpsql.cli.terminal.completion import complete_levels
from dpsql.cli.terminal.options import REST_IS_RAW, JobPath, Junit, parse_levels
from dpsql.cli.terminal.shared_options import TableOptions


def risks(
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
            metavar="FILE",
            help="Measure this release: by its manifest, or by its cells if it has none.",
        ),
    ] = None,
    threshold: Annotated[
        str | None,
        typer.Option(
            metavar="RISK",
            help="The risk that no row of T may exceed: 1/11, 0.05, or ema-health-canada (1/11).",
        ),
    ] = None,
    junit: Junit = None,
    *,
    shared: TableOptions,
) -> None:
    """Measure prosecutor, journalist and marketer risk, population uniques and k-map of T.

    The models of the job are not judged. Exit code 4 if a row of T is in a class of P of so few
    people that its risk is above the threshold.
    """
    with shared.begin(Gate("risks", job, junit)) as output:
        found = dpsql.risks(
            job,
            parse_levels(levels),
            release=release,
            threshold=threshold,
            **shared.gather(output),
        )
        output.show(found.to_dict(), lambda: _describe(found))
        if found.satisfied is False:
            output.exit_code = 4


def _describe(found: Any) -> Any:
    """The table of risks, or of estimates where P is known from statistics only."""
    if "estimated_by" in found.to_dict():
        from dpsql.cli.terminal.estimated_risks import describe_estimated_risks

        return describe_estimated_risks(found)
    return terminal.describe_risks(found)

"""dpsql risks: the risks of re-identification that regulators ask for."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import dpsql
from dpsql.cli.terminal.ci_gate import Gate
from dpsql.cli.terminal.completion import complete_levels
from dpsql.cli.terminal.notebook_blocks import show_blocks
from dpsql.cli.terminal.options import REST_IS_RAW, JobPath, Junit, parse_levels
from dpsql.cli.terminal.shared_options import TableOptions
from dpsql.report.notebook.blocks import Block
from dpsql.use_cases.risks.risks import MeasuredRisks
from dpsql.use_cases.risks.told_estimates import tell_estimated_risks
from dpsql.use_cases.risks.told_risks import tell_risks

if TYPE_CHECKING:
    from dpsql.use_cases.risks.estimated_risks import EstimatedRisks


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
        output.show(found.to_dict(), lambda: show_blocks(_tell(found)))
        if found.satisfied is False:
            output.end_with(4, f"rows of T are above the threshold {found.threshold}")


def _tell(found: "MeasuredRisks | EstimatedRisks") -> Iterator[Block]:
    """The tables of risks, or of estimates where P is known from statistics only."""
    return tell_risks(found) if isinstance(found, MeasuredRisks) else tell_estimated_risks(found)

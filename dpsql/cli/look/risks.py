"""dpsql risks: the risks of re-identification that regulators ask for."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

import dpsql
from dpsql.cli.terminal.ci_gate import Gate
from dpsql.cli.terminal.completion import complete_levels
from dpsql.cli.terminal.estimated_risks import describe_estimated_risks
from dpsql.cli.terminal.options import REST_IS_RAW, JobPath, Junit, parse_levels
from dpsql.cli.terminal.plain import plain_table
from dpsql.cli.terminal.shared_options import TableOptions
from dpsql.domain.found.risks import Risk
from dpsql.domain.plurals import name_count
from dpsql.report.sentences import as_percent
from dpsql.use_cases.risks.risks import MeasuredRisks

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
        output.show(found.to_dict(), lambda: _describe(found))
        if found.satisfied is False:
            output.end_with(4, f"rows of T are above the threshold {found.threshold}")


def _describe(found: "MeasuredRisks | EstimatedRisks") -> RenderableType:
    """The table of risks, or of estimates where P is known from statistics only."""
    return _measured(found) if isinstance(found, MeasuredRisks) else describe_estimated_risks(found)


def _measured(found: MeasuredRisks) -> RenderableType:
    """The risks as a table, and what the threshold says of them."""
    risks = found.risks
    table = plain_table("risk", "greatest", "mean", "an attacker who")
    for name, one, who in (
        ("prosecutor", risks.prosecutor, "knows that the person is in T"),
        ("journalist", risks.journalist, "seeks one person of P"),
        ("marketer", Risk(None, risks.marketer), "seeks as many as possible"),
    ):
        ends = ("" if end is None else as_percent(end) for end in (one.maximum, one.mean))
        table.add_row(name, *ends, who)
    counts = plain_table("what", "value")
    if risks.k_map is not None:
        counts.add_row("fewest people of P in a class of T (k-map)", f"{risks.k_map:,}")
    counts.add_row("classes of one person of P", f"{risks.unique_in_population:,}")
    presence = f"{as_percent(risks.minimum)} to {as_percent(risks.maximum)}"
    counts.add_row("presence", presence)
    parts: list[RenderableType] = [table, counts]
    if found.threshold is not None:
        above = risks.above_threshold or 0
        parts.append(
            Text(
                f"{above:,} of {found.private_rows:,} rows of T are above the threshold"
                f" {found.threshold}: it asks for at least"
                f" {name_count(found.least_people or 0, 'person', 'people')} of P in each class.",
                "red" if above else "green",
            )
        )
    return Group(*parts)

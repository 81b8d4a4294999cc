"""The table of risks that are estimated, because P is known from statistics only."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from dpsql.cli.terminal.plain import plain_table
from dpsql.domain.plurals import name_count
from dpsql.report.sentences import as_percent

if TYPE_CHECKING:
    from dpsql.use_cases.risks.estimated_risks import EstimatedRisks


def describe_estimated_risks(found: EstimatedRisks) -> RenderableType:
    """The estimates as a table, and what the threshold says of them."""
    told = found.found
    table = plain_table("risk, estimated", "greatest", "mean", "an attacker who")
    for name, ends, who in (
        ("prosecutor", told["prosecutor"], "knows that the person is in T"),
        ("journalist", told["journalist"], "seeks one person of P"),
        ("marketer", {"mean": told["marketer"]}, "seeks as many as possible"),
        ("by survey weights", told.get("survey_weights", {}), "seeks one person of P"),
    ):
        if ends:
            cells = (_as_percent(ends[end]) if end in ends else "" for end in ("max", "mean"))
            table.add_row(name, *cells, who)
    counts = plain_table("what", "estimate")
    counts.add_row("fewest people of P in a class of T (k-map)", f"{told['k_map']:,}")
    if told["unique_in_population"] is not None:
        title = f"people of P alone in their class, by {told['uniques_by']} (an indication)"
        counts.add_row(title, f"{told['unique_in_population']:,.1f}")
    counts.add_row("greatest presence", _as_percent(told["presence_estimate"]["max"]))
    parts: list[RenderableType] = [table, counts]
    if found.threshold is not None:
        above = told["above_threshold"]
        text = (
            f"{name_count(above, 'row')} of {found.private_rows:,} of T are estimated to be above"
            f" the threshold {found.threshold}."
        )
        parts.append(Text(text, "red" if above else "green"))
    return Group(*parts)


def _as_percent(risk: str | float) -> str:
    """A risk as the JSON has it, a fraction or a double."""
    return as_percent(Fraction(risk) if isinstance(risk, str) else Fraction(f"{risk:.6g}"))

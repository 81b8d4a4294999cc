"""What `risks` says where risks are estimated, because P is known from statistics only."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from dpsql.domain.plurals import name_count
from dpsql.report.notebook.blocks import Block, Sentence, Table
from dpsql.report.sentences import as_percent

if TYPE_CHECKING:  # estimates are shown by what follows
    from dpsql.use_cases.risks.estimated_risks import EstimatedRisks


def tell_estimated_risks(found: EstimatedRisks) -> Iterator[Block]:
    """Yield the estimates as tables, and what the threshold says of them."""
    told = found.found
    rows = []
    for name, ends, who in (
        ("prosecutor", told["prosecutor"], "knows that the person is in T"),
        ("journalist", told["journalist"], "seeks one person of P"),
        ("marketer", {"mean": told["marketer"]}, "seeks as many as possible"),
        ("by survey weights", told.get("survey_weights", {}), "seeks one person of P"),
    ):
        if ends:
            greatest, mean = (
                _as_percent(ends[end]) if end in ends else "" for end in ("max", "mean")
            )
            rows.append((name, greatest, mean, who))
    yield Table(("risk, estimated", "greatest", "mean", "an attacker who"), rows)
    counts = [("fewest people of P in a class of T (k-map)", f"{told['k_map']:,}")]
    if told["unique_in_population"] is not None:
        title = f"people of P alone in their class, by {told['uniques_by']} (an indication)"
        counts.append((title, f"{told['unique_in_population']:,.1f}"))
    counts.append(("greatest presence", _as_percent(told["presence_estimate"]["max"])))
    yield Table(("what", "estimate"), counts)
    if found.threshold is not None:
        above = told["above_threshold"]
        yield Sentence(
            f"{name_count(above, 'row')} of {found.private_rows:,} of T are estimated to be above"
            f" the threshold {found.threshold}.",
            "red" if above else "green",
        )


def _as_percent(risk: str | float) -> str:
    """A risk as the JSON has it, a fraction or a double."""
    return as_percent(Fraction(risk) if isinstance(risk, str) else Fraction(f"{risk:.6g}"))

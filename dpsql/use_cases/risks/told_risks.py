"""What `risks` says of measured risks, for the terminal and for a notebook."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dpsql.domain.found.risks import Risk
from dpsql.domain.plurals import name_count
from dpsql.report.notebook.blocks import Block, Sentence, Table
from dpsql.report.sentences import as_percent

if TYPE_CHECKING:  # risks are shown by what follows
    from dpsql.use_cases.risks.risks import MeasuredRisks


def tell_where(found: MeasuredRisks) -> Sentence:
    """Say what was measured, which the terminal leaves to the command that was typed."""
    rows = f"{found.public_rows:,} rows of P, {found.private_rows:,} of T"
    if found.levels is None:
        name = found.release.name if found.release is not None else "a release"
        return Sentence(f"Of {name}: {rows}.")
    levels = " ".join(f"{name}={level}" for name, level in found.levels.items())
    return Sentence(f"At levels {levels}: {rows}.")


def tell_risks(found: MeasuredRisks) -> Iterator[Block]:
    """Yield the risks and counts as tables, and what the threshold says of them."""
    risks = found.risks
    rows = []
    for name, one, who in (
        ("prosecutor", risks.prosecutor, "knows that the person is in T"),
        ("journalist", risks.journalist, "seeks one person of P"),
        ("marketer", Risk(None, risks.marketer), "seeks as many as possible"),
    ):
        greatest, mean = ("" if end is None else as_percent(end) for end in (one.maximum, one.mean))
        rows.append((name, greatest, mean, who))
    yield Table(("risk", "greatest", "mean", "an attacker who"), rows)
    counts = [
        ("classes of one person of P", f"{risks.unique_in_population:,}"),
        ("presence", f"{as_percent(risks.minimum)} to {as_percent(risks.maximum)}"),
    ]
    if risks.k_map is not None:
        counts.insert(0, ("fewest people of P in a class of T (k-map)", f"{risks.k_map:,}"))
    yield Table(("what", "value"), counts)
    if found.threshold is not None:
        above = risks.above_threshold or 0
        yield Sentence(
            f"{above:,} of {found.private_rows:,} rows of T are above the threshold"
            f" {found.threshold}: it asks for at least"
            f" {name_count(found.least_people or 0, 'person', 'people')} of P in each class.",
            "red" if above else "green",
        )

"""What `explain` says of cuts along the hierarchies, for the terminal and for a notebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from dpsql.domain.plurals import name_count
from dpsql.report.demands import list_demands
from dpsql.report.notebook.blocks import Block, Sentence, Table
from dpsql.report.sentences import as_percent

if TYPE_CHECKING:  # an explanation is shown by what follows
    from dpsql.use_cases.explain.explained_cuts import CutsExplanation, EndedPart


def tell_cuts(found: CutsExplanation) -> Iterator[Block]:
    """Yield what is lost by which column, and why the largest parts are not cut further."""
    parts = name_count(found.parts, "part")
    weighted = ", weighted" if found.weights else ""
    lost = f"{float(found.loss):.6g}{weighted}"
    yield Sentence(f"P is cut into {parts}. The rows of T lose {lost}:", "bold")
    rows = [
        (name, f"{float(found.losses[name]):.6g}", as_percent(share))
        for name, share in found.shares.items()
    ]
    yield Table(("quasi-identifier", "loss", "share of the loss"), rows)
    if not found.ended:
        yield Sentence("No row of T has a label in place of a value.", is_apart=True)
        return
    yield Sentence(
        f"Rows of T lose something in {name_count(found.losing, 'part')}. Those with the most"
        " rows, and how many labels of a column, one level down, violate the job alone:",
        "bold",
        is_apart=True,
    )
    for part in found.ended:
        yield from _ended(part, found.weights)


def _ended(part: EndedPart, weights: Mapping[str, str]) -> Iterator[Block]:
    """A part, and why it is not cut by the columns that have labels below."""
    labels = ((name, "NULL" if one is None else one) for name, one in part.labels.items())
    named = ", ".join(f"{name}={label!s}" for name, label in labels)
    people = name_count(part.public_rows, "person", "people")
    presence = as_percent(part.presence)
    yield Sentence(
        f"{named}: {people} of P, {part.private_rows:,} in T ({presence})", is_apart=True
    )
    if not part.columns:
        yield Sentence("No label may be finer: least_level.")
        return
    rows = []
    for one in part.columns:
        greatest = "" if one.greatest is None else as_percent(one.greatest)
        broken = list_demands(one.breaks)
        note = "the rest of a cut" if one.is_rest else ""
        if weights.get(one.name) == "0":
            note = "weight 0"
        counts = (f"{one.labels:,}", f"{one.violating:,}")
        rows.append((one.name, *counts, greatest, broken, note))
    columns = ("column", "labels", "violate", "greatest presence", "violated", "note")
    yield Table(columns, rows)

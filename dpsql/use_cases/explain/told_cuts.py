"""What `explain` says of cuts along the hierarchies, for the terminal and for a notebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from dpsql.domain.plurals import name_count
from dpsql.report.demands import list_demands
from dpsql.report.notebook.blocks import Block, Sentence, Table
from dpsql.report.sentences import as_percent

if TYPE_CHECKING:  # an explanation is shown by what follows
    from dpsql.use_cases.explain.explained_cuts import CutsExplanation, EndedColumn, EndedPart

#: The note of a column that cut the part, whose label stands for what was not cut off.
_REST = "rest of a cut"


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
    yield from _tell_words(found)
    shared = _find_shared(found.ended)
    for part in found.ended:
        yield from _ended(part, found.weights, tells_demands=shared is None)


def _tell_words(found: CutsExplanation) -> Iterator[Block]:
    """Say which parts follow, and what the columns of their tables mean."""
    losing = name_count(found.losing, "part loses", "parts lose")
    shown = "" if found.losing == len(found.ended) else " Those with the most rows of T follow."
    yield Sentence(f"{losing} something.{shown}", "bold", is_apart=True)
    asked = _find_shared(found.ended) or "the job"
    yield Sentence("finer: how many labels the label would become, one level down.")
    yield Sentence(f"violate: how many of these would violate {asked} as classes of their own.")
    yield Sentence("up to: the greatest presence among those.")
    if any(one.is_rest for part in found.ended for one in part.columns):
        yield Sentence(f"{_REST}: other labels of the column were cut off; these stay together.")


def _find_shared(parts: Sequence[EndedPart]) -> str | None:
    """Return the demands that are violated wherever some are; None if they differ."""
    broken = {one.breaks for part in parts for one in part.columns if one.breaks}
    return list_demands(broken.pop()) if len(broken) == 1 else None


def _ended(part: EndedPart, weights: Mapping[str, str], *, tells_demands: bool) -> Iterator[Block]:
    """A part, its labels, and why it is not cut by the columns that have labels below."""
    people = name_count(part.public_rows, "person", "people")
    presence = as_percent(part.presence)
    yield Sentence(f"{people} of P, {part.private_rows:,} of them in T ({presence})", is_apart=True)
    columns = {one.name: one for one in part.columns}
    rows = [
        (
            name,
            "NULL" if label is None else str(label),
            *_tell_column(columns.get(name), weights, tells_demands=tells_demands),
        )
        for name, label in part.labels.items()
    ]
    demands = ("violated",) if tells_demands else ()
    heads = ("column", "label", "finer", "violate", "up to", *demands, "note")
    yield Table(heads, rows, labels=1)
    if not part.columns:
        yield Sentence("No label may be finer: least_level.")


def _tell_column(
    one: EndedColumn | None, weights: Mapping[str, str], *, tells_demands: bool
) -> tuple[str, ...]:
    """The cells of a column: its finer labels, if it has some, and a note."""
    if one is None:
        return ("–", "", "", *([""] if tells_demands else []), "")
    greatest = "" if one.greatest is None else as_percent(one.greatest)
    note = _REST if one.is_rest else ""
    if weights.get(one.name) == "0":
        note = "weight 0"
    demands = [list_demands(one.breaks)] if tells_demands else []
    return (f"{one.labels:,}", f"{one.violating:,}", greatest, *demands, note)

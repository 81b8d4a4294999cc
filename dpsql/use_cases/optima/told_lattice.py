"""What `lattice` says of minimal nodes, for the terminal and for a notebook."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from dpsql.domain.plurals import name_count
from dpsql.report.notebook.blocks import Block, LevelMeanings, Sentence, Table
from dpsql.report.sentences import NO_LEVELS, as_number

if TYPE_CHECKING:  # nodes are shown by what follows
    from dpsql.use_cases.optima.lattice import MinimalNodes


def tell_minimal_nodes(found: MinimalNodes) -> Iterator[Block]:
    """Yield all minimal nodes, one per row, by number: a narrow terminal has them side by side."""
    if not found.nodes:
        yield Sentence("No node of the lattice satisfies the job.", "red")
        yield from tell_limits(found.limits, is_red=True)
        return
    levels, metrics = found.nodes[0]
    weighted = {"loss": "loss, weighted"} if found.weights else {}
    # One of the least loss is the optimum: every node that holds is above a minimal one.
    least = min(metrics["loss"] for _, metrics in found.nodes)
    rows = []
    for number, (node, costs) in enumerate(found.by_loss, 1):
        values = {name: as_number(value) for name, value in costs.items()}
        if costs["loss"] == least:
            values["loss"] += " *"
        rows.append((str(number), *map(str, node.values()), *values.values()))
    yield Table(("node", *levels, *(weighted.get(name, name) for name in metrics)), rows)
    counted = f"{found.search.checked:,} of {found.search.nodes:,} nodes counted"
    yield Sentence(f"{name_count(len(found.nodes), 'minimal node')}, * the least loss; {counted}")
    yield from tell_limits(found.limits)
    if not found.releases_levels:
        yield Sentence(NO_LEVELS)
    yield LevelMeanings(found.becomes)


def tell_limits(
    limits: Mapping[str, tuple[int, int]], *, is_red: bool = False
) -> Iterator[Sentence]:
    """Yield a line for each quasi-identifier that the job limits: its least and most level."""
    for name, (least, most) in limits.items():
        text = f"{name} from level {least} to {most} only: the job limits it."
        yield Sentence(text, "red" if is_red else "")

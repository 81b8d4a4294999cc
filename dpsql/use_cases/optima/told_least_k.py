"""What `least_k` says of the releases of a k-anonymizer, for the terminal and for `to_text`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dpsql.domain.plurals import name_count
from dpsql.report.notebook.blocks import Block, Sentence, Table
from dpsql.report.sentences import as_number, as_percent

if TYPE_CHECKING:  # it is shown by what follows
    from dpsql.use_cases.optima.least_k import LeastK


def tell_least_k(found: LeastK) -> Iterator[Block]:
    """Yield the releases, one per row: the values of k that lead to it, δ, presence, cost."""
    rows = [
        (
            _range(range(one.k, one.actual_k + 1)),
            "yes" if one.satisfied else "no",
            " to ".join(map(as_percent, (one.presence.minimum, one.presence.maximum))),
            as_number(one.metrics[found.metric]),
        )
        for one in found.trials
    ]
    yield Table(("k", "delta holds", "presence", found.metric), rows)
    yield _sum_up(found)


def _sum_up(found: LeastK) -> Sentence:
    least = found.least
    if not found.trials:
        return Sentence("T has fewer than two rows: there is no k to try.", "red")
    if least is None:
        return Sentence("No k satisfies delta: k-anonymity does not consider P.", "red")
    rows = name_count(least.actual_k, "row")
    text = f"The least k that satisfies delta is {least.k:,}; each class then has {rows} or more."
    failing = found.ranges_that_fail
    if failing:
        text += f" Larger k that fail: {', '.join(map(_range, failing))}."
    return Sentence(text, "green")


def _range(ks: range) -> str:
    return f"{ks[0]:,}" if len(ks) == 1 else f"{ks[0]:,} to {ks[-1]:,}"

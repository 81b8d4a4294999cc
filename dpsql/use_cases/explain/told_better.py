"""What `explain` says where it finds a pooled release that loses less than the optimum.

The search tries numbers of people of its own at each start. `explain` tries the best of them at the
starts next to it, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dpsql.report.notebook.blocks import Sentence

if TYPE_CHECKING:  # an explanation is shown by what follows
    from dpsql.use_cases.explain.explanation import Climb, Explanation, Judged


def tell_better(found: Explanation, climb: Climb, start: Judged) -> Iterator[Sentence]:
    """Yield a sentence on the best of the starts that lose less, and how to take it."""
    own, name = _read(start, climb), climb.metric
    others = [one for one in found.predecessors.values() if one.holds and _read(one, climb) < own]
    if not others:
        return
    best = min(others, key=lambda one: _read(one, climb))
    named = ", ".join(f"{name}={level}" for name, level in best.levels.items())
    least, path = climb.pooled.least, climb.pooled.path
    written = path if isinstance(path, str) else f"[{', '.join(path)}]"
    weighted = "weighted " if name == "loss" and found.is_weighted else ""
    yield Sentence(
        f"Another number of people is better here: from {named} with {least:,}, the"
        f" {weighted}{name} is {_read(best, climb):,.4g} in place of {own:,.4g}. The search did not"
        f" try {least:,} people there. To take this one, or a better one, write"
        f" algorithm: {{pooled: {{path: {written}, least: {least}}}}}.",
        "yellow",
    )


def _read(judged: Judged, climb: Climb) -> float:
    assert judged.metrics  # noqa: S101 - those of starts are measured
    return judged.metrics[climb.metric]

"""The report and the notebook's cell of an outcome whose P is known from statistics only."""

from collections.abc import Mapping
from typing import Any

from dpsql.domain.found.confident_presence import ConfidentPresence
from dpsql.report.facts import name_release
from dpsql.report.sentences import sum_up_confidence
from dpsql.report.templates import render


def render_confidence(
    found: Mapping[str, Any],
    presence: ConfidentPresence,
    heights: Mapping[str, int],
    satisfied: bool | None,
    *,
    internal: bool,
) -> str:
    """Return the page, which loads nothing and runs nothing; `found` is the JSON of the outcome."""
    release = found.get("release")
    banner = ""
    if internal:
        banner = "Internal: contains what only the data holder may see"
    elif satisfied is False:
        banner = "Not for publication: the job is not satisfied, so nothing of this may go out"
    return render(
        "confidence.html.j2",
        found={"search": None, "confidence": None, "delta_at_confidence": None} | dict(found),
        heights=heights,
        satisfied=satisfied,
        internal=internal,
        banner=banner,
        release=release and release | {"name": name_release(release)},
        sentence=sum_up_confidence(presence),
    )

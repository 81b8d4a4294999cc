"""The report and the notebook's cell of an outcome whose P is known from statistics only."""

from collections.abc import Mapping
from html import escape
from typing import Any

from dpsql.domain.found.confident_presence import ConfidentPresence
from dpsql.domain.plurals import name_count
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


def summarize_confidence(
    found: Mapping[str, Any], presence: ConfidentPresence, suppressed: str = ""
) -> str:
    """Return a fragment for notebooks; `suppressed` as `render_summary` has it."""
    levels = ", ".join(f"{name} {level}" for name, level in found["levels"].items())
    if "pooled" in found:
        least = name_count(found["pooled"]["least"], "person settles", "people settle")
        levels = f"start: {levels}; pooled, at least {least} together"
    broken = [f"{m['name']} {m['asked']}" for m in found["models"] if m["holds"] is False]
    told = [
        f"Not satisfied: {', '.join(broken)}." if broken else "",
        suppressed,
        levels,
        f"kept as they are: {', '.join(found['keep'])}" if found["keep"] else "",
    ]
    lines = "".join(f"<p>{escape(line)}</p>" for line in told if line)
    sentence = escape(sum_up_confidence(presence))
    return f"<div><p><strong>dpsql: {found['status']}.</strong> {sentence}</p>{lines}</div>"

"""What an internal page shows at each point of the frontier, for its slider over δmax.

All of it is computed before: the page asks nobody, and works from a disk. The one script of a page
is `explore.js`; the page's policy allows its digest and nothing else. Without scripts the frontier
stands below as a table.
"""

import hashlib
import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from markupsafe import Markup

from dpsql.domain.frontier_point import FrontierPoint
from dpsql.domain.presence_bars import PresenceBar
from dpsql.domain.statistics import Presence
from dpsql.report.bars import name_bar
from dpsql.report.details import Insight, Sample
from dpsql.report.sentences import as_label, as_percent

#: Rows of the preview of a column: more would not fit a line.
_SHOWN_VALUES = 2
#: In JSON within HTML these characters could end its element, or mean something to a parser.
_ESCAPED = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}


@dataclass(frozen=True)
class Explorer:
    """The data of a page's slider and its script, both safe in HTML; `digest` is the script's."""

    data: Markup
    script: Markup
    digest: str
    points: int


def make_explorer(
    insight: Insight,
    heights: Mapping[str, int],
    samples: Mapping[str, Sequence[Sample]],
    bars: Sequence[PresenceBar],
    asked: Fraction | None,
) -> Explorer | None:
    """Return what the slider shows; None if there are not at least two points to explore.

    It begins at the point that the job's δmax allows, `asked`: the greatest that is no larger.
    """
    if len(insight.explored) < 2:
        return None
    points = list(zip(insight.points, insight.explored, strict=False))
    shown = [name for name, height in heights.items() if height]
    allowed = [
        number
        for number, (point, _) in enumerate(points)
        if asked is None or point.delta_max <= asked
    ]
    data: dict[str, Any] = {
        "points": [
            {
                "delta": as_percent(point.delta_max),
                "sentence": _tell(point, presence),
                "levels": [(point.levels or {})[name] for name in shown],
                "people": list(presence.people_by_presence),
            }
            for point, presence in points
        ],
        "columns": [
            {
                "name": name,
                "position": position,
                "height": heights[name],
                "values": [
                    [as_label(label) for label in sample.labels]
                    for sample in list(samples.get(name, ()))[:_SHOWN_VALUES]
                ],
            }
            for position, name in enumerate(shown)
        ],
        "bars": [name_bar(bar) for bar in bars],
        "used": [
            any(presence.people_by_presence[place] for _, presence in points)
            for place in range(len(bars))
        ],
        "chosen": max(allowed, default=0),
    }
    text = json.dumps(data).translate(_ESCAPED)
    script, digest = _read_script()
    # The text has no character that HTML reads, and the script is our own file.
    return Explorer(Markup(text), Markup(script), digest, len(points))  # noqa: S704


def _tell(point: FrontierPoint, presence: Presence) -> str:
    """Say what a point costs and promises."""
    low, high = presence.minimum, presence.maximum
    less = f"less than {as_percent(low)} or " if low else ""
    return (
        f"With δmax {as_percent(point.delta_max)}, the least loss is {point.loss:.4g}:"
        f" {1 - point.loss:.1%} of the table is kept. Nobody is placed in T with {less}more than"
        f" {as_percent(high)}."
    )


@cache
def _read_script() -> tuple[str, str]:
    """The script as the page has it, and its digest as a policy names it."""
    script = (Path(__file__).parent / "explore.js").read_text(encoding="utf-8")
    digest = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return script, f"sha256-{digest}"

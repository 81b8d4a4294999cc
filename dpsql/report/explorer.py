"""What an internal page shows at other δmax, for its slider, and as tables without scripts.

All of it is computed before: the page asks nobody, and works from a disk. The one script of a page
is `explore.js`; the page's policy allows its digest and nothing else. Without scripts the same
points and the minimal nodes stand there as tables.
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

from dpsql.domain.found.explored import (
    THIS_RELEASE,
    Exploration,
    ExploredAlgorithm,
    ExploredPoint,
)
from dpsql.domain.found.presence_bars import PresenceBar
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.plurals import name_count
from dpsql.report.charts.bars import name_bar
from dpsql.report.details import Insight, Sample
from dpsql.report.explorer_chart import ExplorerChart, draw_explorer
from dpsql.report.sentences import as_label, as_percent

#: Frequent values of a column whose labels are shown: more would not fit a line.
_SHOWN_VALUES = 2
#: Most characters of a label: a page of a thousand labels stays small.
_LONGEST = 60
_MORE_TIME = " dpsql report --internal --explore 60 gives all searches a minute."
#: In JSON within HTML these characters could end its element, or mean something to a parser.
_ESCAPED = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}


@dataclass(frozen=True)
class Explorer:
    """The data of a page's slider and its script, both safe in HTML; `digest` is the script's.

    `algorithms`: those that have points, the job's kind first shown; `notes`: what is left out.
    """

    data: Markup
    script: Markup
    digest: str
    chart: ExplorerChart
    algorithms: tuple[ExploredAlgorithm, ...]
    notes: tuple[str, ...]
    columns: tuple[str, ...]
    exploration: Exploration


def make_explorer(
    insight: Insight,
    heights: Mapping[str, int],
    samples: Mapping[str, Sequence[Sample]],
    bars: Sequence[PresenceBar],
    asked: Fraction | None,
) -> Explorer | None:
    """Return what the slider shows; None if there is nothing to explore.

    It begins at the release of the page, or else at the point that the job's δmax allows, `asked`:
    the greatest that is no larger; and with the job's algorithm, if the slider can move there.
    """
    exploration = insight.exploration
    algorithms = tuple(one for one in exploration.algorithms if one.points)
    if not algorithms:
        return None
    columns = tuple(name for name, height in heights.items() if height)
    chart = draw_explorer([one.points for one in algorithms])
    names = list(heights)
    places = [names.index(name) for name in columns]
    data: dict[str, Any] = {
        "kinds": [
            _tell_kind(one, spots, columns, places, _find_begin(one, asked, exploration.release))
            for one, spots in zip(algorithms, chart.spots, strict=True)
        ],
        "kind": _find_kind(algorithms, exploration.kind),
        "columns": [
            {
                "name": name,
                "height": heights[name],
                "values": _list_values(samples.get(name, ())),
            }
            for name in columns
        ],
        "examples": [
            [_shorten(person[names.index(name)]) for name in columns]
            for person in exploration.people
        ],
        "bars": [name_bar(bar) for bar in bars],
    }
    text = json.dumps(data).translate(_ESCAPED)
    script, digest = _read_script()
    notes = tuple(f"{one.name}: {one.note}" for one in exploration.algorithms if one.note)
    # The text has no character that HTML reads, and the script is our own file.
    safe = Markup(text), Markup(script)  # noqa: S704
    return Explorer(*safe, digest, chart, algorithms, notes, columns, exploration)


def _tell_kind(
    one: ExploredAlgorithm,
    spots: Sequence[tuple[float, float]],
    columns: Sequence[str],
    places: Sequence[int],
    begin: int,
) -> dict[str, Any]:
    return {
        "name": one.name,
        "begin": begin,
        "alone": _tell_alone(one),
        "early": not all(point.is_whole for point in one.points),
        "points": [
            {
                "delta": as_percent(point.delta_max),
                "loss": f"{point.loss:.4g}",
                "sentence": tell_point(point, is_proven=one.is_proven),
                "levels": None if point.levels is None else [point.levels[c] for c in columns],
                "starts": point.least is not None,
                "losses": [point.losses.get(name, 0.0) for name in columns],
                "people": list(point.presence.people_by_presence),
                "shown": [
                    person and _shorten([person[place] for place in places])
                    for person in point.shown
                ],
                "spot": spot,
            }
            for point, spot in zip(one.points, spots, strict=True)
        ],
    }


def _find_kind(algorithms: Sequence[ExploredAlgorithm], kind: str) -> int:
    """The place of the algorithm that the page opens on: the job's, but none that stands still."""
    order = sorted(
        range(len(algorithms)),
        key=lambda i: (
            len(algorithms[i].points) < 2,
            algorithms[i].name not in (kind, THIS_RELEASE),
        ),
    )
    return order[0]


def _find_begin(
    one: ExploredAlgorithm, asked: Fraction | None, release: ExploredPoint | None
) -> int:
    same = [i for i, p in enumerate(one.points) if release is not None and p.is_like(release)]
    allowed = [i for i, p in enumerate(one.points) if asked is None or p.delta_max <= asked]
    return same[0] if same else max(allowed, default=0)


def _tell_alone(one: ExploredAlgorithm) -> str:
    """Say why the slider cannot move; empty if it can."""
    if len(one.points) > 1:
        return ""
    if one.name == THIS_RELEASE:
        return (
            "This is the release of the page; no other point is known, so the slider cannot move."
        )
    if one.is_proven:
        return "Nothing else can be attained: there is one point, so the slider cannot move."
    more = _MORE_TIME if one.points[0].is_whole else ""
    return f"Only this one was found in the time of a report, so the slider cannot move.{more}"


def tell_point(point: ExploredPoint, *, is_proven: bool) -> str:
    """Say what a release costs and promises."""
    low, high = point.presence.minimum, point.presence.maximum
    less = f"less than {as_percent(low)} or " if low else ""
    least = "the least loss is" if is_proven and point.is_whole else "the loss is"
    most, kept = ("", "") if point.is_whole else ("at most ", "at least ")
    told = (
        f"With δmax {as_percent(point.delta_max)}, {least} {most}{point.loss:.4g}:"
        f" {kept}{100 * (1 - point.loss):.1f}\u00a0% of the table is kept. Nobody is placed in T"
        f" with {less}more than {as_percent(high)}."
    )
    if point.climbed is not None and point.least is not None:
        told += _tell_climb(point.least, *point.climbed)
    if point.parts is not None:
        told += f" T stands in {name_count(point.parts, 'part')}."
    if not point.is_whole:
        told += f" Ended early.{_MORE_TIME}"
    return told


def _tell_climb(least: int, people: int, rows: int) -> str:
    if not people:
        return " Nobody climbs: all have the levels below."
    return (
        f" At least {name_count(least, 'person', 'people')} of P settle together;"
        f" {name_count(people, 'person', 'people')} of P and {name_count(rows, 'row')} of T"
        " climb from the levels below."
    )


def _list_values(samples: Sequence[Sample]) -> list[list[str]]:
    return [_shorten(sample.labels) for sample in list(samples)[:_SHOWN_VALUES]]


def _shorten(labels: Sequence[Leaf]) -> list[str]:
    texts = map(as_label, labels)
    return [text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…" for text in texts]


@cache
def _read_script() -> tuple[str, str]:
    """The script as the page has it, and its digest as a policy names it."""
    script = (Path(__file__).parent / "explore.js").read_text(encoding="utf-8")
    digest = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return script, f"sha256-{digest}"

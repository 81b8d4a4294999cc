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

from dpsql.domain.alternative import BOXES_APART
from dpsql.domain.found.explored import (
    THIS_RELEASE,
    ColumnCells,
    Exploration,
    ExploredAlgorithm,
    ExploredPoint,
    Person,
)
from dpsql.domain.found.presence_bars import PresenceBar
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.report.charts.bars import name_bar
from dpsql.report.charts.explorer_chart import ExplorerChart, draw_explorer
from dpsql.report.details import Insight, Sample
from dpsql.report.explored_cells import tell_cells
from dpsql.report.explored_dates import show_dates
from dpsql.report.explored_lines import write_lines
from dpsql.report.explored_sentences import (
    Figures,
    tell_point,
    tell_risk,
    write_figures,
)
from dpsql.report.explored_tries import tell_alone, tell_left, tell_notes
from dpsql.report.sentences import UNBROKEN, as_label, as_percent

#: Frequent values of a column whose labels are shown: more would not fit a line.
_SHOWN_VALUES = 2
#: Examples that are shown: not only such as are in no box, where others are.
_SHOWN_PEOPLE = 5
#: Figures of a point that stands beside those of other algorithms.
_BESIDE = 5
#: Most characters of a label: a page of a thousand labels stays small.
_LONGEST = 60
#: In JSON within HTML these characters could end its element, or mean something to a parser.
_ESCAPED = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}


@dataclass(frozen=True)
class Explorer:
    """The data of a page's slider and its script, both safe in HTML; `digest` is the script's.

    `algorithms`: those that have points, the job's kind first shown, and the `figures` of their
    points; `notes`: at which δmax they were tried, and what is left out, which `is_short` tells.
    `seconds`: of work, in words, that there were for all but the frontier of levels; else empty.
    """

    data: Markup
    script: Markup
    digest: str
    chart: ExplorerChart
    algorithms: tuple[ExploredAlgorithm, ...]
    figures: tuple[tuple[Figures, ...], ...]
    notes: tuple[str, ...]
    is_short: bool
    columns: tuple[str, ...]
    exploration: Exploration
    seconds: str

    @property
    def shown(self) -> int:
        """Most examples that are shown at a time."""
        return _SHOWN_PEOPLE

    @property
    def alone(self) -> tuple[float, float] | None:
        """Where the release of the page is on the chart, if it is no point of an algorithm."""
        places = zip(self.algorithms, self.chart.spots, strict=True)
        return next((spots[0] for one, spots in places if one.name == THIS_RELEASE), None)

    @property
    def has_frontier(self) -> bool:
        """Whether the frontier of levels is among what is shown; its time is apart."""
        return any(one.name == "levels" and one.is_proven for one in self.algorithms)


def make_explorer(
    insight: Insight,
    heights: Mapping[str, int],
    samples: Mapping[str, Sequence[Sample]],
    bars: Sequence[PresenceBar],
    asked: Fraction | None,
    private_rows: int,
    *,
    delta_min: Fraction = Fraction(0),
    is_informed: bool = False,
) -> Explorer | None:
    """Return what the slider shows, of a T with so many rows; None if nothing is to explore.

    It begins at the release of the page, whether or not the slider can move there. Without one, at
    the point that the job's δmax allows, `asked`: the greatest that is no larger; and with the
    job's algorithm, if the slider can move there.
    `delta_min`: the job's. `is_informed`: whether δmax holds against more than presence.
    """
    exploration, samples = show_dates(insight.exploration, samples, list(heights))
    algorithms = tuple(one for one in exploration.algorithms if one.points)
    if not algorithms:
        return None
    columns = tuple(name for name, height in heights.items() if height)
    chart = draw_explorer([one.points for one in algorithms], asked)
    names = list(heights)
    places = [names.index(name) for name in columns]
    values = _list_values(columns, names, samples, exploration.people)
    figures = tuple(write_figures(one.points, asked) for one in algorithms)
    asked_seconds = exploration.asked_seconds
    data: dict[str, Any] = {
        "kinds": [
            _tell_kind(
                *(one, spots, told, columns, places),
                *(_find_begin(one, asked, exploration.release), values, private_rows),
                tell_alone(one, private_rows, algorithms, exploration.kind, asked_seconds),
                delta_min=delta_min,
                is_informed=is_informed,
                asked_seconds=asked_seconds,
            )
            for one, spots, told in zip(algorithms, chart.spots, figures, strict=True)
        ],
        "kind": _find_kind(algorithms, exploration),
        "columns": [
            {
                "name": name,
                "height": heights[name],
                "values": [
                    _shorten(one.labels) for one in list(samples.get(name, ()))[:_SHOWN_VALUES]
                ]
                or [_shorten(values[name])] * (name in values),
            }
            for name in columns
        ],
        "examples": [
            [_shorten(person[names.index(name)]) for name in columns]
            for person in exploration.people
        ],
        "shown": _SHOWN_PEOPLE,
        "whole": UNBROKEN,
        "bars": [name_bar(bar) for bar in bars],
        "figures": _BESIDE,
        "asked": asked and {"at": float(asked), "text": f"{as_percent(asked)}, the job's δmax"},
    }
    text = json.dumps(data).translate(_ESCAPED)
    script, digest = _read_script()
    notes = tuple(note for one in exploration.algorithms for note in tell_notes(one))
    is_short = any(one.note or one.untried for one in exploration.algorithms)
    # The text has no character that HTML reads, and the script is our own file.
    safe = Markup(text), Markup(script)  # noqa: S704
    seconds = _write_seconds(exploration.seconds) if exploration.seconds else ""
    return Explorer(
        *safe,
        digest,
        chart,
        algorithms,
        figures,
        notes=notes,
        is_short=is_short,
        columns=columns,
        exploration=exploration,
        seconds=seconds,
    )


def _write_seconds(seconds: float) -> str:
    """Write seconds with two digits or more.

    >>> _write_seconds(1.26), _write_seconds(120.0)
    ('1.3', '120')
    """
    return f"{seconds:.2g}" if seconds < 10 else f"{seconds:,.0f}"


def _tell_kind(
    one: ExploredAlgorithm,
    spots: Sequence[tuple[float, float]],
    figures: Sequence[Figures],
    columns: Sequence[str],
    places: Sequence[int],
    begin: int,
    values: Mapping[str, Sequence[Leaf]],
    private_rows: int,
    alone: str,
    *,
    delta_min: Fraction,
    is_informed: bool,
    asked_seconds: float,
) -> dict[str, Any]:
    return {
        "name": one.name,
        "begin": begin,
        "alone": " ".join(filter(None, (alone, tell_left(one, asked_seconds)))),
        "apart": BOXES_APART if one.points[0].has_boxes else "",
        "early": not all(point.is_whole for point in one.points),
        "points": [
            {
                "at": float(point.delta_max),
                "delta": told.delta,
                "lines": write_lines(one.algorithm, point, delta_min),
                "loss": told.loss if point.is_whole else f"at most {told.loss}",
                "mark": told.mark,
                "sentence": tell_point(
                    point,
                    told,
                    before,
                    is_proven=one.is_proven,
                    is_informed=is_informed,
                    asked_seconds=asked_seconds,
                ),
                "risk": tell_risk(point.risk, private_rows, sum(point.presence.people_by_presence)),
                "levels": [point.levels[c] for c in columns]
                if point.levels and not point.cells
                else None,
                "cells": [_tell_column(point.cells[name], values.get(name, ())) for name in columns]
                if point.cells
                else None,
                "losses": [point.losses.get(name, 0.0) for name in columns],
                "people": list(point.presence.people_by_presence),
                "shown": [
                    person and _shorten([person[place] for place in places])
                    for person in point.shown
                ],
                "spot": spot,
                "figures": _tell_beside(point, told),
            }
            for point, before, spot, told in zip(
                one.points, (None, *one.points[:-1]), spots, figures, strict=True
            )
        ],
    }


def _tell_beside(point: ExploredPoint, told: Figures) -> list[str]:
    """Write the figures of a point that stands beside others; those on links may be unknown."""
    loss = told.loss if point.is_whole else f"≤ {told.loss}"
    if point.risk is None:
        return [told.delta, loss, *["not counted"] * (_BESIDE - 2)]
    absent = sum(point.presence.people_by_presence) - point.risk.people
    counts = point.risk.k_map, point.risk.rows, absent
    return [told.delta, loss, *(f"{count:,}" for count in counts)]


def _find_kind(algorithms: Sequence[ExploredAlgorithm], explored: Exploration) -> int:
    """The place of the algorithm that the page opens on: the one with its release.

    Without a release it is the job's, but none that stands still. So it is where the release stands
    alone as the same algorithm found one that loses less at a smaller δmax.
    """
    release = explored.release
    can_move = explored.is_sought and any(
        one.name == explored.kind and len(one.points) > 1 for one in algorithms
    )

    def has_release(one: ExploredAlgorithm) -> bool:
        if release is None or (one.name == THIS_RELEASE and can_move):
            return False
        return any(point.is_like(release) for point in one.points)

    order = sorted(
        range(len(algorithms)),
        key=lambda i: (
            not has_release(algorithms[i]),
            len(algorithms[i].points) < 2,
            algorithms[i].name != explored.kind,
        ),
    )
    return order[0]


def _find_begin(
    one: ExploredAlgorithm, asked: Fraction | None, release: ExploredPoint | None
) -> int:
    same = [i for i, p in enumerate(one.points) if release is not None and p.is_like(release)]
    allowed = [i for i, p in enumerate(one.points) if asked is None or p.delta_max <= asked]
    return same[0] if same else max(allowed, default=0)


def _list_values(
    columns: Sequence[str],
    names: Sequence[str],
    samples: Mapping[str, Sequence[Sample]],
    people: Sequence[Person],
) -> Mapping[str, Sequence[Leaf]]:
    """A value of each column with its labels on all levels.

    It is the most frequent, or an example's, of those with the most labels: one in a tail has the
    tail's label on several levels, and would not tell these apart.
    """
    found = {}
    for name in columns:
        labels = [one.labels for one in samples.get(name, ())]
        labels += [person[names.index(name)] for person in people]
        if labels:
            found[name] = max(labels, key=lambda one: len({*one}))
    return found


def _tell_column(cells: ColumnCells, labels: Sequence[Leaf]) -> dict[str, Any]:
    told = tell_cells(cells, labels)
    parts = [[_cut(label), share] for label, share in told.parts]
    return {"levels": told.levels, "value": _cut(told.value), "lead": told.lead, "parts": parts}


def _shorten(labels: Sequence[Leaf]) -> list[str]:
    return [_cut(as_label(label)) for label in labels]


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


@cache
def _read_script() -> tuple[str, str]:
    """The script as the page has it, and its digest as a policy names it."""
    script = (Path(__file__).parent / "layouts" / "explore.js").read_text(encoding="utf-8")
    digest = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return script, f"sha256-{digest}"

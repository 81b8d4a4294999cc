"""The data of a slider: what its script shows of each point, as JSON takes it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from dpsql.domain.alternative import BOXES_APART
from dpsql.domain.found.explored import (
    THIS_RELEASE,
    ColumnCells,
    Exploration,
    ExploredAlgorithm,
    ExploredPoint,
)
from dpsql.domain.found.presence_bars import PresenceBar
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.report.charts.bars import name_bar
from dpsql.report.details import Sample
from dpsql.report.explored_cells import tell_cells
from dpsql.report.explored_lines import write_lines
from dpsql.report.explored_sentences import Figures, tell_point, tell_risk
from dpsql.report.explored_tries import NOTHING_LESS, tell_alone, tell_beyond, tell_left
from dpsql.report.sentences import UNBROKEN, as_label, as_percent

#: Examples that are shown: not only such as are in no box, where others are.
SHOWN_PEOPLE = 5
#: Frequent values of a column whose labels are shown: more would not fit a line.
_SHOWN_VALUES = 2
#: Figures of a point that stands beside those of other algorithms.
_BESIDE = 5
#: Most characters of a label: a page of a thousand labels stays small.
_LONGEST = 60


@dataclass(frozen=True)
class ExploredPage:
    """What the slider of a page can move to, and what the page says beside it.

    `algorithms`: those that have points, with the `spots` of these on the chart and their
    `figures`. `heights`: of all columns; `columns`: those that have levels. `samples`: frequent
    values with their labels. `asked`, `delta_min`: the bounds of the job.
    """

    exploration: Exploration
    algorithms: Sequence[ExploredAlgorithm]
    spots: Sequence[Sequence[tuple[float, float]]]
    figures: Sequence[Sequence[Figures]]
    heights: Mapping[str, int]
    columns: Sequence[str]
    samples: Mapping[str, Sequence[Sample]]
    bars: Sequence[PresenceBar]
    asked: Fraction | None
    private_rows: int
    delta_min: Fraction
    is_informed: bool

    @cached_property
    def places(self) -> list[int]:
        """Where the columns with levels stand among all."""
        names = list(self.heights)
        return [names.index(name) for name in self.columns]

    @cached_property
    def values(self) -> Mapping[str, Sequence[Leaf]]:
        """A value of each column with its labels on all levels.

        It is the most frequent, or an example's, of those with the most labels: one in a tail has
        the tail's label on several levels, and would not tell these apart.
        """
        found = {}
        for name, place in zip(self.columns, self.places, strict=True):
            labels = [one.labels for one in self.samples.get(name, ())]
            labels += [person[place] for person in self.exploration.people]
            if labels:
                found[name] = max(labels, key=lambda one: len({*one}))
        return found


def write_data(page: ExploredPage) -> dict[str, Any]:
    """Return what the page's script reads; labels are cut where they are long."""
    asked = page.asked
    kinds = zip(page.algorithms, page.spots, page.figures, strict=True)
    return {
        "kinds": [_tell_kind(page, *kind) for kind in kinds],
        "kind": _find_kind(page.algorithms, page.exploration),
        "columns": [*_tell_columns(page)],
        "examples": [
            [_shorten(person[place]) for place in page.places] for person in page.exploration.people
        ],
        "shown": SHOWN_PEOPLE,
        "whole": UNBROKEN,
        "bars": [name_bar(bar) for bar in page.bars],
        "figures": _BESIDE,
        "nothing": NOTHING_LESS,
        "asked": asked and {"at": float(asked), "text": f"{as_percent(asked)}, the job's δmax"},
    }


def _tell_columns(page: ExploredPage) -> Iterator[dict[str, Any]]:
    for name in page.columns:
        shown = [_shorten(one.labels) for one in list(page.samples.get(name, ()))[:_SHOWN_VALUES]]
        if not shown and name in page.values:
            shown = [_shorten(page.values[name])]
        yield {"name": name, "height": page.heights[name], "values": shown}


def _tell_kind(
    page: ExploredPage,
    one: ExploredAlgorithm,
    spots: Sequence[tuple[float, float]],
    figures: Sequence[Figures],
) -> dict[str, Any]:
    explored = page.exploration
    seconds = explored.asked_seconds
    alone = tell_alone(one, page.private_rows, page.algorithms, explored.kind, seconds)
    befores = (None, *one.points[:-1])
    points = zip(one.points, befores, spots, figures, strict=True)
    return {
        "name": one.name,
        "begin": _find_begin(one, page.asked, explored.release),
        "alone": " ".join(filter(None, (alone, tell_left(one, seconds)))),
        "apart": BOXES_APART if one.points[0].has_boxes else "",
        "early": not all(point.is_whole for point in one.points),
        "tried": [float(share) for share in one.tried],
        "beyond": tell_beyond(one),
        "points": [_tell_point(page, one, *point) for point in points],
    }


def _tell_point(
    page: ExploredPage,
    one: ExploredAlgorithm,
    point: ExploredPoint,
    before: ExploredPoint | None,
    spot: tuple[float, float],
    told: Figures,
) -> dict[str, Any]:
    people = point.presence.people_by_presence
    sentence = tell_point(
        point,
        told,
        before,
        is_proven=one.is_proven,
        is_informed=page.is_informed,
        asked_seconds=page.exploration.asked_seconds,
    )
    cells = [
        _tell_column(point.cells[name], page.values.get(name, ()))
        for name in page.columns
        if point.cells
    ]
    levels = [point.levels[name] for name in page.columns if point.levels]
    return {
        "at": float(point.delta_max),
        "delta": told.delta,
        "lines": write_lines(one.algorithm, point, page.delta_min),
        "loss": told.loss if point.is_whole else f"at most {told.loss}",
        "mark": told.mark,
        "sentence": sentence,
        "risk": tell_risk(point.risk, page.private_rows, sum(people)),
        "levels": levels if point.levels and not point.cells else None,
        "cells": cells if point.cells else None,
        "losses": [point.losses.get(name, 0.0) for name in page.columns],
        "people": list(people),
        "shown": [
            person and _shorten([person[place] for place in page.places]) for person in point.shown
        ],
        "spot": spot,
        "figures": _tell_beside(point, told),
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


def _tell_column(cells: ColumnCells, labels: Sequence[Leaf]) -> dict[str, Any]:
    told = tell_cells(cells, labels)
    parts = [[_cut(label), share] for label, share in told.parts]
    return {"levels": told.levels, "value": _cut(told.value), "lead": told.lead, "parts": parts}


def _shorten(labels: Sequence[Leaf]) -> list[str]:
    return [_cut(as_label(label)) for label in labels]


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"

"""Shows columns of dates that are written as times without their midnights, on all of a slider."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from dpsql.domain.found.explored import Exploration, ExploredPoint
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.report.details import Sample
from dpsql.report.midnight import are_dates, drop_midnights

Samples = Mapping[str, Sequence[Sample]]


def show_dates(
    exploration: Exploration, samples: Samples, names: Sequence[str]
) -> tuple[Exploration, Samples]:
    """Return both without midnights, in the columns of which all values that are shown are such."""
    dates = {
        name
        for place, name in enumerate(names)
        if are_dates(
            [person[place][0] for person in exploration.people]
            + [one.labels[0] for one in samples.get(name, ())]
        )
    }
    if not dates:
        return exploration, samples

    def write(name: str, labels: Sequence[Leaf]) -> tuple[Leaf, ...]:
        return tuple(map(_shorten, labels)) if name in dates else tuple(labels)

    def write_point(point: ExploredPoint) -> ExploredPoint:
        shown = tuple(
            person
            and tuple(write(name, [cell])[0] for name, cell in zip(names, person, strict=True))
            for person in point.shown
        )
        cells = {
            name: replace(one, ranges=tuple((_shorten(cell), rows) for cell, rows in one.ranges))
            if name in dates
            else one
            for name, one in point.cells.items()
        }
        return replace(point, shown=shown, cells=cells)

    algorithms = tuple(
        replace(one, points=tuple(map(write_point, one.points))) for one in exploration.algorithms
    )
    people = tuple(
        tuple(write(name, labels) for name, labels in zip(names, person, strict=True))
        for person in exploration.people
    )
    told = {
        name: [replace(one, labels=write(name, one.labels)) for one in listed]
        for name, listed in samples.items()
    }
    return replace(exploration, algorithms=algorithms, people=people), told


def _shorten(label: Leaf) -> Leaf:
    return None if label is None else drop_midnights(label)

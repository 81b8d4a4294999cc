"""How parts of P were cut along the hierarchies, so that anyone can draw them again.

Parts are numbered in the order in which cuts make them; all of P is part 0. A cut sends the people
of a part to a child for each of some labels one level down, and all others to the rest, which has
the last number of the cut.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Label = str | None


@dataclass(frozen=True)
class HierarchyCut:
    """A part, the quasi-identifier that divides it, and the labels of its children."""

    part: int
    column: str
    labels: tuple[Label, ...]
    has_rest: bool

    @property
    def sides(self) -> int:
        """How many parts it makes."""
        return len(self.labels) + self.has_rest

    def to_dict(self) -> dict[str, Any]:
        """As the JSON and the manifest have it."""
        return {
            "part": self.part,
            "column": self.column,
            "labels": list(self.labels),
            "rest": self.has_rest,
        }


CutTree = tuple[HierarchyCut, ...]


def number_sides(cuts: Sequence[HierarchyCut]) -> Iterator[tuple[HierarchyCut, int]]:
    """Yield the cuts, each with the number of the first part that it makes.

    >>> cuts = [HierarchyCut(0, "sex", ("F", "M"), False), HierarchyCut(2, "age", ("5*",), True)]
    >>> [first for _, first in number_sides(cuts)]
    [1, 3]
    """
    first = 1
    for cut in cuts:
        yield cut, first
        first += cut.sides


def find_labels(cuts: CutTree, person: Mapping[str, Sequence[Label]]) -> dict[str, Label]:
    """Return the labels of somebody's part, by their labels on every level of each column.

    >>> cuts = (HierarchyCut(0, "sex", ("F",), True), HierarchyCut(1, "age", ("5*",), True))
    >>> find_labels(cuts, {"sex": ("F", "*"), "age": ("51", "5*", "*")})
    {'sex': 'F', 'age': '5*'}
    >>> find_labels(cuts, {"sex": ("M", "*"), "age": ("51", "5*", "*")})
    {'sex': '*', 'age': '*'}
    """
    levels = {column: len(labels) - 1 for column, labels in person.items()}
    by_part = {cut.part: (cut, first) for cut, first in number_sides(cuts)}
    part = 0
    while part in by_part:
        cut, first = by_part[part]
        label = person[cut.column][levels[cut.column] - 1]
        if label in cut.labels:
            part = first + cut.labels.index(label)
            levels[cut.column] -= 1
        else:
            part = first + len(cut.labels)
    return {column: labels[levels[column]] for column, labels in person.items()}


def list_levels(cuts: CutTree, heights: Mapping[str, int]) -> list[dict[str, int]]:
    """Return the levels of every part, by its number.

    >>> cuts = (HierarchyCut(0, "sex", ("F",), True), HierarchyCut(1, "age", ("5*",), False))
    >>> list_levels(cuts, {"sex": 1, "age": 2})[1:]
    [{'sex': 0, 'age': 2}, {'sex': 1, 'age': 2}, {'sex': 0, 'age': 1}]
    """
    found = [dict(heights)]
    for cut in cuts:
        above = found[cut.part]
        below = {**above, cut.column: above[cut.column] - 1}
        found += [below] * len(cut.labels) + [above] * cut.has_rest
    return found


@dataclass(frozen=True)
class Descent:
    """How a part was reached: the level and the labels that its people have, by column.

    `levels`: of the label of the part. `labels`: of each column that was cut, a level and the label
    there, the last one. `rests`: of each column whose rest it is, the level of the cuts and the
    labels that were split off there.
    """

    levels: dict[str, int]
    labels: dict[str, tuple[int, Label]]
    rests: dict[str, tuple[int, tuple[Label, ...]]]


def trace(cuts: CutTree, heights: Mapping[str, int], parts: Collection[int]) -> dict[int, Descent]:
    """Return how each of `parts` was reached from all of P.

    >>> cuts = (HierarchyCut(0, "sex", ("F",), True), HierarchyCut(1, "age", ("5*", "6*"), False))
    >>> trace(cuts, {"sex": 1, "age": 2}, [2])[2].rests
    {'sex': (0, ('F',))}
    >>> trace(cuts, {"sex": 1, "age": 2}, [3])[3].labels
    {'sex': (0, 'F'), 'age': (1, '5*')}
    >>> cuts = (*cuts[:1], HierarchyCut(2, "age", ("5*",), True))
    >>> cuts = (*cuts, HierarchyCut(4, "sex", ("M",), True))
    >>> trace(cuts, {"sex": 1, "age": 2}, [6])[6].rests
    {'sex': (0, ('F', 'M')), 'age': (1, ('5*',))}
    """
    made_by = {
        first + side: (cut, side) for cut, first in number_sides(cuts) for side in range(cut.sides)
    }
    found = {}
    for part in parts:
        path, above = [], part
        while above:
            cut, side = made_by[above]
            path.append((cut, side))
            above = cut.part
        found[part] = _descend(reversed(path), heights)
    return found


def _descend(path: Iterable[tuple[HierarchyCut, int]], heights: Mapping[str, int]) -> Descent:
    descent = Descent(dict(heights), {}, {})
    for cut, side in path:
        level = descent.levels[cut.column] - 1
        if side < len(cut.labels):
            descent.levels[cut.column] = level
            descent.labels[cut.column] = level, cut.labels[side]
            descent.rests.pop(cut.column, None)
        else:
            _, before = descent.rests.get(cut.column, (level, ()))
            descent.rests[cut.column] = level, (*before, *cut.labels)
    return descent

"""How parts of P were cut along the hierarchies, so that anyone can draw them again.

Parts are numbered in the order in which cuts make them; all of P is part 0. A cut sends the people
of a part to a child for each of some labels one level down, and all others to the rest, which has
the last number of the cut.
"""

from collections.abc import Iterator, Sequence
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

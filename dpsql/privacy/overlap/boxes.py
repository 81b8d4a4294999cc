"""Released boxes and the people whom they cover, by type.

A released row stands for one person of its box. People whom the same boxes cover are alike, and are
a type. Each row is taken to be generalized by itself: all ways to give every row a person of its
box, no two rows the same, are equally likely (assignment model). Specification: Nergiz et al. 2007
leave overlapping releases open (section 5.2).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class PersonType:
    """People of P whom exactly these boxes cover, and how many of them are in T."""

    people: int
    private: int
    boxes: frozenset[int]


@dataclass(frozen=True)
class Overlap:
    """Boxes by number with their released rows, and the types of the people whom they cover."""

    rows: Mapping[int, int]
    types: Sequence[PersonType]
    covers: Mapping[int, tuple[int, ...]] = field(init=False)

    def __post_init__(self) -> None:
        """Find the types of each box."""
        covers: dict[int, list[int]] = {box: [] for box in self.rows}
        for number, one in enumerate(self.types):
            for box in one.boxes:
                covers[box].append(number)
        object.__setattr__(self, "covers", {box: tuple(found) for box, found in covers.items()})

    def count_people(self, box: int) -> int:
        """Count the people whom a box covers."""
        return sum(self.types[number].people for number in self.covers[box])

    def split(self) -> Iterator["Overlap"]:
        """Yield the components: boxes and types that are linked; they do not depend on others."""
        left = dict(self.rows)
        while left:
            waiting = [next(iter(left))]
            boxes: set[int] = set()
            types: set[int] = set()
            while waiting:
                box = waiting.pop()
                if box in boxes:
                    continue
                boxes.add(box)
                for number in self.covers[box]:
                    if number not in types:
                        types.add(number)
                        waiting += self.types[number].boxes
            rows = {box: left.pop(box) for box in sorted(boxes)}
            yield Overlap(rows, [self.types[number] for number in sorted(types)])

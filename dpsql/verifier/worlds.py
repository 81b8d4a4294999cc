"""Counts all T that several releases allow, by code that no search uses.

P falls into cells: people who share their class in every release. A world gives each cell a number
of people in T, so that each class of each release has its rows. Worlds are counted from the last
cell to the first; `left` are the rows that each class still needs. Of the worlds that start in the
same way, a share has a given person of a cell in T, which fixes one person there.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from dpsql.verifier.many_worlds import bound_presences

#: Ways to fill a cell that are looked at in each order of the cells; a search takes fewer steps.
MOST_WAYS = 8_000_000
_Class = tuple[int, Hashable]
_Left = tuple[int, ...]


@dataclass(frozen=True)
class VerifiedCell:
    """The people of P of a cell, those of T among them, and its class in each release."""

    people: int
    private: int
    classes: tuple[Hashable, ...]


@dataclass(frozen=True)
class VerifiedInterval:
    """The least and greatest presence of anybody, exactly, or bounds of it."""

    minimum: Fraction
    maximum: Fraction
    is_exact: bool


class _TooManyWays(Exception):
    pass


class _Ways:
    """How many ways to fill a cell may still be looked at."""

    def __init__(self, most: int) -> None:
        self._left = most

    def look(self) -> None:
        """Look at one more."""
        self._left -= 1
        if self._left < 0:
            raise _TooManyWays


def judge_worlds(cells: Sequence[VerifiedCell], most: int = MOST_WAYS) -> VerifiedInterval:
    """Judge everybody's presence for who has all releases.

    >>> judge_worlds([VerifiedCell(2, 1, ("a", "x")), VerifiedCell(1, 0, ("a", "y"))])
    VerifiedInterval(minimum=Fraction(0, 1), maximum=Fraction(1, 2), is_exact=True)
    """
    lows: list[Fraction] = []
    highs: list[Fraction] = []
    is_exact = True
    for part in _divide(cells):
        ranges = _bound(part)
        found = _count_in_any_order(part, ranges, most)
        if found:
            lows += found
            highs += found
        else:
            is_exact = False
            wide = [
                (Fraction(low, one.people), Fraction(high, one.people))
                for one, (low, high) in zip(part, ranges, strict=True)
            ]
            bounds = [
                (max(narrow[0], ends[0]), min(narrow[1], ends[1]))
                for narrow, ends in zip(bound_presences(part, ranges) or wide, wide, strict=True)
            ]
            lows += [low for low, _ in bounds]
            highs += [high for _, high in bounds]
    return VerifiedInterval(min(lows), max(highs), is_exact)


def _name_classes(cell: VerifiedCell) -> list[_Class]:
    return list(enumerate(cell.classes))


def _divide(cells: Sequence[VerifiedCell]) -> list[list[VerifiedCell]]:
    """Divide the cells into parts that share no class."""
    of_class: dict[_Class, list[int]] = {}
    for number, cell in enumerate(cells):
        for one in _name_classes(cell):
            of_class.setdefault(one, []).append(number)
    seen: set[int] = set()
    parts = []
    for start in range(len(cells)):
        if start in seen:
            continue
        seen.add(start)
        part, waiting = [], [start]
        while waiting:
            number = waiting.pop()
            part.append(number)
            for one in _name_classes(cells[number]):
                # Emptied, so that each class is followed once.
                for other in of_class.pop(one, ()):
                    if other not in seen:
                        seen.add(other)
                        waiting.append(other)
        parts.append([cells[number] for number in sorted(part)])
    return parts


def _count_members(cells: Sequence[VerifiedCell]) -> dict[_Class, int]:
    members: dict[_Class, int] = {}
    for cell in cells:
        for one in _name_classes(cell):
            members[one] = members.get(one, 0) + cell.private
    return members


def _bound(cells: Sequence[VerifiedCell]) -> list[tuple[int, int]]:
    """Return how many people of each cell are in T at least and at most, in any world."""
    members = _count_members(cells)
    ranges = [(0, cell.people) for cell in cells]
    changed = True
    while changed:
        changed = False
        sums = _sum_ranges(cells, ranges)
        for number, cell in enumerate(cells):
            low, high = ranges[number]
            for one in _name_classes(cell):
                least, most = sums[one]
                low = max(low, members[one] - (most - ranges[number][1]))
                high = min(high, members[one] - (least - ranges[number][0]))
            if (low, high) != ranges[number]:
                for one in _name_classes(cell):
                    least, most = sums[one]
                    old = ranges[number]
                    sums[one] = least + low - old[0], most + high - old[1]
                ranges[number] = low, high
                changed = True
    return ranges


def _sum_ranges(
    cells: Sequence[VerifiedCell], ranges: Sequence[tuple[int, int]]
) -> dict[_Class, tuple[int, int]]:
    sums: dict[_Class, tuple[int, int]] = {}
    for cell, (low, high) in zip(cells, ranges, strict=True):
        for one in _name_classes(cell):
            least, most = sums.get(one, (0, 0))
            sums[one] = least + low, most + high
    return sums


def _count_in_any_order(
    cells: Sequence[VerifiedCell], ranges: Sequence[tuple[int, int]], most: int
) -> list[Fraction]:
    """Count the worlds in the first order that needs few enough ways; empty if none does.

    The cells are ordered by the classes of one release, the one with the most classes first.
    """
    sizes = [len({cell.classes[r] for cell in cells}) for r in range(len(cells[0].classes))]
    for release in sorted(range(len(sizes)), key=lambda r: (-sizes[r], r)):
        try:
            return _count(*_reorder(cells, ranges, release), _Ways(most))
        except _TooManyWays:
            continue
    return []


@dataclass(frozen=True)
class _Filling:
    """A cell in its turn: how many of its people can be in T, and what its classes can take later.

    `room`: the place of each of its classes, and the least and the most that later cells take.
    """

    people: int
    low: int
    high: int
    room: tuple[tuple[int, int, int], ...]

    def list_ways(self, left: _Left) -> Iterator[tuple[int, _Left]]:
        """List how many can be in T if so many rows are left, and what is left then."""
        low, high = self.low, self.high
        for place, least, most in self.room:
            low, high = max(low, left[place] - most), min(high, left[place] - least)
        for inside in range(low, high + 1):
            taken = list(left)
            for place, _, _ in self.room:
                taken[place] -= inside
            yield inside, tuple(taken)


def _count(
    cells: Sequence[VerifiedCell], ranges: Sequence[tuple[int, int]], ways: _Ways
) -> list[Fraction]:
    """Return the presence of the people of each cell, exactly."""
    members = _count_members(cells)
    fillings = _plan(cells, ranges, {one: place for place, one in enumerate(members)})
    start = tuple(members.values())
    onward = _count_onward(fillings, _reach(fillings, start, ways))
    total = onward[0][start]
    found = []
    coming = {start: 1}
    for filling, going in zip(fillings, onward[1:], strict=True):
        reaching: dict[_Left, int] = {}
        with_person = 0
        for left, before in coming.items():
            for inside, after in filling.list_ways(left):
                reaching[after] = reaching.get(after, 0) + before * comb(filling.people, inside)
                if inside:
                    fixed = comb(filling.people - 1, inside - 1)
                    with_person += before * fixed * going.get(after, 0)
        coming = reaching
        found.append(Fraction(with_person, total))
    return found


def _plan(
    cells: Sequence[VerifiedCell],
    ranges: Sequence[tuple[int, int]],
    places: Mapping[_Class, int],
) -> list[_Filling]:
    later = _sum_ranges(cells, ranges)
    fillings = []
    for cell, (low, high) in zip(cells, ranges, strict=True):
        for one in _name_classes(cell):
            least, most = later[one]
            later[one] = least - low, most - high
        room = tuple((places[one], *later[one]) for one in _name_classes(cell))
        fillings.append(_Filling(cell.people, low, high, room))
    return fillings


def _reach(fillings: Sequence[_Filling], start: _Left, ways: _Ways) -> list[set[_Left]]:
    """Return what can be left before each cell, and after the last."""
    reached = [{start}]
    for filling in fillings:
        ahead: set[_Left] = set()
        for left in reached[-1]:
            for _, after in filling.list_ways(left):
                ways.look()
                ahead.add(after)
        reached.append(ahead)
    return reached


def _count_onward(
    fillings: Sequence[_Filling], reached: Sequence[set[_Left]]
) -> list[dict[_Left, int]]:
    """Return in how many ways T can be completed before each cell, and after the last."""
    worlds = dict.fromkeys(reached[-1], 1)
    onward = [worlds]
    for filling, starts in zip(reversed(fillings), reversed(reached[:-1]), strict=True):
        worlds = {
            left: sum(
                comb(filling.people, inside) * worlds.get(after, 0)
                for inside, after in filling.list_ways(left)
            )
            for left in starts
        }
        onward.append(worlds)
    return onward[::-1]


def _reorder(
    cells: Sequence[VerifiedCell], ranges: Sequence[tuple[int, int]], release: int
) -> tuple[list[VerifiedCell], list[tuple[int, int]]]:
    """Order the cells by their class in one release, whose rows are then filled one by one."""
    numbers: dict[Hashable, int] = {}
    for cell in cells:
        numbers.setdefault(cell.classes[release], len(numbers))
    order = sorted(range(len(cells)), key=lambda k: (numbers[cells[k].classes[release]], k))
    return [cells[k] for k in order], [ranges[k] for k in order]

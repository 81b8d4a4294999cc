"""Counts all T that several releases allow, by code that no search uses.

P falls into cells: people who share their class in every release. A world gives each cell a number
of people in T, so that each class of each release has its rows. Worlds are counted from the last
cell to the first; `left` are the rows that each class still needs. Of the worlds that start in the
same way, a share has a given person of a cell in T, which fixes one person there.
"""

from collections.abc import Hashable, Mapping, Sequence
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


def _count(
    cells: Sequence[VerifiedCell], ranges: Sequence[tuple[int, int]], ways: _Ways
) -> list[Fraction]:
    """Return the presence of the people of each cell, exactly."""
    members = _count_members(cells)
    places = {one: place for place, one in enumerate(members)}
    later: Mapping[_Class, tuple[int, int]] = _sum_ranges(cells, ranges)
    reached: list[set[_Left]] = [{tuple(members.values())}]
    rooms: list[list[tuple[int, int, int]]] = []
    remaining = dict(later)
    for cell, (low, high) in zip(cells, ranges, strict=True):
        for one in _name_classes(cell):
            least, most = remaining[one]
            remaining[one] = least - low, most - high
        room = [(places[one], *remaining[one]) for one in _name_classes(cell)]
        rooms.append(room)
        ahead: set[_Left] = set()
        for left in reached[-1]:
            for inside in _list_inside(left, room, low, high):
                ways.look()
                ahead.add(_take(left, room, inside))
        reached.append(ahead)
    worlds: dict[_Left, int] = dict.fromkeys(reached[-1], 1)
    onward = [worlds]
    for number in range(len(cells) - 1, -1, -1):
        people, (low, high), room = cells[number].people, ranges[number], rooms[number]
        before: dict[_Left, int] = {}
        for left in reached[number]:
            before[left] = sum(
                comb(people, inside) * worlds.get(_take(left, room, inside), 0)
                for inside in _list_inside(left, room, low, high)
            )
        worlds = before
        onward.insert(0, worlds)
    (total,) = worlds.values()
    found = []
    coming: dict[_Left, int] = dict.fromkeys(reached[0], 1)
    for number, cell in enumerate(cells):
        (low, high), room, going = ranges[number], rooms[number], onward[number + 1]
        reaching: dict[_Left, int] = {}
        with_person = 0
        for left, before_ in coming.items():
            for inside in _list_inside(left, room, low, high):
                after = _take(left, room, inside)
                reaching[after] = reaching.get(after, 0) + before_ * comb(cell.people, inside)
                if inside:
                    fixed = comb(cell.people - 1, inside - 1)
                    with_person += before_ * fixed * going.get(after, 0)
        coming = reaching
        found.append(Fraction(with_person, total))
    return found


def _reorder(
    cells: Sequence[VerifiedCell], ranges: Sequence[tuple[int, int]], release: int
) -> tuple[list[VerifiedCell], list[tuple[int, int]]]:
    """Order the cells by their class in one release, whose rows are then filled one by one."""
    numbers: dict[Hashable, int] = {}
    for cell in cells:
        numbers.setdefault(cell.classes[release], len(numbers))
    order = sorted(range(len(cells)), key=lambda k: (numbers[cells[k].classes[release]], k))
    return [cells[k] for k in order], [ranges[k] for k in order]


def _list_inside(left: _Left, room: list[tuple[int, int, int]], low: int, high: int) -> range:
    """List how many people of a cell can be in T, so that later cells can take what is left."""
    for place, least, most in room:
        low, high = max(low, left[place] - most), min(high, left[place] - least)
    return range(low, high + 1)


def _take(left: _Left, room: list[tuple[int, int, int]], inside: int) -> _Left:
    taken = list(left)
    for place, _, _ in room:
        taken[place] -= inside
    return tuple(taken)

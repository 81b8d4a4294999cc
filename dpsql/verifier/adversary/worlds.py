"""Counts all T that several releases allow, by code that no search uses.

P falls into atoms: people who share their class in every release. A world gives each atom a number
of people in T, so that each class of each release has its rows. Worlds are counted from the last
atom to the first; `left` are the rows that each class still needs. Of the choices of x people of a
atom, the share x/people has a given one of them.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from dpsql.verifier.adversary.many_worlds import bound_presences

#: Ways to fill an atom that are looked at in each order of the atoms; a search takes fewer steps.
MOST_WAYS = 8_000_000
#: A way costs one more for so many bits of the number of all worlds.
_BITS_OF_WAY = 1000
#: C(n, k) costs about as much as k² ways divided by this.
_WAYS_OF_CHOICE = 65_536
_Class = tuple[int, Hashable]
_Left = tuple[int, ...]


@dataclass(frozen=True)
class VerifiedAtom:
    """The people of P of an atom, those of T among them, and its class in each release."""

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
    """How many ways to fill an atom may still be looked at, each at the same cost."""

    def __init__(self, most: int, cost: int) -> None:
        self._left, self._cost = most, cost

    def look(self) -> None:
        """Look at one more."""
        self._left -= self._cost
        if self._left < 0:
            raise _TooManyWays

    def refuse_more(self, fillings: Sequence["_Filling"]) -> None:
        """Raise _TooManyWays if the numbers of all choices alone cost too much."""
        choices = sum(filling.high - filling.low + 1 for filling in fillings) * self._cost
        firsts = sum(min(one.low, one.people - one.low) ** 2 for one in fillings)
        if choices + firsts // _WAYS_OF_CHOICE > self._left:
            raise _TooManyWays


def judge_worlds(atoms: Sequence[VerifiedAtom], most: int = MOST_WAYS) -> VerifiedInterval:
    """Judge everybody's presence for who has all releases.

    >>> judge_worlds([VerifiedAtom(2, 1, ("a", "x")), VerifiedAtom(1, 0, ("a", "y"))])
    VerifiedInterval(minimum=Fraction(0, 1), maximum=Fraction(1, 2), is_exact=True)
    """
    lows: list[Fraction] = []
    highs: list[Fraction] = []
    is_exact = True
    for part in _divide(atoms):
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


def _name_classes(atom: VerifiedAtom) -> list[_Class]:
    return list(enumerate(atom.classes))


def _divide(atoms: Sequence[VerifiedAtom]) -> list[list[VerifiedAtom]]:
    """Divide the atoms into parts that share no class."""
    of_class: dict[_Class, list[int]] = {}
    for number, atom in enumerate(atoms):
        for one in _name_classes(atom):
            of_class.setdefault(one, []).append(number)
    seen: set[int] = set()
    parts = []
    for start in range(len(atoms)):
        if start in seen:
            continue
        seen.add(start)
        part, waiting = [], [start]
        while waiting:
            number = waiting.pop()
            part.append(number)
            for one in _name_classes(atoms[number]):
                # Emptied, so that each class is followed once.
                for other in of_class.pop(one, ()):
                    if other not in seen:
                        seen.add(other)
                        waiting.append(other)
        parts.append([atoms[number] for number in sorted(part)])
    return parts


def _count_members(atoms: Sequence[VerifiedAtom]) -> dict[_Class, int]:
    members: dict[_Class, int] = {}
    for atom in atoms:
        for one in _name_classes(atom):
            members[one] = members.get(one, 0) + atom.private
    return members


def _bound(atoms: Sequence[VerifiedAtom]) -> list[tuple[int, int]]:
    """Return how many people of each atom are in T at least and at most, in any world."""
    members = _count_members(atoms)
    ranges = [(0, atom.people) for atom in atoms]
    changed = True
    while changed:
        changed = False
        sums = _sum_ranges(atoms, ranges)
        for number, atom in enumerate(atoms):
            low, high = ranges[number]
            for one in _name_classes(atom):
                least, most = sums[one]
                low = max(low, members[one] - (most - ranges[number][1]))
                high = min(high, members[one] - (least - ranges[number][0]))
            if (low, high) != ranges[number]:
                for one in _name_classes(atom):
                    least, most = sums[one]
                    old = ranges[number]
                    sums[one] = least + low - old[0], most + high - old[1]
                ranges[number] = low, high
                changed = True
    return ranges


def _sum_ranges(
    atoms: Sequence[VerifiedAtom], ranges: Sequence[tuple[int, int]]
) -> dict[_Class, tuple[int, int]]:
    sums: dict[_Class, tuple[int, int]] = {}
    for atom, (low, high) in zip(atoms, ranges, strict=True):
        for one in _name_classes(atom):
            least, most = sums.get(one, (0, 0))
            sums[one] = least + low, most + high
    return sums


def _count_in_any_order(
    atoms: Sequence[VerifiedAtom], ranges: Sequence[tuple[int, int]], most: int
) -> list[Fraction]:
    """Count the worlds in the first order that needs few enough ways; empty if none does.

    The atoms are ordered by the classes of one release, the one with the most classes first.
    """
    sizes = [len({atom.classes[r] for atom in atoms}) for r in range(len(atoms[0].classes))]
    cost = 1 + _count_bits(atoms) // _BITS_OF_WAY
    for release in sorted(range(len(sizes)), key=lambda r: (-sizes[r], r)):
        try:
            return _count(*_reorder(atoms, ranges, release), _Ways(most, cost))
        except _TooManyWays:
            continue
    return []


def _count_bits(atoms: Sequence[VerifiedAtom]) -> int:
    """Return how many bits the number of all worlds has at most, by the classes of one release.

    C(n, k) has at most n bits, and at most those of n to the power k.
    """
    sizes: dict[Hashable, tuple[int, int]] = {}
    for atom in atoms:
        people, members = sizes.get(atom.classes[0], (0, 0))
        sizes[atom.classes[0]] = people + atom.people, members + atom.private
    return sum(min(people, members * people.bit_length()) for people, members in sizes.values())


@dataclass(frozen=True)
class _Filling:
    """An atom in its turn: how many of its people can be in T, and what its classes can take later.

    `room`: the place of each of its classes, and the least and the most that later atoms take.
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

    def count_choices(self) -> list[int]:
        """Count the choices of `low` to `high` of the people."""
        found = [comb(self.people, self.low)]
        for inside in range(self.low + 1, self.high + 1):
            found.append(found[-1] * (self.people - inside + 1) // inside)
        return found


def _count(
    atoms: Sequence[VerifiedAtom], ranges: Sequence[tuple[int, int]], ways: _Ways
) -> list[Fraction]:
    """Return the presence of the people of each atom, exactly."""
    members = _count_members(atoms)
    fillings = _plan(atoms, ranges, {one: place for place, one in enumerate(members)})
    ways.refuse_more(fillings)
    start = tuple(members.values())
    onward = _count_onward(fillings, _reach(fillings, start, ways))
    total = onward[0][start]
    found = []
    coming = {start: 1}
    for filling, going in zip(fillings, onward[1:], strict=True):
        reaching: dict[_Left, int] = {}
        choices, in_all = filling.count_choices(), 0
        for left, before in coming.items():
            for inside, after in filling.list_ways(left):
                worlds = before * choices[inside - filling.low]
                reaching[after] = reaching.get(after, 0) + worlds
                in_all += worlds * going.get(after, 0) * inside
        coming = reaching
        found.append(Fraction(in_all, total * filling.people))
    return found


def _plan(
    atoms: Sequence[VerifiedAtom],
    ranges: Sequence[tuple[int, int]],
    places: Mapping[_Class, int],
) -> list[_Filling]:
    later = _sum_ranges(atoms, ranges)
    fillings = []
    for atom, (low, high) in zip(atoms, ranges, strict=True):
        for one in _name_classes(atom):
            least, most = later[one]
            later[one] = least - low, most - high
        room = tuple((places[one], *later[one]) for one in _name_classes(atom))
        fillings.append(_Filling(atom.people, low, high, room))
    return fillings


def _reach(fillings: Sequence[_Filling], start: _Left, ways: _Ways) -> list[set[_Left]]:
    """Return what can be left before each atom, and after the last."""
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
    """Return in how many ways T can be completed before each atom, and after the last."""
    worlds = dict.fromkeys(reached[-1], 1)
    onward = [worlds]
    for filling, starts in zip(reversed(fillings), reversed(reached[:-1]), strict=True):
        choices = filling.count_choices()
        worlds = {
            left: sum(
                choices[inside - filling.low] * worlds.get(after, 0)
                for inside, after in filling.list_ways(left)
            )
            for left in starts
        }
        onward.append(worlds)
    return onward[::-1]


def _reorder(
    atoms: Sequence[VerifiedAtom], ranges: Sequence[tuple[int, int]], release: int
) -> tuple[list[VerifiedAtom], list[tuple[int, int]]]:
    """Order the atoms by their class in one release, whose rows are then filled one by one."""
    numbers: dict[Hashable, int] = {}
    for atom in atoms:
        numbers.setdefault(atom.classes[release], len(numbers))
    order = sorted(range(len(atoms)), key=lambda k: (numbers[atoms[k].classes[release]], k))
    return [atoms[k] for k in order], [ranges[k] for k in order]

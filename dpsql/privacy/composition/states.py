"""The exact presence of the people of each atom, by counting all T that the releases allow.

All T with the same rows per class in every release are equally likely, as one release alone leaves
all T with its counts equally likely. A T with x people of each atom is one of Π C(people, x). Atoms
are filled one after the other. A state is how many rows are left in each class that has atoms
before and after: what happened before matters through it alone. With F(s) the number of ways to
come to a state and B(s) that to go on from it, both in whole numbers, the people of an atom are in
T with probability

    Σ F(s) · x · C(people, x) · B(s′) / (people · all ways),

over all states s before the atom and all x, which lead to s′.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lgamma, log, prod

from dpsql.privacy.composition.atoms import Atoms
from dpsql.privacy.confidence.arrays import Counts

#: How many rows are left in each open class, in the order in which classes were opened.
_State = tuple[int, ...]
#: A class: its release, and its number there.
_Class = tuple[int, int]
#: Digits of whole numbers (in bits) that cost as much as one step.
_BITS_OF_STEP = 2000
#: C(n, k) costs about k² of these steps.
_STEPS_OF_COMB = 2.0**-16


class TooManyStates(Exception):
    """The states are more than the steps that were allowed."""


@dataclass
class Budget:
    """How many steps may still be taken, some microseconds each."""

    steps: int

    def spend(self, steps: int) -> None:
        """Take steps; raise TooManyStates if so many are not left."""
        self.steps -= steps
        if self.steps < 0:
            raise TooManyStates


@dataclass(frozen=True)
class _Stage:
    """An atom in its turn: what can be in T of it, and where its classes stand in a state.

    `opened`: rows of T of the classes whose first atom it is. `places`: of all its classes, among
    the open ones. `closed`: those of them whose last atom it is. `least_left`, `most_left`: what
    later atoms of each class can take.
    """

    number: int
    people: int
    least: int
    most: int
    opened: _State
    places: tuple[int, ...]
    closed: frozenset[int]
    least_left: tuple[int, ...]
    most_left: tuple[int, ...]

    def open(self, state: _State) -> _State:
        """Add the classes that begin here."""
        return state + self.opened

    def list_steps(self, state: _State) -> Iterator[tuple[int, _State]]:
        """List the numbers of people in T from an opened state, each with the state it leads to."""
        low, high = self.least, self.most
        for place, least, most in zip(self.places, self.least_left, self.most_left, strict=True):
            left = state[place]
            low, high = max(low, left - most), min(high, left - least)
        kept = [place for place in range(len(state)) if place not in self.closed]
        own = [place in self.places for place in kept]
        for inside in range(low, high + 1):
            pairs = zip(kept, own, strict=True)
            yield inside, tuple(state[k] - inside if is_own else state[k] for k, is_own in pairs)


def find_presences(atoms: Atoms, least: Counts, most: Counts, budget: Budget) -> list[Fraction]:
    """Return the presence of the people of each atom, exactly.

    `least`, `most`: how many of its people can be in T.

    Raises:
        TooManyStates: they are not enough.
    """
    stages = _order(atoms, least, most)
    weight = 1 + int(_count_bits(atoms)) // _BITS_OF_STEP
    if sum(_count_steps(stage, weight) for stage in stages) > budget.steps:
        raise TooManyStates
    ways: list[dict[_State, int]] = [{(): 1}]
    for stage in stages:
        chances = _list_ways(stage)
        reached: dict[_State, int] = {}
        for state, before in ways[-1].items():
            for inside, after in stage.list_steps(stage.open(state)):
                budget.spend(weight)
                more = before * chances[inside - stage.least]
                reached[after] = reached.get(after, 0) + more
        ways.append(reached)
    total = ways[-1][()]
    found = [Fraction(0)] * len(atoms)
    onward: dict[_State, int] = {(): 1}
    for stage, reaching in zip(reversed(stages), reversed(ways[:-1]), strict=True):
        chances, weighted, back = _list_ways(stage), 0, {}
        for state, before in reaching.items():
            ahead = 0
            for inside, after in stage.list_steps(stage.open(state)):
                if going := onward.get(after):
                    one = chances[inside - stage.least] * going
                    ahead += one
                    weighted += before * one * inside
            if ahead:
                back[state] = ahead
        onward = back
        found[stage.number] = Fraction(weighted, stage.people * total)
    return found


def _count_steps(stage: _Stage, weight: int) -> int:
    """Return what the list of ways costs: the first by itself, each other from the one before."""
    first = min(stage.least, stage.people - stage.least)
    return (stage.most - stage.least + 1) * weight + int(first**2 * _STEPS_OF_COMB)


def _list_ways(stage: _Stage) -> list[int]:
    """Return in how many ways each possible number of people of an atom can be chosen."""
    found = [comb(stage.people, stage.least)]
    for inside in range(stage.least, stage.most):
        found.append(found[-1] * (stage.people - inside) // (inside + 1))
    return found


def _count_bits(atoms: Atoms) -> float:
    """Return about how many bits the number of all T has, from above."""
    members = atoms.members[0]
    people = [0] * len(members)
    for number, count in zip(atoms.classes[0], atoms.people, strict=True):
        people[int(number)] += int(count)
    return sum(
        (lgamma(n + 1) - lgamma(t + 1) - lgamma(n - t + 1)) / log(2)
        for n, t in zip(people, map(int, members), strict=True)
    )


def _order(atoms: Atoms, least: Counts, most: Counts) -> list[_Stage]:
    """Order the atoms by the classes of one release: that which leaves the fewest states."""
    orders = []
    for release in range(len(atoms.members)):
        rest = [r for r in range(len(atoms.members)) if r != release]
        keys = [
            tuple(int(atoms.classes[r, k]) for r in (release, *rest)) for k in range(len(atoms))
        ]
        order = sorted(range(len(atoms)), key=keys.__getitem__)
        stages = _stage(atoms, order, least, most)
        orders.append((_count_states(stages), release, stages))
    return min(orders, key=lambda one: one[:2])[2]


def _stage(atoms: Atoms, order: list[int], least: Counts, most: Counts) -> list[_Stage]:
    """Follow the classes that are open from atom to atom."""
    of_atom: dict[int, list[_Class]] = {
        k: [(r, int(number)) for r, number in enumerate(atoms.classes[:, k])] for k in order
    }
    last = {one: k for k in order for one in of_atom[k]}
    low_left: dict[_Class, int] = {}
    high_left: dict[_Class, int] = {}
    for k in order:
        for one in of_atom[k]:
            low_left[one] = low_left.get(one, 0) + int(least[k])
            high_left[one] = high_left.get(one, 0) + int(most[k])
    open_: list[_Class] = []
    known: set[_Class] = set()
    stages = []
    for k in order:
        opened = [one for one in of_atom[k] if one not in known]
        known |= set(opened)
        open_ += opened
        for one in of_atom[k]:
            low_left[one] -= int(least[k])
            high_left[one] -= int(most[k])
        closed = [one for one in of_atom[k] if last[one] == k]
        stages.append(
            _Stage(
                k,
                int(atoms.people[k]),
                int(least[k]),
                int(most[k]),
                tuple(int(atoms.members[r][number]) for r, number in opened),
                tuple(open_.index(one) for one in of_atom[k]),
                frozenset(open_.index(one) for one in closed),
                tuple(low_left[one] for one in of_atom[k]),
                tuple(high_left[one] for one in of_atom[k]),
            )
        )
        open_ = [one for one in open_ if one not in closed]
    return stages


def _count_states(stages: list[_Stage]) -> int:
    """Return an upper bound of the states of all stages."""
    total, open_ = 0, []
    for stage in stages:
        open_ += [1 + rows for rows in stage.opened]
        total += prod(open_)
        open_ = [size for place, size in enumerate(open_) if place not in stage.closed]
    return total

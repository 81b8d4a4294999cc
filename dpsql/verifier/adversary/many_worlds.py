"""Bounds presence where the worlds are too many for whole numbers, by code that no search uses.

As in `worlds`, atoms are filled in order, and worlds are told apart by the rows that each open
class still needs; here an array has a number for each such combination. Two ways through the atoms
are compared: all worlds, and those in which one given person of an atom is in T. Both are sums of
products of the same kind, so that common factors do not matter. The axis of one class per release
but the first is left out: the others tell its rows.

Terms are positive. Each is off by a few roundings per factor, which are counted with room to spare,
and what is too small for a double is followed as well.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, log, prod
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

_MOST_NUMBERS, _MOST_PRODUCTS = 40_000_000, 1_500_000_000
#: A rounding, four times over; roundings per person of an atom, per atom, and of a whole sum.
_ROUNDING, _PER_PERSON, _PER_ATOM, _PER_SUM = 2.0**-51, 10, 50, 5000
_TINY = 1e-300
_PARTS = 10**9
_Class = tuple[int, Hashable]
_Numbers = NDArray[np.float64]


class _Atom(Protocol):
    """An atom of `worlds`, as far as it is read here."""

    @property
    def people(self) -> int: ...
    @property
    def private(self) -> int: ...
    @property
    def classes(self) -> tuple[Hashable, ...]: ...


@dataclass(frozen=True)
class _Turn:
    """An atom: its place, new axes, its axes, axes that are used up after it, and its weights.

    `weights`: of `low`, `low` + 1, … people in T, as ratios of the likeliest number. `fixed`: the
    same where one given person is among them.
    """

    number: int
    begun: tuple[int, ...]
    axes: tuple[int, ...]
    done: tuple[int, ...]
    low: int
    weights: _Numbers
    fixed: _Numbers


def bound_presences(
    atoms: Sequence[_Atom], ranges: Sequence[tuple[int, int]]
) -> list[tuple[Fraction, Fraction]] | None:
    """Return bounds of the presence of the people of each atom; None if that is out of reach."""
    sizes = [len({atom.classes[r] for atom in atoms}) for r in range(len(atoms[0].classes))]
    for release in sorted(range(len(sizes)), key=lambda r: (-sizes[r], r)):
        turns = _plan(atoms, ranges, release)
        if turns is not None:
            return _follow(atoms, turns)
    return None


def _plan(
    atoms: Sequence[_Atom], ranges: Sequence[tuple[int, int]], first: int
) -> list[_Turn] | None:
    """Order the atoms by their class in one release; None if the arrays would be too large."""
    members: dict[_Class, int] = {}
    people: dict[_Class, int] = {}
    for atom in atoms:
        for one in enumerate(atom.classes):
            members[one] = members.get(one, 0) + atom.private
            people[one] = people.get(one, 0) + atom.people
    spared = {
        max((one for one in members if one[0] == release), key=lambda one: members[one])
        for release in range(len(atoms[0].classes))
        if release != first
    }
    numbers: dict[Hashable, int] = {}
    for atom in atoms:
        numbers.setdefault(atom.classes[first], len(numbers))
    order = sorted(range(len(atoms)), key=lambda k: (numbers[atoms[k].classes[first]], k))
    shown = {k: [one for one in enumerate(atoms[k].classes) if one not in spared] for k in order}
    ends = {one: k for k in order for one in shown[k]}
    open_: list[_Class] = []
    turns, kept, products = [], 0, 0
    for k in order:
        begun = [one for one in shown[k] if one not in open_]
        open_ += begun
        low, high = ranges[k]
        own = (first, atoms[k].classes[first])
        odds = _guess_odds(members[own], people[own])
        size = prod(members[one] + 1 for one in open_)
        kept, products = kept + size, products + size * (high - low + 1)
        if kept > _MOST_NUMBERS or products > _MOST_PRODUCTS:
            return None
        done = [one for one in shown[k] if ends[one] == k]
        turns.append(
            _Turn(
                k,
                tuple(members[one] for one in begun),
                tuple(open_.index(one) for one in shown[k]),
                tuple(open_.index(one) for one in done),
                low,
                *_weigh(atoms[k].people, low, high, odds),
            )
        )
        open_ = [one for one in open_ if one not in done]
    return turns


def _guess_odds(members: int, people: int) -> float:
    """Return the odds of a person of a class of the first release; any number per class serves."""
    inside = min(max(members, 0.5), people - 0.5)
    return inside / (people - inside)


def _weigh(people: int, low: int, high: int, odds: float) -> tuple[_Numbers, _Numbers]:
    """Return C(people, x) odds^x up to a factor, and with C(people − 1, x − 1) in its place."""
    logs = [0.0]
    for inside in range(low, high):
        logs.append(logs[-1] + log((people - inside) / (inside + 1) * odds))
    top = max(range(len(logs)), key=logs.__getitem__)
    weights = np.ones(len(logs))
    for place in range(top + 1, len(logs)):
        inside = low + place - 1
        weights[place] = weights[place - 1] * ((people - inside) / (inside + 1) * odds)
    for place in range(top - 1, -1, -1):
        inside = low + place
        weights[place] = weights[place + 1] / ((people - inside) / (inside + 1) * odds)
    return weights, weights * (np.arange(low, high + 1) / people)


def _follow(atoms: Sequence[_Atom], turns: list[_Turn]) -> list[tuple[Fraction, Fraction]] | None:
    """Go through the atoms forwards and back, and compare the worlds with a person to all."""
    steps = sum(_PER_PERSON * len(turn.weights) + _PER_ATOM for turn in turns) + _PER_SUM
    error = steps * _ROUNDING
    before = _go_forwards(turns)
    if before is None:
        return None
    found: dict[int, tuple[Fraction, Fraction]] = {}
    after: _Numbers = np.ones(())
    lost_after = 0.0
    for turn, (state, lost) in zip(reversed(turns), reversed(before), strict=True):
        onward, everybody, with_person = _go_back(turn, state, after)
        reach = float(turn.weights.sum()) * state.size
        if not everybody > 0 or (lost + lost_after + _TINY) * reach > error * everybody:
            return None
        found[turn.number] = _round_outwards(with_person / everybody, error)
        for rows in reversed(turn.begun):
            onward = onward[..., rows]
        # Some way on is left: those of everybody lead through it.
        peak = float(onward.max())
        after = onward / peak
        lost_after = (lost_after * float(turn.weights.sum()) + _TINY) / peak
    return [found[number] for number in range(len(atoms))]


def _go_forwards(turns: list[_Turn]) -> list[tuple[_Numbers, float]] | None:
    """Return the ways to come to each atom, the most likely 1, and what may be lost of them."""
    found = []
    state: _Numbers = np.ones(())
    lost = 0.0
    for turn in turns:
        for rows in turn.begun:
            begun = np.zeros((*state.shape, rows + 1))
            begun[..., rows] = state
            state = begun
        found.append((state, lost))
        filled: _Numbers = np.zeros(state.shape)
        for place, weight in enumerate(turn.weights):
            left, needed = _move(turn, state.ndim, state.shape, turn.low + place)
            filled[left] += weight * state[needed]
        for axis in sorted(turn.done, reverse=True):
            filled = np.moveaxis(filled, axis, 0)[0]
        peak = float(filled.max())
        if not peak > 0:
            return None
        state = filled / peak
        lost = (lost * float(turn.weights.sum()) + _TINY) / peak
    return found


def _go_back(turn: _Turn, state: _Numbers, after: _Numbers) -> tuple[_Numbers, float, float]:
    """Return the ways to go on from an atom, all worlds, and those with one given person of it."""
    for axis in sorted(turn.done):
        wider = np.zeros((*after.shape[:axis], state.shape[axis], *after.shape[axis:]))
        np.moveaxis(wider, axis, 0)[0] = after
        after = wider
    everybody = with_person = 0.0
    onward: _Numbers = np.zeros(state.shape)
    for place, (weight, fixed) in enumerate(zip(turn.weights, turn.fixed, strict=True)):
        left, needed = _move(turn, state.ndim, state.shape, turn.low + place)
        onward[needed] += weight * after[left]
        worlds = float((state[needed] * after[left]).sum())
        everybody += float(weight) * worlds
        with_person += float(fixed) * worlds
    return onward, everybody, with_person


def _round_outwards(share: float, error: float) -> tuple[Fraction, Fraction]:
    low, high = share * (1 - 4 * error) - 2 * error, share * (1 + 4 * error) + 2 * error
    return (
        max(Fraction(0), Fraction(floor(low * _PARTS), _PARTS)),
        min(Fraction(1), Fraction(ceil(high * _PARTS), _PARTS)),
    )


def _move(
    turn: _Turn, width: int, shape: tuple[int, ...], inside: int
) -> tuple[tuple[slice, ...], tuple[slice, ...]]:
    """Return what classes need after an atom takes so many rows, and what they needed before."""
    after, before = [slice(None)] * width, [slice(None)] * width
    for axis in turn.axes:
        after[axis] = slice(0, max(0, shape[axis] - inside))
        before[axis] = slice(inside, None)
    return tuple(after), tuple(before)

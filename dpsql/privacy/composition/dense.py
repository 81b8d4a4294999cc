"""Presence in atoms whose states are many, by doubles whose errors are bounded.

The states are those of `states`: how many rows each open class has so far, as an array with an axis
per class. One class of each release has no axis, except of the release by which the atoms are
ordered: its rows follow from the others, as both releases have the same rows in all. All terms are
positive, so that nothing cancels, and relative errors add up: a term is a product of one weight per
atom, each off by some roundings, and of sums. Weights are those of binomial laws with odds near
those that the releases suggest. Common factors of a class do not matter, as its rows are given;
they keep the numbers near 1.

Numbers too small for a double are lost. What is lost at most is followed, and must be nothing
beside what is told. The result is an interval that contains the exact presence.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

import numpy as np
from numpy.typing import NDArray

from dpsql.privacy.composition.atoms import Atoms
from dpsql.privacy.composition.states import TooManyStates
from dpsql.privacy.confidence.arrays import Counts

_Array = NDArray[np.float64]
#: Numbers of all arrays that are kept, 8 bytes each, and multiplications.
_MOST_KEPT, _MOST_WORK = 20_000_000, 400_000_000
_ROUNDING = 2.0**-53
#: A number that is lost is smaller, beside a largest one of 1.
_LOST = 1e-300
#: Ends are rounded outwards to this.
_DIGITS = 10**9
#: Roundings of a weight per unit of its number, of a stage, and of the last sums: from above.
_OF_NUMBER, _OF_STAGE, _OF_SUMS = 8, 40, 4000
_FITTING_ROUNDS = 40


@dataclass(frozen=True)
class _Stage:
    """An atom in its turn: the axes that begin before it, those of its classes, and what ends.

    `opened`: the sizes of new axes, which come last. `axes`: those of the atom's classes. `ended`:
    axes that end after it, with their rows of T.
    """

    number: int
    weights: _Array
    least: int
    opened: tuple[int, ...]
    axes: tuple[int, ...]
    ended: tuple[tuple[int, int], ...]


def find_dense_bounds(
    atoms: Atoms, least: Counts, most: Counts
) -> tuple[list[Fraction], list[Fraction]]:
    """Return bounds of the presence of the people of each atom, some billionths apart.

    Raises:
        TooManyStates: the arrays would be too large, or doubles cannot tell.
    """
    stages = _choose_stages(atoms, least, most)
    error = _bound_error(stages)
    forward, lost = _go_forward(stages)
    onward: _Array = np.ones(())
    lost_onward = 0.0
    lows, highs = [Fraction(0)] * len(atoms), [Fraction(0)] * len(atoms)
    for stage, state in zip(reversed(stages), reversed(forward), strict=True):
        after = _reopen(stage, onward, state.shape)
        total = weighted = 0.0
        ahead = np.zeros(state.shape)
        for step, weight in enumerate(stage.weights):
            source, target = _shift(stage, state.shape, stage.least + step)
            part = weight * after[target]
            ahead[source] += part
            summed = float((state[source] * part).sum())
            total += summed
            weighted += (stage.least + step) * summed
        reach = float(stage.weights.sum()) * state.size
        missed = (lost[stage.number] + lost_onward + _LOST) * reach
        if not total > 0 or missed > error * total:
            raise TooManyStates
        people = int(atoms.people[stage.number])
        presence = weighted / (total * people)
        least_one = presence * (1 - 4 * error) - 2 * error
        most_one = presence * (1 + 4 * error) + 2 * error
        lows[stage.number] = max(Fraction(0), Fraction(floor(least_one * _DIGITS), _DIGITS))
        highs[stage.number] = min(Fraction(1), Fraction(ceil(most_one * _DIGITS), _DIGITS))
        onward = _forget(stage, ahead)
        largest = float(onward.max())
        if not largest > 0:
            raise TooManyStates
        onward = onward / largest
        lost_onward = (lost_onward * float(stage.weights.sum()) + _LOST) / largest
    return lows, highs


def _choose_stages(atoms: Atoms, least: Counts, most: Counts) -> list[_Stage]:
    """Order the atoms by the release that leaves the least work."""
    weights = _weigh(atoms, least, most)
    choices = []
    for release in range(len(atoms.members)):
        stages = _order(atoms, release, weights, least)
        choices.append((*_measure(stages), release, stages))
    kept, work, _, stages = min(choices, key=lambda one: one[:3])
    if kept > _MOST_KEPT or work > _MOST_WORK:
        raise TooManyStates
    return stages


def _measure(stages: list[_Stage]) -> tuple[int, int]:
    """Return how many numbers are kept, and how often they are multiplied."""
    kept = work = 0
    shape: list[int] = []
    for stage in stages:
        shape += stage.opened
        size = 1
        for length in shape:
            size *= length
        kept += size
        work += size * len(stage.weights)
        ended = {axis for axis, _ in stage.ended}
        shape = [length for axis, length in enumerate(shape) if axis not in ended]
    return kept, work


def _order(atoms: Atoms, release: int, weights: list[_Array], least: Counts) -> list[_Stage]:
    rest = [r for r in range(len(atoms.members)) if r != release]
    without = {(r, int(np.argmax(atoms.members[r]))) for r in rest}
    keys = [tuple(int(atoms.classes[r, k]) for r in (release, *rest)) for k in range(len(atoms))]
    order = sorted(range(len(atoms)), key=keys.__getitem__)
    of_atom = {
        k: [
            (r, int(number))
            for r, number in enumerate(atoms.classes[:, k])
            if (r, int(number)) not in without
        ]
        for k in order
    }
    last = {one: k for k in order for one in of_atom[k]}
    open_: list[tuple[int, int]] = []
    stages = []
    for k in order:
        opened = [one for one in of_atom[k] if one not in open_]
        open_ += opened
        ended = [one for one in of_atom[k] if last[one] == k]
        stages.append(
            _Stage(
                k,
                weights[k],
                int(least[k]),
                tuple(int(atoms.members[r][number]) + 1 for r, number in opened),
                tuple(open_.index(one) for one in of_atom[k]),
                tuple((open_.index(one), int(atoms.members[one[0]][one[1]])) for one in ended),
            )
        )
        open_ = [one for one in open_ if one not in ended]
    return stages


def _weigh(atoms: Atoms, least: Counts, most: Counts) -> list[_Array]:
    """Return the weights of each possible number of people of an atom, the largest of them 1."""
    odds = _fit_odds(atoms)
    found = []
    for people, low, high, each in zip(
        atoms.people.tolist(), least.tolist(), most.tolist(), odds.tolist(), strict=True
    ):
        numbers = np.arange(low, high)
        ratios = (people - numbers) / (numbers + 1) * each
        mode = int(np.count_nonzero(ratios > 1))
        above = np.cumprod(ratios[mode:])
        below = np.cumprod(1 / ratios[:mode][::-1])[::-1]
        found.append(np.concatenate([below, np.ones(1), above]))
    return found


def _fit_odds(atoms: Atoms) -> _Array:
    """Return odds of each atom, a product of one factor per class, that fit the rows of T roughly.

    Any product of such factors gives the same presence; these keep numbers near 1.
    """
    factors = [np.ones(len(members)) for members in atoms.members]
    everybody = [
        np.bincount(numbered, weights=atoms.people, minlength=len(members))
        for numbered, members in zip(atoms.classes, atoms.members, strict=True)
    ]
    odds = np.ones(len(atoms))
    for _ in range(_FITTING_ROUNDS):
        for numbered, members, factor, people in zip(
            atoms.classes, atoms.members, factors, everybody, strict=True
        ):
            expected = np.bincount(
                numbered, weights=atoms.people * odds / (1 + odds), minlength=len(members)
            )
            wanted = np.clip(members.astype(np.float64), 0.25, people - 0.25)
            held = np.clip(expected, 1e-9, people - 1e-9)
            step = wanted / held * (people - held) / (people - wanted)
            factor *= np.clip(step, 1e-3, 1e3)
            # The factors are kept within bounds, not the odds: these must be their products.
            np.clip(factor, 1e-9, 1e9, out=factor)
            odds = np.ones(len(atoms))
            for each, of_class in zip(atoms.classes, factors, strict=True):
                odds = odds * of_class[each]
    return odds


def _bound_error(stages: list[_Stage]) -> float:
    """Bound the relative error of a sum of products of all weights."""
    steps = sum(_OF_NUMBER * len(stage.weights) + _OF_STAGE for stage in stages)
    return (steps + _OF_SUMS) * _ROUNDING


def _go_forward(stages: list[_Stage]) -> tuple[list[_Array], dict[int, float]]:
    """Return the states before each atom, the largest of them 1, and what they may have lost."""
    found, lost = [], {}
    state: _Array = np.ones(())
    missed = 0.0
    for stage in stages:
        for size in stage.opened:
            wider = np.zeros((*state.shape, size))
            wider[..., 0] = state
            state = wider
        found.append(state)
        lost[stage.number] = missed
        after: _Array = np.zeros(state.shape)
        for step, weight in enumerate(stage.weights):
            source, target = _shift(stage, state.shape, stage.least + step)
            after[target] += weight * state[source]
        for axis, rows in sorted(stage.ended, reverse=True):
            after = np.moveaxis(after, axis, 0)[rows]
        largest = float(after.max())
        if not largest > 0:
            raise TooManyStates
        state = after / largest
        missed = (missed * float(stage.weights.sum()) + _LOST) / largest
    return found, lost


def _shift(
    stage: _Stage, shape: tuple[int, ...], inside: int
) -> tuple[tuple[slice, ...], tuple[slice, ...]]:
    """Return the states from which an atom can take so many rows, and those that it leads to."""
    source, target = [slice(None)] * len(shape), [slice(None)] * len(shape)
    for axis in stage.axes:
        source[axis] = slice(0, max(0, shape[axis] - inside))
        target[axis] = slice(inside, None)
    return tuple(source), tuple(target)


def _reopen(stage: _Stage, onward: _Array, shape: tuple[int, ...]) -> _Array:
    """Return the ways to go on from the states after an atom: of ended axes, the last alone."""
    found = onward
    for axis, rows in sorted(stage.ended):
        wider = np.zeros((*found.shape[:axis], shape[axis], *found.shape[axis:]))
        index: list[slice | int] = [slice(None)] * wider.ndim
        index[axis] = rows
        wider[tuple(index)] = found
        found = wider
    return found


def _forget(stage: _Stage, ahead: _Array) -> _Array:
    """Return the ways to go on before the axes of an atom were opened: they begin without rows."""
    for _ in stage.opened:
        ahead = ahead[..., 0]
    return ahead

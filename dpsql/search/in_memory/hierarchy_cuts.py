"""Cuts along the hierarchies of people whose counts are in memory.

The same parts as `search.hierarchy_cuts` finds by SQL, where columns compete, a rest is kept and no
sensitive column is protected. A column is known by its axis, a label by its code on its level.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlglot import exp

from dpsql.domain.limits import Limits
from dpsql.domain.threshold import PresenceBounds
from dpsql.search.class_tables.vectorized import find_violating
from dpsql.search.in_memory.expected_loss import expect_loss
from dpsql.search.in_memory.sums import find_starts, sum_by

Integers = NDArray[np.int64]
Chosen = NDArray[np.bool_]
#: As in `sql.hierarchy_cuts.choice`.
_GRAIN = 2**16
_NO_REST, _ALL_STAY, _BY_PEOPLE, _BY_PRESENCE = range(4)


@dataclass(frozen=True)
class CutAxis:
    """A quasi-identifier that can be cut.

    `codes`: of each tuple by level, the last below the root. `gain`: what a row gains by a label,
    by level and code, in parts of a cell. `place`: that of the label's text in the order of texts.
    `least`: the finest level that a part may have.
    """

    codes: Integers
    gain: Integers
    place: Integers
    least: int = 0

    @property
    def height(self) -> int:
        """The level of the root."""
        return len(self.codes)

    @property
    def labels(self) -> int:
        """The most labels of a level."""
        return int(self.gain.shape[1])


@dataclass(frozen=True)
class CutPeople:
    """The people of P, by tuple, and the rules by which they are cut.

    `width`: what a row of all of P loses, in parts of a cell, of which a cell has `parts_of_cell`.
    `violation`: the predicate of the models over counts. `rows`: of P and of T.
    """

    axes: Sequence[CutAxis]
    public: Integers
    private: Integers
    width: int
    parts_of_cell: int
    bounds: PresenceBounds | None
    violation: exp.Expr
    rows: tuple[int, int]

    def violates(self, public: Integers, private: Integers) -> Chosen:
        """Which classes of such counts violate the models."""
        return find_violating(self.violation, {"public_count": public, "private_count": private})

    def expect(self, public: Integers, private: Integers, width: Integers) -> Integers:
        """What sides are expected to lose, in small parts of a cell, rounded down."""
        if self.bounds is None:
            return np.zeros(len(public), dtype=np.int64)
        share = width.astype(np.float64) / float(self.parts_of_cell)
        loss = expect_loss(self.bounds, public, private, share)
        return np.floor(float(_GRAIN) * loss).astype(np.int64)


@dataclass(frozen=True)
class CutParts:
    """The parts: that of each tuple, their levels by axis; whether nothing was left to cut."""

    part: Integers
    levels: Integers
    is_whole: bool


@dataclass(frozen=True)
class _Children:
    """The labels of parts by one axis, a level down; sorted by part and code."""

    axis: int
    part: Integers
    code: Integers
    public: Integers
    private: Integers
    gain: Integers
    place: Integers
    stays: Chosen
    fails: Chosen
    expected: Integers

    def sum_by_part(self, values: Integers, parts: int) -> Integers:
        """Sum up whole numbers by part."""
        sums = np.zeros(parts, dtype=np.int64)
        np.add.at(sums, self.part, values)
        return sums


@dataclass(frozen=True)
class _Candidates:
    """Cuts that open parts could have, with what ranks them."""

    part: Integers
    axis: Integers
    way: Integers
    rest_size: Integers
    children: Integers
    expected: Integers
    gained: Integers


def cut_in_memory(people: CutPeople, limits: Limits) -> CutParts:
    """Cut P as long as an open part has an admissible cut by which rows of T lose less.

    P as a whole must satisfy the models. Parts that are open when the time is over stay so.
    """
    count, axes = len(people.public), len(people.axes)
    part_of = np.zeros(count, dtype=np.int64)
    levels = np.array([[axis.height for axis in people.axes]], dtype=np.int64).reshape(1, axes)
    width = np.array([people.width], dtype=np.int64)
    is_open = np.array([people.private.sum() > 0])
    while is_open.any():
        if limits.are_over:
            return CutParts(part_of, levels, is_whole=False)
        part_of, levels, width, is_open = _cut_once(people, part_of, levels, width, is_open)
    return CutParts(part_of, levels, is_whole=True)


def _cut_once(
    people: CutPeople, part_of: Integers, levels: Integers, width: Integers, is_open: Chosen
) -> tuple[Integers, Integers, Integers, Chosen]:
    """Cut every open part that has a cut; parts without one are open no more."""
    tuples = np.flatnonzero(is_open[part_of])
    numbers = np.flatnonzero(is_open)
    dense = np.zeros(len(is_open), dtype=np.int64)
    dense[numbers] = np.arange(len(numbers))
    of_open = dense[part_of[tuples]]
    found = [
        _list_children(people, a, tuples, of_open, levels[numbers, a], width[numbers])
        for a in range(len(people.axes))
    ]
    listed = [one for one in found if one is not None]
    open_width = width[numbers]
    candidates = [
        one for children in listed for one in _list_candidates(people, children, open_width)
    ]
    still = np.zeros(len(is_open), dtype=np.bool_)
    if not sum(len(one.part) for one in candidates):
        return part_of, levels, width, still
    best = _choose(candidates)
    new_levels, new_width, new_open = [levels], [width], [still]
    part_of, first = part_of.copy(), len(is_open)
    for children in listed:
        chosen = best.axis == children.axis
        if not chosen.any():
            continue
        side, sides, is_rest = _number_sides(people, children, best, chosen, first)
        above = numbers[children.part]
        is_cut = side >= 0
        # Each side takes what one of its children has: the rest that of its part.
        places = np.zeros(sides, dtype=np.int64)
        places[side[is_cut] - first] = np.flatnonzero(is_cut)
        of_side = levels[above[places]].copy()
        of_side[~is_rest, children.axis] -= 1
        new_levels.append(of_side)
        new_width.append(width[above[places]] - np.where(is_rest, 0, children.gain[places]))
        private = np.zeros(sides, dtype=np.int64)
        np.add.at(private, side[is_cut] - first, children.private[is_cut])
        new_open.append(private > 0)
        _move(people, children, tuples, of_open, levels[numbers, children.axis], side, part_of)
        first += sides
    return part_of, np.concatenate(new_levels), np.concatenate(new_width), np.concatenate(new_open)


def _list_children(
    people: CutPeople,
    a: int,
    tuples: Integers,
    of_open: Integers,
    level: Integers,
    width: Integers,
) -> _Children | None:
    """Count the labels of open parts by one axis, and judge them as classes."""
    axis = people.axes[a]
    can_be_cut = level[of_open] > axis.least
    if not can_be_cut.any():
        return None
    chosen, part = tuples[can_be_cut], of_open[can_be_cut]
    code = axis.codes[level[part] - 1, chosen]
    key, counts = sum_by(part * axis.labels + code, (people.public[chosen], people.private[chosen]))
    (part, code), (public, private) = np.divmod(key, axis.labels), counts
    below = level[part] - 1
    gain = axis.gain[below, code]
    fails = people.violates(public, private)
    expected = people.expect(public, private, width[part] - gain)
    stays = fails | (private == 0)
    place = axis.place[below, code]
    return _Children(a, part, code, public, private, gain, place, stays, fails, expected)


def _list_candidates(people: CutPeople, of: _Children, width: Integers) -> list[_Candidates]:
    """List the ways to cut parts by one axis."""
    parts = len(width)
    children = np.bincount(of.part, minlength=parts)
    failing, staying = (
        np.bincount(of.part, weights=one, minlength=parts).astype(np.int64)
        for one in (of.fails, of.stays)
    )
    stays = of.stays.astype(np.int64)
    public_rest = of.sum_by_part(stays * of.public, parts)
    private_rest = of.sum_by_part(stays * of.private, parts)
    gained = of.sum_by_part((1 - stays) * of.private * of.gain, parts)
    expected = of.sum_by_part((1 - stays) * of.expected, parts)
    is_listed = (children > 0) & ((failing == 0) | (staying < children))
    whole = is_listed & (failing == 0)
    broken = is_listed & (failing > 0)
    rest_violates = people.violates(public_rest, private_rest)
    found = []
    for way, chosen in ((_NO_REST, whole), (_ALL_STAY, broken & ~rest_violates)):
        chosen = chosen & ((children == 1) | (gained > 0))
        at = np.flatnonzero(chosen)
        loss, size = expected[at], np.zeros(len(at), dtype=np.int64)
        if way == _ALL_STAY:
            loss = loss + people.expect(public_rest[at], private_rest[at], width[at])
            size = staying[at]
        found.append(
            _Candidates(
                at, _fill(at, of.axis), _fill(at, way), size, children[at], loss, gained[at]
            )
        )
    needs_more = broken & rest_violates
    if needs_more.any():
        needs_less = private_rest * people.rows[0] > public_rest * people.rows[1]
        sums = staying, children, width, expected, gained
        for way in (_BY_PEOPLE, _BY_PRESENCE):
            order = _place(of, way, needs_less)
            found.append(_list_placed(people, of, way, order[needs_more[of.part[order]]], *sums))
    return found


def _fill(at: Integers, value: int) -> Integers:
    return np.full(len(at), value, dtype=np.int64)


def _place(of: _Children, way: int, needs_less: Chosen) -> Integers:
    """The children in the order in which they join a rest, part by part."""
    share = of.private / of.public
    rank = np.zeros(len(share))
    if way == _BY_PRESENCE:
        rank = np.where(needs_less[of.part], share, -share)
    return np.lexsort((of.place, of.public, rank, ~of.stays, of.part))


def _list_placed(
    people: CutPeople,
    of: _Children,
    way: int,
    order: Integers,
    staying: Integers,
    children: Integers,
    width: Integers,
    expected: Integers,
    gained: Integers,
) -> _Candidates:
    """List the cuts whose rest is the shortest row of placed children that satisfies the models."""
    part = of.part[order]
    starts = find_starts(part)
    sizes = np.diff(np.r_[starts, len(part)])
    place = np.arange(len(part)) - np.repeat(starts, sizes) + 1
    leaves = (~of.stays[order]).astype(np.int64)

    def run(values: Integers) -> Integers:
        sums = np.cumsum(values)
        return sums - np.repeat(sums[starts] - values[starts], sizes)

    public, private = run(of.public[order]), run(of.private[order])
    less = run(leaves * of.private[order] * of.gain[order])
    less_expected = run(leaves * of.expected[order])
    is_rest = (place >= staying[part]) & (place < children[part])
    at = np.flatnonzero(is_rest & ~people.violates(public, private))
    at = at[np.unique(part[at], return_index=True)[1]]
    gain = gained[part[at]] - less[at]
    at = at[(gain > 0) | (children[part[at]] == 1)]
    chosen = part[at]
    loss = expected[chosen] - less_expected[at]
    loss += people.expect(public[at], private[at], width[chosen])
    left = gained[chosen] - less[at]
    numbers = _fill(at, of.axis), _fill(at, way)
    return _Candidates(chosen, *numbers, place[at], children[chosen], loss, left)


def _choose(candidates: Sequence[_Candidates]) -> _Candidates:
    """The best cut of each part that has one."""
    names = ("part", "axis", "way", "rest_size", "children", "expected", "gained")
    every = {name: np.concatenate([getattr(one, name) for one in candidates]) for name in names}
    divides = every["children"] > 1
    first_axis = np.where(divides, 0, every["axis"])
    keys = every["way"], every["axis"], -every["gained"], every["expected"], first_axis, divides
    order = np.lexsort((*keys, every["part"]))
    part = every["part"][order]
    best = order[find_starts(part)]
    return _Candidates(*(every[name][best] for name in names))


def _number_sides(
    people: CutPeople, of: _Children, best: _Candidates, chosen: Chosen, first: int
) -> tuple[Integers, int, Chosen]:
    """Number the sides of the cuts by one axis: that of each child, how many, which are rests.

    -1 for children of parts that are cut by another axis, or not at all.
    """
    parts = int(of.part.max(initial=0)) + 1
    way = np.full(parts, -1, dtype=np.int64)
    size = np.zeros(parts, dtype=np.int64)
    way[best.part[chosen]] = best.way[chosen]
    size[best.part[chosen]] = best.rest_size[chosen]
    of_child = way[of.part]
    is_rest = (of_child == _ALL_STAY) & of.stays
    stays = of.stays.astype(np.int64)
    rest_private = of.sum_by_part(stays * of.private, parts)
    rest_public = of.sum_by_part(stays * of.public, parts)
    needs_less = rest_private * people.rows[0] > rest_public * people.rows[1]
    for placed in (_BY_PEOPLE, _BY_PRESENCE):
        if not (of_child == placed).any():
            continue
        order = _place(of, placed, needs_less)
        part = of.part[order]
        starts = find_starts(part)
        place = np.empty(len(part), dtype=np.int64)
        place[order] = np.arange(len(part)) - np.repeat(starts, np.diff(np.r_[starts, len(part)]))
        is_rest |= (of_child == placed) & (place < size[of.part])
    is_cut = of_child >= 0
    # The rest of a part is one side, each other child one of its own.
    key = np.where(is_rest, of.part, parts + np.arange(len(of.part)))
    keys, numbers = np.unique(key[is_cut], return_inverse=True)
    side = np.full(len(of.part), -1, dtype=np.int64)
    side[is_cut] = first + numbers.reshape(-1)
    return side, len(keys), keys < parts


def _move(
    people: CutPeople,
    of: _Children,
    tuples: Integers,
    of_open: Integers,
    level: Integers,
    side: Integers,
    part_of: Integers,
) -> None:
    """Give tuples of the parts that are cut by one axis the number of their side."""
    axis = people.axes[of.axis]
    is_cut = np.zeros(len(level), dtype=np.bool_)
    is_cut[of.part[side >= 0]] = True
    moved = is_cut[of_open]
    chosen, part = tuples[moved], of_open[moved]
    keys = of.part * axis.labels + of.code
    places = np.searchsorted(keys, part * axis.labels + axis.codes[level[part] - 1, chosen])
    part_of[chosen] = side[places]

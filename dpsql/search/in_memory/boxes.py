"""Cuts of people whose counts are in memory, by the values of ordered columns: parts for boxes.

The same parts as `search.mpalm` finds by SQL, where no sensitive column is protected. Cuts of least
expected loss are found in the two steps of `sql.partition.least_loss`, others by the ranks of
`sql.partition.cuts`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlglot import exp

from dpsql.domain.limits import Limits
from dpsql.domain.sections.strategy import Strategy
from dpsql.domain.threshold import PresenceBounds
from dpsql.search.class_tables.vectorized import find_violating
from dpsql.search.in_memory.expected_loss import expect_loss
from dpsql.search.in_memory.sums import find_starts, sum_by
from dpsql.sql.partition.coordinates import WHOLE

Integers = NDArray[np.int64]
Chosen = NDArray[np.bool_]


@dataclass(frozen=True)
class SpottedPeople:
    """The people of P by spot, and the models of a job.

    `positions`: one row for each column, of all spots. `coordinates`: of each column by position.
    `violation`: the predicate of the models over counts. `leaves_out`: whether people may be in no
    box.
    """

    positions: Integers
    coordinates: Sequence[Integers]
    public: Integers
    private: Integers
    bounds: PresenceBounds | None
    violation: exp.Expr
    leaves_out: bool
    strategy: Strategy

    def violates(self, public: Integers, private: Integers) -> Chosen:
        """Which sides of such counts are not allowed."""
        counts = {"public_count": public, "private_count": private}
        violates = find_violating(self.violation, counts)
        return violates if self.leaves_out else np.logical_or(violates, private == 0)

    def expect(self, public: Integers, private: Integers, width: Integers) -> NDArray[np.float64]:
        """What sides are expected to lose."""
        return expect_loss(self.bounds, public, private, width)


@dataclass(frozen=True)
class _Histogram:
    """The values of open parts in one column, by part and position."""

    part: Integers
    position: Integers
    public: Integers
    private: Integers
    coordinate: Integers
    starts: Integers
    low: Integers
    high: Integers

    @property
    def width(self) -> Integers:
        """Of each part, how wide its range is."""
        width: Integers = np.minimum(self.high - self.low, WHOLE)
        return width


def cut_boxes(people: SpottedPeople, limits: Limits) -> tuple[Integers, bool]:
    """Return the part of each spot, -1 without rows of T, and whether nothing was left to cut.

    P as a whole must satisfy the models.
    """
    count = len(people.public)
    final = np.full(count, -1, dtype=np.int64)
    places = np.stack([of[at] for of, at in zip(people.coordinates, people.positions, strict=True)])
    spots, part, parts = np.arange(count), np.zeros(count, dtype=np.int64), 0
    last_axis = np.full(1, -1, dtype=np.int64)
    while len(spots):
        if limits.are_over:
            final[spots] = parts + part
            return final, False
        cut_axis, cut_at = (
            _find_least_loss(people, places, spots, part)
            if people.strategy.values == "loss"
            else _find_first(people, spots, part, last_axis)
        )
        is_cut = (cut_axis >= 0)[part]
        final[spots[~is_cut]] = parts + part[~is_cut]
        parts += len(cut_axis)
        spots, part = spots[is_cut], part[is_cut]
        side = people.positions[cut_axis[part], spots] >= cut_at[part]
        key = part * 2 + side
        rows = np.bincount(key, weights=people.private[spots], minlength=2 * len(cut_axis))
        is_open = (rows > 0)[key]
        spots, key = spots[is_open], key[is_open]
        made, part = np.unique(key, return_inverse=True)
        last_axis = cut_axis[made // 2]
        order = np.argsort(part, kind="stable")
        spots, part = spots[order], part[order]
    return final, True


def _find_least_loss(
    people: SpottedPeople, places: Integers, spots: Integers, part: Integers
) -> tuple[Integers, Integers]:
    """Return for each open part the column of its cut, -1 if it has none, and the position.

    `part`: of the spots, ascending.
    """
    parts = int(part[-1]) + 1
    counts = people.public[spots], people.private[spots]
    found = [_count_values(people, j, spots, part, counts) for j in range(len(people.coordinates))]
    widths = sum((one.width for one in found), np.zeros(parts, dtype=np.int64))
    best = np.full(parts, np.inf)
    axis, position = np.full(parts, -1), np.zeros(parts, dtype=np.int64)
    for j, one in enumerate(found):
        candidates = _find_candidates(people, one, widths - one.width, parts)
        if not (candidates >= 0).any():
            continue
        loss = _judge(people, j, candidates, places, spots, part, counts)
        is_better = loss < best
        best[is_better], axis[is_better] = loss[is_better], j
        position[is_better] = candidates[is_better]
    return axis, position


def _count_values(
    people: SpottedPeople,
    j: int,
    spots: Integers,
    part: Integers,
    counts: tuple[Integers, Integers],
) -> _Histogram:
    coordinates = people.coordinates[j]
    size = len(coordinates)
    keys, (public, private) = sum_by(part * size + people.positions[j, spots], counts)
    of_part, position = np.divmod(keys, size)
    coordinate, starts = coordinates[position], find_starts(of_part)
    low, high = (one.reduceat(coordinate, starts) for one in (np.minimum, np.maximum))
    return _Histogram(of_part, position, public, private, coordinate, starts, low, high)


def _find_candidates(
    people: SpottedPeople, one: _Histogram, elsewhere: Integers, parts: int
) -> Integers:
    """Return for each part the position of its best cut by one column alone; -1 if it has none."""
    found = np.full(parts, -1, dtype=np.int64)
    at, part, public, private, public_rest, private_rest = _list_admissible(people, one)
    if not len(at):
        return found
    width = elsewhere[part] + np.minimum(one.coordinate[at] - one.low[part], WHOLE)
    width_rest = elsewhere[part] + np.minimum(one.high[part] - one.coordinate[at + 1], WHOLE)
    loss = people.expect(public, private, width)
    loss = loss + people.expect(public_rest, private_rest, width_rest)
    first = _find_least(loss, part)
    found[part[first]] = one.position[at[first]] + 1
    return found


def _judge(
    people: SpottedPeople,
    j: int,
    candidates: Integers,
    places: Integers,
    spots: Integers,
    part: Integers,
    counts: tuple[Integers, Integers],
) -> NDArray[np.float64]:
    """Return what both sides of each candidate are expected to lose by their boxes."""
    has_one = (candidates >= 0)[part]
    some, of_part = spots[has_one], part[has_one]
    side = people.positions[j, some] >= candidates[of_part]
    key = of_part * 2 + side
    order = np.argsort(key.astype(np.int16) if key[-1] < 2**15 - 1 else key, kind="stable")
    key, sorted_places = key[order], places[:, some[order]]
    starts = find_starts(key)
    high, low = (one.reduceat(sorted_places, starts, axis=1) for one in (np.maximum, np.minimum))
    width = np.minimum(high - low, WHOLE).sum(axis=0)
    public, private = (np.add.reduceat(one[has_one][order], starts) for one in counts)
    loss = people.expect(public, private, width)
    found = np.full(len(candidates), np.inf)
    # Both sides of each cut have people, so that they follow each other.
    found[key[starts[::2]] // 2] = loss[::2] + loss[1::2]
    return found


def _list_admissible(people: SpottedPeople, one: _Histogram) -> tuple[Integers, ...]:
    """List the values of a column after which parts may be cut.

    Their numbers in the histogram, their parts, and people of P and rows of T up to them and after.
    """
    last = np.r_[one.starts[1:] - 1, len(one.part) - 1]
    below = []
    for values in (one.public, one.private):
        sums = np.cumsum(values)
        before = sums[one.starts] - values[one.starts]
        below.append(sums - before[one.part])
    has_next = np.full(len(one.part), True)
    has_next[last] = False
    at = np.flatnonzero(has_next)
    part = one.part[at]
    public, private = below[0][at], below[1][at]
    public_rest, private_rest = below[0][last][part] - public, below[1][last][part] - private
    fails = people.violates(public, private) | people.violates(public_rest, private_rest)
    listed = at, part, public, private, public_rest, private_rest
    return tuple(values[~fails] for values in listed)


def _find_least(values: NDArray[Any], part: Integers) -> Integers:
    """Return where the first of the least values of each part stands; parts ascend."""
    starts = find_starts(part)
    least = np.repeat(np.minimum.reduceat(values, starts), np.diff(np.r_[starts, len(part)]))
    chosen = np.flatnonzero(values == least)
    return chosen[find_starts(part[chosen])]


def _find_first(
    people: SpottedPeople, spots: Integers, part: Integers, last_axis: Integers
) -> tuple[Integers, Integers]:
    """Return the same for cuts that a strategy ranks: by their column, then by their value."""
    parts = int(part[-1]) + 1
    counts = people.public[spots], people.private[spots]
    most = np.iinfo(np.int64).max
    column, value = np.full(parts, most), np.full(parts, most)
    axis, position = np.full(parts, -1), np.zeros(parts, dtype=np.int64)
    for j in range(len(people.coordinates)):
        one = _count_values(people, j, spots, part, counts)
        at, of_cut, public, _, public_rest, _ = _list_admissible(people, one)
        if not len(at):
            continue
        values = _rank_values(people.strategy, one, at, public, public_rest)
        first = _find_least(values, of_cut)
        of_cut, values = of_cut[first], values[first]
        columns = _rank_column(people, j, one, last_axis)[of_cut]
        is_better = columns < column[of_cut]
        is_better |= (columns == column[of_cut]) & (values < value[of_cut])
        better = of_cut[is_better]
        column[better], value[better] = columns[is_better], values[is_better]
        axis[better], position[better] = j, one.position[at[first[is_better]]] + 1
    return axis, position


def _rank_values(
    strategy: Strategy, one: _Histogram, at: Integers, public: Integers, public_rest: Integers
) -> Integers:
    """What ranks the values of a column after which parts may be cut; the least comes first."""
    if strategy.values == "first":
        return public
    if strategy.values == "cardinality":
        return np.asarray(np.abs(public - public_rest))
    sizes = np.diff(np.r_[one.starts, len(one.part)])
    below = at - one.starts[one.part[at]] + 1
    return np.asarray(np.abs(2 * below - sizes[one.part[at]]))


def _rank_column(people: SpottedPeople, j: int, one: _Histogram, last_axis: Integers) -> Integers:
    """What ranks a column in each part; the least comes first."""
    strategy, columns = people.strategy, len(people.coordinates)
    if strategy.columns == "next":
        return np.asarray((j - last_axis - 1) % columns)
    if strategy.columns == "best":
        return np.asarray(j - columns * np.diff(np.r_[one.starts, len(one.part)]))
    order = strategy.priority or tuple(range(columns))
    rank = order.index(j) if strategy.columns == "priority" else 0
    return np.full(len(last_axis), rank)

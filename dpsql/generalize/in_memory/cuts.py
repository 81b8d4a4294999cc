"""Cuts along the hierarchies as points to explore, found and measured in memory.

The same parts and figures as those of a release (`generalize.hierarchy_cuts`), which finds them by
SQL; a test compares them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

import numpy as np
from numpy.typing import NDArray

from dpsql.domain.column_weights import mean_of_columns
from dpsql.domain.found.explored import ExploredPoint, count_levels
from dpsql.domain.job import Job
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.levels.lattice import Lattice
from dpsql.domain.limits import Limits
from dpsql.generalize.in_memory.pooled import PoolingInMemory
from dpsql.privacy.model import any_violation
from dpsql.privacy.presence import PresenceModel
from dpsql.search.class_tables.presence import measure_presence
from dpsql.search.class_tables.risk import measure_risk
from dpsql.search.in_memory.hierarchy_cuts import CutAxis, CutParts, CutPeople, cut_in_memory
from dpsql.search.pooled.settling import Settling
from dpsql.session.models import find_models
from dpsql.sql.hierarchy_cuts.labels import count_parts_of_cell, count_parts_of_leaf

Integers = NDArray[np.int64]
#: Losses are whole numbers as doubles and as integers of 64 bits.
_MOST_WIDTH, _MOST_SUM = 2**53, 2**62


@dataclass(frozen=True)
class CutsInMemory:
    """The people of a session as they are cut; `axes`: the quasi-identifiers with levels."""

    pooling: PoolingInMemory
    axes: Sequence[int]
    cut_axes: Sequence[CutAxis]
    parts_of_cell: int
    width: int

    @classmethod
    def of(cls, pooling: PoolingInMemory) -> Self | None:
        """Prepare the people; None where SQL has to cut: sensitive columns, large numbers."""
        settling, table = pooling.settling, pooling.classes.at(pooling.settling.lattice.raw)
        leaves = [levels[0].leaves for levels in settling.table.levels]
        weights = pooling.loaded.weights
        cell = count_parts_of_cell(leaves, weights)
        parts = count_parts_of_leaf(leaves, weights)
        width = sum((count - 1) * part for count, part in zip(leaves, parts, strict=True))
        rows = settling.table.private_rows
        if settling.protected or width >= _MOST_WIDTH or width * rows >= _MOST_SUM:
            return None
        axes = [j for j, height in enumerate(settling.lattice.heights) if height]
        cut_axes = [_make_axis(settling, j, table.codes[j], parts[j]) for j in axes]
        return cls(pooling, axes, cut_axes, cell, width)

    def cut(self, job: Job, limits: Limits) -> ExploredPoint | None:
        """Return the release of a job by cuts; None if it has none.

        It does not exceed the δmax of the job, which must have one.
        """
        loaded, table = self.pooling.loaded, self.pooling.classes.at(self._lattice.raw)
        sizes = loaded.sizes.public_rows, loaded.sizes.private_rows
        models = tuple(one.on(*sizes) for one in find_models(job))
        if job.delta is None or not all(model.holds(*sizes) for model in models):
            return None
        bounds = [one.bounds for one in models if isinstance(one, PresenceModel)]
        people = CutPeople(
            self.cut_axes,
            table.public,
            table.private,
            self.width,
            self.parts_of_cell,
            bounds[0] if bounds else None,
            any_violation(models, sizes[0]),
            sizes,
        )
        found = cut_in_memory(people, limits)
        public, private = self._count_published(found)
        if people.violates(public, private).any():
            return None
        losses = self._measure_losses(found)
        names = list(loaded.hierarchies)
        return ExploredPoint(
            job.delta.max,
            float(mean_of_columns(losses, loaded.weights)),
            {name: float(loss) for name, loss in zip(names, losses, strict=True)},
            measure_presence(public, private, job.presence_bars, job.known_absent),
            box_count=int(np.count_nonzero(private)),
            is_whole=found.is_whole,
            shown=tuple(self._show(found, codes) for codes in self.pooling.codes_of_people),
            cells=count_levels(
                (dict(zip(names, levels, strict=True)), rows)
                for levels, rows in self._count_rows(found)
            ),
            risk=measure_risk(public, private),
        )

    @property
    def _lattice(self) -> Lattice:
        return self.pooling.settling.lattice

    def _list_published(self, found: CutParts) -> list[tuple[int, Integers, Integers]]:
        """By axis, its quasi-identifier with the level and the code of each tuple's label."""
        listed = []
        for a, j in enumerate(self.axes):
            levels = found.levels[found.part, a]
            height, codes = self._lattice.heights[j], self.cut_axes[a].codes
            below = np.minimum(levels, height - 1)
            code = codes[below, np.arange(len(levels))]
            listed.append((j, levels, np.where(levels < height, code, 0)))
        return listed

    def _count_published(self, found: CutParts) -> tuple[Integers, Integers]:
        """Count the classes by the texts of their labels: who has equal texts is in one class."""
        table = self.pooling.classes.at(self._lattice.raw)
        texts = [
            self._look_up(j, "texts")[levels, code]
            for j, levels, code in self._list_published(found)
        ]
        if not texts:
            return table.public.sum(keepdims=True), table.private.sum(keepdims=True)
        first = np.zeros(len(found.levels), dtype=np.int64)
        first[found.part] = np.arange(len(found.part))
        made = np.unique(found.part)
        of_parts = np.stack([text[first[made]] for text in texts], axis=1)
        _, classes = np.unique(of_parts, axis=0, return_inverse=True)
        of_class = np.zeros(len(found.levels), dtype=np.int64)
        of_class[made] = classes.reshape(-1)
        sums = []
        for counts in (table.public, table.private):
            sums.append(np.zeros(int(classes.max()) + 1, dtype=np.int64))
            np.add.at(sums[-1], of_class[found.part], counts)
        return sums[0], sums[1]

    def _measure_losses(self, found: CutParts) -> list[Fraction]:
        """The loss of each quasi-identifier, exactly."""
        settling = self.pooling.settling
        rows, private = settling.table.private_rows, self.pooling.classes.at(self._lattice.raw)
        losses = [Fraction(0)] * len(self._lattice.heights)
        for j, levels, code in self._list_published(found):
            whole = settling.table.levels[j][0].leaves - 1
            lost = int(((self._look_up(j, "leaves")[levels, code] - 1) * private.private).sum())
            losses[j] = Fraction(lost, rows * whole) if whole and rows else Fraction(0)
        return losses

    def _look_up(self, j: int, name: str) -> Integers:
        """What labels have, by level and code."""
        return _stack([getattr(one, name) for one in self.pooling.settling.labels[j]])

    def _count_rows(self, found: CutParts) -> list[tuple[list[int], int]]:
        """The levels of parts by quasi-identifier, with their rows of T."""
        table = self.pooling.classes.at(self._lattice.raw)
        rows = np.zeros(len(found.levels), dtype=np.int64)
        np.add.at(rows, found.part, table.private)
        used = np.flatnonzero(rows)
        levels = np.zeros((len(used), len(self._lattice.heights)), dtype=np.int64)
        levels[:, self.axes] = found.levels[used]
        return list(zip(levels.tolist(), rows[used].tolist(), strict=True))

    def _show(self, found: CutParts, codes: Sequence[int]) -> tuple[Leaf, ...]:
        """The labels of the person with these codes of raw values."""
        table = self.pooling.classes.at(self._lattice.raw)
        is_same = np.full(len(table), True)
        for j in self.axes:
            is_same &= table.codes[j] == codes[j]
        levels = np.zeros(len(self._lattice.heights), dtype=np.int64)
        levels[self.axes] = found.levels[found.part[np.flatnonzero(is_same)[0]]]
        person = self.pooling.people[list(self.pooling.codes_of_people).index(codes)]
        return tuple(labels[level] for labels, level in zip(person, levels, strict=True))


def _make_axis(settling: Settling, j: int, raw: Integers, parts_of_leaf: int) -> CutAxis:
    height, labels = settling.lattice.heights[j], settling.labels[j]
    above_raw = (settling.codes_above(j, 0, level)[raw] for level in range(1, height))
    codes, gains = [raw, *above_raw], []
    for level in range(height):
        above = labels[level + 1].leaves
        if level + 1 < height:
            above = above[settling.codes_above(j, level, level + 1)]
        gains.append((above - labels[level].leaves) * parts_of_leaf)
    places = [one.texts for one in labels[:height]]
    least = settling.lattice.lowest.levels[j]
    return CutAxis(np.stack(codes), _stack(gains), _stack(places), least)


def _stack(by_level: Sequence[Integers]) -> Integers:
    """One row for each level, filled up to the longest."""
    found = np.zeros((len(by_level), max(map(len, by_level))), dtype=np.int64)
    for level, values in enumerate(by_level):
        found[level, : len(values)] = values
    return found

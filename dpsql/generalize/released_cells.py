"""What rows of T get in each column of a release, for whoever looks at it before it is written."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlglot import exp

from dpsql.domain.found.explored import ColumnCells, count_levels
from dpsql.domain.levels.cut_tree import list_levels
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.engines.base import Engine
from dpsql.generalize.examples import name_range
from dpsql.release.manifest import Boxes, HierarchyParts, Shape
from dpsql.session.description import Description
from dpsql.session.load import Loaded
from dpsql.sql.axes import order_name
from dpsql.sql.hierarchy_cuts.rounds import FINAL_PARTS
from dpsql.sql.partition.boxes import BOXES, high_name, low_name
from dpsql.sql.shown_classes import list_values_at
from dpsql.sql.templates import identifier

#: Ranges of a column that are listed.
_RANGES = 2
Counts = NDArray[np.int64]


def describe_cells(told: Description, shape: Shape, loaded: Loaded) -> dict[str, ColumnCells]:
    """Count the cells of rows of T; nothing where all rows have one level.

    Parts and boxes are those of the session, which has just found them.
    """
    if told.pooled is not None:
        return count_levels((levels, rows) for levels, _, rows in told.pooled.steps)
    if isinstance(shape, HierarchyParts):
        levels = list_levels(shape.cuts, loaded.heights)
        query = _select("part", "private_count").from_(exp.Table(this=identifier(FINAL_PARTS)))
        parts, rows = (one.tolist() for one in loaded.engine.fetch_integers(query))
        return count_levels(zip((levels[part] for part in parts), rows, strict=True))
    if isinstance(shape, Boxes):
        return _count_ranges(loaded.engine, loaded.heights)
    return {}


def _count_ranges(engine: Engine, heights: Mapping[str, int]) -> dict[str, ColumnCells]:
    names = [name(j).name for j in range(len(heights)) for name in (low_name, high_name)]
    boxes = exp.Table(this=identifier(BOXES))
    *ends, rows = engine.fetch_integers(_select(*names, "private_count").from_(boxes))
    last = _find_last(engine, len(heights))
    found = {
        j: count_ranges(ends[2 * j], ends[2 * j + 1], rows, last[j]) for j in range(len(heights))
    }
    asked = {
        j: {end for low, high, _ in one.most for end in (low, high)} for j, one in found.items()
    }
    listed = list_values_at(engine, {j: places for j, places in asked.items() if places})
    leaves: dict[int, dict[int, Leaf]] = {j: {} for j in found}
    for j, position, leaf in listed:
        leaves[int(j)][int(position)] = leaf
    total = int(rows.sum())
    return {
        name: name_cells(one, leaves[j], total)
        for name, (j, one) in zip(heights, found.items(), strict=True)
    }


@dataclass(frozen=True)
class CountedRanges:
    """Rows of T that keep their value, those whose range is whole, and other ranges of most rows.

    Such a range is the positions of its ends, with its rows.
    """

    exact: int
    whole: int
    most: Sequence[tuple[int, int, int]]


def count_ranges(low: Counts, high: Counts, rows: Counts, last: int) -> CountedRanges:
    """Count the ranges of a column whose greatest position is `last`, by their rows of T."""
    is_exact = low == high
    is_whole = (low == 0) & (high == last) & ~is_exact
    others = ~is_exact & ~is_whole
    ranges, places = np.unique(
        np.stack([low[others], high[others]], axis=1), axis=0, return_inverse=True
    )
    of_ranges = np.zeros(len(ranges), dtype=np.int64)
    np.add.at(of_ranges, places.reshape(-1), rows[others])
    most = np.argsort(-of_ranges, kind="stable")[:_RANGES]
    listed = [(int(ranges[i][0]), int(ranges[i][1]), int(of_ranges[i])) for i in most]
    return CountedRanges(int(rows[is_exact].sum()), int(rows[is_whole].sum()), listed)


def name_cells(counted: CountedRanges, leaves: Mapping[int, Leaf], rows: int) -> ColumnCells:
    """Name ranges as the release does; `leaves`: the values at their ends, by position."""
    ranges = tuple((name_range(leaves[low], leaves[high]), n) for low, high, n in counted.most)
    return ColumnCells(exact=counted.exact, whole=counted.whole, ranges=ranges, rows=rows)


def _find_last(engine: Engine, columns: int) -> list[int]:
    """The greatest position in the order of each quasi-identifier."""
    greatest = exp.Max(this=exp.column("position"))
    tables = [exp.Table(this=identifier(order_name(j))) for j in range(columns)]
    query = exp.select(*(exp.select(greatest.copy()).from_(one).subquery() for one in tables))
    return [int(one) for one in engine.fetch(query)[0]]


def _select(*names: str) -> exp.Select:
    return exp.select(*(exp.Column(this=identifier(name)) for name in names))

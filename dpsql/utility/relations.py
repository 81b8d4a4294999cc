"""Pairs of columns, before and after: shifts, correlations of numbers, associations of others.

A pair has two quasi-identifiers, or one and a kept column. Pairs of kept columns do not change.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np

from dpsql.utility.cells import MOST_TEXTS, Cells
from dpsql.utility.chance import find_most_by_chance, is_by_chance, is_stronger
from dpsql.utility.columns import ReleasedColumn
from dpsql.utility.not_measured import NotMeasured
from dpsql.utility.own_figures import OwnFigures
from dpsql.utility.pairs import (
    correlate_sums,
    count_known,
    find_association,
    find_correlation,
    find_most_weak,
    find_too_large,
    is_weak,
    make_tables,
    spread_sums,
)
from dpsql.utility.shifts import find_pair_shift

#: Pairs of columns that are looked at.
MOST_PAIRS = 200
#: Rows of T in which two columns can hang together.
_FEWEST = 2


def round_figure(figure: float | None) -> float | None:
    """Round what engines and machines may sum in another order."""
    return None if figure is None else round(figure, 10)


@dataclass(frozen=True)
class Relation:
    """How strongly two columns hang together, before and after; None where one is constant.

    `is_by_chance`: columns of T without any relation would show as much, with counts as theirs.
    `is_stronger`: the release has it stronger than T by more than such columns would show.
    `null_rows`: of T, which an association leaves out, as they have NULL in either column.
    """

    columns: tuple[str, str]
    before: float | None
    after: float | None
    is_by_chance: bool = False
    null_rows: int = 0
    is_stronger: bool = False

    def to_dict(self) -> dict[str, Any]:
        """As the JSON has it."""
        return {
            "columns": list(self.columns),
            "before": round_figure(self.before),
            "after": round_figure(self.after),
            **({"by_chance": True} if self.is_by_chance else {}),
            **({"stronger": True} if self.is_stronger else {}),
            **({"null_rows": self.null_rows} if self.null_rows else {}),
        }


@dataclass
class PairFigures:
    """What pairs show; `left_out`: which ones are too large."""

    shifts: dict[tuple[str, str], float] = field(default_factory=dict)
    correlations: list[Relation] = field(default_factory=list)
    associations: list[Relation] = field(default_factory=list)
    left_out: list[NotMeasured] = field(default_factory=list)


def measure_pairs(
    own: OwnFigures, released: Cells, columns: Sequence[ReleasedColumn]
) -> PairFigures:
    """Measure the pairs of columns, those of quasi-identifiers first."""
    found = PairFigures()
    kept = [one for one in own.kept.values() if one is not None]
    pairs = [*combinations(columns, 2), *((one, other) for one in columns for other in kept)]
    for one, other in pairs[:MOST_PAIRS]:
        _measure_pair(found, own, released, one, other)
    if len(pairs) > MOST_PAIRS:
        more = len(pairs) - MOST_PAIRS
        found.left_out.append(NotMeasured(f"{more:,} pairs: {MOST_PAIRS} are looked at"))
    for one, name in _list_kept_numbers(own, columns):
        _correlate_kept(found, own, released, one, name)
    return found


def _measure_pair(
    found: PairFigures,
    own: OwnFigures,
    released: Cells,
    first: ReleasedColumn,
    second: ReleasedColumn,
) -> None:
    names = first.name, second.name
    before = after = None
    reason = find_too_large({one.name: one.meanings for one in (first, second)})
    if not reason:
        before, after = own.count_pairs(*names), released.count_pairs(*names)
    if before is None or after is None:
        reason = reason or f"they have more than {MOST_TEXTS:,} pairs"
        found.left_out.append(NotMeasured(reason, names))
        return
    tables = make_tables(first.meanings, second.meanings, before, after)
    found.shifts[names] = find_pair_shift(tables.own, tables.spread)
    if before.total() < _FEWEST:
        return
    if first.numbers is None or second.numbers is None:
        known = tables.leave_out_nulls(first.meanings, second.meanings)
        figures = find_association(known.own), find_association(known.spread)
        null_rows = round(float(tables.own.sum() - known.own.sum()))
        is_chance = is_by_chance(known.own)
        grows = is_stronger(figures[1], figures[0], find_most_by_chance(known.own))
        found.associations.append(Relation(names, *figures, is_chance, null_rows, grows))
    elif not second.is_kept:
        numbers = first.numbers.as_floats(), second.numbers.as_floats()
        in_t = find_correlation(tables.own, *numbers)
        in_release = find_correlation(tables.spread, *numbers)
        rows = count_known(tables.own, *numbers)
        found.correlations.append(_as_correlation(names, in_t, in_release, rows))


def _list_kept_numbers(
    own: OwnFigures, columns: Sequence[ReleasedColumn]
) -> Iterator[tuple[ReleasedColumn, str]]:
    for one in columns:
        if one.numbers is not None:
            yield from ((one, name) for name in own.numeric)


def _correlate_kept(
    found: PairFigures, own: OwnFigures, released: Cells, column: ReleasedColumn, kept: str
) -> None:
    """Correlate a quasi-identifier with a kept column, which may have very many values."""
    before, after = own.sum_kept(column.name, kept), released.sum_kept(column.name, kept)
    if before is None or after is None or column.numbers is None:
        return
    after_spread = spread_sums(column.meanings, after)
    numbers = dict(zip(column.meanings.values, column.numbers.as_floats(), strict=True))
    sides = correlate_sums(before, numbers), correlate_sums(after_spread, numbers)
    rows = sum(rows for text, rows, *_ in before if not np.isnan(numbers[text]))
    if rows < _FEWEST:
        return
    found.correlations.append(_as_correlation((column.name, kept), *sides, rows))


def _as_correlation(
    names: tuple[str, str], before: float | None, after: float | None, rows: float
) -> Relation:
    grows = is_stronger(after, before, find_most_weak(rows))
    return Relation(names, before, after, is_weak(before, rows), is_stronger=grows)

"""Tables of two columns: how T fills them, and how a reader of the release would."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Self

import numpy as np

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.utility.meanings import Floats, Meanings, spread_first

#: Most cells of a table in memory.
MOST_CELLS = 4_000_000

Pairs = Counter[tuple[Leaf, Leaf]]
#: By the texts of a column: rows that have a number in another, Σ of these and Σ of their squares.
Sums = Sequence[tuple[Leaf, float, float, float]]
#: Up to so many standard deviations above the mean of columns dealt at random, a figure is chance.
DEVIATIONS = 3
#: What doubles leave of a figure that is 0.
_ROUNDING = 1e-12


@dataclass(frozen=True)
class PairTables:
    """The rows of T by pairs of values, and those of the release spread over such pairs."""

    own: Floats
    spread: Floats

    def leave_out_nulls(self, first: Meanings, second: Meanings) -> Self:
        """Return them without rows that have NULL in either column.

        That two values are missing together is no relation of the columns.
        """
        rows, columns = ([leaf is not None for leaf in one.values] for one in (first, second))
        return type(self)(*(one[rows][:, columns] for one in (self.own, self.spread)))


def find_too_large(meanings: Mapping[str, Meanings]) -> str:
    """Return why the tables of two columns, by name, have too many cells; nothing if they have few.

    >>> many = Meanings.of_values(map(str, range(3000)))
    >>> find_too_large({"a": many, "b": many})
    '3,000 values or labels of a by 3,000 of b; 4,000,000 pairs are looked at'
    """
    for name, one in meanings.items():
        if not one.are_apart and len(one.values) * len(one.by_label) > MOST_CELLS:
            labels, values = len(one.by_label), len(one.values)
            return f"{name} has {labels:,} labels that overlap, of {values:,} values"
    sides = {name: max(len(one.values), len(one.by_label)) for name, one in meanings.items()}
    (first, rows), (second, columns) = sides.items()
    if rows * columns <= MOST_CELLS:
        return ""
    return (
        f"{rows:,} values or labels of {first} by {columns:,} of {second};"
        f" {MOST_CELLS:,} pairs are looked at"
    )


def make_tables(first: Meanings, second: Meanings, own: Pairs, released: Pairs) -> PairTables:
    """Fill the tables of two columns; the labels stand in the order of the meanings."""
    labels = [list(first.by_label), list(second.by_label)]
    by_label = _fill(labels[0], labels[1], released)
    rows = spread_first(by_label, first, labels[0])
    spread = spread_first(rows.T, second, labels[1]).T
    return PairTables(_fill(first.values, second.values, own), spread)


def spread_sums(meanings: Meanings, sums: Sums) -> Sums:
    """Spread sums by label evenly over the values of the labels.

    >>> spread_sums(Meanings(("a", "b"), {"*": [0, 1]}), [("*", 2, 6.0, 20.0)])
    [('a', 1.0, 3.0, 10.0), ('b', 1.0, 3.0, 10.0)]
    """
    spread = np.zeros((len(meanings.values), 3))
    for label, *row in sums:
        meant = meanings.by_label[label]
        # The values of a label are distinct, so none is added to twice.
        spread[np.asarray(meant)] += np.array(row, dtype=float) / len(meant)
    return [
        (leaf, float(rows), float(total), float(squares))
        for leaf, (rows, total, squares) in zip(meanings.values, spread, strict=True)
        if rows > 0
    ]


def _fill(
    rows: list[Leaf] | tuple[Leaf, ...], columns: list[Leaf] | tuple[Leaf, ...], counts: Pairs
) -> Floats:
    row_of = {text: place for place, text in enumerate(rows)}
    column_of = {text: place for place, text in enumerate(columns)}
    table = np.zeros((len(rows), len(columns)))
    for (one, other), number in counts.items():
        table[row_of[one], column_of[other]] = number
    return table


def find_association(table: Floats) -> float | None:
    """Return Cramér's V of a table of rows; None if one of its columns has a single value.

    Cramér, Mathematical Methods of Statistics, 1946, section 21.9, without a correction for bias.

    >>> find_association(np.array([[5.0, 0.0], [0.0, 5.0]]))
    1.0
    """
    filled = drop_empty(table)
    least = min(filled.shape) - 1
    if least < 1:
        return None
    square = find_mean_square(filled)
    # Of independent columns, rounding is left.
    return sqrt(min(1.0, square / least)) if square > _ROUNDING else 0.0


def drop_empty(table: Floats) -> Floats:
    """Return the table without values that no row has."""
    return np.asarray(table[table.sum(axis=1) > 0][:, table.sum(axis=0) > 0])


def find_mean_square(filled: Floats) -> float:
    """Return χ² by row."""
    rows, columns = filled.sum(axis=1), filled.sum(axis=0)
    return float((filled**2 / np.outer(rows, columns)).sum()) - 1


def find_correlation(table: Floats, first: Floats, second: Floats) -> float | None:
    """Return Pearson's correlation of the numbers of rows and columns; None if one is constant.

    A number is NaN where there is none: such rows do not count.

    >>> numbers = np.array([1.0, 2.0])
    >>> find_correlation(np.array([[2.0, 0.0], [0.0, 2.0]]), numbers, -numbers)
    -1.0
    """
    # Rows without a number of one column, or of the other, do not count.
    known = table[~np.isnan(first)][:, ~np.isnan(second)]
    first, second = first[~np.isnan(first)], second[~np.isnan(second)]
    rows, columns = known.sum(axis=1), known.sum(axis=0)
    if _is_constant(first[rows > 0]) or _is_constant(second[columns > 0]):
        return None
    first = first - np.average(first, weights=rows)
    second = second - np.average(second, weights=columns)
    return _scale(float(first @ known @ second), float(rows @ first**2), float(columns @ second**2))


def is_weak(correlation: float | None, rows: float) -> bool:
    """Whether columns without any relation would show as high a correlation, of so many rows.

    If the numbers of one column were dealt to the rows at random, whichever they are, Pearson's
    correlation would have the mean 0 and the variance 1 / (rows - 1). Up to three standard
    deviations count as chance: of ten rows or fewer every correlation.

    >>> is_weak(0.3, 101), is_weak(-0.31, 101), is_weak(None, 101)
    (True, False, False)
    """
    if correlation is None:
        return False
    return correlation**2 * (rows - 1) <= DEVIATIONS**2 * (1 + 1e-9)


def find_most_weak(rows: float) -> float:
    """Return the strongest correlation that is weak, of so many rows.

    >>> round(find_most_weak(101), 3), find_most_weak(1)
    (0.3, 1.0)
    """
    return min(1.0, DEVIATIONS / sqrt(rows - 1)) if rows > 1 else 1.0


def count_known(table: Floats, first: Floats, second: Floats) -> float:
    """Return how many rows have a number in both columns; one is NaN where there is none."""
    return float(table[~np.isnan(first)][:, ~np.isnan(second)].sum())


def correlate_sums(sums: Sums, numbers: Mapping[Leaf, float]) -> float | None:
    """Return Pearson's correlation of a column with a kept one, from its sums by text.

    `numbers`: by text; NaN where there is none. None if one of the two is constant.
    """
    known = [(numbers[text], *row) for text, *row in sums if not np.isnan(numbers[text])]
    if not known:
        return None
    first, rows, totals, squares = (np.array(one, dtype=float) for one in zip(*known, strict=True))
    middle = totals.sum() / rows.sum()
    spread = float(squares.sum() - totals.sum() * middle)
    # What is left of equal numbers is the rounding of their squares.
    if _is_constant(first) or spread <= 1e-12 * float(squares.sum()):
        return None
    first = first - np.average(first, weights=rows)
    return _scale(float(first @ totals), float(rows @ first**2), spread)


def _is_constant(numbers: Floats) -> bool:
    return len(np.unique(numbers)) < 2


def _scale(product: float, first: float, second: float) -> float:
    found = product / sqrt(first) / sqrt(second)
    # In doubles the quotient of perfectly correlated columns may be past 1; of a column of one
    # label, rounding is left.
    return max(-1.0, min(1.0, found)) if abs(found) > _ROUNDING else 0.0

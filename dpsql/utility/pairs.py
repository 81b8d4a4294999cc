"""Tables of two columns: how T fills them, and how a reader of the release would."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.utility.meanings import Floats, Meanings, spread_first

#: Most cells of a table in memory.
MOST_CELLS = 4_000_000

Pairs = Counter[tuple[Leaf, Leaf]]
#: By the texts of a column: rows that have a number in another, Σ of these and Σ of their squares.
Sums = Sequence[tuple[Leaf, int, float, float]]


@dataclass(frozen=True)
class PairTables:
    """The rows of T by pairs of values, those of the release by labels, and the latter spread."""

    own: Floats
    released: Floats
    spread: Floats


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
    return PairTables(_fill(first.values, second.values, own), by_label, spread)


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
    filled = table[table.sum(axis=1) > 0][:, table.sum(axis=0) > 0]
    least = min(filled.shape) - 1
    if least < 1:
        return None
    rows, columns = filled.sum(axis=1), filled.sum(axis=0)
    square = float((filled**2 / np.outer(rows, columns)).sum()) - 1
    # Of independent columns, rounding is left.
    return sqrt(min(1.0, square / least)) if square > 1e-12 else 0.0


def is_by_chance(table: Floats) -> bool:
    """Whether so many values would show an association of 1/2 or more without any.

    Of independent columns with r and c values in n rows, the expected square of Cramér's V is
    (max(r, c) - 1) / (n - 1), as that of χ² is (r - 1)(c - 1) n / (n - 1).

    >>> is_by_chance(np.eye(9)), is_by_chance(9 * np.eye(9))
    (True, False)
    """
    filled = table[table.sum(axis=1) > 0][:, table.sum(axis=0) > 0]
    return 4 * (max(filled.shape, default=0) - 1) > float(filled.sum()) - 1 > 0


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
    # In doubles the quotient of perfectly correlated columns may be past 1.
    return max(-1.0, min(1.0, product / sqrt(first) / sqrt(second)))

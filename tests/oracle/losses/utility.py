"""What a reader makes of a release: each row spread evenly over all that its labels stand for.

Naive: a released row becomes every combination of values that it could stand for, each with an
equal share of the row. Columns are columns of texts, None is NULL.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import sqrt

Text = str | None
Meaning = Mapping[Text, Sequence[Text]]
"""Label -> the values that it stands for, each once."""


def spread(rows: Iterable[tuple[Text, ...]], meanings: Sequence[Meaning]) -> dict[tuple, Fraction]:
    """Return by combination of values how many rows it has after spreading."""
    found: dict[tuple, Fraction] = {}
    for row in rows:
        meant = [meaning[label] for meaning, label in zip(meanings, row, strict=True)]
        combinations = list(product(*meant))
        for one in combinations:
            found[one] = found.get(one, Fraction(0)) + Fraction(1, len(combinations))
    return found


def find_shift(
    own: Sequence[tuple[Text, ...]],
    released: Sequence[tuple[Text, ...]],
    meanings: Sequence[Meaning],
) -> Fraction:
    """Return half the sum of the differences between the shares of combinations of values."""
    after = spread(released, meanings)
    cells = {*own, *after}
    total = sum(abs(own.count(cell) - after.get(cell, Fraction(0))) for cell in cells)
    return Fraction(total) / 2 / len(own)


def find_mean(
    released: Sequence[Text], meaning: Meaning, read: Callable[[str], Fraction]
) -> Fraction | None:
    """Return the mean of the numbers after spreading; NULL has none."""
    after = spread([(label,) for label in released], [meaning])
    known = {value: rows for (value,), rows in after.items() if value is not None}
    if not known:
        return None
    return sum(read(value) * rows for value, rows in known.items()) / sum(known.values())


def find_mean_bounds(
    released: Sequence[Text], meaning: Meaning, read: Callable[[str], Fraction]
) -> tuple[Fraction, Fraction]:
    """Return the least and the greatest mean that any T with these labels could have.

    Each row holds one of its values, or NULL if that is one of them. For the extremes, equal labels
    may stand for equal values.
    """
    labels = sorted(set(released), key=str)
    means = []
    for chosen in product(*(meaning[label] for label in labels)):
        cells = [
            (value, released.count(label)) for label, value in zip(labels, chosen, strict=True)
        ]
        known = [(read(value), rows) for value, rows in cells if value is not None]
        if known:
            means.append(
                Fraction(sum(number * rows for number, rows in known), sum(r for _, r in known))
            )
    return min(means), max(means)


def find_correlation(
    pairs: Mapping[tuple[Text, Text], Fraction], read: Callable[[str], Fraction]
) -> float | None:
    """Return Pearson's correlation of rows by pairs of values, by its definition; NULL has none.

    Exact up to the last root; None if one of the columns is constant.
    """
    known = [
        (read(one), read(other), Fraction(rows))
        for (one, other), rows in pairs.items()
        if one is not None and other is not None and rows
    ]
    total = sum(rows for *_, rows in known)
    if not known:
        return None
    first = sum(x * rows for x, _, rows in known) / total
    second = sum(y * rows for _, y, rows in known) / total
    both = sum((x - first) * (y - second) * rows for x, y, rows in known)
    of_first = sum((x - first) ** 2 * rows for x, _, rows in known)
    of_second = sum((y - second) ** 2 * rows for _, y, rows in known)
    if not of_first or not of_second:
        return None
    return (1 if both > 0 else -1) * sqrt(both**2 / (of_first * of_second))


def find_association(pairs: Mapping[tuple[Text, Text], Fraction]) -> float | None:
    """Return Cramér's V of rows by pairs of values, from the rows of independent columns.

    Rows with NULL in either do not count.
    """
    filled = {pair: Fraction(rows) for pair, rows in pairs.items() if rows and None not in pair}
    firsts, seconds = ({pair[side] for pair in filled} for side in (0, 1))
    least = min(len(firsts), len(seconds)) - 1
    if least < 1:
        return None
    total = sum(filled.values())
    square = Fraction(0)
    for x, y in product(firsts, seconds):
        of_x = sum(rows for (one, _), rows in filled.items() if one == x)
        of_y = sum(rows for (_, other), rows in filled.items() if other == y)
        expected = of_x * of_y / total
        square += (filled.get((x, y), 0) - expected) ** 2 / expected
    return sqrt(square / total / least)

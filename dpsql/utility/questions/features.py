"""What a model sees of a column: an indicator for each value, or for all that labels keep together.

A label that stands for several of these counts in part for each: a reader can only spread its rows
evenly over the values (`utility.meanings`). So a model that learned from labels has an opinion on
every value, and is asked of people as it is of T: by their values.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.utility.meanings import Meanings

#: The indicators of a text, and how much of it each is.
Weights = Mapping[Leaf, Sequence[tuple[int, float]]]


@dataclass(frozen=True)
class Indicators:
    """The indicators of a column: of labels to learn from, and of values to predict by."""

    size: int
    of_labels: Weights
    of_values: Weights


def tell_apart(meanings: Meanings, labels: Sequence[Leaf]) -> Indicators:
    """Return the indicators of labels: one for all values that the same labels stand for.

    >>> found = tell_apart(Meanings(("a", "b", "c"), {"a": [0], "*": [0, 1, 2]}), ["a", "*"])
    >>> {label: [(i, round(w, 2)) for i, w in one] for label, one in found.of_labels.items()}
    {'a': [(0, 1.0)], '*': [(0, 0.33), (1, 0.67)]}
    >>> dict(found.of_values)
    {'a': [(0, 1.0)], 'b': [(1, 1.0)], 'c': [(1, 1.0)]}
    """
    seen: dict[int, list[int]] = {}
    for number, label in enumerate(labels):
        for place in meanings.by_label[label]:
            seen.setdefault(place, []).append(number)
    numbers: dict[tuple[int, ...], int] = {}
    in_order = sorted(seen, key=lambda place: by_text(meanings.values[place]))
    place_to = {place: numbers.setdefault(tuple(seen[place]), len(numbers)) for place in in_order}
    of_labels = {}
    for label in labels:
        meant = meanings.by_label[label]
        counted = Counter(place_to[place] for place in meant)
        of_labels[label] = [(one, values / len(meant)) for one, values in sorted(counted.items())]
    of_values = {meanings.values[place]: [(one, 1.0)] for place, one in place_to.items()}
    return Indicators(len(numbers), of_labels, of_values)


def tell_all_apart(values: Iterable[Leaf]) -> Indicators:
    """Return an indicator for each of some values."""
    found = {text: [(number, 1.0)] for number, text in enumerate(sorted({*values}, key=by_text))}
    return Indicators(len(found), found, found)


def by_text(text: Leaf) -> tuple[bool, str]:
    """Sort texts as all engines do, NULL before them."""
    return text is not None, text or ""


def make_table(columns: Sequence[tuple[int, Weights]], rows: Sequence[Sequence[Leaf]]) -> Any:
    """Return a sparse table with the indicators of all columns; a text without any has none.

    `columns`: of each the number of its indicators, and those of its texts.
    """
    from scipy.sparse import csr_array

    cells, places, ends = list[float](), list[int](), [0]
    for row in rows:
        first = 0
        for (size, weights), text in zip(columns, row, strict=True):
            for number, weight in weights.get(text, ()):
                places.append(first + number)
                cells.append(weight)
            first += size
        ends.append(len(cells))
    return csr_array((cells, places, ends), shape=(len(rows), sum(size for size, _ in columns)))


def count_cells(columns: Sequence[tuple[int, Weights]], rows: Sequence[Sequence[Leaf]]) -> int:
    """Count the cells that `make_table` would fill."""
    return sum(
        len(weights.get(text, ()))
        for row in rows
        for (_, weights), text in zip(columns, row, strict=True)
    )

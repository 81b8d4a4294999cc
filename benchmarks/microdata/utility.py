"""What a release is still good for: the questions of ``dpsql compare``, answered apart from dpsql.

A reader spreads the rows of a label evenly over the values that it stands for. Shifts are total
variations between T's shares and those of the spread records, and 1 if there are no records;
correlations are Pearson's of the means of labels, associations Cramér's V of the spread tables.
`own.py` compares each of them with what `dpsql.compare` states of the same release.
"""

from dataclasses import dataclass, field
from itertools import combinations
from math import sqrt

import numpy as np

from benchmarks.microdata.people import Column, Floats, Ints, People
from benchmarks.microdata.release import Release

Pair = tuple[str, str]


@dataclass
class Utility:
    """The figures of a release by column and pair; None where a column is constant."""

    shifts: dict[str, float] = field(default_factory=dict)
    pair_shifts: dict[Pair, float] = field(default_factory=dict)
    means: dict[str, tuple[float, float, float]] = field(default_factory=dict)
    correlations: dict[Pair, tuple[float | None, float | None]] = field(default_factory=dict)
    associations: dict[Pair, tuple[float | None, float | None]] = field(default_factory=dict)


def measure_utility(people: People, members: Ints, release: Release) -> Utility:
    """Measure a release beside T, whose people are the rows `members` of P."""
    own, found = people.codes[members], Utility()
    columns = (*people.columns, people.informative)
    labels = [*release.labels.T, release.informative]
    spreads = [*map(_spread, release.meanings, people.columns)]
    spreads.append(np.eye(len(people.informative.values)))
    last = len(columns) - 1
    for j, column in enumerate(people.columns):
        before = np.bincount(own[:, j], minlength=len(column.values)).astype(float)
        after = np.bincount(labels[j], minlength=len(spreads[j])) @ spreads[j]
        found.shifts[column.name] = _find_shift(before, after)
        if column.numbers is not None and after.any():
            numbers = column.numbers
            middle, wide = numbers[own[:, j]].mean(), numbers[own[:, j]].std()
            found.means[column.name] = (middle, float(after @ numbers / after.sum()), wide)
    for i, j in combinations(range(len(columns)), 2):
        names = columns[i].name, columns[j].name
        table = _count(own[:, i], own[:, j], len(columns[i].values), len(columns[j].values))
        by_label = _count(labels[i], labels[j], len(spreads[i]), len(spreads[j]))
        spread = spreads[i].T @ by_label @ spreads[j]
        found.pair_shifts[names] = _find_shift(table, spread)
        one, other = columns[i].numbers, columns[j].numbers
        if j < last and one is not None and other is not None:
            means = spreads[i] @ one, spreads[j] @ other
            found.correlations[names] = (
                find_correlation(table, one, other),
                find_correlation(by_label, *means),
            )
        elif one is None or other is None:
            found.associations[names] = find_association(table), find_association(spread)
    return found


def summarize(found: Utility, informative: str) -> dict[str, float | None]:
    """Return the figures of the tables: means over columns and pairs; None if there are none.

    The error of a mean is stated in standard deviations of T. A relation that is lost counts as 0.
    """
    known = {names: one for names, one in found.pair_shifts.items() if informative not in names}
    others = [one for names, one in found.pair_shifts.items() if informative in names]
    means = [abs(after - before) / wide for before, after, wide in found.means.values() if wide]
    return {
        "one_way": float(np.mean([*found.shifts.values()])),
        "two_way": float(np.mean([*known.values()])),
        "with_informative": float(np.mean(others)),
        "mean_error": float(np.mean(means)) if means else None,
        "correlation_error": _average_gap(found.correlations),
        "association_error": _average_gap(found.associations),
    }


def _average_gap(pairs: dict[Pair, tuple[float | None, float | None]]) -> float | None:
    gaps = [abs((before or 0.0) - (after or 0.0)) for before, after in pairs.values()]
    return float(np.mean(gaps)) if gaps else None


def _spread(meanings: tuple[Ints, ...], column: Column) -> Floats:
    table = np.zeros((len(meanings), len(column.values)))
    for label, values in enumerate(meanings):
        table[label, values] = 1 / len(values)
    return table


def _count(first: Ints, second: Ints, height: int, width: int) -> Floats:
    counted = np.bincount(first * width + second, minlength=height * width)
    return counted.reshape(height, width).astype(float)


def _find_shift(before: Floats, after: Floats) -> float:
    # Noise may leave no record at all: nothing of T is told then.
    if not after.any():
        return 1.0
    return float(abs(before / before.sum() - after / after.sum()).sum() / 2)


def find_correlation(table: Floats, first: Floats, second: Floats) -> float | None:
    """Return Pearson's correlation of a table of rows; None if a column is constant."""
    rows, columns = table.sum(axis=1), table.sum(axis=0)
    if len(np.unique(first[rows > 0])) < 2 or len(np.unique(second[columns > 0])) < 2:
        return None
    one = first - np.average(first, weights=rows)
    other = second - np.average(second, weights=columns)
    spread = float(rows @ one**2) * float(columns @ other**2)
    return float(one @ table @ other) / sqrt(spread)


def find_association(table: Floats) -> float | None:
    """Return Cramér's V; None if a column has a single value."""
    filled = table[table.sum(axis=1) > 0][:, table.sum(axis=0) > 0]
    if min(filled.shape) < 2:
        return None
    expected = np.outer(filled.sum(axis=1), filled.sum(axis=0))
    square = float((filled**2 / expected).sum()) - 1
    return sqrt(max(0.0, square) / (min(filled.shape) - 1)) if square > 1e-12 else 0.0

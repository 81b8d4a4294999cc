"""Whether an association is there by chance: over all ways to deal the values of a column.

The moments of χ² over all these ways are known exactly, so nothing is drawn at random.
"""

from math import sqrt

import numpy as np

from dpsql.utility.meanings import Floats
from dpsql.utility.pairs import DEVIATIONS, drop_empty, find_mean_square

#: Of so few rows every figure is chance.
_ALWAYS = 3


def is_by_chance(table: Floats) -> bool:
    """Whether columns without any relation would show as high an association, with these counts.

    If the values of one column were dealt to the rows at random, χ² would have the mean and the
    variance of Haldane, Biometrika 31, 1940. Up to three standard deviations above the mean count
    as chance, and so does every figure of three rows or fewer.

    Where two rare values meet once, χ² grows by all rows over the product of their rows: of single
    rows, by as many as there are. That makes the variance large, which hides what frequent values
    show; and it happens by chance far more often than three deviations of other figures. Hence one
    such meeting of the rarest values counts as chance, too; and if it hides a relation, χ² of the
    table tells in which rare values are joined. Which are rare depends on how many rows they have,
    not on where, so the moments hold there, too.

    >>> is_by_chance(np.eye(9)), is_by_chance(9 * np.eye(9))
    (True, False)
    """
    filled = drop_empty(table)
    if min(filled.shape) < 2:
        return False
    return _is_chance(filled) and _is_chance(join_rare(filled))


def find_most_by_chance(table: Floats) -> float:
    """Return the highest Cramér's V that is chance, with these counts; 1 if every figure is.

    >>> find_most_by_chance(np.eye(9)), round(find_most_by_chance(100 * np.eye(2)), 3)
    (1.0, 0.162)
    """
    filled = drop_empty(table)
    rows, least = float(filled.sum()), min(filled.shape) - 1
    if rows <= _ALWAYS or least < 1:
        return 1.0
    return sqrt(min(1.0, _find_most(filled) / rows / least))


def is_stronger(after: float | None, before: float | None, most: float) -> bool:
    """Whether a release has a stronger relation than T, by more than is there by chance.

    `most`: the strongest relation that unrelated columns would show.

    >>> is_stronger(0.7, 0.3, 0.2), is_stronger(0.4, 0.3, 0.2), is_stronger(-0.7, 0.3, 0.2)
    (True, False, True)
    """
    if after is None or before is None:
        return False
    return abs(after) > abs(before) and abs(after - before) > most * (1 + 1e-9)


def _find_meeting(filled: Floats) -> float:
    """Return by how much χ² grows, nearly, where the rarest values meet once more."""
    least = [float(filled.sum(axis=axis).min()) for axis in (0, 1)]
    return float(filled.sum()) / (least[0] * least[1])


def join_rare(filled: Floats) -> Floats:
    """Join the values with fewer rows than the other column has values.

    In each of their cells, less than one row is expected: Cochran, Biometrics 10, 1954, joins
    those. Others follow until all that are joined have as many rows. Values of equally many rows
    are joined together or not at all, so the order of values does not matter.

    >>> join_rare(np.array([[4.0, 4.0], [3.0, 5.0], [1.0, 0.0], [0.0, 1.0]]))
    array([[4., 4.],
           [3., 5.],
           [1., 1.]])
    """
    rows, columns = filled.shape
    by_rows = _join(filled, columns)
    return _join(by_rows.T, rows).T


def _join(table: Floats, fewest: int) -> Floats:
    counts = table.sum(axis=1)
    joined = np.zeros(len(counts), dtype=bool)
    for count in np.unique(counts):
        if count >= fewest and not 0 < counts[joined].sum() < fewest:
            break
        joined |= counts == count
    # If all are rare, those of one row are no rarer than others.
    if not joined.any() or joined.all():
        return table
    return np.vstack([table[~joined], table[joined].sum(axis=0)])


def _is_chance(filled: Floats) -> bool:
    rows = float(filled.sum())
    if rows <= _ALWAYS:
        return True
    return rows * find_mean_square(filled) <= _find_most(filled) * (1 + 1e-9)


def _find_most(filled: Floats) -> float:
    """Return the highest χ² that is chance."""
    mean, variance = find_moments_of_chance(filled)
    return mean + DEVIATIONS * sqrt(max(0.0, variance)) + _find_meeting(filled)


def find_moments_of_chance(filled: Floats) -> tuple[float, float]:
    """Return the mean and the variance of χ² over all ways to deal the values of a column.

    `filled`: a table of more than three rows, without empty rows and columns.
    """
    n = float(filled.sum())
    apart, uneven, free = list[float](), list[float](), 1.0
    for counts in (filled.sum(axis=1), filled.sum(axis=0)):
        values = len(counts)
        of_even = (values - 1) * (n - values) / (n - 1)
        of_counts = (n * float((1 / counts).sum()) - values**2) / (n - 2)
        apart.append(of_even - of_counts)
        uneven.append(of_counts)
        free *= values - 1
    variance = 2 * n / (n - 3) * apart[0] * apart[1] + n**2 / (n - 1) * uneven[0] * uneven[1]
    return free * n / (n - 1), variance

"""Method 1 of Muralidhar, Domingo-Ferrer & Martínez (2020), as Benschop (2023) describes it.

Noisy sums, sums of squares and of products; a normal distribution with these moments; all records
are drawn from it. The number of rows is public: as many are released. Guarantee: ε-differential
privacy for one person of T exchanged for another, were noise drawn from a secure source (here
numpy's, and doubles).

The article was not obtainable. Open there and decided here: columns reach from 0 to 1, so that one
person more, or another one, changes each query by at most 1 (a count of a histogram changes by 1,
too, but two of them do); q = 2m + m(m-1)/2 queries share ε equally; texts stand at
even distances in the order of their hierarchy, and drawn numbers become the nearest value.
"""

import numpy as np

from benchmarks.microdata.people import Floats, Ints, People
from benchmarks.microdata.release import Release, of_codes


def count_queries(columns: int) -> int:
    """Return how many queries so many columns need.

    >>> [count_queries(m) for m in (2, 3, 5, 10)]
    [5, 9, 20, 65]
    """
    return 2 * columns + columns * (columns - 1) // 2


def place(people: People, codes: Ints) -> Floats:
    """Return codes as numbers from 0 to 1."""
    columns = (*people.columns, people.informative)
    return np.stack([column.axis[codes[:, j]] for j, column in enumerate(columns)], axis=1)


def read_off(people: People, numbers: Floats) -> Ints:
    """Return the codes of the nearest values."""
    columns = (*people.columns, people.informative)
    found = []
    for j, column in enumerate(columns):
        middles = (column.axis[1:] + column.axis[:-1]) / 2
        found.append(np.searchsorted(middles, numbers[:, j]))
    return np.stack(found, axis=1)


def find_moments(rows: Floats) -> tuple[Floats, Floats]:
    """Return the queries: sums, and sums of squares and products as a symmetric table."""
    return rows.sum(axis=0), rows.T @ rows


def find_noisy_moments(
    rows: Floats, epsilon: float, random: np.random.Generator
) -> tuple[Floats, Floats]:
    """Return means and covariances with noise, repaired: no variance or eigenvalue below 0."""
    n, m = rows.shape
    scale = count_queries(m) / epsilon
    sums, products = find_moments(rows)
    sums += random.laplace(0, scale, m)
    noise = np.triu(random.laplace(0, scale, (m, m)))
    products += noise + np.triu(noise, 1).T
    covariances = (products - np.outer(sums, sums) / n) / (n - 1)
    values, vectors = np.linalg.eigh(covariances)
    repaired = (vectors * np.maximum(values, 0)) @ vectors.T
    return sums / n, clip_correlations(repaired)


def clip_correlations(covariances: Floats) -> Floats:
    """Return covariances whose correlations lie between -1 and 1."""
    deviations = np.sqrt(np.maximum(np.diag(covariances), 0))
    most = np.outer(deviations, deviations)
    return np.clip(covariances, -most, most)


def release_moments(
    people: People, members: Ints, epsilon: float, random: np.random.Generator
) -> Release:
    """Release as many synthetic records as T has rows."""
    means, covariances = find_noisy_moments(place(people, people.codes[members]), epsilon, random)
    drawn = random.multivariate_normal(means, covariances, len(members), method="eigh")
    return of_codes(people, read_off(people, np.clip(drawn, 0, 1)), origins=None)

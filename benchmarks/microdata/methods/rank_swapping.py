"""Method 2 of Muralidhar, Domingo-Ferrer & Martínez (2020), as Benschop (2023) describes it.

A noisy mean and variance of each column; as many draws from a normal distribution; then the r-th
smallest value of the column is replaced by the r-th smallest draw. Guarantee: each column's two
moments are ε/(columns)-differentially private. The release is not ε-DP: the ranks of all records in
all columns together are published as they are.

Decided here: as for method 1 (`moments.py`); ties of values are broken at random.
"""

import numpy as np

from benchmarks.microdata.methods.moments import place, read_off
from benchmarks.microdata.people import Floats, Ints, People
from benchmarks.microdata.release import Release, of_codes


def swap_ranks(rows: Floats, epsilon: float, random: np.random.Generator) -> Floats:
    """Return the rows with values drawn anew, in the ranks of the old ones."""
    n, m = rows.shape
    scale = 2 * m / epsilon
    found = np.empty_like(rows)
    for j in range(m):
        mean = (rows[:, j].sum() + random.laplace(0, scale)) / n
        square = ((rows[:, j] ** 2).sum() + random.laplace(0, scale)) / n
        drawn = np.sort(random.normal(mean, np.sqrt(max(0.0, square - mean**2)), n))
        found[np.lexsort(np.stack([random.random(n), rows[:, j]])), j] = drawn
    return found


def release_swapped(
    people: People, members: Ints, epsilon: float, random: np.random.Generator
) -> Release:
    """Release a record for each person of T."""
    drawn = swap_ranks(place(people, people.codes[members]), epsilon, random)
    return of_codes(people, read_off(people, np.clip(drawn, 0, 1)), origins=members)

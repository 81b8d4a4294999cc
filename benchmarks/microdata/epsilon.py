"""δ and ε on the same questions: what do noisy counts lose that promise the same worst posterior?

A release of dpsql has a greatest presence; the prior is |T|/|P|. `dpsql.presence_to_epsilon` states
the ε that keeps the posterior of somebody with that prior at the same number if their beliefs of
people are independent. The adversary of a release knows |T|: for them ε is half of it, as one
person of T exchanged for another changes two counts. `dpsql.counts` makes the tables of one column
and of two with each ε in all, split evenly; cells are those of P, negative counts become 0.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from math import inf
from pathlib import Path

import numpy as np

import dpsql
from benchmarks.microdata.grid import HISTOGRAM, PROVEN
from benchmarks.microdata.methods.own import ALGORITHMS, make_job
from benchmarks.microdata.people import Ints, People
from benchmarks.microdata.results import EpsilonRow, Row

#: ε is rounded down to such parts, and `dpsql.counts` takes no less than one of them for a table.
_PARTS = 10**6


def compare_with_counts(
    people: People, members: Ints, folder: Path, rows: Iterable[Row]
) -> list[EpsilonRow]:
    """Return a row for each release of dpsql among `rows`, which are of one table T.

    Releases of the same presence share their counts.
    """
    prior = Fraction(len(members), people.size)
    found = []
    known: dict[float, tuple[float, float, float]] = {}
    for row in rows:
        if row.method not in ALGORITHMS or row.presence is None:
            continue
        if row.one_way is None or row.two_way is None:
            raise ValueError("a release has no figures")
        job = make_job(folder, people, f"{row.selection}-{row.seed}")
        bounds = dpsql.PresenceBounds(Fraction(0), Fraction(row.presence))
        for beliefs, number in PROVEN[HISTOGRAM].items():
            epsilon = dpsql.presence_to_epsilon(bounds, prior) / number
            if epsilon not in known:
                known[epsilon] = _measure_all(people, members, job, epsilon, folder)
            place = row.data, row.selection, row.method, row.setting, str(prior), row.presence
            shifts = row.one_way, row.two_way, *known[epsilon]
            found.append(EpsilonRow(*place, beliefs, epsilon, *shifts))
    return found


def _measure_all(
    people: People, members: Ints, job: dpsql.Job, epsilon: float, folder: Path
) -> tuple[float, float, float]:
    """Return the mean shifts: one column alone, one column beside two, two columns."""
    names = [column.name for column in people.columns]
    singles, pairs = [(name,) for name in names], [*combinations(names, 2)]
    alone = measure_counts(people, members, job, epsilon, singles, folder)
    both = measure_counts(people, members, job, epsilon, [*singles, *pairs], folder)
    parts = alone, both[: len(singles)], both[len(singles) :]
    one, beside, two = (float(np.mean(part)) for part in parts)
    return one, beside, two


def measure_counts(
    people: People,
    members: Ints,
    job: dpsql.Job,
    epsilon: float,
    tables: Sequence[tuple[str, ...]],
    folder: Path,
) -> list[float]:
    """Return the shift of each table of noisy counts; all have the same part of ε.

    If any ε will do, counts are those of T. If it is too small for `dpsql.counts`, nothing can be
    asked of T, and all cells of P get the same share.
    """
    if epsilon == inf:
        return [0.0] * len(tables)
    each = Fraction(int(epsilon * _PARTS), _PARTS * len(tables))
    if each < Fraction(1, _PARTS):
        return [find_shift(people, members, by, _count_nobody(people, by)) for by in tables]
    path = folder / "counts.csv"
    shifts = []
    for by in tables:
        told = dpsql.counts(job, each, by=by, cells="public", output=path, overwrite=True)
        shifts.append(find_shift(people, members, by, dict(told.rows)))
    path.unlink()
    return shifts


def _count_nobody(people: People, by: Sequence[str]) -> dict[tuple[str | None, ...], int]:
    """Return the cells of P with a count of 0."""
    columns = [(j, column) for j, column in enumerate(people.columns) if column.name in by]
    columns.sort(key=lambda one: by.index(one[1].name))
    found = np.unique(people.known[:, [j for j, _ in columns]], axis=0)
    return {
        tuple(column.values[code] for (_, column), code in zip(columns, row, strict=True)): 0
        for row in found
    }


def find_shift(
    people: People, members: Ints, by: Sequence[str], counts: dict[tuple[str | None, ...], int]
) -> float:
    """Return the total variation between T's shares and those of counts; 0 for negative ones.

    If no count is above 0, all cells get the same share.
    """
    names = [column.name for column in people.columns]
    numbers = [names.index(name) for name in by]
    values = [people.columns[j].values for j in numbers]
    rows, own = np.unique(people.known[members][:, numbers], axis=0, return_counts=True)
    before = {
        tuple(one[code] for one, code in zip(values, row, strict=True)): number
        for row, number in zip(rows, own, strict=True)
    }
    after = {cell: max(0, number) for cell, number in counts.items()}
    total = sum(after.values())
    if not total:
        after, total = dict.fromkeys(counts, 1), len(counts)
    cells = before.keys() | after.keys()
    gaps = (abs(before.get(one, 0) / len(members) - after.get(one, 0) / total) for one in cells)
    return float(sum(gaps) / 2)

"""dpsql's own releases, through its public functions, and optimal k-anonymity by the same search.

Guarantee of levels, pooled and boxes: to somebody with P, to whom all tables T that match the
release are equally likely, nobody's presence exceeds δmax. Levels from P are chosen before T is
looked at, so that the choice tells nothing. k-anonymity: at least k records of T in every class
that has any; it bounds nobody's presence.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import numpy as np

import dpsql
from benchmarks.microdata.people import Column, Ints, People
from benchmarks.microdata.presence import Texts, count_boxes, count_settled
from benchmarks.microdata.release import Release
from benchmarks.microdata.utility import Utility

#: By name: the algorithm, and what is chosen when.
ALGORITHMS: dict[str, tuple[dict[str, Any], str]] = {
    "levels": ({"spalm": {}}, "optimum"),
    "levels from P": ({"spalm": {}}, "from_public"),
    "pooled": ({"pooled": {"path": "columns"}}, "optimum"),
    "boxes": ({"mpalm": {"columns": "any", "values": "loss"}}, "optimum"),
}
#: Other tables T that an audit tries, and figures that two ways to add up may differ in.
AUDITED, ROUNDING = 100, 1e-9
_RANGE = re.compile(r"\[(.*)\.\.(.*)\]")


@dataclass(frozen=True)
class Own:
    """A release of dpsql: its records, its greatest presence, and its loss (LM).

    `presence`: as dpsql states it. `counted`: as its rows and P have it.
    """

    release: Release
    presence: Fraction
    counted: Fraction
    loss: float


def make_job(folder: Path, people: People, private: str, **words: Any) -> dpsql.Job:
    """Return a job over the tables in `folder`; one thread, as two runs share two processors."""
    names = [column.name for column in people.columns]
    return dpsql.Job(
        folder=folder.absolute(),
        public="public.parquet",
        private=f"{private}.parquet",
        quasi_identifiers={name: f"hierarchies/{name}.csv" for name in names},
        public_columns=names,
        keep=[people.informative.name],
        engine={"duckdb": {"threads": "1"}},
        **words,
    )


def release_own(people: People, job: dpsql.Job, members: Ints) -> Own:
    """Anonymize as anyone would, and read the file.

    Raises:
        NoSafeRelease: no release holds.
    """
    outcome = dpsql.anonymize(job, overwrite=True)
    told = outcome.to_dict()
    levels = [step["levels"] for step in told.get("steps", [])]
    if not levels and "levels" in told:
        levels = [told["levels"]]
    rows = _read_rows(people, Path(told["release"]["path"]))
    release = read_release(people, rows, levels, members)
    known = Counter(row[:-1] for row in rows)
    if levels:
        least = told["pooled"]["least"] if "pooled" in told else 1
        counted = count_settled(people, known, levels, least)
    else:
        present = _list_present(people)
        counted = count_boxes(people, known, lambda c, text: _read_range(c, text, present[c.name]))
    return Own(release, Fraction(told["presence"]["max"]), counted, told["metrics"]["loss"])


def read_release(
    people: People, rows: Sequence[Texts], levels: Sequence[Mapping[str, int]], members: Ints
) -> Release:
    """Return released rows; `levels`: those that their labels may have, none if they have boxes."""
    labels, meanings, present = [], [], _list_present(people)
    for j, column in enumerate(people.columns):
        texts, numbers = np.unique([row[j] for row in rows], return_inverse=True)
        used = {one[column.name] for one in levels}
        meanings.append(
            tuple(
                _read_label(column, str(text), used)
                if used
                else _read_range(column, str(text), present[column.name])
                for text in texts
            )
        )
        labels.append(numbers)
    places = {value: place for place, value in enumerate(people.informative.values)}
    informative = np.array([places[row[-1]] for row in rows])
    found = Release(np.stack(labels, axis=1), tuple(meanings), informative, None)
    return Release(found.labels, found.meanings, informative, assign(people, found, members))


def _read_rows(people: People, path: Path) -> list[Texts]:
    columns = (*people.columns, people.informative)
    names = ", ".join(f'CAST("{column.name}" AS VARCHAR)' for column in columns)
    with duckdb.connect() as connection:
        return connection.execute(f"SELECT {names} FROM read_parquet('{path}')").fetchall()


def _list_present(people: People) -> dict[str, Ints]:
    return {c.name: np.unique(people.known[:, j]) for j, c in enumerate(people.columns)}


def _read_label(column: Column, text: str, levels: Set[int]) -> Ints:
    here = [place for place, row in enumerate(column.labels) if text in {row[j] for j in levels}]
    return np.array(here)


def _read_range(column: Column, text: str, present: Ints) -> Ints:
    ends = _RANGE.fullmatch(text)
    low, high = (column.values.index(end) for end in (ends.groups() if ends else (text, text)))
    return present[(present >= low) & (present <= high)]


def assign(people: People, release: Release, members: Ints) -> Ints:
    """Return for each record a person of T whom it may have been made from.

    Records of the same labels are exchangeable: which of their people has which changes no figure.
    A person who matches several groups of labels gets the one of fewest values with records left.
    """
    distinct, group, left = np.unique(
        release.labels, axis=0, return_inverse=True, return_counts=True
    )
    by_group: list[list[int]] = [[] for _ in distinct]
    sizes = [np.array([len(one) for one in meant]) for meant in release.meanings]
    widths = np.prod([size[distinct[:, j]] for j, size in enumerate(sizes)], axis=0)
    allowed = [
        np.array([np.isin(np.arange(len(column.values)), one) for one in meant])
        for column, meant in zip(people.columns, release.meanings, strict=True)
    ]
    for person in members:
        matches = np.ones(len(distinct), dtype=bool)
        for j, table in enumerate(allowed):
            matches &= table[distinct[:, j], people.known[person, j]]
        places = np.flatnonzero(matches & (left > 0))
        chosen = places[np.argmin(widths[places])]
        left[chosen] -= 1
        by_group[chosen].append(int(person))
    return np.array([by_group[number].pop() for number in group.ravel()])


def find_gap(ours: Utility, theirs: Mapping[str, Any]) -> float:
    """Return the greatest difference between our figures and those of a candidate of `compare`."""
    gaps = [abs(ours.shifts[name] - shift) for name, shift in theirs["shifts"].items()]
    gaps += [abs(ours.pair_shifts[_pair(one)] - one["shift"]) for one in theirs["pair_shifts"]]
    for name, mean in theirs["means"].items():
        own, estimated = ours.means[name][:2]
        gaps += [abs(own - mean["before"]), abs(estimated - mean["after"])]
    for key, known in (("correlations", ours.correlations), ("associations", ours.associations)):
        for one in theirs[key]:
            for figure, stated in zip(
                known[_pair(one)], (one["before"], one["after"]), strict=True
            ):
                if (figure is None) != (stated is None):
                    return float("inf")
                gaps.append(abs((figure or 0.0) - (stated or 0.0)))
    return float(max(gaps))


def _pair(one: Mapping[str, Any]) -> tuple[str, str]:
    first, second = one["columns"]
    return first, second

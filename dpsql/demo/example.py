"""The people of the example: their classes in a release, and what it reveals about them.

Plain Python counts these nine people; no other part of dpsql reads rows in this way.
"""

import csv
from dataclasses import dataclass
from fractions import Fraction

from dpsql.domain.job import Job
from dpsql.hierarchies.load import load_hierarchy
from dpsql.outcome.outcome import Outcome

Rows = list[list[str]]
_Person = dict[str, str]


@dataclass(frozen=True)
class Example:
    """The job, P and T; each table of rows starts with its header."""

    job: Job
    people: tuple[_Person, ...]
    members: tuple[_Person, ...]

    @property
    def everybody(self) -> Rows:
        """P, with a mark for the people in T."""
        names = list(self.job.quasi_identifiers)
        secret = [[row[name] for name in names] for row in self.members]
        rows = [
            [*row.values(), "in T" if [row[name] for name in names] in secret else ""]
            for row in self.people
        ]
        return [["name", *names, "secret"], *rows]

    def classes(self, found: Outcome) -> Rows:
        """Return the classes of P at the found levels, and the presence of their people."""
        rows = [[*self.job.quasi_identifiers, "people of P", "of P", "in T", "presence"]]
        for labels, (names, count) in self._group(found).items():
            presence = str(Fraction(count, len(names)))
            rows.append([*labels, ", ".join(names), str(len(names)), str(count), presence])
        return rows

    def count_certain(self, found: Outcome) -> int:
        """Return the number of people whom the release shows to be in T."""
        groups = self._group(found).values()
        return sum(len(names) for names, count in groups if count == len(names))

    def read_release(self) -> Rows:
        """Return the published table."""
        with (self.job.folder / str(self.job.release_path)).open(
            encoding="utf-8", newline=""
        ) as file:
            return list(csv.reader(file))

    def _group(self, found: Outcome) -> dict[tuple[str, ...], tuple[list[str], int]]:
        """Return the classes of P at the found levels: their people, and how many are in T."""
        hierarchies = {
            name: load_hierarchy(name, words, self.job.folder)
            for name, words in self.job.quasi_identifiers.items()
        }

        def generalize(row: _Person) -> tuple[str, ...]:
            return tuple(
                str(hierarchy.label(row[name], found.levels[name]))
                for name, hierarchy in hierarchies.items()
            )

        classes: dict[tuple[str, ...], tuple[list[str], int]] = {}
        for person in self.people:
            names, count = classes.get(generalize(person), ([], 0))
            classes[generalize(person)] = ([*names, person["name"]], count)
        for member in self.members:
            names, count = classes[generalize(member)]
            classes[generalize(member)] = (names, count + 1)
        return classes


def read_example(job: Job) -> Example:
    """Read P and T of the packaged job, whose tables are CSV files."""
    return Example(job, _read(job, "public.csv"), _read(job, "private.csv"))


def _read(job: Job, name: str) -> tuple[_Person, ...]:
    with (job.folder / name).open(encoding="utf-8", newline="") as file:
        return tuple(csv.DictReader(file))

"""The people of a table as small integers: columns, their hierarchies, and who is in T."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
#: T is one person of so many of P.
ONE_OF = 10


@dataclass(frozen=True)
class Column:
    """A column: its values in order, and the labels of each value from the value to the root.

    The order is that of the numbers if all values are numbers, else that of the hierarchy, depth
    first, labels by their first appearance.
    """

    name: str
    labels: tuple[tuple[str, ...], ...]

    @cached_property
    def values(self) -> tuple[str, ...]:
        """The values, which are level 0."""
        return tuple(row[0] for row in self.labels)

    @property
    def height(self) -> int:
        """The last level."""
        return len(self.labels[0]) - 1

    @cached_property
    def numbers(self) -> Floats | None:
        """The numbers of the values; None if some are no numbers."""
        try:
            return np.array([float(value) for value in self.values])
        except ValueError:
            return None

    @cached_property
    def axis(self) -> Floats:
        """The places of the values between 0 and 1; of texts, evenly in their order."""
        places = np.arange(len(self.values), dtype=float) if self.numbers is None else self.numbers
        reach = places.max() - places.min()
        return (places - places.min()) / reach if reach else places * 0.0

    def at_level(self, level: int) -> tuple[list[str], Ints]:
        """Return the labels of a level, and by value the number of its label."""
        names = list(dict.fromkeys(row[level] for row in self.labels))
        numbers = {name: number for number, name in enumerate(names)}
        return names, np.array([numbers[row[level]] for row in self.labels])


@dataclass(frozen=True)
class People:
    """P: a row of codes for each person, quasi-identifiers first, the informative column last.

    The public knows the quasi-identifiers of everybody, and nothing of the informative column.
    `chances`: how likely each person is in the skewed T, beside the others.
    """

    name: str
    columns: tuple[Column, ...]
    informative: Column
    codes: Ints
    chances: Floats

    @property
    def known(self) -> Ints:
        """The quasi-identifiers of everybody."""
        return self.codes[:, :-1]

    @property
    def size(self) -> int:
        """How many people there are."""
        return len(self.codes)

    def draw(self, kind: str, seed: int) -> Ints:
        """Draw T, a tenth of P, without replacement; return the rows of P."""
        random = np.random.default_rng(seed)
        shares = self.chances / self.chances.sum() if kind == "skewed" else None
        return np.sort(random.choice(self.size, self.size // ONE_OF, replace=False, p=shares))


def read_column(name: str, path: Path, present: Sequence[str]) -> Column:
    """Read a hierarchy; the values that P has must be among its leaves."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = [tuple(row) for row in csv.reader(file, delimiter=";") if row]
    missing = set(present) - {row[0] for row in rows}
    if missing:
        raise ValueError(f"{name}: {sorted(missing)[0]} is not in {path.name}")
    return make_column(name, rows)


def make_column(name: str, rows: Sequence[tuple[str, ...]]) -> Column:
    """Return a column with its values in order."""
    try:
        return Column(name, tuple(sorted(rows, key=lambda row: float(row[0]))))
    except ValueError:
        pass
    first: dict[tuple[int, str], int] = {}
    for row in rows:
        for level, label in enumerate(row):
            first.setdefault((level, label), len(first))
    depth = range(len(rows[0]) - 1, -1, -1)
    return Column(name, tuple(sorted(rows, key=lambda row: [first[j, row[j]] for j in depth])))


def encode(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> Ints:
    """Return the codes of rows of texts."""
    places: list[Mapping[str, int]] = [
        {value: place for place, value in enumerate(column.values)} for column in columns
    ]
    return np.array(
        [[place[cell] for place, cell in zip(places, row, strict=True)] for row in rows]
    )

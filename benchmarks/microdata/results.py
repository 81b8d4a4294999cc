"""The results: a row for each release of each table T, kept as CSV."""

import csv
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from statistics import median
from typing import Any, TypeVar, get_type_hints

_DIGITS = 6


@dataclass
class Row:
    """The figures of one release; no figures where no release holds.

    `presence`: the greatest, exactly, as dpsql states it; `counted`: as `presence.py` finds it.
    `gap`: the greatest difference between a figure here and the same one of `dpsql.compare`, where
    they were compared. `audit`: share of other tables T with the same optimal levels. The others:
    see `utility.py` and `attacks.py`.
    """

    data: str
    selection: str
    seed: int
    method: str
    setting: str
    seconds: float
    records: int | None = None
    one_way: float | None = None
    two_way: float | None = None
    with_informative: float | None = None
    mean_error: float | None = None
    correlation_error: float | None = None
    association_error: float | None = None
    linked_back: float | None = None
    linked_members: float | None = None
    precision: float | None = None
    worst: float | None = None
    sure: int | None = None
    sure_members: int | None = None
    presence: str | None = None
    counted: str | None = None
    loss: float | None = None
    audit: float | None = None
    gap: float | None = None


@dataclass
class EpsilonRow:
    """A release of dpsql beside counts for which the same worst posterior is proven.

    `prior`: |T|/|P|. `presence`: the release's greatest, with either `beliefs` (`grid.py`).
    `epsilon`: what counts may have. Shifts of the release, and of counts with that ε, which is
    split evenly among the tables: of one column (`alone`: without tables of two), and of two.
    """

    data: str
    selection: str
    method: str
    setting: str
    prior: str
    presence: str
    beliefs: str
    epsilon: float
    release_one_way: float
    release_two_way: float
    counts_one_way_alone: float
    counts_one_way: float
    counts_two_way: float


@dataclass
class SmallRow:
    """What a method tells on a small P, of which every T was tried (`small_tables.py`).

    `tables`: sets of people; `released`: those with a release, of which there are so many
    `releases`. `share`: of the sets with as many rows in each class, those that are released alike,
    mean over the released; `breached`: share of the released whose release lets a posterior leave
    δ.
    """

    data: str
    draw: int
    method: str
    tables: int
    released: int
    releases: int
    share: float
    breached: float


AnyRow = TypeVar("AnyRow", Row, EpsilonRow, SmallRow)


def read_rows(kind: type[AnyRow], path: Path) -> list[AnyRow]:
    """Read a file of rows; none if there is no such file."""
    if not path.exists():
        return []
    types = get_type_hints(kind)
    with path.open(encoding="utf-8", newline="") as file:
        return [
            kind(**{name: _read(cell, types[name]) for name, cell in line.items()})
            for line in csv.DictReader(file)
        ]


TableRow = TypeVar("TableRow", Row, EpsilonRow)


def merge_rows(old: Iterable[TableRow], new: Iterable[TableRow]) -> list[TableRow]:
    """Return all rows; of the same data, selection and seed only the new ones.

    A run that was killed may have written one of its two files. Counts are of one seed.
    """
    more = list(new)
    known = {_find_table(row) for row in more}
    return [row for row in old if _find_table(row) not in known] + more


def _find_table(row: Row | EpsilonRow) -> tuple[object, ...]:
    return row.data, row.selection, row.seed if isinstance(row, Row) else None


def write_rows(path: Path, kind: type[AnyRow], rows: Iterable[AnyRow]) -> None:
    """Write rows under a new name and then in place."""
    new = path.with_suffix(".new")
    with new.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(field.name for field in fields(kind))
        writer.writerows([_write(cell) for cell in vars(row).values()] for row in rows)
    new.replace(path)


@dataclass(frozen=True)
class Spread:
    """A figure over the seeds: median, least and greatest."""

    middle: float
    least: float
    greatest: float


class Results:
    """The rows, by what they are of."""

    def __init__(self, rows: Iterable[Row], epsilons: Iterable[EpsilonRow] = ()) -> None:
        self.rows, self.epsilons = list(rows), list(epsilons)

    def at(self, place: tuple[str, str]) -> "Results":
        """The rows of one table and selection, without counts."""
        return Results(row for row in self.rows if (row.data, row.selection) == place)

    @property
    def places(self) -> list[tuple[str, str]]:
        """Data and selection, in the order of their rows."""
        return list(dict.fromkeys((row.data, row.selection) for row in self.rows))

    def find(self, place: tuple[str, str], method: str, setting: str) -> list[Row]:
        """The rows of a method at a place, one for each seed."""
        asked = *place, method, setting
        return [
            row for row in self.rows if (row.data, row.selection, row.method, row.setting) == asked
        ]

    def spread(
        self, place: tuple[str, str], method: str, setting: str, measure: str
    ) -> Spread | None:
        """A figure over the seeds; None if a seed has no release or figure."""
        found = [getattr(row, measure) for row in self.find(place, method, setting)]
        if not found or None in found:
            return None
        return Spread(median(found), min(found), max(found))


def _read(cell: str, kind: Any) -> Any:
    if not cell:
        return None
    names = {kind} if isinstance(kind, type) else set(kind.__args__)
    return int(cell) if int in names else float(cell) if float in names else cell


def _write(cell: object) -> object:
    return f"{cell:.{_DIGITS}g}" if isinstance(cell, float) else cell

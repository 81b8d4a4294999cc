"""The tidy file of results: a row per value, appended as soon as it is known."""

import csv
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from statistics import median

from benchmarks.paper.grid import Cell


@dataclass(frozen=True)
class Row:
    """One value: `k` if a k-anonymizer made the release; no value if no release is allowed.

    `seconds`: wall time of the search, without loading, writing and verifying.
    """

    figure: str
    dataset: str
    algorithm: str
    delta_min: str
    delta_max: str
    k: int | None
    metric: str
    value: float | None
    seconds: float
    seed: int

    @property
    def cell(self) -> Cell:
        """The cell that this row fills."""
        delta = self.delta_min, self.delta_max
        return Cell(self.figure, self.dataset, self.algorithm, delta, self.metric, self.seed)


@dataclass(frozen=True)
class Summary:
    """A value over the seeds: median, least and greatest; None where there is none for a seed."""

    figure: str
    dataset: str
    algorithm: str
    delta_min: str
    delta_max: str
    metric: str
    seeds: int
    median: float | None
    least: float | None
    greatest: float | None


def read_rows(path: Path) -> list[Row]:
    """Read the rows of earlier runs; a line that an interruption cut short is left out."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        lines = list(csv.reader(file))[1:]
    return [_read_row(line) for line in lines if len(line) == len(fields(Row))]


def append_rows(path: Path, rows: Iterable[Row]) -> None:
    """Append rows to the file, below a header if it is new, and not to a line cut short."""
    is_new = not path.exists()
    is_cut = not is_new and not path.read_bytes().endswith(b"\n")
    with path.open("a", encoding="utf-8", newline="") as file:
        file.write("\n" if is_cut else "")
        writer = csv.writer(file, lineterminator="\n")
        if is_new:
            writer.writerow(field.name for field in fields(Row))
        writer.writerows(map(astuple, rows))


def keep_whole(rows: Iterable[Row], cells: Iterable[Cell]) -> list[Row]:
    """Keep the rows of the seeds for which all cells of a figure are known: like meets like.

    For a figure without such a seed, all rows of the first seed are kept.
    """
    known = {row.cell: row for row in rows}
    asked: dict[tuple[str, int], list[Cell]] = defaultdict(list)
    for cell in cells:
        asked[cell.figure, cell.seed].append(cell)
    whole = {place for place, here in asked.items() if all(cell in known for cell in here)}
    figures_with_one = {figure for figure, _ in whole}
    first = {figure: min(s for f, s in asked if f == figure) for figure, _ in asked}
    kept = whole | {(f, seed) for f, seed in first.items() if f not in figures_with_one}
    return [known[cell] for place in sorted(kept) for cell in asked[place] if cell in known]


def divide(rows: Iterable[Row], over: Mapping[str, str]) -> list[Row]:
    """Divide values by those of an algorithm for the same selection and δ; `over`: by figure."""
    rows = list(rows)
    known = {row.cell: row.value for row in rows}
    found = []
    for row in rows:
        if row.figure in over and row.value is not None:
            whole = known[replace(row.cell, algorithm=over[row.figure])]
            # An optimum of no loss is met by every other one.
            row = replace(row, value=row.value / whole if whole else 1.0)
        found.append(row)
    return found


def merge_summaries(path: Path, summaries: Sequence[Summary], figures: Container[str]) -> None:
    """Replace the summaries of some figures in a file, and keep those of the others."""
    with path.open(encoding="utf-8", newline="") as file:
        header, *lines = csv.reader(file)
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(line for line in lines if line[0] not in figures)
        writer.writerows(map(_write_cells, summaries))


def summarize(rows: Iterable[Row]) -> list[Summary]:
    """Summarize over the seeds, in the order in which the places first occur."""
    places: dict[tuple[str, str, str, str, str, str], list[float | None]] = defaultdict(list)
    for row in rows:
        place = row.figure, row.dataset, row.algorithm, row.delta_min, row.delta_max, row.metric
        places[place].append(row.value)
    return [Summary(*place, len(values), *_find_spread(values)) for place, values in places.items()]


def write_summaries(path: Path, summaries: Sequence[Summary]) -> None:
    """Write the summaries, values with six digits."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(field.name for field in fields(Summary))
        writer.writerows(map(_write_cells, summaries))


def _write_cells(one: Summary) -> list[object]:
    return [f"{x:.6g}" if isinstance(x, float) else x for x in astuple(one)]


def _find_spread(values: list[float | None]) -> tuple[float | None, float | None, float | None]:
    """Return median, least and greatest.

    A missing value is infinitely bad: it comes last, and may be the median.
    """
    known = sorted(value for value in values if value is not None)
    ranked: list[float] = known + [float("inf")] * (len(values) - len(known))
    middle, least, most = (
        None if one == float("inf") else one for one in (median(ranked), ranked[0], ranked[-1])
    )
    return middle, least, most


def _read_row(line: list[str]) -> Row:
    figure, dataset, algorithm, low, high, k, metric, value, seconds, seed = line
    return Row(
        figure,
        dataset,
        algorithm,
        low,
        high,
        int(k) if k else None,
        metric,
        float(value) if value else None,
        float(seconds),
        int(seed),
    )

"""Counts the cells of a released file, and how much of each column's values they stand for.

The file was verified before: each of its cells is a label of the hierarchy, or a range of values of
P. What is found follows from P, the hierarchies and the release.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from sqlglot import exp

from dpsql.domain.found.released_column import ReleasedColumn, describe_released
from dpsql.domain.job import Job
from dpsql.domain.levels.hierarchy import Hierarchy, Leaf
from dpsql.engines.base import Engine
from dpsql.generalize.boxes import order_columns
from dpsql.release.manifest import Claims
from dpsql.release.release_format import ReleaseFormat
from dpsql.session.load import Loaded
from dpsql.sql.axes import order_name
from dpsql.sql.counting.leaves import leaves_name
from dpsql.sql.partition.coordinates import WHOLE
from dpsql.sql.templates import column, identifier
from dpsql.verifier.released_file import register_release

_RELEASE = "signed_release"
#: Of more cells, or values of P, a column is not described: they are compared in Python.
_MOST = 100_000


def describe_columns(
    job: Job, loaded: Loaded, file: Path, claims: Claims
) -> dict[str, ReleasedColumn]:
    """Describe the quasi-identifiers of a release that was verified, by name, but no large one."""
    engine, file_format = loaded.engine, ReleaseFormat.of(file, claims.csv_formulas)
    register_release(engine, _RELEASE, file, "," if file_format.is_csv else None)
    if claims.boxes is not None:
        order_columns(job, loaded)
    found = {}
    for j, (name, hierarchy) in enumerate(loaded.hierarchies.items()):
        cells = _count_cells(engine, file_format.write_name(name), job.release_count, file_format)
        if max(len(cells), _count_values(engine, j)) > _MOST:
            continue
        if claims.boxes is not None:
            lost = _measure_ranges(engine, j, [cell for cell, _ in cells])
        else:
            lost = _measure_labels(engine, j, hierarchy)
        found[name] = describe_released(cells, lost)
    return found


def _count_cells(
    engine: Engine, name: str, count: str | None, file_format: ReleaseFormat
) -> list[tuple[Leaf, int]]:
    """Count the rows of T of each cell; of too many cells those beyond are left out."""
    rows: exp.Expr = exp.Count(this=exp.Star())
    if count is not None:
        numbers = exp.cast(column(file_format.write_name(count), _RELEASE), "BIGINT")
        rows = exp.cast(exp.Sum(this=numbers), "BIGINT")
    cell = exp.cast(column(name, _RELEASE), "VARCHAR")
    query = exp.select(cell, rows).from_(exp.Table(this=identifier(_RELEASE)))
    found = engine.fetch(query.group_by(cell.copy()).limit(_MOST + 1))
    return [(cell, int(rows)) for cell, rows in found]


def _count_values(engine: Engine, j: int) -> int:
    query = exp.select(exp.Count(this=exp.Star())).from_(exp.Table(this=identifier(leaves_name(j))))
    return int(engine.fetch(query)[0][0])


def _measure_labels(engine: Engine, j: int, hierarchy: Hierarchy) -> dict[Leaf, Fraction | None]:
    """What each label loses: (leaves − 1)/(all leaves − 1); None if levels share it and differ."""
    levels = range(hierarchy.height + 1)
    names = [identifier("leaf"), *(identifier(f"leaves_{level}") for level in levels)]
    query = exp.select(*(exp.Column(this=name) for name in names))
    found: dict[Leaf, Fraction | None] = {}
    for leaf, *counts in engine.fetch(query.from_(exp.Table(this=identifier(leaves_name(j))))):
        most = int(counts[-1]) - 1
        for level, leaves in zip(levels, counts, strict=True):
            share = Fraction(int(leaves) - 1, most) if most else Fraction(0)
            label = hierarchy.label(leaf, level)
            found[label] = share if found.setdefault(label, share) == share else None
    return found


def _measure_ranges(engine: Engine, j: int, cells: Sequence[Leaf]) -> dict[Leaf, Fraction | None]:
    """What each range loses: its width, as a share of that of all values."""
    query = exp.select("leaf", "coordinate").from_(exp.Table(this=identifier(order_name(j))))
    places: dict[Leaf, int] = {leaf: int(place) for leaf, place in engine.fetch(query)}
    return {cell: _measure_range(cell, places) for cell in cells}


def _measure_range(cell: Leaf, places: Mapping[Leaf, int]) -> Fraction | None:
    if cell in places:
        return Fraction(0)
    widths = {high - low for low, high in _read_range(cell or "", places)}
    return Fraction(min(widths.pop(), WHOLE), WHOLE) if len(widths) == 1 else None


def _read_range(cell: str, places: Mapping[Leaf, int]) -> Iterator[tuple[int, int]]:
    """Yield the places of the ends of a range, once for each way to read it."""
    parts = cell.removeprefix("[").removesuffix("]").split("..")
    for number in range(1, len(parts)):
        texts = "..".join(parts[:number]), "..".join(parts[number:])
        ends = [places.get(text, places.get(None) if text == "NULL" else None) for text in texts]
        if ends[0] is not None and ends[1] is not None:
            yield ends[0], ends[1]

"""Releases of boxes written by plain Python, and the verifier run on them."""

from collections.abc import Iterable, Sequence
from pathlib import Path

import dpsql
from dpsql.domain.sections.source import Source
from dpsql.hierarchies.load import load_hierarchies
from dpsql.inputs.places import find_place
from dpsql.release.manifest import CsvFormulas
from dpsql.release.release_format import ReleaseFormat
from dpsql.session.engine import open_engine
from dpsql.session.models import find_models
from dpsql.session.options import Options
from dpsql.session.run import Run
from dpsql.sql.tables.public_and_private import read_tables
from dpsql.verifier.boxes.boxes import verify_boxes
from dpsql.verifier.released_rows import RELEASE
from dpsql.verifier.verified import Verified
from tests.oracle.search.boxes import Box
from tests.oracle.tables.table import Value


def spell(low: Value, high: Value) -> str | None:
    """The cell of a range."""
    if low == high:
        return None if low is None else str(low)
    return f"[{'NULL' if low is None else low}..{'NULL' if high is None else high}]"


def spell_box(box: Box) -> tuple[str | None, ...]:
    """The cells of a box."""
    return tuple(spell(low, high) for low, high in box)


def sort_rows(rows: Iterable[Sequence[str | None]]) -> list[Sequence[str | None]]:
    """Rows as a release has them: the first column first, NULL last."""
    return sorted(rows, key=lambda row: [(cell is None, cell or "") for cell in row])


def write_csv(path: Path, names: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """NULL is an empty field, the empty text a quoted one."""
    lines = [",".join(map(_write_cell, row)) for row in (names, *rows)]
    path.write_text("\n".join([*lines, ""]), encoding="utf-8", newline="")


def _write_cell(cell: object) -> str:
    if cell is None:
        return ""
    escaped = str(cell).replace('"', '""')
    return f'"{escaped}"'


def verify(
    job: dpsql.Job,
    file: Path,
    csv_formulas: CsvFormulas = "refuse",
    *,
    tolerate_failure: bool = False,
) -> Verified:
    """Verify the file as a release of boxes of the job."""
    run = Run.of(job, Options())
    source = Source(path=str(file), delimiter="," if file.suffix == ".csv" else None)
    with open_engine(run, readable=[file]) as engine:
        tables = read_tables(engine, job, run.inputs.public, run.inputs.private)
        hierarchies = load_hierarchies(job, run.inputs.mappings, engine)
        engine.register(RELEASE, find_place(source, Path()))
        return verify_boxes(
            engine,
            tables,
            hierarchies,
            job.quasi_identifiers,
            find_models(job),
            ReleaseFormat.of(file, csv_formulas),
            tolerate_failure=tolerate_failure,
        )

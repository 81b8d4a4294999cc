"""The boxes of a release, read from the file that its manifest names; nothing else of T is read.

Only the distinct texts of the quasi-identifiers are read, which the release shows to everybody.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlglot import exp

from dpsql.domain.job import Job
from dpsql.domain.levels.hierarchy import Leaf
from dpsql.domain.sections.engine_options import EngineOptions
from dpsql.engines.base import Engine
from dpsql.engines.connect import connect
from dpsql.errors import ConfigError, IntegrityError, ParseError, SchemaError
from dpsql.inputs.released import find_released
from dpsql.release.manifest import Boxes, Claims, hash_file
from dpsql.release.release_format import ReleaseFormat
from dpsql.sql.templates import column

#: A script holds every box, and compares everybody with each.
MOST_BOXES = 2_000
_RELEASE = "released_boxes"


@dataclass(frozen=True)
class ReleasedBoxes:
    """The distinct boxes of a release, texts in the order of the job's quasi-identifiers.

    `orders`: the order of each column, as the manifest states it. `name`: that of the file.
    """

    name: str
    orders: Mapping[str, str | tuple[str, ...]]
    cells: tuple[tuple[Leaf, ...], ...]


def read_boxes(job: Job, manifest: Path, claims: Claims, shape: Boxes) -> ReleasedBoxes:
    """Read the boxes of the release that lies beside its manifest.

    Raises:
        ConfigError: it is no file there, or has too many boxes. IntegrityError: its bytes are not
            those that the manifest names, or it has other columns.
    """
    name = claims.release.name
    file = manifest.parent / name
    if claims.release.kind is not None or Path(name).name != name or not file.is_file():
        raise ConfigError(
            f"{manifest.name}: a script of boxes reads them from the release file, which must lie"
            " beside the manifest, and does not; put it there"
        )
    if hash_file(file) != claims.release.sha256:
        raise IntegrityError(f"{name}: its bytes are not those that the manifest names")
    format_ = ReleaseFormat.of(file, claims.csv_formulas)
    try:
        place = find_released(str(file.absolute()), delimiter="," if format_.is_csv else None)
        options = EngineOptions(duckdb=job.engine.duckdb)
        with connect(options, job.folder, readable=[file.absolute()]) as engine:
            engine.register(_RELEASE, place)
            rows = _fetch_boxes(engine, [format_.write_name(q) for q in job.quasi_identifiers])
    except (ParseError, SchemaError):
        raise IntegrityError(f"{name}: it cannot be read as a release of this job") from None
    if len(rows) > MOST_BOXES:
        raise ConfigError(
            f"{name}: it has more than {MOST_BOXES} boxes, too many for a script, which compares"
            " everybody with each; release larger ones, or levels"
        )
    cells = (tuple(_unquote(cell, format_) for cell in row) for row in rows)
    return ReleasedBoxes(name, shape.orders, tuple(sorted(cells, key=_by_bytes)))


def _fetch_boxes(engine: Engine, names: Sequence[str]) -> Sequence[tuple[Leaf, ...]]:
    """Return the distinct rows of these columns, one more than the most at most."""
    types = engine.columns(_RELEASE)
    if any(name not in types or types[name].name != "VARCHAR" for name in names):
        raise IntegrityError("release: it has no texts of boxes for each quasi-identifier")
    query = exp.select(*map(column, names)).distinct().from_(exp.to_table(_RELEASE))
    return [(*row,) for row in engine.fetch(query.limit(MOST_BOXES + 1))]


def _unquote(cell: Leaf, format_: ReleaseFormat) -> Leaf:
    """Return the text of a cell: in a CSV that quotes formulas, without an apostrophe in front."""
    if cell is None or not format_.quotes_formulas:
        return cell
    return cell.removeprefix("'")


def _by_bytes(cells: tuple[Leaf, ...]) -> list[tuple[bool, bytes]]:
    return [(cell is None, (cell or "").encode()) for cell in cells]

"""Folders whose files form one table, and how DuckDB reads the same rows by a pattern."""

from dataclasses import dataclass
from pathlib import Path

from dpsql.files.absolute import make_absolute
from dpsql.inputs.places import Files

#: DuckDB reads these in a path in ways of its own, and partitions above the folder, too.
_SPECIAL = {"*", "?", "[", "="}


@dataclass(frozen=True)
class Folder:
    """A folder, and the pattern that matches its files; `is_partitioned`: by Hive's key=value.

    `delimiter`: of CSV, if DuckDB may not find it itself.
    """

    path: str
    pattern: str
    is_partitioned: bool
    delimiter: str = ""


def find_folder(place: Files, here: Path) -> Folder | None:
    """Return the folder of these files; None if DuckDB would read other rows there.

    Its path starts from `here`, if it lies below. The system may refuse to list it: None, too.
    """
    top = Path(place.pattern)
    suffixes = {path.suffix for path in place.paths}
    if top.name != "*" or suffixes not in ({".parquet"}, {".csv"}):
        return None
    # A folder's own name is escaped in the pattern, and none that needs that is special to DuckDB.
    folder = top.parent
    if not all(path.is_relative_to(folder) for path in place.paths):
        return None
    shown = folder.relative_to(here) if folder.is_relative_to(here) else folder
    depths = {len(path.relative_to(folder).parts) - 1 for path in place.paths}
    if _SPECIAL & {*str(shown)} or not shown.name or len(depths) > 1:
        return None
    values = (value for one in place.partition_values for value in one)
    if any(value is not None and (not value or "=" in value) for value in values):
        return None
    matched = "*/" * depths.pop() + f"*{suffixes.pop()}"
    try:
        found = {make_absolute(path) for path in folder.glob(matched)}
    except OSError:
        return None
    if found != {*place.paths}:
        return None
    return Folder(str(shown), str(shown / matched), bool(place.partition_columns))

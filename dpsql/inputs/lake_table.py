"""A lake table in one state: its files, its columns, and whether reading the files is enough.

Assumes that a state never changes: a lake writes new files and a new state instead.
"""

import glob
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class LakeColumn:
    """A column as the table declares it.

    `type` is DuckDB's, empty for nested types. `field_id` identifies the column in Iceberg,
    whatever its name; None if only the name counts. If it `may_lack` in a file, its values there
    are NULL.
    """

    name: str
    type: str
    field_id: int | None = None
    may_lack: bool = True


@dataclass(frozen=True)
class LakeTable:
    """A state of a lake table: the files that it lists and no others.

    `words`: its name in errors; `version`: its state. `partition_values`: for each file, as text,
    the values of the columns in `partition_columns`, which the files do not contain. `by_files`:
    the files contain exactly the rows, unless their columns differ from the declared ones;
    otherwise `rows` streams them: an object with the Arrow C stream interface, to be read once.
    `watched`: further files that determine the rows. `pattern` matches every file that the table
    could own.
    """

    words: str
    version: str
    columns: tuple[LakeColumn, ...]
    paths: tuple[Path, ...]
    by_files: bool
    watched: tuple[Path, ...]
    pattern: str
    rows: Callable[[], object] = field(compare=False, repr=False)
    partition_columns: tuple[str, ...] = ()
    partition_values: tuple[tuple[str | None, ...], ...] = ()

    @property
    def has_ids(self) -> bool:
        """Whether columns are matched by field id, whatever their names in files."""
        return any(column.field_id is not None for column in self.columns)


def match_below(folder: Path) -> str:
    """Return the pattern for everything below a folder, whose own name is escaped."""
    return str(Path(glob.escape(str(folder)), "*"))

"""A lake table in one state: which files it lists, which columns, and whether the files say it all.

Assumes that a state never changes: a lake writes new files and a new state instead.
"""

import glob
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class LakeColumn:
    """A column as the table declares it.

    `type` is DuckDB's, and empty for nested ones. `field_id` is what Iceberg knows it by, whatever
    its name; None where the name alone counts. Where a file has no such column it is NULL, if it
    `may_lack` it.
    """

    name: str
    type: str
    field_id: int | None = None
    may_lack: bool = True


@dataclass(frozen=True)
class LakeTable:
    """A state of a lake table: the files that it lists and no others.

    `words` name it in errors, `version` its state. `partition_values`: for each file, as text, the
    values of the columns named in `partition_columns`, which stand nowhere else. `by_files`: the
    rows are those of the files, unless these have other columns than declared; else they are what
    `rows` streams, an object that speaks the Arrow C stream, to be read once. `watched`: further
    files that tell the rows. `pattern` matches every file that the table could own.
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
        """Whether the columns are known by their identities, whatever files call them."""
        return any(column.field_id is not None for column in self.columns)


def match_below(folder: Path) -> str:
    """Write the pattern of everything below a folder, whose own name is none."""
    return str(Path(glob.escape(str(folder)), "*"))

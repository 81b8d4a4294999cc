"""What a folder can be as a release: each format writes what lies beside the one data file."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from dpsql.domain.sections.release_options import FolderFormat
from dpsql.release.data_file import DataFile
from dpsql.release.lakes import delta_log, iceberg_metadata, plain_folder


class Format(Protocol):
    """A module of these functions."""

    def refuse_missing_extra(self) -> None:
        """Raise ConfigError unless the library is installed that reads what was written."""

    def refuse_unfit(self, columns: Sequence[str], folder: Path, location: str) -> None:
        """Raise InputError or SchemaError for what readers would not find."""

    def name_once_stored(self, name: str, type_: str) -> str:
        """Return DuckDB's type that a column has once it was stored; InputError if it has none."""

    def write_files(self, file: DataFile) -> dict[str, bytes]:
        """Return all that lies beside the data file, by name below the folder."""


FORMATS: dict[FolderFormat, Format] = {
    "delta": delta_log,
    "iceberg": iceberg_metadata,
    "parquet": plain_folder,
}

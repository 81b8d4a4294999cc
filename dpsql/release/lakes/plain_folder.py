"""A folder with one Parquet file and nothing else, for readers of folders."""

from collections.abc import Sequence
from pathlib import Path

from dpsql.release.data_file import DataFile

TITLE = "a folder"


def refuse_missing_extra() -> None:
    """Nothing is needed."""


def refuse_unfit(columns: Sequence[str], folder: Path, location: str) -> None:
    """Every name is found in it."""


def name_once_stored(name: str, type_: str) -> str:
    """Return the type itself: the file is the verified one."""
    return type_


def write_files(file: DataFile) -> dict[str, bytes]:
    """Return nothing: the file says all."""
    return {}

"""The one data file of a folder that is a release, as its log or metadata describe it."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class DataFile:
    """A Parquet file in the folder.

    `size`: bytes; `types`: DuckDB's types of the columns, once they were stored in the format;
    `location`: the address of the folder, for metadata that names files by theirs.
    """

    name: str
    size: int
    sha256: str
    rows: int
    types: Mapping[str, str]
    location: str

"""The place of a released file."""

from dataclasses import replace
from pathlib import Path

from dpsql.domain.source import Source
from dpsql.errors import ConfigError
from dpsql.inputs.places import Files, find_place


def find_released(path: str, folder: Path = Path(), delimiter: str | None = None) -> Files:
    """Return a release as a place to read; errors in its rows are those of a release.

    Raises:
        ConfigError: the path is no single file. Others as `find_place`.
    """
    place = find_place(Source(path=path, delimiter=delimiter), folder)
    if not isinstance(place, Files) or len(place.paths) != 1 or place.partition_columns:
        raise ConfigError(f"{path}: name one file, a release")
    return replace(place, is_release=True)

"""The place of a released file, and of a folder."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Literal

from dpsql.domain.sections.source import Source
from dpsql.errors import ConfigError
from dpsql.files.absolute import make_absolute
from dpsql.files.beside import DATA_NAME
from dpsql.inputs.lakes import find_moved
from dpsql.inputs.places import Files, Place, find_place

_MANIFEST = ".manifest.json"


def find_released(path: str, folder: Path = Path(), delimiter: str | None = None) -> Files:
    """Return a release as a place to read; errors in its rows are those of a release.

    Of a folder as dpsql writes it, this is its one data file; what describes that is not read.

    Raises:
        ConfigError: the path is no single file. Others as `find_place`.
    """
    if path.endswith(_MANIFEST) and path != _MANIFEST:
        name = path.removesuffix(_MANIFEST)
        raise ConfigError(f"{path}: that is the manifest; name the release beside it, {name}")
    data = _list_data(folder / path)
    if len(data) == 1 and DATA_NAME.fullmatch(data[0].name):
        return Files((data[0],), "parquet", is_release=True)
    place = find_place(Source(path=path, delimiter=delimiter), folder)
    if not isinstance(place, Files) or len(place.paths) != 1 or place.partition_columns:
        raise ConfigError(f"{path}: name one file or folder, a release")
    return replace(place, is_release=True)


def find_released_folder(
    folder: Path, format_: Literal["delta", "iceberg", "parquet"], location: str
) -> Place:
    """Return the table in a folder; `location`: the address that an Iceberg table has, or will.

    Raises:
        as `find_place`.
    """
    if format_ == "iceberg":
        return find_moved(folder, location, folder.name)
    return find_place(Source(path=str(folder), format=format_), Path())


def _list_data(folder: Path) -> list[Path]:
    """Return what could be the data file of a release in a folder, or the file itself if it is."""
    # Path raises for names that no file can have.
    if os.path.isdir(folder):  # noqa: PTH112
        return sorted(make_absolute(folder).glob("part-00000-*.parquet"))
    return [make_absolute(folder)] if os.path.isfile(folder) else []  # noqa: PTH113

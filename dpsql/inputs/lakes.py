"""Detects lake tables and their formats; imports the readers of a format only when needed.

A Delta table is a folder with ``_delta_log``, an Iceberg table one with a file
``metadata/*.metadata.json``, or such a file itself. Neither is ever read as a folder of Parquet
files, nor is a part of it: it may contain files with deleted rows.
"""

import os
from collections.abc import Iterable
from pathlib import Path

from dpsql.domain.plurals import name_count
from dpsql.domain.sections.source import Source
from dpsql.errors import ConfigError, InputError, SchemaError, name_extra
from dpsql.inputs.lake_table import LakeTable
from dpsql.inputs.refusals import refuse_ambiguous_names, refuse_unspeakable

_METADATA = (".metadata.json", ".metadata.json.gz")
_TITLES = {"delta": "a Delta table", "iceberg": "an Iceberg table"}
_MARKS = {
    "delta": "a folder with _delta_log",
    "iceberg": "a folder with metadata/*.metadata.json, or such a file",
}


def find_lake(source: Source, path: Path, words: str) -> LakeTable | None:
    """Find the state of the lake table at `path` that the source names; None if it is no table.

    Raises:
        ConfigError: the format is not that of the source, or the extra is missing.
        InputError: listed files do not exist. ParseError: the table's log is damaged.
        SchemaError: a column's name is ambiguous.
    """
    format_ = _name_format(source, path, words)
    if format_ is None:
        return None
    return _check(_open(format_, source, path, words), words)


def find_moved(folder: Path, location: str, words: str) -> LakeTable:
    """Find an Iceberg table in a folder which its metadata calls `location`.

    Raises:
        as `find_lake`.
    """
    from dpsql.inputs.iceberg import open_iceberg
    from dpsql.inputs.iceberg_local_io import Moved

    return _check(open_iceberg(folder, words, None, Moved(location, folder)), words)


def _check(table: LakeTable, words: str) -> LakeTable:
    """Raise unless all files of the table are there, and its columns have names of their own."""
    for file in table.paths:
        refuse_unspeakable(file, words, InputError)
    lost = sum(not file.is_file() for file in table.paths)
    if lost:
        raise InputError(
            f"{words}: {name_count(lost, 'file')} of {table.version} {'is' if lost == 1 else 'are'}"
            " gone; was it vacuumed, or was the table moved? Take a state whose files are there"
        )
    names = tuple(column.name for column in table.columns)
    if not all(names):
        raise SchemaError(f"{words}: a column has no name; name every column")
    refuse_ambiguous_names(names, words)
    return table


def refuse_parts(files: Iterable[Path], words: str) -> None:
    """Raise ConfigError for files inside a lake table, whose log or metadata would be ignored.

    All folders above a file are checked, and for a link also those above its target.
    """
    parents = {Path(os.path.normpath(file.parent)) for file in files}
    # Path.resolve raises a RuntimeError for links in a circle.
    parents |= {Path(os.path.realpath(file)).parent for file in files}
    for folder in sorted({above for parent in parents for above in (parent, *parent.parents)}):
        refuse_table(folder, words)


def refuse_table(folder: Path, words: str) -> None:
    """Raise ConfigError if the folder, which the job does not name itself, is a lake table."""
    for format_ in _find_formats(folder):
        refuse_unspeakable(folder, words, InputError)
        raise ConfigError(
            f"{words}: {folder.name} is {_TITLES[format_]}, which says itself which of its files"
            " count; name the table itself"
        )


def _find_formats(path: Path) -> list[str]:
    marks = {"delta": _is_delta, "iceberg": _is_iceberg}
    return [name for name, is_there in marks.items() if is_there(path)]


def _name_format(source: Source, path: Path, words: str) -> str | None:
    found = _find_formats(path)
    asked = source.format
    if asked in _TITLES and asked not in found:
        raise ConfigError(f"{words}: {_TITLES[asked]} is {_MARKS[asked]}; none is there")
    if asked in ("parquet", "csv") and found:
        raise ConfigError(
            f"{words}: it is {_TITLES[found[0]]}, which says itself which of its files count; write"
            f" format: {found[0]}"
        )
    if asked is None and len(found) > 1:
        raise ConfigError(
            f"{words}: it is a Delta and an Iceberg table; write format: delta or format: iceberg"
        )
    format_ = asked if asked in _TITLES else next(iter(found), None)
    of = {"delta": "version", "iceberg": "snapshot"}
    for kind, word in of.items():
        if getattr(source, word) is not None and format_ != kind:
            raise ConfigError(f"{words}: {word} is for {_TITLES[kind]}, and this is none; drop it")
    if format_ is not None and source.missing_columns is not None:
        raise ConfigError(f"{words}: missing_columns is for Parquet; a lake table says it; drop it")
    if format_ is not None and source.delimiter is not None:
        raise ConfigError(f"{words}: delimiter is for CSV; drop it")
    return format_


def _is_delta(path: Path) -> bool:
    return os.path.isdir(path / "_delta_log")  # noqa: PTH112 - Path raises for some names


def _is_iceberg(path: Path) -> bool:
    if path.name.endswith(_METADATA) and os.path.isfile(path):  # noqa: PTH113 - Path raises for some names
        return True
    folder = path / "metadata"
    if not os.path.isdir(folder):  # noqa: PTH112 - Path raises for some names
        return False
    return any(file.name.endswith(_METADATA) for file in folder.iterdir())


def _open(format_: str, source: Source, path: Path, words: str) -> LakeTable:
    try:
        if format_ == "delta":
            from dpsql.inputs.delta_lake import open_delta_lake

            return open_delta_lake(path, words, source.version)
        from dpsql.inputs.iceberg import open_iceberg
    except ModuleNotFoundError:
        raise ConfigError(f"{words}: {_TITLES[format_]} needs {name_extra(format_)}") from None
    return open_iceberg(path, words, source.snapshot)

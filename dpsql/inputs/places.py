"""Resolves a source to the exact place of its rows: files, a catalogue name, memory.

A path is read literally if it exists; only otherwise are ``*``, ``?`` and ``[`` wildcards. Engines
get lists of literal paths, never a pattern, so that t[1].csv is not read as t1.csv.
"""

import errno
import glob
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from dpsql.domain.sections.source import Source
from dpsql.domain.table_names import split_table_name
from dpsql.errors import ConfigError, InputError, SchemaError, error_of
from dpsql.files.absolute import make_absolute
from dpsql.files.near_files import list_beside, suggest_file, tell_home
from dpsql.inputs.addresses import Addresses, find_addresses
from dpsql.inputs.csv_header import read_header, refuse_endless_line
from dpsql.inputs.file_kinds import UNREAD, refuse_text_as_parquet, refuse_unread
from dpsql.inputs.hive_partitions import read_partition_columns
from dpsql.inputs.lake_table import LakeTable, match_below
from dpsql.inputs.lakes import find_lake, refuse_parts, refuse_table
from dpsql.inputs.refusals import refuse_ambiguous_names, refuse_unspeakable

_FORMATS = {".parquet": "parquet", ".pq": "parquet", ".csv": "csv", ".tsv": "csv", ".txt": "csv"}
#: Of files that hold tables, which are named by their own names.
_DATABASES = (".duckdb", ".ddb", ".db")


@dataclass(frozen=True)
class Files:
    """Files of one format that form one table; CSV columns are known from the header.

    `pattern` matches every path that the same source could match later; empty for a single file.
    `partition_columns`: names of the columns that folders named ``key=value`` add;
    `partition_values`: their values for each file. `is_release`: the files are a release, so
    that errors in them are not errors of the inputs. `missing_are_null`: columns that a Parquet
    file lacks are NULL there, and files may have integers of different widths.
    """

    paths: tuple[Path, ...]
    format: str
    partition_columns: tuple[str, ...] = ()
    delimiter: str = ","
    columns: tuple[str, ...] = ()
    pattern: str = ""
    is_release: bool = False
    partition_values: tuple[tuple[str | None, ...], ...] = ()
    missing_are_null: bool = False


@dataclass(frozen=True)
class EngineTable:
    """A table or view of the engine, found only in its catalogue.

    `hint`: the end of the message where there is none: a file may be meant.
    """

    parts: tuple[str, ...]
    hint: str = field(default="", repr=False, compare=False)


@dataclass(frozen=True)
class MemoryTable:
    """An Arrow, pandas or polars table of the calling program; its repr does not show its rows."""

    table: Any = field(repr=False)


Place = Files | LakeTable | Addresses | EngineTable | MemoryTable


def find_place(source: Source, folder: Path) -> Place:
    """Return the place of the rows of `source`; relative paths start from `folder`.

    Raises:
        ConfigError: no such file, its format is unknown, or an extra or extension is missing.
        InputError: it is not readable, or is neither a file nor a folder. ResourceError: the
            system refuses.
        ParseError, SchemaError: a CSV header, or the log of a lake table, cannot be used.
    """
    if source.memory is not None:
        return _take(source.memory.table)
    words = source.path or source.words
    if words is None or not (source.path or _is_place(folder, words)):
        parts = split_table_name(str(source.table or words))
        return EngineTable(parts, "" if words is None else _suggest_file(folder, words))
    if "://" in words:
        return find_addresses(source, words)
    try:
        path = make_absolute(folder / words)
        pattern = _write_pattern(folder, words)
        return find_lake(source, path, words) or _list_files(source, path, pattern, words)
    except OSError as error:
        raise error_of(error, f"{words}: it cannot be read", InputError) from None


def _suggest_file(folder: Path, words: str) -> str:
    """Suggest a file for a name that has nearly a suffix of one, or say what of it is not read."""
    suffix = Path(words).suffix.lower()
    # Not with Path, which raises for names that no file can have.
    if suffix and suffix not in _DATABASES and os.path.isfile(folder / words):  # noqa: PTH113
        *others, last = _FORMATS
        return (
            f"; it is a file, and dpsql reads {', '.join(others)} and {last}: name it so, or give"
            " {path: …, format: csv} if it is one of these"
        )
    return suggest_file(folder / words) if get_close_matches(suffix, _FORMATS, n=1) else ""


def _take(table: Any) -> MemoryTable:
    """Return a table in memory; DuckDB would give its second column of a name another name."""
    # Of Arrow, or else of pandas or polars, whose names may be numbers.
    names = getattr(table, "column_names", None) or getattr(table, "columns", None)
    told = tuple(map(str, names)) if names is not None else ()
    refuse_ambiguous_names(told, "a table in memory", "rename one")
    return MemoryTable(table)


def _is_place(folder: Path, words: str) -> bool:
    """Whether words that could be a path or a table are a folder, or end as files of others do."""
    # Not with Path, which raises for names that no file can have.
    return words.lower().endswith(UNREAD) or os.path.isdir(folder / words)  # noqa: PTH112


def _write_pattern(folder: Path, words: str) -> Path:
    """Return the job's folder, with wildcards escaped, joined with the words as a pattern."""
    # As Python joins paths: an absolute path ignores the folder, which need not exist then.
    home = Path() if Path(words).is_absolute() else make_absolute(folder)
    return Path(glob.escape(str(home))) / words


def _list_files(source: Source, path: Path, wanted: Path, words: str) -> Files:
    paths = _find_files(path, wanted, words)
    for file in paths:
        refuse_unspeakable(file, words, InputError)
    partition_columns, values = (
        read_partition_columns(path, paths, words) if path.is_dir() else ((), ())
    )
    pattern = "" if path.is_file() else match_below(path) if path.is_dir() else str(wanted)
    formats = {source.format or _FORMATS.get(path.suffix.lower()) for path in paths}
    format_ = formats.pop()
    if formats and None not in (format_, *formats):
        raise ConfigError(f"{words}: both CSV and Parquet lie there; name those of one format")
    refuse_unread(words)
    if formats or format_ is None:
        raise ConfigError(
            f"{words}: the format is not known; name files .parquet or .csv, or give"
            " {path: …, format: csv}"
        )
    if format_ == "parquet":
        refuse_parts(paths, words)
        for path in paths:
            refuse_text_as_parquet(path)
        if source.delimiter is not None:
            raise ConfigError(f"{words}: delimiter is for CSV; drop it")
        return Files(
            paths,
            format_,
            partition_columns,
            pattern=pattern,
            partition_values=values,
            missing_are_null=source.missing_columns is not None,
        )
    if source.missing_columns is not None:
        raise ConfigError(f"{words}: missing_columns is for Parquet; give all CSV one header")
    delimiter, columns = read_header(paths[0], source.delimiter)
    for path in paths:
        if read_header(path, delimiter)[1] != columns:
            raise SchemaError(
                f"{path.name}: its header differs from that of {paths[0].name}; if it is no part of"
                " the table, move it elsewhere, or name the others by a pattern, such as"
                " folder/part*.csv"
            )
        refuse_endless_line(path)
    refuse_ambiguous_names((*columns, *partition_columns), words)
    return Files(paths, format_, partition_columns, delimiter, columns, pattern, False, values)


def _find_files(path: Path, pattern: Path, words: str) -> tuple[Path, ...]:
    """Return the file or the files of the folder at `path`, else the matches, each file once."""
    try:
        mode = path.stat().st_mode
    except OSError as error:
        if error.errno not in (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG):
            raise
        matches = sorted(glob.glob(str(pattern), recursive=True))
        files = [Path(match) for match in matches if Path(match).is_file()]
        if not files:
            raise ConfigError(f"{words}: no such file{_hint_at_path(path, words)}") from None
        return _once(files)
    if stat.S_ISREG(mode):
        return (make_absolute(path),)
    if not stat.S_ISDIR(mode):
        raise InputError(f"{words}: it is neither a file nor a folder")
    files = [file for file in _visible(path, words) if file.suffix.lower() in _FORMATS]
    if not files:
        raise InputError(f"{words}: the folder holds no .parquet or .csv file")
    return _once(files)


def _hint_at_path(path: Path, words: str) -> str:
    """Return the end of the message on a path where nothing is."""
    if words.startswith("~"):
        return f"; {tell_home(words)}"
    if words.startswith("$"):
        return "; variables are not read: write the path itself"
    where = "" if _is_plain(path, words) else "; paths start from the job file"
    return where + (list_beside(path, _FORMATS) if glob.has_magic(words) else suggest_file(path))


def _is_plain(path: Path, words: str) -> bool:
    """Whether a path means the same to who runs the command: absolute, or from where they are."""
    return Path(words).is_absolute() or path == make_absolute(Path() / words)


def _once(files: list[Path]) -> tuple[Path, ...]:
    """Drop files that an earlier name already stands for: a person must not be counted twice."""
    first: dict[tuple[int, int], Path] = {}
    for file in files:
        state = file.stat()
        first.setdefault((state.st_dev, state.st_ino), make_absolute(file))
    return tuple(first.values())


def _visible(folder: Path, words: str) -> Iterator[Path]:
    """Yield the files below a folder in order, without links to folders and names with . or _."""
    refuse_table(folder, words)
    entries = sorted(entry for entry in folder.iterdir() if entry.name[0] not in "._")
    yield from (entry for entry in entries if entry.is_file())
    for below in entries:
        if below.is_dir() and not below.is_symlink():
            yield from _visible(below, words)

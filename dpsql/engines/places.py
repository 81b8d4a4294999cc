"""From the words of a source to the exact place its rows lie: files, a catalogue name, memory.

A path is read literally if it exists; only otherwise are ``*``, ``?`` and ``[`` wildcards. Engines
get plain lists of files, never a pattern, so that t[1].csv is not read as t1.csv.
"""

import csv
import errno
import glob
import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from itertools import chain
from pathlib import Path
from typing import Any

from dpsql.domain.job import Source
from dpsql.errors import ConfigError, DpsqlError, InputError, ParseError, SchemaError, error_of

DELIMITERS = ",;\t|"
_FORMATS = {".parquet": "parquet", ".pq": "parquet", ".csv": "csv", ".tsv": "csv", ".txt": "csv"}
_MAX_HEADER = 2**20
_MAX_LINE = 2 * 2**20


@dataclass(frozen=True)
class Files:
    """Files of one format that together are a table; CSV columns are known from the header.

    `pattern` matches every path that the same words could find later; empty for a single file.
    `partitions`: names of the columns that folders named ``key=value`` add. `is_release`: what
    cannot be read of them is no fault of the inputs.
    """

    paths: tuple[Path, ...]
    format: str
    partitions: tuple[str, ...] = ()
    delimiter: str = ","
    columns: tuple[str, ...] = ()
    pattern: str = ""
    is_release: bool = False


@dataclass(frozen=True)
class CatalogName:
    """A table or view of the engine, to be found in its catalogue and nowhere else."""

    parts: tuple[str, ...]


@dataclass(frozen=True)
class MemoryTable:
    """An Arrow, pandas or polars table of the calling program."""

    table: Any


Place = Files | CatalogName | MemoryTable


def find_place(source: Source, folder: Path) -> Place:
    """Find where the rows of `source` lie; relative paths start from `folder`.

    Raises:
        ConfigError: no such file, or its format is not known.
        InputError: it may not be read, or is neither a file nor a folder. ResourceError: the
            system refuses.
        ParseError, SchemaError: a CSV header cannot be used.
    """
    if source.memory is not None:
        return MemoryTable(source.memory)
    words = source.path or source.words
    # Not by Path, which raises for names that no file can have.
    if words is None or (source.path is None and not os.path.isdir(folder / words)):  # noqa: PTH112
        return CatalogName(tuple(str(source.table or words).split(".")))
    if "://" in words:
        raise ConfigError(f"{words}: remote paths are not read; copy the file here first")
    try:
        return _list_files(source, (folder / words).absolute(), words)
    except OSError as error:
        raise error_of(error, f"{words}: it cannot be read", InputError) from None


def _list_files(source: Source, path: Path, words: str) -> Files:
    paths, partitions = _find_files(path, words)
    for file in paths:
        refuse_unspeakable(file, words, InputError)
    pattern = "" if path.is_file() else str(path / "*" if path.is_dir() else path)
    formats = {source.format or _FORMATS.get(path.suffix.lower()) for path in paths}
    format_ = formats.pop()
    if formats or format_ is None:
        raise ConfigError(
            f"{words}: the format is not known; name files .parquet or .csv, or give"
            " {path: …, format: csv}"
        )
    if format_ == "parquet":
        return Files(paths, format_, partitions, pattern=pattern)
    delimiter, columns = _read_header(paths[0], source.delimiter)
    for path in paths:
        if _read_header(path, delimiter)[1] != columns:
            raise SchemaError(f"{path.name}: its header differs from that of {paths[0].name}")
        _refuse_endless_line(path)
    refuse_ambiguous_names((*columns, *partitions), words)
    return Files(paths, format_, partitions, delimiter, columns, pattern)


def _find_files(path: Path, words: str) -> tuple[tuple[Path, ...], tuple[str, ...]]:
    """Return the files, each once and in a stable order, and the partition columns of a folder."""
    try:
        mode = path.stat().st_mode
    except OSError as error:
        if error.errno not in (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG):
            raise
        matches = sorted(glob.glob(str(path), recursive=True))
        files = [Path(match) for match in matches if Path(match).is_file()]
        if not files:
            raise ConfigError(f"{words}: no such file; paths start from the job file") from None
        return _once(files), ()
    if stat.S_ISREG(mode):
        return (path.absolute(),), ()
    if not stat.S_ISDIR(mode):
        raise InputError(f"{words}: it is neither a file nor a folder")
    files = [file for file in _visible(path) if file.suffix.lower() in _FORMATS]
    if not files:
        raise InputError(f"{words}: the folder holds no .parquet or .csv file")
    keys = {
        tuple(part.partition("=")[0] for part in file.relative_to(path).parts[:-1] if "=" in part)
        for file in files
    }
    if len(keys) > 1:
        raise SchemaError(f"{words}: its files lie below different partitions (key=value folders)")
    return _once(files), keys.pop()


def refuse_unspeakable(path: Path, words: str, kind: type[DpsqlError]) -> None:
    """Raise `kind` for a path that is not UTF-8: SQL is, and cannot name it."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        raise kind(f"{words}: its path is not UTF-8; rename the file or the folder") from None


def _once(files: list[Path]) -> tuple[Path, ...]:
    """Drop further names of a file that was named before: a person must not be counted twice."""
    first: dict[tuple[int, int], Path] = {}
    for file in files:
        state = file.stat()
        first.setdefault((state.st_dev, state.st_ino), file.absolute())
    return tuple(first.values())


def _visible(folder: Path) -> Iterator[Path]:
    """Walk a folder in order, leaving out links to folders and what starts with . or _."""
    entries = sorted(entry for entry in folder.iterdir() if entry.name[0] not in "._")
    yield from (entry for entry in entries if entry.is_file())
    below = (entry for entry in entries if entry.is_dir() and not entry.is_symlink())
    yield from chain.from_iterable(map(_visible, below))


def _refuse_endless_line(path: Path) -> None:
    """DuckDB drops a last line longer than its buffer of 32 MB without an error; find it first."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - _MAX_LINE))
        if size > _MAX_LINE and b"\n" not in file.read().rstrip(b"\r\n"):
            raise ParseError(f"{path.name}: its last line is longer than 2 MB; is it cut or a CSV?")


def _read_header(path: Path, delimiter: str | None) -> tuple[str, tuple[str, ...]]:
    """Read the delimiter and the column names off the first record."""
    text = _read_start(path)
    if text is None:
        raise ParseError(f"{path.name}: not UTF-8; save it as UTF-8")
    if not text.partition("\n")[0].strip("\r\n"):
        raise ParseError(f"{path.name}, line 1: it is empty; a CSV starts with its header")
    delimiter = delimiter or _find_delimiter(text, path.name)
    try:
        columns = tuple(next(csv.reader(StringIO(text, newline=""), delimiter=delimiter)))
    except csv.Error:
        raise ParseError(f"{path.name}, line 1: the header cannot be read") from None
    if not all(columns):
        raise SchemaError(f"{path.name}, line 1: a column has no name; name every column")
    if any(break_ in column for column in columns for break_ in "\r\n"):
        # DuckDB takes the first break for the line ending and may then return no row at all.
        raise SchemaError(f"{path.name}, line 1: a column's name holds a line break; rename it")
    refuse_ambiguous_names(columns, path.name)
    return delimiter, columns


class _Hidden(str):
    """Text that no traceback shows, whatever prints its variables: it may be of T."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<hidden>"


def _read_start(path: Path) -> _Hidden | None:
    """Read the first megabyte; None if it is not UTF-8, since that error would hold the text."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            return _Hidden(file.read(_MAX_HEADER))
    except UnicodeDecodeError:
        return None
    except OSError as error:
        raise error_of(error, f"{path.name}: it cannot be read", InputError) from None


def _find_delimiter(text: str, name: str) -> str:
    """Return the one delimiter that the header line holds outside quotes."""
    header = re.split(r"[\r\n]", text, maxsplit=1)[0]
    unquoted = "".join(header.split('"')[::2])
    found = [character for character in DELIMITERS if character in unquoted]
    if len(found) > 1:
        raise ParseError(
            f"{name}, line 1: the delimiter is not plain; give {{path: …, delimiter: …}}"
        )
    return found[0] if found else DELIMITERS[0]


def refuse_ambiguous_names(columns: tuple[str, ...], name: str) -> None:
    """Raise SchemaError where two columns have one name, or names that differ only in case.

    States positions: of a CSV without a header these are no names but values, perhaps of T.
    """
    seen: dict[str, int] = {}
    for position, column in enumerate(columns, 1):
        first = seen.setdefault(column.casefold(), position)
        if first != position:
            raise SchemaError(
                f"{name}: columns {first} and {position} have the same name (case does not tell"
                " them apart); rename one, or give the file its header"
            )

"""Writes a table of noisy counts as CSV or Parquet: room for it first, then paid, then there."""

import csv
import io
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from dpsql.domain.levels.hierarchy import Leaf
from dpsql.errors import ConfigError, ResourceError, TargetError, error_of, name_extra
from dpsql.faces import name_option
from dpsql.files.durable import sync
from dpsql.files.near_files import tell_missing_folder
from dpsql.files.private_folder import PrivateFolder
from dpsql.release.formulas import is_formula_text
from dpsql.release.publish import move_new
from dpsql.signals import holding_signals

_SUFFIXES = (".csv", ".parquet")
_PREFIX = ".dpsql-counts-"
#: Bytes that are written at a time, and the least room that is made.
_BLOCK = 2**16

#: Labels, with their noisy count.
Row = tuple[Sequence[Leaf], int]


def refuse_names(columns: Sequence[str]) -> None:
    """Raise ConfigError unless the last name, of the counts, can stand beside the others."""
    *by, count = columns
    if not count or not count.isprintable() or is_formula_text(count):
        raise ConfigError(f"{name_option('count')}: write a plain name, such as people")
    if count.lower() in map(str.lower, by):
        raise ConfigError(
            f"{name_option('count')}: {count} is also a column of {name_option('by')}; name another"
        )


def refuse_unfit(path: Path, *, overwrite: bool) -> None:
    """Raise an error unless a table can be written at the path; called before any work."""
    if path.suffix.lower() not in _SUFFIXES:
        raise TargetError(f"{name_option('output')}: {path} must end in {' or '.join(_SUFFIXES)}")
    if not path.parent.is_dir():
        raise TargetError(f"{name_option('output')}: {tell_missing_folder(path.parent)}")
    if os.path.lexists(path):
        if path.is_symlink() or not path.is_file():
            raise TargetError(
                f"{name_option('output')}: {path.name} is a link or no plain file; remove it"
            )
        if not overwrite:
            raise TargetError(
                f"{name_option('output')}: {path.name} exists; pass"
                f" {name_option('overwrite', True)} or name another"
            )
    if path.suffix.lower() == ".parquet":
        _load_pyarrow()


def refuse_others(path: Path, others: Iterable[Path]) -> None:
    """Raise TargetError if the file is one of these, by whatever name."""
    try:
        found = path.stat()
    except OSError:
        return
    for other in others:
        with suppress(OSError):
            if os.path.samestat(found, other.stat()):
                raise TargetError(
                    f"{name_option('output')}: {path.name} is an input of the job, its release, or"
                    " the ledger"
                )


@dataclass(frozen=True)
class StagedTable:
    """A file of zeros beside the place of a table, as large or larger, and what it will hold.

    Noisy counts are on the disk only once they are paid for; the room for them is there before.
    """

    file: Path
    content: bytes

    @property
    def sha256(self) -> str:
        """The digest of the table."""
        return sha256(self.content).hexdigest()

    def publish(self, path: Path, *, overwrite: bool) -> None:
        """Fill the file and move it to its place, durably.

        Raises:
            ResourceError: the disk refused.
        """
        try:
            with self.file.open("r+b") as opened:
                opened.write(self.content)
                opened.truncate()
            sync(self.file)
            (os.replace if overwrite else move_new)(self.file, path)
            sync(path.parent)
        except OSError as error:
            problem = f"{name_option('output')}: {path.name} cannot be put in its place"
            raise error_of(error, problem, ResourceError) from None


@contextmanager
def staged(path: Path, columns: Sequence[str], rows: Sequence[Row]) -> Iterator[StagedTable]:
    """Make room for the table in a private folder beside its place, which is gone on exit.

    Raises:
        TargetError: its folder is not writable. ResourceError: the disk refused.
    """
    write = _write_csv if path.suffix.lower() == ".csv" else _write_parquet
    content = write(columns, rows)
    with holding_signals():
        try:
            folder = PrivateFolder(path.parent, _PREFIX)
        except OSError as error:
            raise error_of(
                error, f"{name_option('output')}: its folder is not writable", TargetError
            ) from None
    try:
        file = folder.path / path.name
        try:
            _reserve(file, _round_up(len(content)))
        except OSError as error:
            raise error_of(
                error, f"{name_option('output')}: it cannot be written", ResourceError
            ) from None
        yield StagedTable(file, content)
    finally:
        folder.remove()


def _round_up(size: int) -> int:
    """Return the next power of two: an exact size would tell digits and signs of the counts."""
    return max(_BLOCK, 1 << (size - 1).bit_length())


def _reserve(file: Path, size: int) -> None:
    """Make a private file of so many zeros, durably."""
    with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as opened:
        for start in range(0, size, _BLOCK):
            opened.write(bytes(min(_BLOCK, size - start)))
    sync(file)


def refuse_labels(path: Path, labels_of: Mapping[str, Sequence[Leaf]]) -> None:
    """Raise ConfigError for labels that a CSV or a spreadsheet would read as something else.

    `labels_of`: all that a column may have, not those that are published: that may depend on T.
    """
    if path.suffix.lower() != ".csv":
        return
    for name, labels in labels_of.items():
        if {None, ""} <= {*labels}:
            raise ConfigError(
                f"{name_option('output')}: {name} has NULL and empty texts; write .parquet"
            )
        if any(label is not None and is_formula_text(label) for label in labels):
            raise ConfigError(
                f"{name_option('output')}: labels of {name} would run as formulas in a"
                " spreadsheet; write .parquet"
            )


def _write_csv(columns: Sequence[str], rows: Sequence[Row]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows((*cell, count) for cell, count in rows)
    return text.getvalue().encode()


def _write_parquet(columns: Sequence[str], rows: Sequence[Row]) -> bytes:
    pyarrow = _load_pyarrow()
    from pyarrow import parquet

    texts = [
        pyarrow.array([cell[j] for cell, _ in rows], "string") for j in range(len(columns) - 1)
    ]
    counts = pyarrow.array([count for _, count in rows], "int64")
    written = pyarrow.BufferOutputStream()
    parquet.write_table(pyarrow.table([*texts, counts], names=list(columns)), written)
    return bytes(written.getvalue())


def _load_pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise ConfigError(f"{name_option('output')}: Parquet needs {name_extra('dp')}") from None
    return pyarrow

"""Statements as numbered files, so that people can read a run or repeat it by hand in any session.

Over logical names; what is uploaded is written as INSERTs. Rows of T are never uploaded; but which
nodes a search counts follows from T, so that the files are their owner's alone.
"""

import errno
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from sqlglot import exp

from dpsql.errors import ConfigError, ResourceError

_FULL = (errno.ENOSPC, errno.EDQUOT)


class Dump:
    """The files of one session in an existing folder."""

    def __init__(self, folder: Path, dialect: str) -> None:
        self._folder = folder
        self._dialect = dialect

    def write(self, number: int, purpose: str, text: str) -> Path:
        """Write a statement to a file of its own, and return it.

        Raises:
            ConfigError: the folder cannot be written. ResourceError: the disk is full.
        """
        file = self._folder / f"{number:04d}_{purpose}.sql"
        self._put(file, "w", text)
        return file

    def insert(self, file: Path, table: str, rows: Iterable[Sequence[Any]]) -> None:
        """Append rows to the file of the statement that made their table; raises as `write`."""
        values = ",\n".join(
            f"({', '.join(exp.convert(cell).sql(self._dialect) for cell in row)})" for row in rows
        )
        self._put(file, "a", f"INSERT INTO {table} VALUES\n{values}")

    def _put(self, file: Path, mode: str, text: str) -> None:
        try:
            with open(file, mode, encoding="utf-8", opener=_open_private) as opened:
                opened.write(f"{text};\n")
        except OSError as error:
            problem = f"--dump-sql: {file.name} cannot be written ({error.strerror})"
            full = error.errno in _FULL
            raise (ResourceError(problem) if full else ConfigError(problem)) from None


def _open_private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)

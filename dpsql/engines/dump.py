"""Writes statements to numbered files, so that people can read a run or repeat it by hand.

The statements use logical names; uploaded rows are written as INSERTs. Rows of T are never
uploaded. Which nodes a search counts depends on T, so only their owner can read the files.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TextIO

from sqlglot import exp

from dpsql.engines.sql_text import write
from dpsql.errors import ConfigError, error_of
from dpsql.faces import name_option
from dpsql.files import private_file


class Dump:
    """The files of one session in an existing folder."""

    def __init__(self, folder: Path, dialect: str) -> None:
        self._folder = folder
        self._dialect = dialect

    def write(self, number: int, purpose: str, text: str) -> Path:
        """Write a statement to a new file, and return the file.

        Raises:
            ConfigError: the folder cannot be written. ResourceError: the disk is full.
        """
        file = self._folder / f"{number:04d}_{purpose}.sql"
        self._put(file, private_file.replace, text)
        return file

    def insert(self, file: Path, table: str, rows: Iterable[Sequence[Any]]) -> None:
        """Append rows to the file of the statement that made their table; raises as `write`."""
        values = ",\n".join(
            f"({', '.join(write(exp.convert(cell), self._dialect) for cell in row)})"
            for row in rows
        )
        self._put(file, private_file.extend, f"INSERT INTO {table} VALUES\n{values}")

    def _put(self, file: Path, open_: Callable[[Path], TextIO], text: str) -> None:
        try:
            with open_(file) as opened:
                opened.write(f"{text};\n")
        except OSError as error:
            problem = f"{name_option('dump_sql')}: {file.name} cannot be written"
            raise error_of(error, problem, ConfigError) from None

"""Local files for pyiceberg, and nothing else: no remote address in a table is opened."""

from pathlib import Path
from typing import BinaryIO, NoReturn

from pyiceberg.io import FileIO, InputFile, OutputFile

from dpsql.errors import InputError


def as_local(location: str, words: str) -> Path:
    """Return the path of a file that a table lists; locations are not percent-encoded.

    Raises:
        InputError: it is not on this machine.
    """
    if location.startswith("file:"):
        path = location.removeprefix("file:")
        return Path(path.removeprefix("//") if path.startswith("///") else path)
    if "://" in location:
        raise InputError(
            f"{words}: it lists files that are not on this machine; copy the table here"
        )
    return Path(location)


class _LocalFile(InputFile):
    def __init__(self, location: str) -> None:
        super().__init__(location)
        self._path = as_local(location, "the table")

    def __len__(self) -> int:
        return self._path.stat().st_size

    def exists(self) -> bool:
        return self._path.exists()

    def open(self, seekable: bool = True) -> BinaryIO:
        return self._path.open("rb")


class LocalFiles(FileIO):
    """Opens local files for reading."""

    def new_input(self, location: str) -> InputFile:
        """Return the file, which need not exist."""
        return _LocalFile(location)

    def new_output(self, location: str) -> NoReturn:
        """Refuse: tables are only read."""
        raise NotImplementedError

    def delete(self, location: str | InputFile | OutputFile) -> NoReturn:
        """Refuse: tables are only read."""
        raise NotImplementedError

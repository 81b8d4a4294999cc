"""Local files for pyiceberg, and nothing else: no remote address in a table is opened."""

from dataclasses import dataclass
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


@dataclass(frozen=True)
class Moved:
    """A table that lies in `folder`, while its metadata has the address `location`, or is to.

    Without a location, files are where the metadata names them.
    """

    location: str = ""
    folder: Path = Path()

    def find(self, location: str, words: str) -> Path:
        """Return the path of a file that the table lists; raises as `as_local`."""
        if self.location and location.startswith(f"{self.location}/"):
            return self.folder / location.removeprefix(f"{self.location}/")
        return as_local(location, words)


#: A table that is where it says.
HERE = Moved()


class _LocalFile(InputFile):
    def __init__(self, location: str, moved: Moved) -> None:
        super().__init__(location)
        self._path = moved.find(location, "the table")

    def __len__(self) -> int:
        return self._path.stat().st_size

    def exists(self) -> bool:
        return self._path.exists()

    def open(self, seekable: bool = True) -> BinaryIO:
        return self._path.open("rb")


class LocalFiles(FileIO):
    """Opens local files for reading."""

    def __init__(self, moved: Moved = HERE) -> None:
        super().__init__()
        self._moved = moved

    def new_input(self, location: str) -> InputFile:
        """Return the file, which need not exist."""
        return _LocalFile(location, self._moved)

    def new_output(self, location: str) -> NoReturn:
        """Refuse: tables are only read."""
        raise NotImplementedError

    def delete(self, location: str | InputFile | OutputFile) -> NoReturn:
        """Refuse: tables are only read."""
        raise NotImplementedError

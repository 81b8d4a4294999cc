"""The files of a release, and checks of them: nothing that exists is replaced unless requested.

A release that is a table has the same files, but for the release itself: see `released_table.py`.
"""

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp

from dpsql.engines.release_table import ReleaseTable
from dpsql.errors import TargetError, error_of
from dpsql.faces import name_option
from dpsql.files.beside import name_manifest, name_staging
from dpsql.files.near_files import tell_missing_folder
from dpsql.release.manifest import hash_file
from dpsql.release.table_rows import hash_table

SUFFIXES = (".parquet", ".csv")
LOCK_SUFFIX = ".dpsql-lock"
NOT_WRITABLE = "release: its folder is not writable"
#: Of a folder that is there, as below /proc; the system then says that the file does not exist.
TAKES_NO_FILES = "release: its folder takes no new files; name another"
#: Characters of its name in that of a file that shows whether one can be made.
_LONGEST = 40


@dataclass(frozen=True)
class Target:
    """The file to publish, and the files beside it: its manifest, and a run's lock and staging.

    `table`: the table to publish in place of a file. No file is ever at `path` then, but a folder
    if that is the table; what lies beside a table is named by it.
    """

    path: Path
    overwrite: bool
    table: ReleaseTable | None = None

    @property
    def name(self) -> str:
        """The name of the file without folders, or of the table."""
        return self.path.name if self.table is None else self.table.name

    @property
    def is_in_engine(self) -> bool:
        """Whether the release is a table of an engine, a server or a database file."""
        return self.table is not None and not self.is_folder

    @property
    def is_folder(self) -> bool:
        """Whether the release is a table in a folder."""
        return self.table is not None and self.table.folder is not None

    @property
    def staged_path(self) -> Path:
        """The file that is written and verified, in the staging folder."""
        name = self.path.name if self.table is None else "release.parquet"
        return self.staging_path / name

    def hash_release(self) -> str | None:
        """Return the SHA-256 of the release that is published; None if there is none.

        Raises:
            DpsqlError: it cannot be read.
        """
        if self.table is not None:
            return hash_table(self.table)
        return hash_file(self.path) if self.path.is_file() else None

    @property
    def manifest_path(self) -> Path:
        """``<release>.manifest.json``."""
        return name_manifest(self.path)

    @property
    def lock_path(self) -> Path:
        """The lock file: only the run that locks it may change the target."""
        return self.path.with_name(f".{self.path.name}{LOCK_SUFFIX}")

    @property
    def staging_path(self) -> Path:
        """The folder of that run: its name is fixed, so that the next run finds it."""
        return name_staging(self.path)

    def refuse_unfit(self) -> None:
        """Raise TargetError unless a release can have this path; called before any work."""
        path = self.path
        if self.table is None and path.suffix.lower() not in SUFFIXES:
            raise TargetError(
                f"release: {path.name} must end in {' or '.join(SUFFIXES)}; a folder is"
                " {path: …, format: delta}, a table of the engine {table: schema.name}"
            )
        if not path.parent.is_dir():
            raise TargetError(f"release: {tell_missing_folder(path.parent)}")
        for file in (path, self.manifest_path, self.staging_path):
            try:
                os.lstat(file)
            except FileNotFoundError:
                continue
            except OSError as error:
                raise error_of(
                    error, f"release: {path.name} cannot be there", TargetError
                ) from None
            except ValueError:
                raise TargetError("release: its name holds a NUL, which no file has") from None
            if self.is_folder and file == path:
                if file.is_symlink() or not file.is_dir():
                    raise TargetError(f"release: {file.name} is a link or no folder; remove it")
            elif file != self.staging_path and (file.is_symlink() or not file.is_file()):
                raise TargetError(f"release: {file.name} is a link or no plain file; remove it")

    def refuse_unwritable(self) -> None:
        """Raise TargetError unless a file can be made beside it; leaves none there."""
        folder = self.path.parent
        try:
            with suppress(FileNotFoundError):
                Path(mkdtemp(prefix=f".{self.path.name[:_LONGEST]}.", dir=folder)).rmdir()
                return
        except OSError as error:
            raise error_of(error, NOT_WRITABLE, TargetError) from None
        raise TargetError(TAKES_NO_FILES)

    def refuse_present(self) -> None:
        """Raise TargetError if a file exists that must not be replaced.

        Called under the lock, after the files of an interrupted run were settled.
        """
        present = self.find_present()
        if present is not None and not self.overwrite:
            replaces = name_option("overwrite", True)
            raise TargetError(f"release: {present} exists; pass {replaces} or name another")

    def find_present(self) -> str | None:
        """Return the name of the release if a file or folder is there, or else of its manifest."""
        for file in (self.path, self.manifest_path):
            # lexists also finds dangling links, and does not raise without search permission.
            if os.path.lexists(file):
                return file.name
        return None

    def refuse_inputs(self, inputs: tuple[Path, ...]) -> None:
        """Raise TargetError if the release or its manifest is an input of the job."""
        read = {state for source in inputs if (state := _identify(source)) is not None}
        if self.is_folder:
            above = {folder for source in inputs for folder in source.parents}
            read |= {state for folder in above if (state := _identify(folder)) is not None}
        for file in (self.path, self.manifest_path):
            if _identify(file) in read:
                raise TargetError(f"release: {file.name} is an input of the job; name another")


def _identify(file: Path) -> tuple[int, int] | None:
    """Return device and inode; None for a file that cannot be read, such as an absent WAL.

    Whatever reads a missing input reports it.
    """
    try:
        state = file.stat()
    except OSError:
        return None
    return state.st_dev, state.st_ino

"""The files of a release, and checks of them: nothing that exists is replaced unless requested."""

import os
from dataclasses import dataclass
from pathlib import Path

from dpsql.errors import TargetError, error_of
from dpsql.files.beside import name_manifest

SUFFIXES = (".parquet", ".csv")
LOCK_SUFFIX = ".dpsql-lock"


@dataclass(frozen=True)
class Target:
    """The file to publish, and the files beside it: its manifest, and a run's lock and staging."""

    path: Path
    overwrite: bool

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
        return self.path.with_name(f".{self.path.name}.dpsql-staging")

    def refuse_unfit(self) -> None:
        """Raise TargetError unless a release can have this path; called before any work."""
        path = self.path
        if path.suffix.lower() not in SUFFIXES:
            raise TargetError(f"release: {path.name} must end in {' or '.join(SUFFIXES)}")
        if not path.parent.is_dir():
            raise TargetError(f"release: the folder {path.parent} does not exist; create it")
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
            if file != self.staging_path and (file.is_symlink() or not file.is_file()):
                raise TargetError(f"release: {file.name} is a link or no plain file; remove it")

    def refuse_present(self) -> None:
        """Raise TargetError if a file exists that must not be replaced.

        Called under the lock, after the files of an interrupted run were settled.
        """
        for file in (self.path, self.manifest_path):
            # lexists also finds dangling links, and does not raise without search permission.
            if os.path.lexists(file) and not self.overwrite:
                raise TargetError(f"release: {file.name} exists; pass --overwrite or name another")

    def refuse_inputs(self, inputs: tuple[Path, ...]) -> None:
        """Raise TargetError if the release or its manifest is an input of the job."""
        read = {state for source in inputs if (state := _identify(source)) is not None}
        for file in (self.path, self.manifest_path):
            if _identify(file) in read:
                raise TargetError(f"release: {file.name} is an input of the job")


def _identify(file: Path) -> tuple[int, int] | None:
    """Return device and inode; None for a file that cannot be read, such as an absent WAL.

    Whatever reads a missing input reports it.
    """
    try:
        state = file.stat()
    except OSError:
        return None
    return state.st_dev, state.st_ino

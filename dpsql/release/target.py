"""Where a release goes, and what is refused there: nothing that exists is replaced unasked."""

import os
from dataclasses import dataclass
from pathlib import Path

from dpsql.errors import TargetError, error_of

SUFFIXES = (".parquet", ".csv")
LOCK_SUFFIX = ".dpsql-lock"


@dataclass(frozen=True)
class Target:
    """The file to publish, and what stands beside it: its manifest, and names of a run's own."""

    path: Path
    overwrite: bool

    @property
    def manifest_path(self) -> Path:
        """``<release>.manifest.json``."""
        return self.path.with_name(self.path.name + ".manifest.json")

    @property
    def lock_path(self) -> Path:
        """The file that the one run is locking that may touch the target."""
        return self.path.with_name(f".{self.path.name}{LOCK_SUFFIX}")

    @property
    def staging_path(self) -> Path:
        """The folder of that run: always of this name, so that the next run finds it."""
        return self.path.with_name(f".{self.path.name}.dpsql-staging")

    def refuse_unfit(self) -> None:
        """Raise TargetError unless a release may have this name; called before any work."""
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
        """Raise TargetError if a file is there that was not asked to be replaced.

        Asked under the lock: what another run left half done is gone then.
        """
        for file in (self.path, self.manifest_path):
            # A link that dangles is there, too; Path.exists raises where it may not look.
            if os.path.lexists(file) and not self.overwrite:
                raise TargetError(f"release: {file.name} exists; pass --overwrite or name another")

    def refuse_inputs(self, inputs: tuple[Path, ...]) -> None:
        """Raise TargetError if the release or its manifest is an input of the job."""
        read = {state for source in inputs if (state := _identify(source)) is not None}
        for file in (self.path, self.manifest_path):
            if _identify(file) in read:
                raise TargetError(f"release: {file.name} is an input of the job")


def _identify(file: Path) -> tuple[int, int] | None:
    """Device and inode; None for what cannot be looked at: a log of a database that is not there.

    An input that is missing is told of by what reads it.
    """
    try:
        state = file.stat()
    except OSError:
        return None
    return state.st_dev, state.st_ino

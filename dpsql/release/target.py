"""Where a release goes, and how it gets there: whole, verified, or not at all.

Everything is written into an own folder of mode 0700 beside the target, so that publishing is one
rename within one file system. Nothing that exists is replaced unless it was asked for.
"""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from dpsql.errors import Locked, ResourceError, TargetError

SUFFIXES = (".parquet", ".csv")


@dataclass(frozen=True)
class Target:
    """The file to publish, and its manifest beside it."""

    path: Path
    overwrite: bool

    @property
    def manifest_path(self) -> Path:
        """``<release>.manifest.json``."""
        return self.path.with_name(self.path.name + ".manifest.json")

    def refuse_unfit(self, inputs: tuple[Path, ...]) -> None:
        """Raise TargetError unless the release may go here; called before any work."""
        path = self.path
        if path.suffix.lower() not in SUFFIXES:
            raise TargetError(f"release: {path.name} must end in {' or '.join(SUFFIXES)}")
        if not path.parent.is_dir():
            raise TargetError(f"release: the folder {path.parent} does not exist; create it")
        for file in (path, self.manifest_path):
            if file.is_symlink() or (file.exists() and not file.is_file()):
                raise TargetError(f"release: {file.name} is a link or no plain file; remove it")
            if any(file.exists() and file.samefile(source) for source in inputs):
                raise TargetError(f"release: {file.name} is an input of the job")
        for file in (path, self.manifest_path):
            if file.exists() and not self.overwrite:
                raise TargetError(f"release: {file.name} exists; pass --overwrite or name another")


@contextmanager
def locked(target: Target) -> Iterator[None]:
    """Keep other runs off the target; the lock goes with the process, however it ends.

    Raises:
        Locked: another run holds it. TargetError: the folder is not writable.
    """
    path = target.path.with_name(f".{target.path.name}.dpsql-lock")
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise TargetError(f"release: its folder is not writable ({error.strerror})") from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # The holder before may have removed the file between our opening and our locking it.
        if not path.exists() or path.stat().st_ino != os.fstat(descriptor).st_ino:
            raise BlockingIOError
    except BlockingIOError:
        os.close(descriptor)
        raise Locked(f"release: another run is working on {target.path.name}; wait") from None
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
        os.close(descriptor)


@contextmanager
def staging_folder(target: Target) -> Iterator[Path]:
    """Make a private folder beside the target; it is gone afterwards, with all it holds."""
    try:
        folder = Path(tempfile.mkdtemp(prefix=".dpsql-", dir=target.path.parent))
    except OSError as error:
        raise TargetError(f"release: its folder is not writable ({error.strerror})") from None
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def publish(release: Path, manifest: bytes, target: Target) -> None:
    """Move a verified release and its manifest to the target, durably.

    The manifest goes first: a release without one cannot come to be, and a manifest without its
    release claims nothing.

    Raises:
        TargetError: something was put at the target meanwhile. ResourceError: the disk refused.
    """
    staged_manifest = release.with_name(target.manifest_path.name)
    try:
        staged_manifest.write_bytes(manifest)
        for file in (release, staged_manifest):
            file.chmod(0o600)
            _sync(file)
        if target.overwrite:
            staged_manifest.replace(target.manifest_path)
            release.replace(target.path)
        else:
            os.link(staged_manifest, target.manifest_path)
            try:
                os.link(release, target.path)
            except OSError:
                target.manifest_path.unlink()
                raise
        _sync(target.path.parent)
    except FileExistsError:
        raise TargetError(f"release: {target.path.name} was created meanwhile") from None
    except OSError as error:
        raise ResourceError(f"release: it cannot be published ({error.strerror})") from None


def _sync(path: Path) -> None:
    """Ask the disk to keep what was written."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)

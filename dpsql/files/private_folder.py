"""Folders that only this user can read, each owned by one run, and swept after the run died.

A folder contains a file that its run keeps locked: the system releases the lock when the process
ends, however it ends. A folder whose lock is free has no owner. Assumes that the parent belongs to
this user, or is a folder where users cannot rename each other's files, such as /tmp.
"""

import fcntl
import logging
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from dpsql.signals import promise

_log = logging.getLogger("dpsql")
_OWNER, _CONTENT = "dpsql-owner", "content"
_TRIES = 8


class PrivateFolder:
    """A new empty folder at `path`, in a locked one in `parent`; those of dead runs are removed.

    Both have mode 0700. The name in `parent` starts with `prefix`. Hold signals while creating one.
    `remove` removes it with its content.

    Raises:
        OSError: it cannot be created, or the file system does not support locks.
    """

    def __init__(self, parent: Path, prefix: str) -> None:
        _sweep(parent, prefix)
        for _ in range(_TRIES):
            self._folder = Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
            self.path = self._folder / _CONTENT
            try:
                self._descriptor = _own(self._folder, os.O_CREAT | os.O_EXCL)
            except (FileNotFoundError, BlockingIOError):
                # Another run swept the folder before it was locked.
                continue
            except BaseException:
                remove(self._folder)
                raise
            self.remove = promise(self._remove)
            try:
                self.path.mkdir(mode=0o700)
            except BaseException:
                self.remove()
                raise
            return
        raise BlockingIOError(f"{prefix}: swept {_TRIES} times while it was made")

    def _remove(self) -> None:
        """Remove the folder, then release the lock."""
        _remove_owned(self._folder)
        _let_go(self._descriptor)


def remove(folder: Path) -> None:
    """Remove a folder with its content; if that fails twice, log it and continue."""
    for _ in range(2):
        shutil.rmtree(folder, ignore_errors=True)
    if os.path.lexists(folder):
        _log.error("%s: not removed, and it may hold rows of T; remove it", folder)


def _sweep(parent: Path, prefix: str) -> None:
    """Remove the folders of dead runs of this user; never follows a link."""
    for folder in parent.glob(f"{prefix}????????"):
        with suppress(OSError):
            if folder.is_symlink() or folder.stat().st_uid != os.geteuid():
                continue
            try:
                descriptor = _own(folder, 0)
            except FileNotFoundError:
                # Its run died before it locked the folder. If it is not empty, it is not ours.
                folder.rmdir()
                continue
            _remove_owned(folder)
            _let_go(descriptor)


def _remove_owned(folder: Path) -> None:
    """Remove the content first: a folder without its lock file would never be swept."""
    remove(folder / _CONTENT)
    if not os.path.lexists(folder / _CONTENT):
        remove(folder)


def _own(folder: Path, flags: int) -> int:
    """Lock the folder's file; raise BlockingIOError if another process holds or removed it."""
    descriptor = os.open(folder / _OWNER, os.O_RDWR | os.O_NOFOLLOW | flags, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        if not os.path.samestat(os.fstat(descriptor), os.lstat(folder / _OWNER)):
            raise BlockingIOError
    except BaseException:
        _let_go(descriptor)
        raise
    return descriptor


def _let_go(descriptor: int) -> None:
    """Close the lock file; nothing was written, so an error of close() loses nothing."""
    with suppress(OSError):
        os.close(descriptor)

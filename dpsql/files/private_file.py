"""Makes files that are their owner's alone and were nobody else's before: no link is followed."""

import os
import stat
from pathlib import Path
from typing import TextIO


def create(path: Path) -> TextIO:
    """Open a new text file of mode 0600.

    Raises:
        OSError: something stands there already, or the file cannot be made.
    """
    return _open(path, os.O_EXCL | os.O_CREAT)


def replace(path: Path) -> TextIO:
    """Like `create`, in place of a plain file that may stand there; never through a link."""
    try:
        if stat.S_ISREG(path.lstat().st_mode):
            path.unlink()
    except FileNotFoundError:
        pass
    return create(path)


def extend(path: Path) -> TextIO:
    """Open a file that `create` made to write on at its end.

    Raises:
        OSError: it is gone, is a link, or the disk refuses.
    """
    return _open(path, os.O_APPEND)


def _open(path: Path, flags: int) -> TextIO:
    descriptor = os.open(path, os.O_WRONLY | os.O_NOFOLLOW | flags, 0o600)
    return os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace", newline="")

"""Creates files that only their owner can read and that are new; never follows a link."""

import os
import stat
from pathlib import Path
from typing import TextIO

from dpsql.signals import holding_signals


def create(path: Path) -> TextIO:
    """Open a new text file of mode 0600.

    Raises:
        OSError: the path exists already, or the file cannot be created.
    """
    return _open(path, os.O_EXCL | os.O_CREAT)


def replace(path: Path) -> TextIO:
    """Like `create`, but replaces a regular file at the path; never follows a link."""
    try:
        if stat.S_ISREG(path.lstat().st_mode):
            path.unlink()
    except FileNotFoundError:
        pass
    return create(path)


def write(path: Path, text: str, *, replaces: bool = True) -> None:
    """Write a whole file, so that a signal finds it as it was or as it is to be.

    Raises:
        OSError: as `create` and `replace`.
    """
    with holding_signals(), (replace if replaces else create)(path) as file:
        file.write(text)


def extend(path: Path) -> TextIO:
    """Open a file that `create` made, to append text.

    Raises:
        OSError: it does not exist, is a link, or the disk refuses.
    """
    return _open(path, os.O_APPEND)


def _open(path: Path, flags: int) -> TextIO:
    descriptor = os.open(path, os.O_WRONLY | os.O_NOFOLLOW | flags, 0o600)
    return os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace", newline="")

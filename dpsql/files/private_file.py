"""Creates files that only their owner can read and that are new; never follows a link."""

import os
import secrets
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
    if _is_regular(path):
        path.unlink()
    return create(path)


def _is_regular(path: Path) -> bool:
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except FileNotFoundError:
        return False


def write(path: Path, text: str, *, replaces: bool = True) -> None:
    """Write a whole file, so that a signal or a full disk leaves it as it was or as it is to be.

    Raises:
        OSError: as `create` and `replace`, or the disk is full.
    """
    with holding_signals():
        is_there = replaces and _is_regular(path)
        place = path.with_name(f".{secrets.token_hex(8)}") if is_there else path
        file = create(place)
        try:
            with file:
                file.write(text)
            if is_there:
                place.replace(path)
        except BaseException:
            place.unlink(missing_ok=True)
            raise


def extend(path: Path) -> TextIO:
    """Open a file that `create` made, to append text.

    Raises:
        OSError: it does not exist, is a link, or the disk refuses.
    """
    return _open(path, os.O_APPEND)


def _open(path: Path, flags: int) -> TextIO:
    descriptor = os.open(path, os.O_WRONLY | os.O_NOFOLLOW | flags, 0o600)
    return os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace", newline="")

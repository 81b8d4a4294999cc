"""A file of records, one a line, that tells whether any of them is not what was written.

Every line starts with the keyed digest of its record and of the line before, so that no record can
be changed, moved or left out of the middle unseen. A last line without its end is what a crash left
of a record that nobody was told of: it is dropped. What else does not fit is damage.
"""

import hashlib
import hmac
import os
from contextlib import suppress
from pathlib import Path
from typing import Self

from dpsql.errors import JournalDamaged

_DIGITS = 2 * hashlib.sha256().digest_size
_END = b"\n"


class Chain:
    """Appends records to a file; each of them is on the disk when `append` returns."""

    def __init__(self, descriptor: int, key: bytes, tag: bytes = b"") -> None:
        self._descriptor = descriptor
        self._key = key
        self._tag = tag
        self._is_whole = True

    @classmethod
    def create(cls, path: Path, key: bytes) -> Self:
        """Begin a new file of mode 0600."""
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW
        descriptor = os.open(path, flags, 0o600)
        with suppress(PermissionError):  # of a mount that decides on modes itself
            os.fchmod(descriptor, 0o600)
        return cls(descriptor, key)

    @classmethod
    def resume(cls, path: Path, key: bytes) -> tuple[Self, list[bytes]]:
        """Open a file to append to, and return its records; a torn one is cut off.

        Raises:
            JournalDamaged: a record is not what was written.
        """
        descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_NOFOLLOW)
        try:
            content = path.read_bytes()
            records, tag = split_records(content, key)
            os.ftruncate(descriptor, content.rfind(_END) + 1)
        except BaseException:
            os.close(descriptor)
            raise
        return cls(descriptor, key, tag), records

    def append(self, record: bytes) -> None:
        """Write a record, which holds no line break, and wait for the disk.

        Nothing is appended to a record that a signal or a full disk broke off.
        """
        if not self._is_whole:
            return
        self._is_whole = False
        tag = _digest(self._key, self._tag, record)
        line = memoryview(tag + b" " + record + _END)
        while line:
            line = line[os.write(self._descriptor, line) :]
        os.fsync(self._descriptor)
        self._tag = tag
        self._is_whole = True

    def close(self) -> None:
        """Let go of the file; each record was synced, so that there is nothing to lose."""
        with suppress(OSError):
            os.close(self._descriptor)


def has_record(path: Path) -> bool:
    """Whether the file holds a whole line."""
    with path.open("rb") as file:
        return any(line.endswith(_END) for line in file)


def split_records(content: bytes, key: bytes) -> tuple[list[bytes], bytes]:
    """The whole records of a file, and the tag of the last.

    Raises:
        JournalDamaged: a record is not what was written.
    """
    records: list[bytes] = []
    tag = b""
    *lines, _torn = content.split(_END)
    for line in lines:
        stated, space, record = line[:_DIGITS], line[_DIGITS : _DIGITS + 1], line[_DIGITS + 1 :]
        tag = _digest(key, tag, record)
        if space != b" " or not hmac.compare_digest(stated, tag):
            raise JournalDamaged("a record of it is not what was written")
        records.append(record)
    return records, tag


def _digest(key: bytes, before: bytes, record: bytes) -> bytes:
    return hmac.new(key, before + b" " + record, hashlib.sha256).hexdigest().encode()

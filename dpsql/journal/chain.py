"""A file of records, one per line, that detects whether a record was changed.

Every line starts with the keyed digest of its record and of the line before, so that changing,
moving or removing a record is detected, except at the end. A crash can leave a last line without
its end: nobody has used this record, so it is dropped. Any other mismatch is damage.
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
        with suppress(PermissionError):  # on a mount that sets modes itself
            os.fchmod(descriptor, 0o600)
        return cls(descriptor, key)

    @classmethod
    def resume(cls, path: Path, key: bytes) -> tuple[Self, list[bytes]]:
        """Open a file to append to, and return its records; a torn one is cut off.

        Raises:
            JournalDamaged: a record is not as it was written.
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
        """Write a record, which must not contain a line break, and wait for the disk.

        Does nothing if a signal or a full disk has interrupted an earlier record.
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
        """Close the file; each record was synced, so that an error loses nothing."""
        with suppress(OSError):
            os.close(self._descriptor)


def has_record(path: Path) -> bool:
    """Whether the file contains a complete line."""
    with path.open("rb") as file:
        return any(line.endswith(_END) for line in file)


def split_records(content: bytes, key: bytes) -> tuple[list[bytes], bytes]:
    """Return the complete records of a file, and the digest of the last.

    Raises:
        JournalDamaged: a record is not as it was written.
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

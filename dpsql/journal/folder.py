"""The private folder of a journal: beside the release, mode 0700, with a key and the records.

The digests that identify its run are keyed: with a copy of the records alone, nobody can check a
guess about the tables.
"""

import errno
import hashlib
import logging
import os
import secrets
import shutil
import stat
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from dpsql.errors import JournalDamaged, ResourceError
from dpsql.faces import name_option
from dpsql.files import private_file
from dpsql.files.durable import sync
from dpsql.journal.chain import Chain, has_record
from dpsql.signals import holding_signals

_log = logging.getLogger("dpsql")
_KEY_BYTES = 32


@dataclass(frozen=True)
class JournalFolder:
    """The folder of the journal of the release at `target`, whether or not it exists."""

    target: Path

    @property
    def path(self) -> Path:
        """``.<release>.journal``; the lock of the target keeps other runs out."""
        return self.target.with_name(f".{self.target.name}.journal")

    @property
    def _records(self) -> Path:
        return self.path / "records"

    @property
    def _key(self) -> Path:
        return self.path / "key"

    @property
    def _released(self) -> Path:
        return self.path / "released"

    def note_release(self, sha256: str) -> None:
        """Store the hash of the search's release before it is published; raises OSError."""
        with private_file.replace(self._released) as file:
            file.write(sha256)
        for path in (self._released, self.path):
            sync(path)

    def remove_if_released(self) -> bool:
        """Remove the journal if its release is published: its run ended before it could remove it.

        Returns whether it was removed. A folder that is no journal of ours stays; `resume` raises
        the error.
        """
        with suppress(OSError, JournalDamaged):
            self._refuse_unfit()
            noted = self._released.read_bytes()
            with self.target.open("rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
            if found.encode() == noted:
                self.remove()
                return True
        return False

    def create(self) -> tuple[Chain, bytes]:
        """Create the folder with a new key and no record; return the chain and the key.

        Raises:
            OSError: the disk refused. PermissionError: others could open files in the folder.
        """
        with holding_signals():
            return self._create()

    def _create(self) -> tuple[Chain, bytes]:
        self.remove()
        self.path.mkdir(mode=0o700)
        # On a mount that sets modes itself, chmod is refused or does nothing.
        with suppress(PermissionError):
            self.path.chmod(0o700)
        if self.path.stat().st_mode & 0o077:
            raise PermissionError(errno.EPERM, "others may open its folder")
        key = secrets.token_bytes(_KEY_BYTES)
        descriptor = os.open(self._key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        try:
            with suppress(PermissionError):
                os.fchmod(descriptor, 0o600)
            os.write(descriptor, key)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        chain = Chain.create(self._records, key)
        for folder in (self.path, self.path.parent):
            sync(folder)
        return chain, key

    def resume(self) -> tuple[Chain, bytes, list[bytes]] | None:
        """Open the journal of an earlier run; None if there is none, or no complete record.

        Raises:
            JournalDamaged: it is not as it was written, or not private. ResourceError: it cannot be
                read.
        """
        if not os.path.lexists(self.path):
            return None
        try:
            self._refuse_unfit()
            if not self._records.exists() or not has_record(self._records):
                return None
            key = self._key.read_bytes() if self._key.exists() else b""
            if len(key) != _KEY_BYTES:
                raise JournalDamaged("its key is not what was written")
            chain, records = Chain.resume(self._records, key)
        except JournalDamaged as error:
            raise self._damaged(str(error)) from None
        except OSError as error:
            raise ResourceError(
                f"release: the journal {self.path.name} cannot be read ({error.strerror}); mend"
                f" that, or pass {name_option('restart', True)} to search anew"
            ) from None
        return chain, key, records

    def remove(self) -> None:
        """Remove the folder with its content; log what cannot be removed.

        The records are removed before their key: without records there is nothing to resume.
        """
        with holding_signals():
            try:
                if self.path.is_symlink():
                    self.path.unlink()
                elif self.path.exists():
                    self._records.unlink(missing_ok=True)
                    shutil.rmtree(self.path)
            except OSError as error:
                _log.error("%s: cannot be removed (%s); delete it", self.path, error.strerror)

    def _refuse_unfit(self) -> None:
        found = self.path.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid():
            raise JournalDamaged("it is no folder of yours")
        if found.st_mode & 0o077:
            raise JournalDamaged("others may open its folder")
        for file in (self._records, self._key, self._released):
            if os.path.lexists(file) and not stat.S_ISREG(file.lstat().st_mode):
                raise JournalDamaged(f"its {file.name} is no plain file")

    def _damaged(self, reason: str) -> JournalDamaged:
        return JournalDamaged(
            f"release: the journal {self.path.name} cannot be trusted: {reason}; pass"
            f" {name_option('restart', True)} to search anew without it"
        )

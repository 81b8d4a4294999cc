"""The journal of one search: stores its answers, once the search has run for a while.

A crash then loses the last moments, not the hours before. The first record identifies the run of
the journal; a different run is refused, since its answers would differ.
"""

import errno
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path
from time import monotonic

from dpsql.errors import (
    IntegrityError,
    Interrupted,
    NoSafeRelease,
    ResourceError,
    ResumeMismatch,
)
from dpsql.faces import name_option
from dpsql.journal.answers import Answers, read_records
from dpsql.journal.chain import Chain
from dpsql.journal.folder import JournalFolder
from dpsql.journal.identity import Identity, digest

_log = logging.getLogger("dpsql")
_SCHEMA = "dpsql-journal/1"
#: Default for the seconds of search before a journal begins: a shorter search is soon repeated.
BEGIN_AFTER = 10.0
#: A record is due after this many times the seconds that the last record took. So waiting for the
#: disk takes at most about this fraction (1/50) of the search.
SEARCH_PER_RECORD = 50
_OTHER = {
    "schema": "another version of dpsql",
    "code": "another version of dpsql or of what it runs on",
    "job": "another job",
    "inputs": "other inputs",
    "counts": "tables with other counts",
}


class Journal:
    """The answers of earlier runs, and those of this one."""

    def __init__(self, folder: JournalFolder, identity: Identity | None, after: float) -> None:
        """Resume the journal in the folder, if any; without an identity nothing is written.

        Raises:
            ResumeMismatch: it belongs to another run. JournalDamaged: it cannot be trusted.
        """
        self.known = Answers()
        self._folder = folder
        self._identity = identity
        self._after = inf if identity is None else after
        self._learned = Answers()
        self._counts = b""
        self._chain: Chain | None = None
        self._stated = ""
        self._seconds = 0.0
        if (found := folder.resume()) is not None:
            self._chain, self._key, records = found
            try:
                self._resume(records)
            except BaseException:
                self.close()
                raise
        self._begun = self._written = monotonic()

    def begin(self, counts: bytes) -> None:
        """Begin a search on tables with these counts, in any encoding.

        Raises:
            ResumeMismatch: the journal belongs to tables with other counts.
        """
        self._counts = counts
        self._begun = self._written = monotonic()
        if self._chain is None:
            return
        if digest(self._key, "counts", counts) != self._stated:
            raise self._mismatch("counts")
        _log.warning(
            "resuming a search that was broken off: %d nodes were counted (%s begins anew)",
            len(self.known.counted),
            name_option("restart", True),
        )

    def learn(self, answers: Answers) -> None:
        """Add answers, and write them if a record is due."""
        if self._after == inf and self._chain is None:
            return
        self._learned.learn(answers)
        now = monotonic()
        if self._chain is None and now - self._begun < self._after:
            return
        if now - self._written >= SEARCH_PER_RECORD * self._seconds:
            self._write()

    def flush(self) -> None:
        """Write the answers that are not yet written, if the journal has begun."""
        if self._chain is not None:
            self._write()

    def keep(self) -> None:
        """Write the remaining answers, if the disk allows it, for a later run.

        If the release is published, remove the journal instead: no run will resume it.
        """
        if self._folder.remove_if_released():
            self.close()
            return
        with suppress(ResourceError):
            self.flush()
        if self._chain is not None:
            _log.warning(
                "what was counted is kept in %s; the same command resumes it",
                self._folder.path.name,
            )
        self.close()

    def note_release(self, sha256: str) -> None:
        """Store the hash of the release; once that is published, the journal is obsolete."""
        if self._chain is not None:
            # Without it, the journal stays if a crash comes before its removal.
            with suppress(OSError):
                self._folder.note_release(sha256)

    def remove(self) -> None:
        """Remove the journal."""
        self.close()
        self._folder.remove()

    def close(self) -> None:
        """Close the file."""
        if self._chain is not None:
            self._chain.close()
            self._chain = None

    def _write(self) -> None:
        if not self._learned:
            return
        start = monotonic()
        try:
            if self._chain is None:
                self._chain = self._create()
            self._chain.append(self._learned.to_record())
        except OSError as error:
            if self._chain is None:
                self._folder.remove()
                if isinstance(error, PermissionError):
                    self._do_without(error)
                    return
            mend = "free some disk and " if error.errno in (errno.ENOSPC, errno.EDQUOT) else ""
            raise ResourceError(
                f"release: its journal cannot be written ({error.strerror}); {mend}run again, or"
                f" pass {name_option('journal_after', inf)} to keep none"
            ) from None
        self._learned = Answers()
        self._written = monotonic()
        self._seconds = self._written - start

    def _do_without(self, error: OSError) -> None:
        """Continue without a journal: a search need not fail because no journal can be private."""
        self._after, self._learned = inf, Answers()
        _log.warning(
            "the search goes on without a journal, since none can be kept beside the release (%s)",
            error.strerror,
        )

    def _create(self) -> Chain:
        assert self._identity is not None  # noqa: S101 - nothing is due without
        chain, self._key = self._folder.create()
        digests = self._identity.digest(self._key)
        counts = digest(self._key, "counts", self._counts)
        header = {"schema": _SCHEMA, **digests, "counts": counts}
        try:
            chain.append(json.dumps(header).encode())
        except BaseException:
            chain.close()
            raise
        return chain

    def _resume(self, records: list[bytes]) -> None:
        header = json.loads(records[0])
        if header["schema"] != _SCHEMA:
            raise self._mismatch("schema")
        if self._identity is None:
            raise self._mismatch("inputs")
        for word, found in self._identity.digest(self._key).items():
            if header[word] != found:
                raise self._mismatch(word)
        self._stated = header["counts"]
        self.known = read_records(records[1:])

    def _mismatch(self, word: str) -> ResumeMismatch:
        return ResumeMismatch(
            f"release: {self._folder.path.name} keeps a search of {_OTHER[word]} that was broken"
            " off; put back what changed to resume it, or pass"
            f" {name_option('restart', True)} to search anew"
        )


@contextmanager
def journal_beside(
    target: Path,
    identity: Identity | None,
    *,
    after: float = BEGIN_AFTER,
    restart: bool = False,
    keep: bool = False,
) -> Iterator[Journal]:
    """Resume or begin the journal of the release at `target`; remove it when the search is over.

    It stays if the run fails before its end; after a signal, only with `keep`. `restart` removes
    the journal of an earlier run.

    Raises:
        ResumeMismatch: it belongs to another run. JournalDamaged: it cannot be trusted.
    """
    folder = JournalFolder(target)
    if restart:
        folder.remove()
    journal = Journal(folder, identity, after)
    try:
        yield journal
        journal.remove()
    except ResumeMismatch:
        journal.close()
        raise
    except (NoSafeRelease, IntegrityError):
        # The answer is known, or the inputs are no longer those that were counted.
        journal.remove()
        raise
    except Exception as error:
        if isinstance(error, Interrupted) and not keep:
            journal.remove()
        else:
            journal.keep()
        raise
    except BaseException:
        if keep:
            journal.keep()
        else:
            journal.remove()
        raise

"""The journal of one search: what it was told is written down once the search has lasted.

A crash then costs the last moments, not the hours before. The first record says what the journal
belongs to; a run that is not the same is refused, for its answers would be others.
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
from dpsql.journal.answers import Answers, read_records
from dpsql.journal.chain import Chain
from dpsql.journal.folder import JournalFolder
from dpsql.journal.identity import Identity, digest

_log = logging.getLogger("dpsql")
_SCHEMA = "dpsql-journal/1"
#: Seconds of search after which a journal is begun, by default: fewer are soon searched again.
BEGIN_AFTER = 10.0
#: A record is due when so many times the seconds that the last one took have passed: waiting for
#: the disk takes at most about one part of so many of the search.
SEARCH_PER_RECORD = 50
_OTHER = {
    "schema": "another version of dpsql",
    "code": "another version of dpsql or of what it runs on",
    "job": "another job",
    "inputs": "other inputs",
    "counts": "tables with other counts",
}


class Journal:
    """What is known from runs before, and what this one learns."""

    def __init__(self, folder: JournalFolder, identity: Identity | None, after: float) -> None:
        """Resume what lies in the folder; without an identity nothing is written.

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
        """A search begins on tables with these counts, in whatever words.

        Raises:
            ResumeMismatch: the journal is of tables with others.
        """
        self._counts = counts
        self._begun = self._written = monotonic()
        if self._chain is None:
            return
        if digest(self._key, "counts", counts) != self._stated:
            raise self._mismatch("counts")
        _log.warning(
            "resuming a search that was broken off: %d nodes were counted (--restart begins anew)",
            len(self.known.counted),
        )

    def learn(self, answers: Answers) -> None:
        """Note what was told, and write it down when that is due."""
        if self._after == inf and self._chain is None:
            return
        self._learned.learn(answers)
        now = monotonic()
        if self._chain is None and now - self._begun < self._after:
            return
        if now - self._written >= SEARCH_PER_RECORD * self._seconds:
            self._write()

    def flush(self) -> None:
        """Write down what was learned, if the journal has begun."""
        if self._chain is not None:
            self._write()

    def keep(self) -> None:
        """Write down what was learned, as far as the disk takes it, for the run to come.

        There is none to come where the release is out.
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
        """Note the release that is to be published: once it is out, the journal is done with."""
        if self._chain is not None:
            # Without the note the journal stays where a crash comes before it is removed.
            with suppress(OSError):
                self._folder.note_release(sha256)

    def remove(self) -> None:
        """Remove the journal."""
        self.close()
        self._folder.remove()

    def close(self) -> None:
        """Let go of the file."""
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
                " pass --journal-after inf to keep none"
            ) from None
        self._learned = Answers()
        self._written = monotonic()
        self._seconds = self._written - start

    def _do_without(self, error: OSError) -> None:
        """A search that could be released is not given up for a journal that cannot be private."""
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
            " off; put back what changed to resume it, or pass --restart to search anew"
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
    """Resume or begin the journal of the release at `target`; it is gone once the search is over.

    It stays where the run fails before its end; after a signal only if it is to be kept. `restart`
    removes what a run before left.

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

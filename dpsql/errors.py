"""Every error that dpsql raises on purpose: one class per cause, one exit code per class.

A message says what is wrong, where, and how to mend it, on one line. It never holds a value of the
private table, SQL text, the wording of an engine, or a password. What the operating system says is
mapped to a class here, once.
"""

import errno
import re
from typing import Any

#: Errors of the system that mean too little of something, or a disk that fails: not a wrong word.
EXHAUSTED = (
    errno.ENOSPC,
    errno.EDQUOT,
    errno.EFBIG,
    errno.EMFILE,
    errno.ENFILE,
    errno.ENOMEM,
    errno.ENOLCK,
    errno.EIO,
)


#: Who connects, and by what password, in an address that somebody gave in place of a file.
_CREDENTIALS = re.compile(r"(?<=:/)(/?)[^/\s]*@")
#: What stands behind the question mark of an address may be a signature.
_QUERY = re.compile(r"(://[^\s?]*)\?[^\s:]+")


class DpsqlError(Exception):
    """Base of all errors of dpsql; `exit_code` is what the command line returns.

    >>> DpsqlError("postgresql://me:secret@host/db: no such file")
    DpsqlError('postgresql://…@host/db: no such file')
    >>> DpsqlError("https://host/p.parquet?sig=secret: no such file")
    DpsqlError('https://host/p.parquet?…: no such file')
    """

    exit_code = 1

    def __init__(self, message: str = "") -> None:
        super().__init__(_QUERY.sub(r"\1?…", _CREDENTIALS.sub(r"\1…@", message)))

    @property
    def code(self) -> str:
        """Name of the error for machines, e.g. ``SubsetError``."""
        return type(self).__name__


class ConfigError(DpsqlError):
    """The job file, a command-line option or an argument is wrong."""

    exit_code = 2


class TargetError(ConfigError):
    """The release cannot be put where the job wants it: it exists, is an input, is no file."""


class InputError(DpsqlError):
    """The tables or hierarchies cannot be used as they are."""

    exit_code = 3


class SchemaError(InputError):
    """A column is missing, or its name is ambiguous."""


class TypeMismatch(InputError):
    """A quasi-identifier has different types in P and in T."""


class ParseError(InputError):
    """A file cannot be read; names the line, never its text."""


class SubsetError(InputError):
    """T has rows that P does not have."""


class DuplicateKey(InputError):
    """A key that must name one person occurs twice."""


class HierarchyError(InputError):
    """A hierarchy is malformed or does not cover the values of P."""


class NoSafeRelease(DpsqlError):
    """No generalization satisfies the job.

    `summary` holds the JSON fields of the search that proved it, where there was a search.
    """

    exit_code = 4

    def __init__(self, message: str, summary: dict[str, object] | None = None) -> None:
        super().__init__(message)
        self.summary = summary or {}


class NotSatisfied(DpsqlError):
    """A release was checked and its presence or another model does not hold.

    `summary` holds the JSON fields of what was counted; `models` tells which of them hold.
    """

    exit_code = 4

    def __init__(self, message: str, summary: dict[str, Any] | None = None) -> None:
        super().__init__(message)
        self.summary = summary or {}


class ResourceError(DpsqlError):
    """Memory, disk or a stated limit is exhausted."""

    exit_code = 5


class EngineError(DpsqlError):
    """The engine failed; its own message is withheld, since it may quote rows."""

    exit_code = 6


class Interrupted(EngineError):
    """A signal or its owner stopped the engine in a statement."""


class IntegrityError(DpsqlError):
    """A release is not what it claims, or the verifier disagrees with the search."""

    exit_code = 7


class Unreadable(IntegrityError):
    """The system does not let a release be read, so that nothing is known of it."""


class InputChanged(IntegrityError):
    """An input changed while it was being read."""


class ResumeMismatch(IntegrityError):
    """A search that was broken off had other inputs, another job or another version of dpsql."""


class JournalDamaged(IntegrityError):
    """What a search that was broken off had counted is not what was written, or not private."""


class Locked(DpsqlError):
    """Another run, or program, holds what this one needs alone: the release, or a database."""

    exit_code = 8


def withhold(error: BaseException) -> None:
    """Empty an exception whose text may quote rows.

    ``raise … from None`` only keeps it from being printed: whoever catches ours still finds it.
    """
    error.args = ()
    error.__traceback__ = error.__cause__ = error.__context__ = None


def error_of(error: OSError, problem: str, otherwise: type[DpsqlError]) -> DpsqlError:
    """Tell `problem` and what the system says of it; `otherwise` unless a resource is exhausted.

    >>> error_of(OSError(errno.ENOSPC, "No space left on device"), "x.csv: not read", InputError)
    ResourceError('x.csv: not read (No space left on device)')
    """
    kind = ResourceError if error.errno in EXHAUSTED else otherwise
    return kind(f"{problem} ({error.strerror or type(error).__name__})")

"""Maps Spark's exceptions to dpsql's errors, without their text, which may quote rows.

The class follows from Spark's names of conditions and from fixed phrases, never from other text.
"""

import re

from dpsql.errors import (
    DpsqlError,
    EngineError,
    InputError,
    IntegrityError,
    Interrupted,
    ParseError,
    ResourceError,
)

_CONDITION = re.compile(r"[A-Z][A-Z0-9_.]*")
_CANCELLED = (
    "OPERATION_CANCELED",
    "SPARK_JOB_CANCELLED",
    "JOB_CANCELLED",
    "was canceled",
    "cancelled",
)
#: A value that is no number or date, or too large for its type.
_UNFIT = (
    "CAST_INVALID_INPUT",
    "CAST_OVERFLOW",
    "ARITHMETIC_OVERFLOW",
    "NUMERIC_VALUE_OUT_OF_RANGE",
)
_NO_MEMORY = ("OutOfMemoryError", "Java heap space", "UNABLE_TO_ACQUIRE_MEMORY", "GC overhead")
_NO_DISK = ("No space left on device", "Disk quota exceeded")
_DENIED = ("Permission denied", "AccessControlException", "Mkdirs failed")
_GONE = ("PATH_NOT_FOUND", "FILE_NOT_EXIST", "FileNotFoundException", "NoSuchFileException")
_UNREAD = ("FAILED_READ_FILE", "CANNOT_READ_FILE", "is not a Parquet file", "PARQUET_")
_LOST = (
    "UNAVAILABLE",
    "RETRIES_EXCEEDED",
    "failed to connect",
    "Connection refused",
    "Socket closed",
    "SESSION_NOT_FOUND",
    "SESSION_CLOSED",
    "SESSION_CHANGED",
    "NO_ACTIVE_SESSION",
    "SparkContext was shut down",
    "server side session identifier",
)


class ServerLost(EngineError):
    """Spark does not answer."""

    @classmethod
    def at(cls, where: str) -> "ServerLost":
        """Return the error; `where` is the server's host and port, nothing else."""
        return cls(f"Spark does not answer at {where}; is the server running? Run again")


def map_error(error: Exception, where: str, *, reads_release: bool) -> DpsqlError:
    """Map an exception; `where` is the server's host and port, nothing else."""
    known = _map(error, where)
    if not reads_release or isinstance(known, Interrupted):
        return known
    if isinstance(known, InputError):
        return IntegrityError(str(known))
    return known


def _map(error: Exception, where: str) -> DpsqlError:
    condition = _condition(error)
    text = f"{condition} {error}"

    def has(phrases: tuple[str, ...]) -> bool:
        return any(phrase in text for phrase in phrases)

    if has(_CANCELLED[:3]) or any(text.endswith(end) for end in _CANCELLED[3:]):
        return Interrupted("Spark was told to cancel the statement; run again")
    if has(_NO_DISK):
        return ResourceError("a disk of Spark's is full; free some space, or name another staging")
    if has(_NO_MEMORY) or isinstance(error, MemoryError):
        return ResourceError("Spark's memory is exhausted; give its driver or its workers more")
    if has(_UNFIT):
        return InputError("a value cannot be read as the type that the job needs of its column")
    if has(_DENIED):
        return EngineError(
            "staging: Spark may not write there; run it as this user, or name another folder"
        )
    if has(_GONE):
        return EngineError(
            "staging: what was put there is not seen any more; let all of Spark see the folder, and"
            " nobody clear it while a run goes"
        )
    if has(_UNREAD):
        return ParseError("an input: Spark cannot read it; it is damaged or of another format")
    if has(_LOST):
        return ServerLost.at(where)
    named = condition or type(error).__name__
    return EngineError(f"Spark stopped with {named}; its text is withheld")


def _condition(error: Exception) -> str:
    """Return the name of the error condition, a fixed word of Spark's, if there is one."""
    ask = getattr(error, "getCondition", None)
    name = ask() if ask is not None else None
    return name if isinstance(name, str) and _CONDITION.fullmatch(name) else ""

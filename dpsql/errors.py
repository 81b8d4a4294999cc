"""Every error that dpsql raises on purpose: one class per cause, one exit code per class.

A message says what is wrong, where, and how to mend it, on one line. It never holds a value of the
private table, SQL text, the wording of an engine, or a password. What the operating system says is
mapped to a class here, once.
"""

import errno
import re
from collections.abc import Sequence
from typing import Any

from dpsql.callers import ShownToCallers

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


def name_extra(extra: str) -> str:
    """Name an optional dependency of dpsql, and how it is installed.

    dpsql is in no registry of packages: there the name would be somebody else's.

    >>> name_extra("dp")
    "the extra dp: pip install '.[dp]' in dpsql's folder"
    """
    return f"the extra {extra}: pip install '.[{extra}]' in dpsql's folder"


_SCHEME = ":/"
_PASSWORD = re.compile(r"password\s*=", re.IGNORECASE)
#: A value of ``key=value`` words goes on behind these.
_GOES_ON = frozenset("='\"")
#: What follows one of these in an address; what is withheld already is not sought again.
_QUERY = re.compile(r"\?(?!…)")
_WORD = re.compile(r"\S+")
_QUERY_OF_A_WORD = re.compile(r"[?;](?=[^…])")
_PARAMETER = re.compile(r";(?=[^\s;=]+=)")
_QUOTED = re.compile(r"(?<!\w)'(?:[^'\\]|\\.)*'|(?<!\w)\"(?:[^\"\\]|\\.)*\"|\S+", re.DOTALL)
#: Characters of a name that are shown, from its start and from its end, and of a whole message.
_HEAD, _TAIL, _LONGEST = 140, 60, 2000
#: A statement to copy, which is of no use without its middle, and characters of a message with one.
_STATEMENT = re.compile(r"(COPY \(|CREATE TABLE ).*;", re.DOTALL)
_LONGEST_TO_COPY = 8000


def hide_query(address: str) -> str:
    """An address, and nothing else, without what follows its first ``;`` or ``?``.

    With an ``@``, all after the scheme may be a password, and goes.

    >>> hide_query("sc://h:1/;token=s3kr1t pw"), hide_query("data/p?.csv")
    ('sc://h:1/;…', 'data/p?.csv')
    >>> hide_query("ftp://me:pass?word@host/p.csv")
    'ftp://…'
    """
    scheme = address.find(_SCHEME)
    if scheme >= 0 and "@" in address[scheme:]:
        return f"{address[:scheme]}://…"
    found = re.search("[;?]", address[scheme:]) if scheme >= 0 else None
    return address if found is None else f"{address[: scheme + found.end()]}…"


def shorten(text: str) -> str:
    """Cut the middle out of each long name in a message, and out of a message that is too long.

    >>> len(shorten("x" * 100_000 + ": no such file")), shorten("'a b' is no 'c'")
    (214, "'a b' is no 'c'")
    """
    short = _QUOTED.sub(lambda found: cut_name(found[0]), text)
    longest = _LONGEST_TO_COPY if _STATEMENT.search(short) else _LONGEST
    return _cut(short, longest // 2, longest // 2)


def cut_name(name: str) -> str:
    """Cut the middle out of a name that is long."""
    return _cut(name, _HEAD, _TAIL)


def _cut(text: str, head: int, tail: int) -> str:
    return text if len(text) <= head + tail else f"{text[:head]}…{text[-tail:]}"


def hide_secrets(text: str) -> str:
    """Withhold what may be a password or a signature in an address that somebody gave for a file.

    A password may hold blanks, slashes and colons: between a scheme and the last ``@`` all goes.

    >>> hide_secrets("postgresql://me:pa/ss wd@host/db: no such file")
    'postgresql://…@host/db: no such file'
    >>> hide_secrets("host=db password='se cret' user=me: no such file")
    'host=db password=…: no such file'
    """
    start, at = text.find(_SCHEME), text.rfind("@")
    found = _QUERY.search(text, start) if start >= 0 else None
    question = found.start() if found else -1
    has_query = found is not None and "=" in text[question:]
    if 0 <= start < at:
        end = start + len(_SCHEME)
        end += text.startswith("/", end)
        # An @ behind a question mark may be one of a signature, which then goes on.
        tail = _hide_from(text[at:], 1) if has_query else text[at:]
        text = f"{text[:end]}…{tail}"
    elif has_query:
        text = _hide_from(text, question + 1)
    if start >= 0 and (found := _PARAMETER.search(text, start)):
        text = _hide_from(text, found.end())
    text = _WORD.sub(lambda found: _hide_query_of_word(found[0]), text)
    if found := _PASSWORD.search(text):
        text = _hide_from(text, found.end())
    return text


def _hide_query_of_word(word: str) -> str:
    """Withhold what follows the first ``;`` or ``?`` of an address, but for a message's signs."""
    start = word.find(_SCHEME)
    found = _QUERY_OF_A_WORD.search(word, start) if start >= 0 else None
    if found is None:
        return word
    rest = word[found.end() :]
    return f"{word[: found.end()]}…{rest[len(rest.rstrip(':;,)')) :]}"


def _hide_from(text: str, start: int) -> str:
    """Withhold the end of a text, but for the last clause where that is a message of ours."""
    hidden, colon, tail = text[start:].rpartition(": ")
    if not colon or not hidden or _GOES_ON.intersection(tail):
        return text[:start] + "…"
    return f"{text[:start]}…{colon}{tail}"


class DpsqlError(ShownToCallers, Exception):
    """Base of all errors of dpsql; `exit_code` is what the command line returns.

    >>> DpsqlError("postgresql://me:secret@host/db: no such file")
    DpsqlError('postgresql://…@host/db: no such file')
    >>> DpsqlError("https://host/p.parquet?sig=secret: no such file")
    DpsqlError('https://host/p.parquet?…: no such file')
    """

    exit_code = 1

    def __init__(self, message: str = "") -> None:
        super().__init__(shorten(hide_secrets(message)))

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
    """The tables or hierarchies cannot be used as they are.

    `pieces`: the message in parts, such as statements to copy, which a terminal shows on lines of
    their own; none if it is one line.
    """

    exit_code = 3

    def __init__(self, message: str = "", pieces: Sequence[str] = ()) -> None:
        super().__init__(message or " ".join(pieces))
        self.pieces = tuple(shorten(hide_secrets(one)) for one in pieces)


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

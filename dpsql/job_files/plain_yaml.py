"""Reads YAML whose scalars stay text: 01234 stays 01234, and NO stays NO.

Other readers of YAML turn 01234 into 668 and NO into False, and a file can make them build objects
or expand without end. This one builds only text, lists and mappings, and limits depth and size.
"""

import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from dpsql.domain.origin import Origin
from dpsql.errors import ConfigError, error_of
from dpsql.files.near_files import list_beside, suggest_file, suggest_job

MAX_BYTES = 16 * 2**20
MAX_DEPTH = 32
_SUFFIXES = frozenset({".yaml", ".yml"})
#: Paths that the caller has opened: its standard input, or what a shell writes for <(command).
_OPEN_ALREADY = re.compile(r"/dev/stdin|/dev/fd/[0-9]+|/proc/self/fd/[0-9]+")
_KEY = re.compile(r"(\s*)[^\s:]+:(\s|$)")
#: A name and a value behind a blank: a path, or brackets.
_BARE = re.compile(r"(\s*)(?!- )[^\s:]+ +([^\s{\[]+(?<!:)|[{\[].*[}\]])$")
_Lines = dict[tuple[str, ...], int]
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_bytes(path: Path, what: str, *, missing: str = "") -> bytes:
    """Read a file of at most 16 MB; `what` names its kind in errors.

    `missing`: what to do if it is not there, and no other file of its kind is beside it.

    Raises:
        ConfigError: it cannot be read, or is larger than 16 MB.
    """
    try:
        # Reading a pipe that has a name could wait forever.
        if path.is_dir():
            raise ConfigError(f"{path} is a folder; name the {what} in it{suggest_job(path)}")
        if not stat.S_ISREG(path.stat().st_mode) and not _OPEN_ALREADY.fullmatch(str(path)):
            raise ConfigError(f"{path}: the {what} cannot be read: it is no regular file")
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except OSError as error:
        told = error_of(error, f"{path}: the {what} cannot be read", ConfigError)
        hint = ""
        if isinstance(error, FileNotFoundError):
            hint = suggest_file(path) or list_beside(path, _SUFFIXES) or missing
        raise type(told)(f"{told}{hint}") from None
    if len(content) > MAX_BYTES:
        raise ConfigError(f"{path}: the {what} is larger than 16 MB; keep long lists in files")
    return content


def parse_words(content: bytes, name: str, what: str) -> tuple[Any, Origin]:
    """Return the content of a file, and the lines of its keys; `name` and `what` are for errors.

    Raises:
        ConfigError: not UTF-8, not YAML, or YAML that is not supported; names the line.
    """
    lines: _Lines = {}
    try:
        events = yaml.parse(content.decode("utf-8-sig"), Loader=_Loader)
        words = _read_document(events, lines)
    except UnicodeDecodeError:
        raise ConfigError(f"{name}: the {what} is not UTF-8; save it as UTF-8") from None
    except yaml.YAMLError as error:
        problem = getattr(error, "problem", None) or "unreadable character"
        mark = _find_mark(error)
        bare = _find_bare_key(content, mark.line) if mark is not None else None
        if bare is not None:
            told = "not YAML (could not find expected ':'); a key ends with a colon"
            raise ConfigError(f"{name}:{bare + 1}: {told}") from None
        line = f":{mark.line + 1}" if mark else ""
        is_tab = mark is not None and _begins_with_tab(content, mark.line)
        key = _find_joined_key(content, mark.line) if mark is not None else ""
        hint = f"; a blank belongs after the colon of a key: {key}…" if key else _hint_at(problem)
        hint = "; a tab stands at its start: indent by spaces" if is_tab else hint
        raise ConfigError(f"{name}{line}: not YAML ({problem}){hint}") from None
    except _Refused as error:
        raise ConfigError(f"{name}:{error.line}: {error}") from None
    return words, Origin(name, lines)


def _find_joined_key(content: bytes, line: int) -> str:
    """Return the key of a line without a blank behind it, and its value's start; or nothing.

    >>> _find_joined_key(b"delta:{max: 1}", 0), _find_joined_key(b"algorithm:spalm", 0)
    ('delta: {', 'algorithm: ')
    """
    lines = content.split(b"\n")[line : line + 1]
    found = re.match(rb"\s*([a-z_]+):([{\[]?)[^\s:/]", lines[0]) if lines else None
    return f"{found[1].decode()}: {found[2].decode()}" if found is not None else ""


def _find_bare_key(content: bytes, line: int) -> int | None:
    r"""Return the line of a first key without a colon, if that is why this line is no YAML.

    It is read as a text that goes on until the next colon.

    >>> _find_bare_key(b"public ./p.csv\nprivate: t.csv", 1)
    0
    >>> _find_bare_key(b"title: one\n  two\n  three: 3", 2)
    """
    text = content.decode("utf-8-sig", errors="replace")
    lines = [one.split(" #")[0].rstrip() for one in text.split("\n")]
    above = [n for n in range(line) if lines[n] and not lines[n].lstrip().startswith("#")]
    noticed, bare = _KEY.match("".join(lines[line : line + 1])), None
    if noticed is None:
        return None
    while above and (found := _BARE.match(lines[above[-1]])) and found[1] == noticed[1]:
        bare = above.pop()
    # What stands below a key with a value goes on with that value.
    return bare if not above or lines[above[-1]].endswith((":", "---")) else None


def _begins_with_tab(content: bytes, line: int) -> bool:
    lines = content.split(b"\n")[line : line + 1]
    return any(b"\t" in one[: len(one) - len(one.lstrip())] for one in lines)


def _find_mark(error: yaml.YAMLError) -> yaml.Mark | None:
    """Return where a fault is: what is never closed is noticed lines after it began."""
    context = getattr(error, "context", None) or ""
    is_open = any(word in context for word in ("flow", "quoted scalar", "simple key"))
    began: yaml.Mark | None = getattr(error, "context_mark", None)
    noticed: yaml.Mark | None = getattr(error, "problem_mark", None)
    return began if is_open and began is not None else noticed


def _hint_at(problem: str) -> str:
    """Say how a text is written that YAML takes apart, such as SQL with a colon or a comma."""
    if "mapping values are not allowed" in problem or "did not find expected ',' or" in problem:
        text = "; put a text with a colon, a comma or a bracket in quotes, or below a key with |"
        mend = "close each bracket" if "expected ','" in problem else "check the indentation"
        return f"{text}, and {mend}"
    if "alphabetic or numeric character" in problem:
        return "; quote a label such as '*'"
    if "cannot start any token" in problem:
        return "; indent by spaces, and quote a text that begins with a sign such as @, % or `"
    if "could not find expected ':'" in problem:
        return "; a key ends with a colon"
    if any(one in problem for one in ("expected key", "expected '-'", "expected <block end>")):
        lines = "check the indentation of this line and of the one before"
        return f"; {lines}, and that nothing follows a closing quote"
    if "unexpected end of stream" in problem:
        return "; close the quotes"
    return ""


class _Refused(Exception):
    """A construct of YAML that a file may not use, and its line."""

    def __init__(self, message: str, event: yaml.Event) -> None:
        super().__init__(message)
        self.line = _line(event)


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1


def _read_document(events: Iterator[yaml.Event], lines: _Lines) -> Any:
    for event in events:
        if isinstance(event, yaml.DocumentStartEvent):
            value = _read_value(next(events), events, (), lines)
            next(events)
            for extra in events:
                if isinstance(extra, yaml.DocumentStartEvent):
                    raise _Refused("one document is read; drop the second", extra)
            return value
    return None


def _read_value(
    event: yaml.Event, events: Iterator[yaml.Event], place: tuple[str, ...], lines: _Lines
) -> Any:
    """Build the value that starts at `event`; add the line of each key to `lines`."""
    lines.setdefault(place, _line(event))
    if len(place) > MAX_DEPTH:
        raise _Refused(f"nested more than {MAX_DEPTH} deep", event)
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
        raise _Refused("anchors (&) and aliases (*) are not read; quote a label such as '*'", event)
    if getattr(event, "tag", None) not in (None, "!"):
        raise _Refused("tags (!…) are not read; write plain text", event)
    if isinstance(event, yaml.ScalarEvent):
        return event.value
    if isinstance(event, yaml.SequenceStartEvent):
        return _read_list(events, place, lines)
    return _read_mapping(events, place, lines)


def _read_list(events: Iterator[yaml.Event], place: tuple[str, ...], lines: _Lines) -> list[Any]:
    values: list[Any] = []
    while not isinstance(event := next(events), yaml.SequenceEndEvent):
        values.append(_read_value(event, events, (*place, str(len(values))), lines))
    return values


def _read_mapping(
    events: Iterator[yaml.Event], place: tuple[str, ...], lines: _Lines
) -> dict[str, Any]:
    values: dict[str, Any] = {}
    while not isinstance(event := next(events), yaml.MappingEndEvent):
        if not isinstance(event, yaml.ScalarEvent) or event.tag or event.anchor:
            raise _Refused("a key must be plain text", event)
        key = event.value
        if key in values:
            raise _Refused(f"the key {key!r} stands twice; keep one", event)
        lines[(*place, key)] = _line(event)
        values[key] = _read_value(next(events), events, (*place, key), lines)
    return values

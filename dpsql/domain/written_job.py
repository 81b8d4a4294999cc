"""What a job has beside its keys: the text that it was read from, if no file has it, and more."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from numbers import Integral
from pathlib import Path
from typing import Any, Self

import yaml
from pydantic import PrivateAttr

from dpsql.domain.job_section import JobSection
from dpsql.domain.threshold import PresenceBounds

_KEY = re.compile(r"^([a-z_]+):", re.MULTILINE)
#: A key that the job does not have, as an example of one.
_EXAMPLE = re.compile(r"# ([a-z_]+): ")
#: Begins comments on the key above, which may no longer be true of another value.
_REMARK = "#  "
#: What nearly all comments of a first job were counted on.
_TABLES = frozenset({"public", "private", "population"})
#: The keys that a comment of a first job follows from beside the tables, by how it begins.
_FOLLOWS_FROM = (
    (re.compile(r"# Columns of (both P and T|P) that are left out"), {"quasi_identifiers"}),
    (re.compile(r"#  By this key, columns"), {"quasi_identifiers"}),
    (re.compile(r"# Why: "), {"quasi_identifiers", "algorithm", "person"}),
    (re.compile(r"# Not among them"), {"public_columns"}),
    (re.compile(r"# Of these, each alone"), {"public_columns", "quasi_identifiers"}),
    (re.compile(r"# (Columns of|Which keeps) "), set[str]()),
)
#: Examples and advice that hold for any tables.
_OF_ANY_TABLES = re.compile(r"# (constraints: |algorithm: |Which keeps )")
#: The head of a first job; from the second sentence on.
_RUNS = re.compile(r"(?<=made by dpsql.init\.) .*(\n#.*)*")
_ANOTHER = " It had other tables. What is shown here tells of T."
#: Lines of these have counts of the tables behind their values.
_COUNTED = ("  ", "public:", "private:", "delta:", "release:")
_COMMENT = re.compile(r"(?<! ) +#")


class WrittenJob(JobSection):
    """A job, as it was made."""

    #: Of a first job of tables in memory; changes are written into it. Else empty.
    _text: str = PrivateAttr(default="")
    #: The columns of which a caller, and not the job file, chose the levels; None without.
    _named_levels: tuple[str, ...] | None = PrivateAttr(default=None)

    def __repr__(self) -> str:
        return self._text or super().__repr__()

    def __str__(self) -> str:
        return self._text or super().__str__()

    def written_as(self, text: str) -> Self:
        """Return the job with the text that it was read from, which `print` shows."""
        job = self.model_copy()
        job._text = text
        return job

    @property
    def named_levels(self) -> tuple[str, ...]:
        """The columns of which a caller chose the levels; others are raw then."""
        return self._named_levels or ()


def rewrite(text: str, changes: Mapping[str, Any]) -> str:
    r"""Return the text of a job with other values of these keys.

    A new key takes the place of its example in a comment, or else stands at the end. Comments stay
    as far as they are still known to be true: those on a key that changes go, those of a first job
    that follow from it, and with other tables all that were counted. Without a text there is none
    to change.

    >>> print(rewrite("# a job\nkeep: [ill]\ndelta:\n  max: 1/2\n", {"delta": {"max": "20%"}}))
    # a job
    keep: [ill]
    delta: {max: 20%}
    <BLANKLINE>
    >>> print(rewrite("# Columns of T:\n# keep: [ill]\nmetric: loss\n", {"keep": ["age"]}))
    # Columns of T:
    keep: [age]
    metric: loss
    <BLANKLINE>
    """
    if not text:
        return ""
    changes = {key: value for key, value in changes.items() if key != "folder"}
    has_others = not _TABLES.isdisjoint(changes)
    if has_others:
        text = _RUNS.sub(_ANOTHER, text, count=1)
    left, lines, key = {**changes}, list[str](), ""
    #: The keys from which a comment follows that may go on.
    comment: set[str] | None = None
    head = text.partition("\npublic")[0].count("\n") + 1
    absent = left.keys() - set(_KEY.findall(text))
    for number, line in enumerate(text.splitlines()):
        begun, shown = _KEY.match(line), _EXAMPLE.match(line)
        if shown is not None and shown[1] in absent and left.get(shown[1]) is not None:
            begun = shown
        if begun is not None:
            key, comment = begun[1], None
            lines += _write_key(key, left.pop(key)) if key in left else ()
        elif line.startswith("#"):
            comment = _find_source(line, comment)
            if comment is None and not line.startswith(_REMARK):
                key = ""
            is_counted = has_others and number >= head and not _OF_ANY_TABLES.match(line)
            if is_counted or (comment is not None and not comment.isdisjoint(changes)):
                continue
            if comment is not None:
                lines.append(line)
                continue
        if key not in changes:
            lines.append(_drop_counts(line) if has_others else line)
    added = [one for key, value in left.items() for one in _write_key(key, value)]
    return "\n".join([*lines, *added, ""])


def _find_source(line: str, before: set[str] | None) -> set[str] | None:
    """Return the keys that a comment follows from; None of one on a key, or of somebody's own.

    `before`: those of the comment that the line may go on with.
    """
    for begins, keys in _FOLLOWS_FROM:
        if begins.match(line):
            return keys
    return None if _EXAMPLE.match(line) else before


def _drop_counts(line: str) -> str:
    """Return a line of a key without its comment."""
    if line.startswith(_COUNTED):
        for found in _COMMENT.finditer(line):
            value = line[: found.start()]
            with suppress(yaml.YAMLError):
                # Not where the sign is a part of a text in quotes.
                if yaml.safe_load(value) == yaml.safe_load(line):
                    return value
    return line


def _write_key(key: str, value: object) -> Iterator[str]:
    """Yield the lines of a key; none of None, which leaves it out."""
    plain = _as_plain(value)
    if key == "quasi_identifiers" and isinstance(plain, dict):
        yield f"{key}:"
        yield from (f"  {_write(name)}: {_write(one)}" for name, one in plain.items())
    elif plain is not None:
        yield f"{key}: {_write(plain)}"


def _write(value: object) -> str:
    """Write a value on one line of YAML."""
    text: str = yaml.safe_dump(
        value, default_flow_style=True, allow_unicode=True, width=float("inf"), sort_keys=False
    )
    return text.removesuffix("\n...\n").removesuffix("\n")


def _as_plain(value: object) -> object:
    """Return what YAML can write of a value; of a table in memory its type alone."""
    match value:
        case JobSection():
            fields = type(value).model_fields.items()
            given = ((one.alias or name, one, getattr(value, name)) for name, one in fields)
            return {
                name: _as_plain(part)
                for name, one, part in given
                if part != one.get_default(call_default_factory=True)
            }
        case PresenceBounds():
            return {"min": _as_plain(value.minimum), "max": _as_plain(value.maximum)}
        case Mapping():
            return {str(name): _as_plain(one) for name, one in value.items()}
        case list() | tuple():
            return [_as_plain(one) for one in value]
        case bool() | None:
            return value
        case Integral():
            return int(value)
        case float():
            return float(value)
        case Decimal() if value % 1 == 0:
            return int(value)
        case str() | Fraction() | Path() | Decimal():
            return str(value)
    return f"{type(value).__module__.partition('.')[0]} {type(value).__name__}"

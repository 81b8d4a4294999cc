"""What a job has beside its keys: the text that it was read from, if no file has it, and more."""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from numbers import Integral
from pathlib import Path
from typing import Any, Self

import yaml
from pydantic import PrivateAttr

from dpsql.domain.job_section import JobSection

_KEY = re.compile(r"^([a-z_]+):", re.MULTILINE)
#: A key that the job does not have, as an example of one.
_EXAMPLE = re.compile(r"# ([a-z_]+): ")
#: Begin comments on the key above, which may no longer be true of another value.
_REMARKS = ("#  ", "# Why: ")


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

    A new key takes the place of its example in a comment, or else stands at the end. Comments stay,
    but for those on a key that changes. Without a text there is none to change.

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
    left, lines, key = {**changes}, list[str](), ""
    # It stands in no file.
    left.pop("folder", None)
    absent = left.keys() - set(_KEY.findall(text))
    for line in text.splitlines():
        begun, shown = _KEY.match(line), _EXAMPLE.match(line)
        if shown is not None and shown[1] in absent and left.get(shown[1]) is not None:
            begun = shown
        if begun is not None:
            key = begun[1]
            lines += _write_key(key, left.pop(key)) if key in left else ()
        elif line.startswith("#") and not line.startswith(_REMARKS):
            key = ""
        if key not in changes:
            lines.append(line)
    added = [one for key, value in left.items() for one in _write_key(key, value)]
    return "\n".join([*lines, *added, ""])


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

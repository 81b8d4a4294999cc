"""The Python names that ``import dpsql`` gives, from their signatures and docstrings."""

import inspect
import re
from collections.abc import Iterator
from typing import Any

from pydantic import BaseModel

import dpsql
from dpsql.errors import DpsqlError
from dpsql.session.options import Options

#: A longer signature has a line for each parameter.
_LINE = 76
#: An example and what it shows, up to an empty line.
_EXAMPLES = re.compile(r"^(>>> .+(?:\n.+)*)", re.MULTILINE)


def write_python() -> str:
    """A section per name; errors stand on the page of exit codes."""
    return "\n".join(_find_sections())


def write_errors() -> str:
    """A row per error: its exit code, its name for machines, and its cause."""
    errors = [getattr(dpsql, name) for name in dpsql.__all__ if _is_error(name)]
    rows = sorted((one.exit_code, one.__name__, _first_line(one)) for one in errors)
    lines = ["| exit code | name | cause |", "| --- | --- | --- |"]
    return "\n".join([*lines, *(f"| {code} | `{name}` | {told} |" for code, name, told in rows)])


def _is_error(name: str) -> bool:
    found = getattr(dpsql, name)
    return inspect.isclass(found) and issubclass(found, DpsqlError)


def _first_line(found: object) -> str:
    return " ".join((inspect.getdoc(found) or "").split("\n\n")[0].split())


def _find_sections() -> Iterator[str]:
    yield f"### Options\n\n{_as_block('Options', Options)}\n\n{_as_markdown(Options)}\n"
    for name in dpsql.__all__:
        found = getattr(dpsql, name)
        if not callable(found) or _is_error(name):
            continue
        yield f"### {name}\n\n{_as_block(name, found)}\n\n{_as_markdown(found)}\n"
        if inspect.isclass(found):
            yield from _find_methods(name, found)


def _find_methods(home: str, found: type) -> Iterator[str]:
    if issubclass(found, BaseModel):
        return  # its words are those of the job file
    for name, method in vars(found).items():
        if name.startswith("_"):
            continue
        if isinstance(method, property):
            yield f"- `{name}`: {_first_line(method)}\n"
        elif inspect.isfunction(method):
            shown = _spell(inspect.signature(method))
            yield f"- `{home}.{name}{shown}`: {_first_line(method)}\n"


def _as_block(name: str, found: Any) -> str:
    """The signature; where it is long, with a parameter per line."""
    if inspect.isclass(found) and issubclass(found, BaseModel):
        words, result = [f"{word}=…" for word in found.model_fields], ""
    else:
        signature = inspect.signature(inspect.unwrap(found))
        words = [_spell(one) for one in signature.parameters.values()]
        result = "" if inspect.isclass(found) else f" -> {_spell_type(signature)}"
    line = f"{name}({', '.join(words)}){result}"
    if len(line) > _LINE:
        line = "\n".join([f"{name}(", *(f"    {word}," for word in words), f"){result}"])
    return f"```text\n{line}\n```"


def _spell_type(signature: inspect.Signature) -> str:
    """What a function returns."""
    return _spell(signature).rpartition(" -> ")[2]


def _spell(part: object) -> str:
    """A signature or a part of it; where a name comes from says nothing to a reader."""
    shown = re.sub(r"\b(?:[a-z_]+\.)+(?=[A-Z])", "", str(part)).replace("'", "")
    # Later versions of Python spell it so themselves.
    shown = re.sub(r"\bOptional\[(\w+\[[^][]*\]|\w+)\]", r"\1 | None", shown)
    return shown.replace("<factory>", "…")


def _as_markdown(found: object) -> str:
    """A docstring in Google's form: its sections become bold words and lists."""
    lines = []
    for line in (inspect.getdoc(inspect.unwrap(found)) or "").split("\n"):
        if re.fullmatch(r"(Raises|Returns|Args|Yields):", line):
            lines += [f"**{line[:-1]}**", ""]
        elif re.match(r" {4}\S", line) and not lines[-1].startswith("    >>>"):
            lines.append(f"- {line.strip()}")
        else:
            lines.append(line)
    return _EXAMPLES.sub(r"```python\n\1\n```", "\n".join(lines))

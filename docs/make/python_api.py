"""The Python names that ``import dpsql`` gives, from their signatures and docstrings."""

import inspect
import re
from collections.abc import Callable, Iterator
from textwrap import dedent

from pydantic import BaseModel

import dpsql
from docs.make.signatures import spell_signature
from dpsql.errors import DpsqlError
from dpsql.session.options import Options

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
    yield _describe_options()
    for name in dpsql.__all__:
        found = getattr(dpsql, name)
        if not callable(found) or _is_error(name):
            continue
        yield f"### {name}\n\n{_as_block(name, found)}\n\n{_as_markdown(found)}\n"
        if inspect.isclass(found):
            yield from _find_methods(name, found)
    yield f"### results\n\n{_as_markdown(dpsql.results)}\n"
    types = ((name, getattr(dpsql.results, name)) for name in dpsql.results.__all__)
    yield "\n".join(_describe_type(name, found) for name, found in types)


def _describe_options() -> str:
    """The arguments of all functions that run something, which are no name of the package."""
    spelled = dedent(
        spell_signature("options", Options).removeprefix("options(").rpartition("\n")[0]
    )
    told = _as_markdown(Options).partition("\n\n")
    what = "What a function with `**options` takes besides, each by its name; only `gap` and\n"
    limits = "`time_limit` can change what is released."
    return f"### options\n\n{what}{limits}\n\n```text\n{spelled.strip()}\n```\n\n{told[2]}\n"


def _describe_type(name: str, found: type) -> str:
    """Return what a type is, its fields, and what its docstring says of them."""
    told = f"- `dpsql.results.{name}`: {_first_line(found)}"
    if name in dpsql.__all__:
        return f"{told} Its fields stand [above](#{name.lower()})."
    paragraphs = (inspect.getdoc(found) or "").split("\n\n")[1:]
    rest = [" ".join(one.split()) for one in paragraphs]
    fields = [f"`{one}`" for one in inspect.get_annotations(found) if not one.startswith("_")] + [
        f"`{one}`"
        for one, own in vars(found).items()
        if isinstance(own, property) and not one.startswith("_")
    ]
    return "\n\n".join([f"{told} It has {', '.join(fields)}.", *(f"  {one}" for one in rest)])


def _find_methods(home: str, found: type) -> Iterator[str]:
    # The keys of a job are those of the job file.
    shown = getattr(found, "for_users", ()) if issubclass(found, BaseModel) else vars(found)
    for name in shown:
        method = inspect.getattr_static(found, name)
        if name.startswith("_") or name in getattr(found, "_internal", ()):
            continue
        if isinstance(method, property):
            yield f"- `{name}`: {_first_line(method)}\n"
        elif inspect.isfunction(method):
            spelled = spell_signature(f"{home}.{name}", method, is_method=True)
            yield f"- `{spelled}`: {_first_line(method)}\n"


def _as_block(name: str, found: Callable[..., object]) -> str:
    return f"```text\n{spell_signature(name, found)}\n```"


def _as_markdown(found: object) -> str:
    """A docstring in Google's form: its sections become bold words and lists."""
    lines = []
    for line in (inspect.getdoc(inspect.unwrap(found)) or "").split("\n"):
        if re.fullmatch(r"(Raises|Returns|Args|Attributes|Yields|Mappings):", line):
            lines += [f"**{line[:-1]}**", ""]
        elif re.match(r" {4}\S", line) and not lines[-1].startswith("    >>>"):
            # The name of an argument is code; that of an error is a word of the sentence.
            lines.append("- " + re.sub(r"^([a-z_]+(?:, [a-z_]+)*):", r"`\1`:", line.strip()))
        elif re.match(r" {8}\S", line) and lines[-1].startswith(("- ", "  ")):
            lines.append(f"  {line.strip()}")
        else:
            lines.append(line)
    return _EXAMPLES.sub(r"```python\n\1\n```", "\n".join(lines))

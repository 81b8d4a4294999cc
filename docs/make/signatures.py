"""Signatures as Python text, the same with every version of Python."""

import inspect
import math
import typing
from collections.abc import Callable, Iterator
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, Union

from dpsql.domain.job_section import AsWritten

#: A longer signature has a line for each parameter.
_LINE = 76
_STARS = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}


def spell_signature(name: str, found: Callable[..., Any], *, is_method: bool = False) -> str:
    """Return how `found` is called, and what it returns; `self` of a method is left out.

    >>> def count(rows: int, *, by: str | None = None, mark: str = "*") -> list[str]: ...
    >>> spell_signature("count", count)
    'count(rows: int, *, by: str | None = None, mark: str = "*") -> list[str]'
    """
    signature = inspect.signature(inspect.unwrap(found))
    words = list(_spell_parameters(found, [*signature.parameters.values()][is_method:]))
    is_class = inspect.isclass(found)
    result = "" if is_class else f" -> {spell_type(signature.return_annotation)}"
    line = f"{name}({', '.join(words)}){result}"
    if len(line) > _LINE and not is_method:
        return "\n".join([f"{name}(", *(f"    {word}," for word in words), f"){result}"])
    return line


def _spell_parameters(found: object, parameters: list[inspect.Parameter]) -> Iterator[str]:
    """Each parameter; a lone star, where all that follow are given by name only."""
    starred = False
    for one in parameters:
        if one.kind is one.KEYWORD_ONLY and not starred:
            yield "*"
        starred = starred or one.kind in (one.VAR_POSITIONAL, one.KEYWORD_ONLY)
        default = "" if one.default is one.empty else _spell_default(found, one)
        stars = _STARS.get(one.kind, "")
        yield f"{stars}{one.name}: {spell_type(one.annotation)}" + (
            f" = {default}" if default else ""
        )


def _spell_default(found: object, parameter: inspect.Parameter) -> str:
    if inspect.isclass(found) and is_dataclass(found):
        factory = next(one for one in fields(found) if one.name == parameter.name).default_factory
        return _spell_value(factory() if factory is not MISSING else parameter.default)
    return _spell_value(parameter.default)


def _spell_value(value: object) -> str:
    """A text in double quotes; of a section of a job, only that it is there; others by repr."""
    match value:
        case AsWritten():
            return str(value)
        case str():
            return '"' + repr("'" + value)[2:-1].replace('"', '\\"') + '"'
        case float() if math.isinf(value):
            return 'float("inf")'
        case None | bool() | int() | float() | tuple() | dict():
            return repr(value)
        case _ if type(value).__module__ == "fractions":
            return repr(value)
        case _:
            return "..."


def spell_type(found: Any) -> str:
    """Return an annotation without the modules that its names come from.

    >>> spell_type(typing.Optional[dict[str, typing.Any]])
    'dict[str, Any] | None'
    >>> spell_type(Literal["refuse", "quote"])
    'Literal["refuse", "quote"]'
    """
    origin, parts = typing.get_origin(found), typing.get_args(found)
    if origin is Literal:
        return f"Literal[{', '.join(map(_spell_value, parts))}]"
    if origin in (Union, UnionType):
        return " | ".join(map(spell_type, parts))
    if origin is typing.Unpack:
        return f"Unpack[{spell_type(parts[0])}]"
    if origin is not None:
        return f"{spell_type(origin)}[{', '.join(map(spell_type, parts))}]"
    match found:
        case list():
            return f"[{', '.join(map(spell_type, found))}]"
        case AsWritten():
            return str(found)
        case str():
            return found.rpartition(".")[2]
        case _ if found is Ellipsis:
            return "..."
        case _ if found in (None, NoneType):
            return "None"
        case _:
            return str(found.__name__)

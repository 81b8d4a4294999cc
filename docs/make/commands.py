"""The commands, their arguments and options, from what ``--help`` tells."""

import inspect
import re
from collections.abc import Iterable, Iterator
from math import inf
from typing import Any, Literal, get_args, get_origin

import typer

from dpsql.cli.app import make_app
from dpsql.cli.terminal.manual import MANUALS, Manual

#: What takes no name of its own: the kind of a value.
_KINDS = {int: "a whole number", float: "a number", str: "text"}
#: In a sentence: an option, or a command.
_COMMANDS = "|".join(sorted(MANUALS, key=len, reverse=True))
_CODE = re.compile(rf"(?<![\w`-])(--[a-z]+(?:-[a-z]+)*|dpsql (?:{_COMMANDS}))\b")


def write_commands() -> str:
    """A section per group of ``dpsql --help``, and in it one per command."""
    app: Any = typer.main.get_command(make_app())
    # Typer lists groups of commands, such as hierarchy, after all others.
    panels: dict[str, list[tuple[str, Any]]] = {}
    for word, child in app.commands.items():
        panels.setdefault(child.rich_help_panel, []).append((word, child))
    groups = panels.items()
    return "\n".join(line for panel, group in groups for line in _write_group(panel, group))


def _write_group(panel: str, children: Iterable[tuple[str, Any]]) -> Iterator[str]:
    yield f"## {panel}\n"
    for word, child in children:
        for name, command in _walk(child, word):
            yield _section(command, name)


def _walk(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    children = getattr(command, "commands", None)
    if children is None:
        yield name, command
        return
    for word, child in children.items():
        yield from _walk(child, f"{name} {word}")


def _section(command: Any, name: str) -> str:
    paragraphs = inspect.cleandoc(command.help or "").replace("\b\n", "").split("\n\n")
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    options = [one for one in command.params if one.param_type_name == "option"]
    usage = " ".join(
        ["dpsql", name, *map(_name_argument, arguments), *["[OPTIONS]"][: len(options)]]
    )
    lines = [
        f"### dpsql {name}\n",
        *(f"{_as_markdown(one)}\n" for one in paragraphs),
        f"```text\n{usage}\n```\n",
        *(_define(f"`{_name_argument(one)}`", one) for one in arguments),
        *(_define(_name_option(one), one) for one in options if not one.hidden),
        "",
        _tell_manual(MANUALS[name]),
    ]
    return "\n".join(lines)


def _tell_manual(manual: Manual) -> str:
    """What a command reads and writes, its exit codes, and lines to try."""
    lines = [
        f"**Reads** {_as_markdown(manual.reads)}.\n",
        f"**Writes** {_as_markdown(manual.writes)}.\n",
    ]
    codes = re.split(r", (?=\d)", f"0 done, {manual.codes}") if manual.codes else []
    told = (re.sub(r"^(\d+)", r"`\1`", _as_markdown(code)) for code in codes)
    lines += [f"**Exit codes** {' · '.join(told)}.\n"] if codes else []
    lines += ["```console", *map(_show_example, manual.examples), "```", ""]
    return "\n".join(lines)


def _show_example(example: str | tuple[str, int]) -> str:
    line, code = example if isinstance(example, tuple) else (example, 0)
    return f"$ {line}" + (f"   # exit code {code}" if code else "")


def _name_argument(one: Any) -> str:
    name = (one.metavar or one.name).upper()
    many = "…" if one.nargs == -1 and not name.endswith("…") else ""
    return f"{name}{many}" if one.required else f"[{name}{many}]"


def _name_option(one: Any) -> str:
    """Its spellings, and what it takes."""
    names = (*one.opts, *one.secondary_opts)
    annotation = one.type_descriptor.annotation
    if one.is_flag:
        return _list(names)
    if one.metavar:
        return _list(f"{name} {one.metavar}" for name in names)
    if get_origin(annotation) is Literal:
        return f"{_list(names)} {' or '.join(f'`{value}`' for value in get_args(annotation))}"
    return f"{_list(names)} {_KINDS[annotation]}"


def _list(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _define(name: str, one: Any) -> str:
    """An argument or option, and what it does."""
    told = _as_markdown(one.help or "")
    repeated = " Can be repeated." if one.multiple and "epeat" not in told else ""
    return f"- {name}: {told}{repeated}{_tell_default(one)}"


def _tell_default(one: Any) -> str:
    value = one.default
    if one.param_type_name == "argument" or one.is_flag or value in (None, "", (), [], inf):
        return ""
    return f" Default: `{value:g}`." if isinstance(value, float) else f" Default: `{value}`."


def _as_markdown(text: str) -> str:
    """Rich's bold becomes Markdown's; options and commands stand in code."""
    text = re.sub(r"\[/?bold\]", "**", text).replace("\\[", "[")
    text = text.replace("<", "&lt;").replace("*", "\\*").replace("\\*\\*", "**")
    return _CODE.sub(r"`\1`", text)

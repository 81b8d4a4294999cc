"""The commands, their arguments and options, from what ``--help`` tells."""

import inspect
import re
from collections.abc import Iterator
from typing import Any

import typer

from dpsql.cli.app import make_app


def write_commands() -> str:
    """A section per command."""
    return "\n".join(_walk(typer.main.get_command(make_app()), "dpsql"))


def _walk(command: Any, name: str) -> Iterator[str]:
    children = getattr(command, "commands", None)
    if children is None:
        yield _section(command, name)
        return
    for word, child in children.items():
        if not child.hidden:
            yield from _walk(child, f"{name} {word}")


def _section(command: Any, name: str) -> str:
    told = inspect.cleandoc(command.help or "") + "\n\n" + inspect.cleandoc(command.epilog or "")
    lines = [f"### {name}", "", _as_markdown(told), ""]
    arguments = [one for one in command.params if one.param_type_name == "argument"]
    options = [one for one in command.params if one.param_type_name == "option"]
    if arguments + options:
        lines += ["| argument or option | takes | |", "| --- | --- | --- |"]
    lines += [_row(f"`{one.metavar or one.name}`", one, "") for one in arguments]
    for one in options:
        words = ", ".join(f"`{word}`" for word in (*one.opts, *one.secondary_opts))
        lines.append(_row(words, one, "" if one.is_flag else one.metavar))
    return "\n".join([*lines, ""])


def _row(words: str, one: Any, takes: str) -> str:
    shown = str(takes or "").replace("|", "\\|")
    told = _as_markdown(getattr(one, "help", None) or "")
    return f"| {words} | {shown} | {told.replace('|', chr(92) + '|')} |"


def _as_markdown(text: str) -> str:
    """Rich's marks of bold are no Markdown; a line of its own stays one."""
    text = re.sub(r"\[/?[a-z ]+\]", "", text.replace("\b\n", "").replace("\f", ""))
    return text.replace("<", "&lt;").replace("*", "\\*")

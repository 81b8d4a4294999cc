"""The commands, their arguments and options, from what ``--help`` tells."""

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from math import inf
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import typer

from dpsql.cli.app import make_app
from dpsql.cli.terminal.manual import MANUALS, Manual

#: What takes no name of its own: the kind of a value.
_KINDS = {int: "a whole number", float: "a number", str: "text"}
_PAGES = Path(__file__).parents[1]
#: In a sentence: an option, or a command.
#: The page that uses a command, with all that it prints, by the command.
_GUIDES = {
    "demo": "tutorials/paper.md",
    "init": "tutorials/first-hour.md#four-commands",
    "check": "how-to/hierarchies.md#in-the-job",
    "schema": "reference/job.md",
    "hierarchy": "how-to/hierarchies.md#as-a-file",
    "measure": "how-to/ci.md",
    "risks": "how-to/risks.md",
    "report": "how-to/report.md",
    "delta": "how-to/delta.md",
    "frontier": "how-to/delta.md#what-does-it-lose",
    "lattice": "how-to/explain.md#all-minimal-nodes",
    "compare": "how-to/compare.md",
    "least-k": "how-to/delta.md#is-k-anonymity-enough",
    "choose": "how-to/from-public.md",
    "anonymize": "tutorials/first-hour.md#four-commands",
    "verify": "how-to/ci.md#a-release-that-is-passed-on",
    "diff": "how-to/releasing-again.md#what-changed",
    "explain": "how-to/explain.md",
    "audit": "theory/limits.md#the-minimality-attack",
    "certify": "theory/limits.md#the-minimality-attack",
    "sql": "how-to/warehouse.md",
    "dbt": "how-to/dbt.md",
    "counts": "how-to/noisy-counts.md",
    "ledger": "how-to/noisy-counts.md#one-budget-for-all-tables",
    "published-counts": "how-to/published-counts.md",
    "frequencies": "how-to/foreign.md#missing-cells",
}
#: Options that are used most, which come first; all others as ``--help`` has them.
_OFTEN = ("--overwrite", "--report", "--levels")
#: Options of many commands, described once: each section names those that it takes.
_COMMON = ("--json", "--quiet", "--dump-sql", "--debug", "--show-public", "--max-nodes")
_COMMANDS = "|".join(sorted(MANUALS, key=len, reverse=True))
_CODE = re.compile(rf"(?<![\w`-])(--[a-z]+(?:-[a-z]+)*|dpsql (?:{_COMMANDS}))\b")


def write_commands() -> str:
    """A section per group of ``dpsql --help``, and in it one per command."""
    app: Any = typer.main.get_command(make_app())
    # Typer lists groups of commands, such as hierarchy, after all others.
    panels: dict[str, list[tuple[str, Any]]] = {}
    for word, child in app.commands.items():
        panels.setdefault(child.rich_help_panel, []).append((word, child))
    commands = {name: one for panel in panels.values() for name, one in _walk_all(panel)}
    parts = [*_list_commands(panels), *_define_common(commands.values())]
    parts += [line for panel, group in panels.items() for line in _write_group(panel, group)]
    return "\n".join(parts)


def _list_commands(panels: Mapping[str, Iterable[tuple[str, Any]]]) -> Iterator[str]:
    """A line per command: what it is for."""
    yield "## All commands\n"
    for panel, children in panels.items():
        yield f"**{panel}**\n"
        for name, command in _walk_all(children):
            purpose = _as_markdown(inspect.cleandoc(command.help or "").split("\n\n")[0])
            link = f"[`dpsql {name}`](#dpsql-{name.replace(' ', '-')})"
            yield f"- {link}: {' '.join(purpose.split())}"
        yield ""


def _define_common(commands: Iterable[Any]) -> Iterator[str]:
    """What the options of many commands do, in the words of a command that has them."""
    found = {one.opts[0]: one for command in commands for one in command.params}
    yield "## Options of many commands\n"
    yield from (_define(_name_option(found[name]), found[name]) for name in _COMMON)
    yield ""


def _walk_all(children: Iterable[tuple[str, Any]]) -> Iterator[tuple[str, Any]]:
    for word, child in children:
        yield from _walk(child, word)


def _write_group(panel: str, children: Iterable[tuple[str, Any]]) -> Iterator[str]:
    yield f"## {panel}\n"
    for name, command in _walk_all(children):
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
    options.sort(
        key=lambda one: _OFTEN.index(one.opts[0]) if one.opts[0] in _OFTEN else len(_OFTEN)
    )
    guide = _GUIDES[name.partition(" ")[0]]
    usage = " ".join(
        ["dpsql", name, *map(_name_argument, arguments), *["[OPTIONS]"][: len(options)]]
    )
    lines = [
        f"### dpsql {name}\n",
        *(f"{_as_markdown(one)}\n" for one in paragraphs),
        f"```text\n{usage}\n```\n",
        *(_define(f"`{_name_argument(one)}`", one) for one in arguments),
        *(_define(_name_option(one), one) for one in options if is_own(one)),
        *_name_common(options),
        "",
        _tell_manual(MANUALS[name]),
        f"**With what it prints:** [{_name_guide(guide)}](../{guide}).\n",
    ]
    return "\n".join(lines)


def is_own(option: Any) -> bool:
    """Whether an option is described with its command, and not once for all."""
    return not option.hidden and option.opts[0] not in _COMMON


def _name_common(options: Iterable[Any]) -> list[str]:
    taken = {one.opts[0] for one in options}
    names = [f"`{name}`" for name in _COMMON if name in taken]
    also = "[of many commands](#options-of-many-commands)"
    return [f"- And {also}: {', '.join(names)}."] if names else []


def _name_guide(place: str) -> str:
    """The title of the page."""
    page, _, _ = place.partition("#")
    text = (_PAGES / page).read_text(encoding="utf-8")
    return text.partition("\n")[0].removeprefix("# ")


def _tell_manual(manual: Manual) -> str:
    """What a command reads and writes, its exit codes, and lines to try."""
    lines = [
        f"**Reads** {_as_markdown(manual.reads)}.\n",
        f"**Writes** {_as_markdown(manual.writes)}.\n",
    ]
    codes = re.split(r"[,;] (?=\d)", f"0 done, {manual.codes}")
    told = (re.sub(r"^(\d+)", r"`\1`", _as_markdown(code)) for code in codes)
    lines += [f"**Exit codes** {' · '.join(told)}.\n"]
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

"""How a command writes its help: flags without a type, and plain lines where panels do not fit.

``--overwrite`` takes no value, and ``JOB`` says enough of an argument. On a narrow terminal the
panels of rich would cut names of options.
"""

import re
from collections.abc import Sequence
from functools import partial
from shutil import get_terminal_size
from typing import Any

from typer import BadParameter, TyperException
from typer.core import TyperArgument, TyperCommand, TyperGroup

#: Columns that panels need for the longest options of all commands beside a text.
_PANELS = 70
_LONGEST = 10_000
#: Python functions whose commands have other names, which no likeness finds.
_OF_FUNCTIONS = {
    "script": "sql",
    "choose_delta": "delta",
    "check_certificate": "certify",
    "sign_off": "report",
}
_STYLES = re.compile(r"(?<!\\)\[/?(?:bold|dim|italic)\]")
_BEFORE_EXAMPLES = "Examples:\n\n"
_EXAMPLES = re.compile(r"\n\n(?=  \$)")


class PlainCommand(TyperCommand):
    """A command whose flags have no type."""

    def parse_args(self, ctx: Any, args: list[str]) -> Any:
        """Read the arguments; of levels that are given twice the last would win without a word."""
        takes_one = any("--levels" in one.opts and not _is_repeated(one) for one in self.params)
        if takes_one and len(given := _list_values("--levels", args)) > 1:
            both = ",".join(given)
            raise BadParameter(f"--levels stands twice; write it once: --levels {both}", ctx)
        return super().parse_args(ctx, args)

    def get_params(self, ctx: Any) -> Any:
        """Return its parameters."""
        return _without_types(super().get_params(ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help into the formatter, or in panels where they fit."""
        if _make_plain(self, formatter):
            super().format_help(ctx, formatter)
            _unescape(formatter)
            return
        whole = self.epilog
        self.epilog, _, examples = (whole or "").partition(_BEFORE_EXAMPLES)
        super().format_help(ctx, formatter)
        self.epilog = whole
        if examples:
            # Lines to copy: the terminal may fold them, and nothing breaks them.
            print(f" Examples:\n\n{_take_out_marks(examples)}\n")  # noqa: T201


def _is_repeated(option: Any) -> bool:
    """Whether an option may stand several times."""
    return bool(getattr(option, "multiple", False))


def _list_values(option: str, args: Sequence[str]) -> list[str]:
    """Return the values that an option has among arguments, up to a ``--`` that ends all options.

    >>> _list_values("--levels", ["job.yaml", "--levels", "age=1", "--levels=zip=2", "--", "x"])
    ['age=1', 'zip=2']
    """
    values, left = [], iter(args)
    for one in left:
        if one == "--":
            break
        if one == option:
            values += [value for value in [next(left, None)] if value is not None]
        elif one.startswith(f"{option}="):
            values.append(one.partition("=")[2])
    return values


class PlainGroup(TyperGroup):
    """A group of commands whose flags have no type."""

    def resolve_command(self, ctx: Any, args: Any) -> Any:
        """Find the command; an error suggests one also for the name of its Python function."""
        try:
            return super().resolve_command(ctx, args)
        except TyperException as error:
            if (command := _OF_FUNCTIONS.get(args[0])) in self.commands:
                error.message = f"No such command '{args[0]}'. Did you mean '{command}'?"
            raise

    def get_params(self, ctx: Any) -> Any:
        """Return its parameters."""
        return _without_types(super().get_params(ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help into the formatter, or in panels where they fit."""
        if _make_plain(self, formatter):
            super().format_help(ctx, formatter)
            _unescape(formatter)
            return
        super().format_help(ctx, formatter)


def _make_plain(command: PlainCommand | PlainGroup, formatter: Any) -> bool:
    """Prepare the help of a narrow terminal; return whether it is one."""
    width = get_terminal_size().columns
    if width >= _PANELS:
        return False
    command.rich_markup_mode = None
    # A line of its own says that the lines of a paragraph stay as they are.
    command.epilog = _EXAMPLES.sub("\n\n\b\n", command.epilog or "")
    for one in getattr(command, "commands", {}).values():
        # A text of its own is not cut.
        one.short_help = one.get_short_help_str(_LONGEST)
    formatter.width = max(width, 20)
    # Longer names have a line of their own.
    formatter.write_dl = partial(formatter.write_dl, col_max=formatter.width // 3)
    return True


def _unescape(formatter: Any) -> None:
    """Take out what is written for rich: styles, and marks that escape brackets."""
    formatter.buffer = [_take_out_marks("".join(formatter.buffer))]


def _take_out_marks(text: str) -> str:
    return _STYLES.sub("", text).replace("\\[", "[")


def _without_types(parameters: Any) -> Any:
    for one in parameters:
        if isinstance(one, TyperArgument):
            # Its name stands for what it is: no `<path>` beside it, and no braces around it.
            one.display_type_rich = lambda ctx: None  # type: ignore[method-assign]
            one.get_usage_pieces = partial(_name_argument, one)  # type: ignore[method-assign]
        elif getattr(one, "is_flag", False) and one.metavar is None:
            one.metavar = ""
    return parameters


def _name_argument(argument: TyperArgument, ctx: Any) -> list[str]:
    named = argument.metavar or str(argument.name).upper()
    return [named if argument.required else f"[{named}]"]

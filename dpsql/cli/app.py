"""The command line: parse arguments, call a use case, print its result.

`cli.terminal` decides what is printed where, and the exit code.
"""

import os
import re
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated

import typer
from rich.markup import escape

from dpsql import __version__
from dpsql.cli.terminal.command_output import CommandOutput, abandon, command_output
from dpsql.cli.terminal.manual import ORDER, tell
from dpsql.cli.terminal.plain_flags import PlainCommand, PlainGroup
from dpsql.cli.terminal.spread_options import spread
from dpsql.errors import ConfigError, ResourceError, error_of
from dpsql.signals import STOPPING, end_at_once, end_in_time, keep_promises, leave, stop, take_over

#: Commands in the order of the help, the usual order of work. Each is a file in the folder of its
#: panel.
_FOLDERS = {
    "Start": "start",
    "Measure and choose": "look",
    "Release": "release",
    "Elsewhere": "elsewhere",
    "Counts": "counts",
}
_COMMANDS = {
    "Start": ("demo", "init", "check", "schema", "hierarchy"),
    "Measure and choose": (
        *("measure", "risks", "report", "delta", "frontier", "lattice", "compare"),
        *("least-k", "choose"),
    ),
    "Release": ("anonymize", "verify", "diff", "explain", "audit", "certify"),
    "Elsewhere": ("sql", "dbt"),
    "Counts": ("counts", "ledger", "published-counts", "frequencies"),
}


def make_app(words: Sequence[str] | None = None) -> typer.Typer:
    """Return the app with the one command that `words` name, or with all commands.

    `words` are the arguments after ``dpsql``. Loading a command takes time, so only the command
    that is needed is loaded.
    """
    app = typer.Typer(
        no_args_is_help=True,
        cls=PlainGroup,
        rich_markup_mode="rich",
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
        help="How sure can anyone be that a given person is in a table, and how to bound it.",
        epilog=escape(ORDER),
    )
    app.callback()(_root)
    asked = _find_asked(words or ())
    for panel, names in _COMMANDS.items():
        for name in names:
            if asked is None or name in asked:
                _add_command(app, name, panel)
    return app


def _find_asked(words: Sequence[str]) -> frozenset[str] | None:
    """Return the commands to load; None: all of them, for the help or for an unknown command."""
    if [*words] == ["--version"]:
        return frozenset()
    first = next(iter(words), "")
    return frozenset({first}) if any(first in names for names in _COMMANDS.values()) else None


def _add_command(app: typer.Typer, name: str, panel: str) -> None:
    attribute = name.replace("-", "_")
    module = import_module(f"dpsql.cli.{_FOLDERS[panel]}.{attribute}")
    if name == "hierarchy":
        for one in module.commands.registered_commands:
            one.cls = PlainCommand
        app.add_typer(module.commands, name=name, cls=PlainGroup, rich_help_panel=panel)
        return
    command = getattr(module, attribute)
    told = tell(command, name)
    register = app.command(
        name, cls=PlainCommand, rich_help_panel=panel, help=told.help, epilog=told.epilog
    )
    register(spread(command))


#: What an option takes that is a number, behind "write a valid number".
_EXAMPLES = {
    "--gap": ", a share such as 0.02",
    "--time-limit": " of seconds, such as 60",
    "--journal-after": " of seconds, such as 60",
    "--explore": " of seconds, such as 10",
}


def _show_version(wanted: bool) -> None:
    if wanted:
        with command_output(as_json=False, quiet=False) as output:
            output.print(f"dpsql {__version__}")


def _point_to(help_: str, said: str) -> str:
    """Return what is wrong and where the help is.

    >>> _point_to("dpsql --help", "No such command 'x'. Did you mean 'y'?")
    "No such command 'x'. Did you mean 'y'? See dpsql --help"
    >>> _point_to("dpsql --help", "Missing argument")
    'Missing argument; see dpsql --help'
    """
    return f"{said} See {help_}" if said.endswith("?") else f"{said}; see {help_}"


def _in_plain_words(said: str) -> str:
    """Return a message about an invalid value without the wording of the libraries."""
    said = said.replace("Value error, ", "").replace("Input should be", "write")
    said = said.replace("write greater than or equal to", "write a number of at least")
    if re.search(r"extra argument.*\(\S+=[0-9]", said):
        said += "; --levels takes all as one text: --levels zip=2,age=1"
    if found := re.match(r"No such option: --([a-z-]+)", said):
        said = _tell_public(found[1]) or _name_key(found[1]) or said
    if (found := re.match(r"Invalid value for '(--[a-z-]+)'", said)) and "valid number" in said:
        said = re.sub("valid number.*", f"valid number{_EXAMPLES.get(found[1], '')}", said)
    return re.sub(r", unable to parse .*", "", said)


def _tell_public(option: str) -> str:
    """Say that the page of `report` is a public one anyway; empty for other options or commands.

    >>> _tell_public("internal")
    ''
    """
    if option != "public" or _find_asked(sys.argv[1:]) != frozenset({"report"}):
        return ""
    return (
        "No such option: --public; without --internal and --sign-off the page is public: write"
        " dpsql report JOB -o PAGE.html"
    )


def _name_key(option: str) -> str:
    """Say that the job states what was taken for an option; empty if it states no such thing.

    >>> _name_key("known-absent"), _name_key("colour")
    ('No such option: --known-absent; it is a key of the job: write known_absent: … there', '')
    """
    from dpsql.domain.job import Job

    key = option.replace("-", "_")
    if key not in Job.model_fields:
        return ""
    return f"No such option: --{option}; it is a key of the job: write {key}: … there"


def _find_help(error: typer.TyperException) -> str:
    """Return the help command of the command that was used wrongly, as far as it is known."""
    words: list[str] = []
    context = getattr(error, "ctx", None)
    while context is not None and context.parent is not None:
        words.insert(0, str(context.info_name))
        context = context.parent
    if not words and (asked := _find_asked(sys.argv[1:])):
        # The parser tells of an option without its value before there is a context.
        words = [*asked]
    return " ".join(("dpsql", *words, "--help"))


def _write_help(text: str) -> None:
    try:
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()
    except OSError:
        abandon(sys.stdout)


def _root(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Print the version and exit."
        ),
    ] = False,
) -> None:
    """Provide the options of the app itself; `make_app` sets its help text."""


def main() -> None:
    """Run the command line; `__main__` calls it once everything is loaded."""
    # Files that an engine spills must be private, too, whatever modes the engine asks for.
    os.umask(0o077)
    for stream in (sys.stdout, sys.stderr):
        # A name that the terminal cannot display must not fail a run that has released.
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    take_over()
    end_in_time()
    try:
        sys.exit(make_app(sys.argv[1:])(standalone_mode=False))
    except typer.TyperException as error:
        if not (said := error.format_message().rstrip(".")):
            sys.exit(ConfigError.exit_code)  # no command was given, and the help is printed
        if said.startswith("Usage: "):
            # On a narrow terminal the help is the message.
            _write_help(error.format_message())
            sys.exit(ConfigError.exit_code)
        usage = ConfigError(_point_to(_find_help(error), _in_plain_words(said)))
        from dpsql.cli.terminal.ci_gate import find_gate

        gate = find_gate(sys.argv[1:])
        with suppress(ConfigError):
            if gate is not None:
                gate.begin()
        CommandOutput(as_json="--json" in sys.argv, quiet=True, gate=gate).fail(usage)
        sys.exit(usage.exit_code)
    except SystemExit as ended:
        # The parser ends with 1, the code of a bug, where somebody closed the pipe.
        if isinstance(ended.__context__, BrokenPipeError):
            sys.exit(128 + signal.SIGPIPE)
        raise
    except OSError as error:
        # The help could not be printed; no `CommandOutput` handles that.
        abandon(sys.stdout)
        full = error_of(error, "stdout: it cannot be printed to", ResourceError)
        CommandOutput(as_json=False, quiet=True).fail(full)
        sys.exit(full.exit_code)
    finally:
        keep_promises()
        for number in STOPPING:
            if signal.getsignal(number) in (stop, end_at_once):
                signal.signal(number, leave)

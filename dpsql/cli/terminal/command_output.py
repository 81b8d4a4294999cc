"""How a command ends: its result, its error or the signal that stopped it, and its exit code.

Results go to stdout (one JSON object with --json), progress and errors to stderr. Every error is
one line and one exit code; no value of T, no SQL and no traceback is ever printed.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.text import Text

from dpsql.cli.terminal.plain import list_lines, one_line
from dpsql.cli.terminal.progress import Follower
from dpsql.cli.terminal.text_table import GLUE
from dpsql.domain.json_schema import SCHEMA
from dpsql.engines.debug import Debug
from dpsql.errors import (
    EXHAUSTED,
    DpsqlError,
    NoSafeRelease,
    NotSatisfied,
    ResourceError,
    error_of,
)
from dpsql.faces import on_command_line
from dpsql.report.demands import write_demand
from dpsql.signals import begin_to_stop, find_stop, saying_at_last

if TYPE_CHECKING:
    from dpsql.cli.terminal.ci_gate import Gate

_LOG = logging.StreamHandler()


class CommandOutput:
    """Prints results and progress; holds the exit code of a command that did not fail."""

    def __init__(
        self,
        *,
        as_json: bool,
        quiet: bool,
        debug: Path | None = None,
        gate: Gate | None = None,
        writes: Iterable[Path | None] = (),
    ) -> None:
        #: What is said if a signal ends the command and nobody knows better; None: what is on disk.
        self.if_stopped: str | None = None
        self._writes = {path: _sign(path) for path in writes if path is not None}
        self.gate = gate
        self.as_json = as_json
        self.debug = debug
        self.quiet = quiet
        self.exit_code = 0
        self._stdout_fails = False
        self._is_stop_told = False
        self.progress = Follower(Console(stderr=True), enabled=not quiet)

    def show(self, found: dict[str, Any], describe: Callable[[], Any]) -> None:
        """Print the JSON object, or the tables or the text that `describe` builds.

        Raises:
            ResourceError: stdout cannot be written; the work of the command is kept.
        """
        self.progress.clear()
        if self.gate is not None:
            self.gate.pass_on(found)
        if self.as_json:
            self.print(_write_json(found))
        elif not self.quiet:
            with self._printing():
                told = describe()
                # A plain text may contain commands to copy, so its lines are not wrapped.
                console = _Console(highlight=False, markup=False, emoji=False)
                console.print(told, soft_wrap=isinstance(told, str), crop=False)

    def print(self, text: str) -> None:
        """Print a text on stdout; raises as `show`."""
        with self._printing():
            print(text)  # noqa: T201

    @contextmanager
    def _printing(self) -> Iterator[None]:
        """Flush, so that a failing stdout fails here and is not written to again."""
        try:
            yield
            if sys.stdout is not None:
                sys.stdout.flush()
        except OSError as error:
            self._stdout_fails = True
            abandon(sys.stdout)
            if isinstance(error, BrokenPipeError):
                raise
            problem = "stdout: the result cannot be printed, though the command did its work"
            raise error_of(error, problem, ResourceError) from None

    def fail(self, error: DpsqlError) -> None:
        """Print the error on stderr, most as one line, and its JSON object on stdout."""
        self.progress.clear()
        message = one_line(str(error))
        if self.gate is not None:
            self.gate.fail(error, message)
        if self.as_json and not self._stdout_fails:
            problem = {"code": error.code, "message": message}
            found: dict[str, Any] = {"schema": SCHEMA, "status": "error", "error": problem}
            if isinstance(error, NoSafeRelease):
                found |= {"status": "unsatisfiable", **error.summary}
            elif isinstance(error, NotSatisfied):
                found |= error.summary
            # The exit code is that of the error even if stdout cannot be written.
            with suppress(ResourceError, BrokenPipeError):
                self.print(_write_json(found))
        self.say(message, getattr(error, "pieces", ()))

    def tell_stop(self, error: BaseException) -> None:
        """Print that a signal ended the command, and what is on disk."""
        if self._is_stop_told:
            return
        self._is_stop_told = True
        self.progress.clear()
        told = [*getattr(error, "__notes__", ()), self.if_stopped]
        self.say(f"Interrupted; {next(filter(None, told), None) or self._name_written()}")

    def _name_written(self) -> str:
        written = [path.name for path, before in self._writes.items() if _sign(path) != before]
        if not written:
            return "nothing was written"
        return f"{', '.join(written)} {'was' if len(written) == 1 else 'were'} written"

    def end_with(self, exit_code: int, reason: str) -> None:
        """End with this code; --quiet, which prints no tables, tells the reason on stderr."""
        self.exit_code = exit_code
        if self.quiet:
            self.say(reason)

    def end_unsatisfied(self, found: Mapping[str, Any]) -> None:
        """End with code 4, as the JSON of the command tells that a model does not hold.

        A gate that is quiet must learn here that its job releases something else.
        """
        models = found.get("models", ())
        broken = [
            write_demand(f"{one['name']} {one['asked']}") for one in models if one["holds"] is False
        ]
        reason = f"not satisfied: {', '.join(broken) or 'the job'}"
        if found.get("releases_levels") is False:
            reason += (
                "; the job's algorithm does not release levels: dpsql compare searches as it does"
            )
        self.end_with(4, reason)

    def say(self, message: str, pieces: Sequence[str] = ()) -> None:
        """Print one line on stderr, or one for each of its pieces, unless stderr fails."""
        lines = list_lines(*(pieces or (message,)))
        try:
            print("\n".join(lines), file=sys.stderr, flush=True)  # noqa: T201
        except OSError:
            abandon(sys.stderr)


def abandon(stream: TextIO) -> None:
    """Redirect a failing stream to the null device; otherwise Python would set the exit code."""
    with suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


#: Stand for a no-break space, and for a glued one, while rich, which breaks lines there, wraps a
#: text. Of a name from outside they would be escaped, as they are not printable.
_KEPT, _GLUED = "\ue000", "\ue001"


class _Console(Console):
    """A console that keeps no-break spaces, and raises BrokenPipeError for a closed pipe."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Yield the segments of what is printed, and of each of its parts."""
        if not isinstance(renderable, Text):
            yield from super().render(renderable, options)
            return
        yield from _end_lines(self._render_text(renderable, options))

    def _render_text(self, renderable: Text, options: ConsoleOptions | None) -> Iterable[Segment]:
        if not {"\u00a0", GLUE} & {*renderable.plain}:
            yield from super().render(renderable, options)
            return
        kept = renderable.copy()
        kept.plain = kept.plain.replace("\u00a0", _KEPT).replace(GLUE, _GLUED)
        for one in super().render(kept, options):
            text = one.text.replace(_KEPT, "\u00a0").replace(_GLUED, " ")
            yield Segment(text, one.style, one.control)

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def _end_lines(segments: Iterable[Segment]) -> Iterator[Segment]:
    """Yield the segments; a line that was broken does not end in the space where it was.

    Rich yields the lines of a text without style as one segment, and those of others one by one.
    """
    listed = [*segments]
    for (text, style, control), following in zip_longest(listed, listed[1:]):
        ended = text.rstrip(" ") if following and following.text == "\n" else text
        yield Segment(ended.replace(" \n", "\n"), style, control)


@contextmanager
def command_output(
    as_json: bool,
    quiet: bool,
    debug: Path | None = None,
    gate: Gate | None = None,
    writes: Iterable[Path | None] = (),
) -> Iterator[CommandOutput]:
    """Run a command; turn every error and signal into its line and exit code.

    `debug`: folder for the text of unexpected errors. `gate`: the JUnit file for CI. `writes`: the
    files and folders that it may write to.
    """
    output = CommandOutput(as_json=as_json, quiet=quiet, debug=debug, gate=gate, writes=writes)
    log_to_stderr()
    with on_command_line(), saying_at_last(lambda: output.tell_stop(SystemExit())):
        yield from _turning(output, debug, gate)


def _turning(
    output: CommandOutput, debug: Path | None, gate: Gate | None
) -> Iterator[CommandOutput]:
    try:
        begin_to_stop()
        if gate is not None:
            gate.begin()
        yield output
    except (Exception, SystemExit) as error:
        # An engine that calls Python reports a signal's exception as an error of its own.
        if (stopped := find_stop()) is not None:
            output.tell_stop(error)
            raise SystemExit(stopped) from None
        if isinstance(error, SystemExit):
            raise
        if isinstance(error, BrokenPipeError):
            raise typer.Exit(128 + signal.SIGPIPE) from None
        known = _as_known(error)
        if known is not error and debug is not None:
            with suppress(DpsqlError):
                Debug(debug).write("not expected", error)
        output.fail(known)
        raise typer.Exit(known.exit_code) from None
    finally:
        output.progress.clear()
    raise typer.Exit(output.exit_code)


def _sign(path: Path) -> tuple[int, ...] | None:
    """What differs once a file was written, or something in a folder made; None if it is absent."""
    try:
        found = path.lstat()
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns


def log_to_stderr() -> None:
    """Print dpsql's own log records without control characters or traceback, most as one line."""
    _LOG.stream = sys.stderr
    _LOG.setLevel("WARNING")
    _LOG.setFormatter(_SafeLines())
    logging.getLogger("dpsql").addHandler(_LOG)
    logging.lastResort = None  # what a library logs could quote a statement
    logging.raiseExceptions = False  # a stderr that fails would get a traceback


class _SafeLines(logging.Formatter):
    """Formats a record as one safe line: its names are escaped, its exception is left out.

    Or as several, if it has pieces, such as statements to copy.
    """

    def format(self, record: logging.LogRecord) -> str:
        return "\n".join(list_lines(*(getattr(record, "pieces", None) or (record.getMessage(),))))


def _write_json(found: dict[str, Any]) -> str:
    """Return JSON text; escape control characters, and characters that stdout cannot encode."""
    text = json.dumps(found, ensure_ascii=False)
    if not text.isprintable():
        return json.dumps(found).replace("\x7f", "\\u007f")
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return json.dumps(found)
    return text


def _as_known(error: Exception) -> DpsqlError:
    """Return an error of dpsql as it is; replace any other by an error without its text."""
    match error:
        case DpsqlError():
            return error
        case MemoryError():
            return ResourceError("memory is exhausted; free some, or run where there is more")
        case RecursionError():
            return ResourceError("the stack is exhausted; nest what the job says less deeply")
        case OSError(errno=number) if number in EXHAUSTED:
            return error_of(error, "the system refuses", ResourceError)
        case _:
            return _Unexpected(error)


class _Unexpected(DpsqlError):
    """A bug; its text could hold a value and is withheld."""

    def __init__(self, error: BaseException) -> None:
        place = error.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        where = ""
        if place is not None:
            where = f" at {Path(place.tb_frame.f_code.co_filename).name}:{place.tb_lineno}"
        super().__init__(
            f"unexpected {type(error).__name__}{where}; its text is withheld; please report it"
        )

    @property
    def code(self) -> str:
        return "UnexpectedError"

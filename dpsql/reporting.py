"""How a command ends: its result, its error or the signal that stopped it, and its exit code.

Results go to stdout (one JSON object with --json), progress and errors to stderr. Every error is
one line and one exit code; no value of T, no SQL and no traceback is ever printed.
"""

import json
import logging
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer
from rich.console import Console

from dpsql import terminal
from dpsql.errors import DpsqlError, NoSafeRelease
from dpsql.outcome import SCHEMA

_signals: list[int] = []


class Report:
    """Where results and progress go; holds the exit code of a command that did not fail."""

    def __init__(self, *, as_json: bool, quiet: bool) -> None:
        self.as_json = as_json
        self.quiet = quiet
        self.exit_code = 0
        self.progress = terminal.ProgressLine(
            Console(stderr=True), enabled=not (as_json or quiet) and sys.stderr.isatty()
        )

    def show(self, found: dict[str, Any], describe: Callable[[], Any]) -> None:
        """Print the JSON object, or the tables that `describe` builds."""
        self.progress.clear()
        if self.as_json:
            print(json.dumps(found, ensure_ascii=False))  # noqa: T201
        elif not self.quiet:
            Console(highlight=False, markup=False, emoji=False).print(describe())

    def fail(self, error: DpsqlError) -> None:
        """Print one line on stderr, and the JSON object of the error on stdout."""
        self.progress.clear()
        message = terminal.one_line(str(error))
        if self.as_json:
            problem = {"code": error.code, "message": message}
            found: dict[str, Any] = {"schema": SCHEMA, "status": "error", "error": problem}
            if isinstance(error, NoSafeRelease):
                found |= {"status": "unsatisfiable", **error.summary}
            print(json.dumps(found, ensure_ascii=False))  # noqa: T201
        print(f"dpsql: {message}", file=sys.stderr)  # noqa: T201


@contextmanager
def reporting(as_json: bool, quiet: bool) -> Iterator[Report]:
    """Run a command; turn every error into its line and exit code."""
    report = Report(as_json=as_json, quiet=quiet)
    logging.basicConfig(format="dpsql: %(message)s", level="ERROR" if quiet else "WARNING")
    try:
        yield report
    except DpsqlError as error:
        if _signals:
            # An engine may swallow the exception of a signal and raise one of its own.
            raise SystemExit(128 + _signals[0]) from None
        report.fail(error)
        raise typer.Exit(error.exit_code) from None
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(128 + signal.SIGPIPE) from None
    except (MemoryError, RecursionError) as error:
        report.fail(_Unexpected(error, 5))
        raise typer.Exit(5) from None
    except Exception as error:
        report.fail(_Unexpected(error, 1))
        raise typer.Exit(1) from None
    raise typer.Exit(report.exit_code)


class _Unexpected(DpsqlError):
    """A bug, or memory that ran out in Python; its text could hold a value and is withheld."""

    def __init__(self, error: BaseException, exit_code: int) -> None:
        place = error.__traceback__
        while place is not None and place.tb_next is not None:
            place = place.tb_next
        where = ""
        if place is not None:
            where = f" at {Path(place.tb_frame.f_code.co_filename).name}:{place.tb_lineno}"
        super().__init__(
            f"unexpected {type(error).__name__}{where}; its text is withheld; please report it"
        )
        self.exit_code = exit_code

    @property
    def code(self) -> str:
        return "UnexpectedError"


def stop(number: int, _: object) -> None:
    """Leave by an exception, so that private folders are removed on the way out."""
    _signals.append(number)
    raise SystemExit(128 + number)
